// Makes the package for Fedora and others from a packed folder with rpmbuild alone: the same files,
// rights and scripts as in the deb, and the same bytes from the same sources.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isProgram, layOut, type Packing, placedUnder } from './deb.ts'
import { shippedFiles } from './sbom.ts'

const architectures = { x64: 'x86_64', arm64: 'aarch64' } as const

/** What Electron needs of the system, and libsecret for the keychain. */
const requires = [
  ...['gtk3', 'libnotify', 'nss', 'xdg-utils', 'at-spi2-core', 'libsecret', 'alsa-lib'],
  ...['(libXScrnSaver or libXss1)', '(libXtst or libXtst6)', '(libuuid or libuuid1)'],
  '(mesa-libgbm or libgbm1)',
]

/** In a spec file a percent sign begins a macro. */
const plain = (text: string): string => text.replaceAll('%', '%%')

function specOf(options: { top: string; root: string; version: string }): string {
  const { top, root, version } = options
  const script = (name: string): string =>
    plain(readFileSync(join(top, 'packaging/linux', name), 'utf8')).replace(/^#!.*\n/, '')
  // Folders of the system belong to others.
  const ours = placedUnder(root).filter(
    ({ path, isFolder }) => !path.startsWith('DEBIAN') && (!isFolder || /^opt\/Paydesk/.test(path)),
  )
  const files = ours.map(({ path, isFolder }) => {
    const attributes = path === 'opt/Paydesk/chrome-sandbox' ? '%attr(4755, root, root) ' : ''
    return `${isFolder ? '%dir ' : attributes}"/${plain(path)}"`
  })
  return `Name: paydesk
Version: ${version.replaceAll('-', '~')}
Release: 1
Summary: back-office for a payment gateway
License: MIT
AutoReqProv: no
${requires.map((one) => `Requires: ${one}`).join('\n')}
%description
Refunds, captures, voids and payouts that are never sent twice, with a signed
log of who did what. Records stay when the package is removed.
%install
cp -a "${plain(root)}/opt" "${plain(root)}/usr" %{buildroot}/
%post
${script('after-install.sh')}
%postun
${script('after-remove.sh')}
%files
%defattr(-, root, root)
${files.join('\n')}
`
}

/** Gives back the path of the package, or undefined where rpmbuild is not installed. */
export function makeRpm(options: Packing): string | undefined {
  if (spawnSync('rpmbuild', ['--version']).status !== 0) return undefined
  const { top, folder, version, out, sourceDate, effort = 6 } = options
  const arch = architectures[options.arch]
  // Not below `out`: rpmbuild takes no folder with a blank in its name.
  const work = mkdtempSync(join(tmpdir(), 'paydesk-rpmbuild-'))
  const root = join(work, 'root')
  layOut(top, folder, root)
  for (const { path, isFolder } of placedUnder(root))
    chmodSync(join(root, path), isFolder || isProgram(path) ? 0o755 : 0o644)
  const spec = join(work, 'paydesk.spec')
  writeFileSync(spec, specOf({ top, root, version }))
  const defined = {
    ...{ _topdir: work, _rpmdir: work, _build_name_fmt: 'paydesk.rpm' },
    // One time, no name of this computer, and one thread: more write other bytes.
    ...{ use_source_date_epoch_as_buildtime: '1', clamp_mtime_to_source_date_epoch: '1' },
    ...{ _buildhost: 'paydesk.invalid', _binary_payload: `w${effort}.xzdio` },
    // Nothing is stripped or linked to: the digests of the files are written down inside.
    ...{ debug_package: '%{nil}', __os_install_post: '%{nil}', _build_id_links: 'none' },
  }
  const macros = Object.entries(defined).flatMap(([name, value]) => [
    '--define',
    `${name} ${value}`,
  ])
  execFileSync('rpmbuild', ['-bb', '--quiet', '--target', arch, ...macros, spec], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SOURCE_DATE_EPOCH: String(sourceDate) },
  })
  const made = join(out, `paydesk-${version}.${arch}.rpm`)
  copyFileSync(join(work, 'paydesk.rpm'), made)
  rmSync(work, { recursive: true, force: true })
  return made
}

/** What the package holds when it is unpacked, as "digest path" of each file of the program. */
export function filesOfRpm(rpm: string): string[] {
  const place = mkdtempSync(join(tmpdir(), 'paydesk-rpm-'))
  try {
    const unpack = 'rpm2cpio "$1" | cpio --extract --make-directories --quiet'
    execFileSync('sh', ['-c', unpack, 'sh', rpm], { cwd: place, stdio: 'pipe' })
    return shippedFiles(join(place, 'opt/Paydesk')).map(({ path, sha256 }) => `${sha256} ${path}`)
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}
