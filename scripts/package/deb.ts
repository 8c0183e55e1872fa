// Makes the package for Debian from a packed folder with dpkg-deb alone: its files in one order,
// with one time, rights of their own and root as owner, so that the same sources give the same
// bytes.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  copyFileSync,
  cpSync,
  lutimesSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative } from 'node:path'

const architectures = { x64: 'amd64', arm64: 'arm64' } as const

/** What Electron needs of the system, and libsecret for the keychain. */
const depends = [
  ...['libgtk-3-0', 'libnotify4', 'libnss3', 'libxss1', 'libxtst6', 'xdg-utils'],
  ...['libatspi2.0-0', 'libuuid1', 'libsecret-1-0', 'libasound2', 'libgbm1'],
]

const control = (version: string, arch: string, kilobytes: number): string =>
  `Package: paydesk
Version: ${version}
Architecture: ${arch}
Maintainer: Paydesk <paydesk@paydesk.invalid>
Installed-Size: ${kilobytes}
Depends: ${depends.join(', ')}
Section: misc
Priority: optional
Description: back-office for a payment gateway
 Refunds, captures, voids and payouts that are never sent twice, with a signed
 log of who did what. Records stay when the package is removed.
`

interface Placed {
  path: string
  isFolder: boolean
}

export const placedUnder = (root: string): Placed[] =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .map((entry) => ({
      path: relative(root, join(entry.parentPath, entry.name)),
      isFolder: entry.isDirectory(),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1))

/** What may be run; all else is only read. */
export const isProgram = (path: string): boolean =>
  /^opt\/Paydesk\/(paydesk(\.bin)?|chrome-sandbox|chrome_crashpad_handler|.+\.so(\.\d+)?)$/.test(
    path,
  ) || /^DEBIAN\/(postinst|postrm)$/.test(path)

export function layOut(top: string, folder: string, root: string): void {
  rmSync(root, { recursive: true, force: true })
  cpSync(folder, join(root, 'opt/Paydesk'), { recursive: true })
  const add = (from: string, to: string): void => {
    mkdirSync(dirname(join(root, to)), { recursive: true })
    copyFileSync(join(top, from), join(root, to))
  }
  mkdirSync(join(root, 'usr/bin'), { recursive: true })
  add('packaging/linux/paydesk.desktop', 'usr/share/applications/paydesk.desktop')
  add('resources/mark.svg', 'usr/share/icons/hicolor/scalable/apps/paydesk.svg')
  add('resources/icon.png', 'usr/share/icons/hicolor/512x512/apps/paydesk.png')
  add('LICENSE', 'usr/share/doc/paydesk/copyright')
  add('packaging/linux/after-install.sh', 'DEBIAN/postinst')
  add('packaging/linux/after-remove.sh', 'DEBIAN/postrm')
}

/** What a package for Linux is made from, and where it goes. */
export interface Packing {
  top: string
  folder: string
  version: string
  arch: keyof typeof architectures
  out: string
  sourceDate: number
  /** How hard xz tries, from 0 to 9: what nobody downloads need not be small. */
  effort?: number
}

/** Gives back the path of the package. */
export function makeDeb(options: Packing): string {
  const { top, folder, version, out, sourceDate, effort = 6 } = options
  const root = join(out, 'deb-root')
  layOut(top, folder, root)
  const files = placedUnder(root).filter(({ path, isFolder }) => !isFolder && !/^DEBIAN/.test(path))
  const sums = files.map(({ path }) => {
    const sum = createHash('md5')
      .update(readFileSync(join(root, path)))
      .digest('hex')
    return `${sum}  ${path}\n`
  })
  writeFileSync(join(root, 'DEBIAN/md5sums'), sums.join(''))
  // Counted from sizes: what a disk needs for a file differs from disk to disk.
  const kilobytes = files
    .map(({ path }) => Math.ceil(statSync(join(root, path)).size / 1024))
    .reduce((sum, one) => sum + one, 0)
  const arch = architectures[options.arch]
  writeFileSync(join(root, 'DEBIAN/control'), control(version, arch, kilobytes))
  for (const { path, isFolder } of placedUnder(root)) {
    chmodSync(join(root, path), isFolder || isProgram(path) ? 0o755 : 0o644)
    lutimesSync(join(root, path), sourceDate, sourceDate)
  }
  chmodSync(root, 0o755)
  lutimesSync(root, sourceDate, sourceDate)
  const name = join(out, `paydesk_${version}_${arch}.deb`)
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', `-z${effort}`, '--build', root, name], {
    stdio: ['ignore', 'ignore', 'inherit'],
    // More threads write other bytes.
    env: { ...process.env, SOURCE_DATE_EPOCH: String(sourceDate), DPKG_DEB_THREADS_MAX: '1' },
  })
  rmSync(root, { recursive: true, force: true })
  return name
}
