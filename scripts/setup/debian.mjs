// What Paydesk needs from the operating system, each with the cheapest proof that it is there. On
// Debian and Ubuntu, as root, what is missing is asked for and installed; elsewhere it is named. It
// never removes or upgrades anything.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { isAtTerminal, isRoot } from './root.mjs'
import { isOnPath, nodeHeaders, runStep } from './step.mjs'

const isFile = (...paths) => paths.some((path) => existsSync(path))

const isDebian = () =>
  existsSync('/etc/os-release') && /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))

const programsOfPostgres = () =>
  readdirSync('/usr/lib/postgresql').filter((version) =>
    isFile(`/usr/lib/postgresql/${version}/bin/postgres`),
  )

/** `isVital`: without it neither `npm ci` nor a window works. */
const needs = [
  {
    package: 'chromium',
    isVital: false,
    why: 'the window, where Electron is not there',
    isThere: () => ['chromium', 'chromium-browser', 'google-chrome'].some(isOnPath),
  },
  {
    // Ubuntu has no package of it; the whole Chromium serves as well, with more memory.
    package: 'chromium-headless-shell',
    isVital: false,
    why: 'tests without a screen',
    isThere: () => !isDebian() || isFile('/usr/lib/chromium/chromium-headless-shell'),
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
    package: 'rpm',
    isVital: false,
    why: 'the package for Fedora and others',
    isThere: () => isOnPath('rpmbuild'),
  },
  {
    package: 'cpio',
    isVital: false,
    why: 'a look into that package',
    isThere: () => isOnPath('cpio'),
  },
  {
    package: 'openssl',
    isVital: false,
    why: 'a second opinion on keys',
    isThere: () => isOnPath('openssl'),
  },
  {
    package: 'postgresql',
    isVital: false,
    why: 'a team’s database for tests',
    isThere: () => isFile('/usr/lib/postgresql') && programsOfPostgres().length > 0,
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
const namesOf = (missing) => missing.map((need) => need.package).join(' ')

/** One question on the terminal; only a clear yes is one. */
const askOnTerminal = async (question) => {
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await lines.question(question).finally(() => lines.close())
  return /^y(es)?$/i.test(answer.trim())
}

/** What of this machine the step asks; a test hands over its own. */
const thisMachine = {
  isRoot: isRoot(),
  isTerminal: isAtTerminal(),
  hasApt: isOnPath('apt-get'),
  ask: askOnTerminal,
  run: runStep,
  complain: (message) => process.stderr.write(`${message}\n`),
}

/**
 * As root at a terminal they are listed and asked for; as root without one, one line says that they
 * are installed; otherwise the line to run is named. Resolves to whether the set-up can go on: not
 * while a vital one is missing.
 */
export async function installPackages(missing, say, machine = thisMachine) {
  if (machine.isRoot && machine.hasApt && (await mayInstall(missing, say, machine)))
    await install(missing, machine)
  const left = missing.filter((need) => !need.isThere())
  if (left.length === 0) return true
  machine.complain(
    `Not on this machine:\n${describe(left)}\nOn Debian or Ubuntu: sudo apt-get install ${namesOf(left)}`,
  )
  return left.every((need) => !need.isVital)
}

async function mayInstall(missing, say, { isTerminal, ask }) {
  if (isTerminal) {
    say(`Paydesk uses these Debian packages, which are not here:\n${describe(missing)}`)
    return ask(`Install them now with apt-get? [y/N] `)
  }
  say(
    `Nobody can be asked here. Installing ${missing.length} Debian package(s): ${namesOf(missing)}`,
  )
  return true
}

async function install(missing, { run, complain }) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  let message = ''
  const onText = (text) => (message += text)
  const apt = (args, minutes) =>
    run('apt-get', ['-qq', ...args], { env, timeoutMs: minutes * 60_000, onText })
  await apt(['update'], 5)
  const names = missing.map((need) => need.package)
  const plain = ['install', '-y', '--no-install-recommends']
  const exit = await apt([...plain, ...names], 20)
  // One name unknown to this release fails all of them: then each on its own.
  if (exit !== 0) for (const name of names) await apt([...plain, name], 10)
  if (missing.some((need) => !need.isThere())) complain(message.slice(-2000))
}
