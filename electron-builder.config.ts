// How Paydesk becomes a program that installs. electron-builder packs the folder that
// scripts/package/stage.ts lays out, so that every target holds the same files; what must stay as
// it is here is held by test/package/configuration.test.ts.
import type { Configuration } from 'electron-builder'
import { afterPack } from './scripts/package/after-pack.ts'
import { besideArchive, nativePackages } from './scripts/package/ships.ts'

const configuration: Configuration = {
  appId: 'org.paydesk.desktop',
  productName: 'Paydesk',
  copyright: 'MIT licence',
  directories: { app: 'out/package/app', output: 'out/package/dist', buildResources: 'packaging' },
  // The folder holds nothing else; whatever gets in all the same stays out.
  files: ['package.json', 'out/app/{main,preload,renderer}/**', 'node_modules/**'],
  extraResources: [{ from: 'resources', to: '.', filter: [...besideArchive] }],
  extraMetadata: {
    // The packer for rpm asks for an address; the project has no page of its own.
    homepage: 'https://paydesk.invalid/',
    author: { name: 'Paydesk', email: 'paydesk@paydesk.invalid' },
  },
  asar: true,
  asarUnpack: Object.keys(nativePackages).map((name) => `node_modules/${name}/**`),
  // The native parts are in place: one with its package, one built by scripts/setup.
  npmRebuild: false,
  nodeGypRebuild: false,
  // Nothing is uploaded from here, and no address to look for updates at is written down.
  publish: null,
  protocols: [{ name: 'Paydesk', schemes: ['paydesk'] }],
  icon: 'resources/icon.png',
  // Sets the fuses and writes down the digests of what was packed, before anything is signed.
  afterPack,
  linux: {
    target: ['deb', 'rpm', 'AppImage'],
    executableName: 'paydesk',
    category: 'Office;Finance',
    maintainer: 'Paydesk <paydesk@paydesk.invalid>',
    // Left out, an AppImage is started with --no-sandbox.
    executableArgs: [],
    desktop: { entry: { StartupWMClass: 'paydesk' } },
  },
  deb: {
    afterInstall: 'packaging/linux/after-install.sh',
    afterRemove: 'packaging/linux/after-remove.sh',
  },
  rpm: {
    afterInstall: 'packaging/linux/after-install.sh',
    afterRemove: 'packaging/linux/after-remove.sh',
    // Two packages that hold the same file must not fight over one link.
    fpm: ['--rpm-rpmbuild-define', '_build_id_links none'],
  },
  win: { target: ['nsis', 'msi'], signExts: ['.node'] },
  nsis: {
    oneClick: false,
    perMachine: true,
    allowToChangeInstallationDirectory: false,
    // A ledger of money outlives the program.
    deleteAppDataOnUninstall: false,
  },
  msi: { perMachine: true, oneClick: false },
  mac: {
    target: ['dmg'],
    category: 'public.app-category.finance',
    hardenedRuntime: true,
    gatekeeperAssess: false,
    entitlements: 'packaging/macos/entitlements.plist',
    entitlementsInherit: 'packaging/macos/entitlements.plist',
  },
}

export default configuration
