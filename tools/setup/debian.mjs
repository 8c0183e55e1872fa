// What Paydesk needs from the operating system, each with the cheapest proof that it is there. On Debian and Ubuntu, as root, what
// is missing is installed; elsewhere it is named. It never removes or upgrades anything.
import { existsSync } from 'node:fs'
import { isOnPath, nodeHeaders, runStep } from './step.mjs'

const isFile = (...paths) => paths.some((path) => existsSync(path))

/** `isVital`: without it neither `npm ci` nor a window works. */
const needs = [
  {
    package: 'chromium',
    isVital: false,
    why: 'the window, where Electron is not there',
    isThere: () => ['chromium', 'chromium-browser', 'google-chrome'].some(isOnPath),
  },
  {
    package: 'libsecret-1-dev',
    isVital: true,
    why: 'keytar, the keychain',
    isThere: () => isFile('/usr/include/libsecret-1/libsecret/secret.h'),
  },
  { package: 'make', isVital: true, why: 'building keytar', isThere: () => isOnPath('make') },
  { package: 'g++', isVital: true, why: 'building keytar', isThere: () => isOnPath('g++') },
  {
    package: 'pkg-config',
    isVital: true,
    why: 'building keytar',
    isThere: () => isOnPath('pkg-config'),
  },
  { package: 'python3', isVital: true, why: 'building keytar', isThere: () => isOnPath('python3') },
  {
    package: 'libnode-dev',
    isVital: false,
    why: 'building keytar without a download',
    isThere: () => nodeHeaders() !== undefined,
  },
  {
    package: 'dbus-daemon',
    isVital: false,
    why: 'a keychain for tests',
    isThere: () => isOnPath('dbus-run-session'),
  },
  {
    package: 'gnome-keyring',
    isVital: false,
    why: 'a keychain for tests',
    isThere: () => isOnPath('gnome-keyring-daemon'),
  },
  {
    package: 'xvfb',
    isVital: false,
    why: 'windows without a screen',
    isThere: () => isOnPath('Xvfb'),
  },
  {
    package: 'openssl',
    isVital: false,
    why: 'a second opinion on keys',
    isThere: () => isOnPath('openssl'),
  },
  {
    package: 'strace',
    isVital: false,
    why: 'proof that money is on disk before it is sent',
    isThere: () => isOnPath('strace'),
  },
  {
    package: 'python3-oauthlib',
    isVital: false,
    why: 'a second opinion on signatures',
    isThere: () => isFile('/usr/lib/python3/dist-packages/oauthlib/__init__.py'),
  },
  {
    package: 'fonts-dejavu-core',
    isVital: false,
    why: 'text',
    isThere: () => isFile('/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf'),
  },
  {
    package: 'fonts-noto-core',
    isVital: false,
    why: 'right-to-left text',
    isThere: () => isFile('/usr/share/fonts/truetype/noto/NotoSansArabic-Regular.ttf'),
  },
  {
    package: 'fonts-droid-fallback',
    isVital: false,
    why: 'Chinese, Japanese and Korean text',
    isThere: () =>
      isFile(
        '/usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf',
        '/usr/share/fonts/truetype/droid/DroidSansFallbackFull.ttf',
        '/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc',
      ),
  },
]

/** What this Linux machine lacks; empty elsewhere, where Electron brings all it needs. */
export const missingPackages = () =>
  process.platform === 'linux' ? needs.filter((need) => !need.isThere()) : []

const describe = (missing) => missing.map((need) => `  ${need.package}: ${need.why}`).join('\n')

/** Installs them where that is possible, names them where it isn't. Ends the process only when a vital one stays away. */
export async function installPackages(missing, say) {
  const isRoot = process.getuid?.() === 0
  const names = missing.map((need) => need.package)
  if (isRoot && isOnPath('apt-get')) {
    say(`Installing ${names.length} Debian package(s): ${names.join(' ')}`)
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
    let words = ''
    const onText = (text) => (words += text)
    const apt = (args, minutes) =>
      runStep('apt-get', ['-qq', ...args], { env, timeoutMs: minutes * 60_000, onText })
    await apt(['update'], 5)
    const install = ['install', '-y', '--no-install-recommends']
    const exit = await apt([...install, ...names], 20)
    // One name unknown to this release fails all of them: then each on its own.
    if (exit !== 0) for (const name of names) await apt([...install, name], 10)
    if (missing.some((need) => !need.isThere())) process.stderr.write(words.slice(-2000))
  }
  const left = missing.filter((need) => !need.isThere())
  if (left.length === 0) return
  const vital = left.filter((need) => need.isVital)
  const command = `apt-get install ${left.map((need) => need.package).join(' ')}`
  process.stderr.write(
    `Not on this machine:\n${describe(left)}\nOn Debian or Ubuntu: sudo ${command}\n`,
  )
  if (vital.length > 0) process.exit(1)
}
