// What a packaged Paydesk does not start with. Electron's fuses close Node's switches; Chromium's
// stay open, and they can hand the window to another program, take its sandbox away or send its
// traffic elsewhere. So a start takes only what stands in the list below; the rest is refused, what
// is known to be dangerous with what it would have done. Pure.
import { say } from '#shared/message.ts'

/** Switches a desktop needs, none of which weakens anything. */
export const allowedSwitches: readonly string[] = [
  // How the window is drawn.
  ...['ozone-platform', 'ozone-platform-hint', 'gtk-version', 'force-device-scale-factor'],
  ...['disable-gpu', 'force-high-contrast', 'force-prefers-reduced-motion', 'lang'],
  // Added by the installer for Windows when it starts what it has just installed.
  'updated',
  // Entries of the taskbar's list on Windows; what it opens is read in shell/system/link.ts.
  'open',
]

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
  watched: (name: string) => say('switch-would-let-others-watch', { name }),
  unguarded: (name: string) => say('switch-would-take-a-guard-away', { name }),
  'foreign-code': (name: string) => say('switch-would-run-other-code', { name }),
  rerouted: (name: string) => say('switch-would-reroute', { name }),
  'written-down': (name: string) => say('switch-would-write-down', { name }),
  elsewhere: (name: string) => say('switch-would-move-the-records', { name }),
} satisfies Record<Harm, (name: string) => string>

/** The name of a switch as Chromium reads it, or null for what is none. */
function switchName(given: string, platform: NodeJS.Platform): string | null {
  const prefix = platform === 'win32' ? /^(--|-|\/)/ : /^(--|-)/
  if (!prefix.test(given)) return null
  const name = given.replace(prefix, '').split('=', 1)[0] ?? ''
  return name === '' ? null : name.toLowerCase()
}

/** `given` are the arguments behind the program's own name. Null: nothing speaks against it. */
export function switchRefusal(given: readonly string[], platform: NodeJS.Platform): string | null {
  for (const one of given) {
    const name = switchName(one, platform)
    if (name === null || allowedSwitches.includes(name)) continue
    const harm = harms.find((key) => (refusedSwitches[key] as readonly string[]).includes(name))
    const shown = name.slice(0, 60)
    return harm === undefined ? say('switch-is-not-known', { name: shown }) : refusals[harm](shown)
  }
  return null
}
