// What a packaged Paydesk starts with. Electron's fuses close Node's switches; Chromium's stay
// open, and they can hand the window to another program, take its sandbox away or send its traffic
// elsewhere. So a start takes only words of the lists below, spelled exactly so: Chromium cuts
// blanks off a word before it reads it. Each other word ends the start, a switch that is known to
// be dangerous with what it would have done. Pure.
import { say } from '#shared/message.ts'
import { linkScheme, startSwitches } from '../shell/system/link.ts'

/** Switches a desktop needs, none of which weakens anything; alone or with a short value. */
export const allowedSwitches: readonly string[] = [
  // How the window is drawn.
  ...['ozone-platform', 'ozone-platform-hint', 'gtk-version', 'force-device-scale-factor'],
  ...['disable-gpu', 'force-high-contrast', 'force-prefers-reduced-motion', 'lang'],
  // Added by the installer for Windows when it starts what it has just installed.
  'updated',
]

const takenSwitch = new RegExp(`^--(${allowedSwitches.join('|')})(=[A-Za-z0-9._-]{0,40})?$`)
/** Whether it opens something, and what, is said by shell/system/link.ts. */
const takenLink = new RegExp(`^${linkScheme}:[!-~]{0,2000}$`)

/** One word behind the program's name: nothing, a switch, an opening or a link of Paydesk's. */
const isTaken = (word: string): boolean =>
  word === '' || takenSwitch.test(word) || startSwitches.includes(word) || takenLink.test(word)

/** What a switch would do, with the switches that do it. */
export const refusedSwitches = {
  watched: [
    ...['remote-debugging-port', 'remote-debugging-pipe', 'remote-debugging-address'],
    ...['remote-debugging-targets', 'remote-allow-origins', 'inspect', 'inspect-brk'],
    ...['inspect-port', 'inspect-wait', 'inspect-publish-uid', 'debug', 'debug-brk', 'debug-port'],
    ...['auto-open-devtools-for-tabs', 'enable-automation', 'headless', 'wait-for-debugger'],
  ],
  unguarded: [
    ...['no-sandbox', 'disable-setuid-sandbox', 'disable-namespace-sandbox', 'no-zygote'],
    ...['disable-seccomp-filter-sandbox', 'disable-gpu-sandbox', 'single-process'],
    ...['in-process-gpu', 'disable-web-security', 'disable-site-isolation-trials'],
    ...['allow-running-insecure-content', 'allow-file-access-from-files', 'test-type'],
    ...['unsafely-treat-insecure-origin-as-secure', 'ignore-certificate-errors'],
    ...['ignore-certificate-errors-spki-list', 'enable-features', 'disable-features'],
    ...['enable-blink-features', 'disable-blink-features', 'password-store'],
    ...['use-mock-keychain', 'disable-popup-blocking'],
  ],
  'foreign-code': [
    ...['js-flags', 'load-extension', 'disable-extensions-except', 'renderer-cmd-prefix'],
    ...['utility-cmd-prefix', 'gpu-launcher', 'browser-subprocess-path', 'require', 'r'],
    ...['import', 'loader', 'experimental-loader', 'eval', 'e', 'run-as-node'],
  ],
  rerouted: [
    ...['proxy-server', 'proxy-pac-url', 'proxy-bypass-list', 'proxy-auto-detect'],
    ...['no-proxy-server', 'host-rules', 'host-resolver-rules', 'auth-server-whitelist'],
  ],
  'written-down': [
    ...['log-net-log', 'net-log-capture-mode', 'ssl-key-log-file', 'log-file', 'enable-logging'],
    ...['v', 'vmodule', 'crash-dumps-dir', 'trace-startup', 'trace-startup-file'],
    ...['dump-dom', 'screenshot', 'print-to-pdf', 'full-memory-crash-report'],
  ],
  elsewhere: ['user-data-dir', 'profile-directory', 'homedir', 'disk-cache-dir'],
} as const

type Harm = keyof typeof refusedSwitches
const harms = Object.keys(refusedSwitches) as Harm[]

const refusals = {
  watched: (name: string) => say('program.switch-would-let-others-watch', { name }),
  unguarded: (name: string) => say('program.switch-drops-guard', { name }),
  'foreign-code': (name: string) => say('program.switch-would-run-other-code', { name }),
  rerouted: (name: string) => say('program.switch-would-reroute', { name }),
  'written-down': (name: string) => say('program.switch-would-write-down', { name }),
  elsewhere: (name: string) => say('program.switch-would-move-the-records', { name }),
} satisfies Record<Harm, (name: string) => string>

/** The name of a switch as a lenient reader finds it, or null for what is none. */
function switchName(word: string, platform: NodeJS.Platform): string | null {
  const bare = word.replace(/^[\s\p{Z}\p{C}]+/u, '')
  const prefix = platform === 'win32' ? /^(--|-|\/)/ : /^(--|-)/
  const [, name = ''] = /^([\w-]+)/.exec(bare.replace(prefix, '')) ?? []
  return prefix.test(bare) && name !== '' ? name.toLowerCase() : null
}

/** For a terminal: what could move its cursor or hide is shown as a blank. */
const shown = (word: string): string => word.slice(0, 60).replace(/[\p{Z}\p{C}]/gu, ' ')

/** `given` are the arguments behind the program's own name. Null: nothing speaks against it. */
export function switchRefusal(given: readonly string[], platform: NodeJS.Platform): string | null {
  const word = given.find((one) => !isTaken(one))
  if (word === undefined) return null
  const name = switchName(word, platform)
  const harm = harms.find(
    (key) => name !== null && refusedSwitches[key].some((one) => one === name),
  )
  if (name === null || allowedSwitches.includes(name))
    return say('program.word-refused', { word: shown(word) })
  return harm === undefined
    ? say('program.switch-is-not-known', { name: shown(name) })
    : refusals[harm](name)
}
