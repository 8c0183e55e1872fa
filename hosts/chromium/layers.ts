// The layers that keep the page off the network in the stand-in: the program's own switches, proxy
// and policies, as Chromium takes them. A test may leave layers out by name, to show that each of
// the others suffices.
import type { ProxyConfig } from 'electron'

export const layerNames = ['content-policy', 'request-gate', 'resolver', 'proxy', 'webrtc'] as const
export type Layer = (typeof layerNames)[number]

const leftOut = (process.env['PAYDESK_HOST_WITHOUT'] ?? '').split(' ')
export const hasLayer = (layer: Layer): boolean => !leftOut.includes(layer)

/**
 * Where a test leaves the program's own rule out, only the names of the test and this computer
 * resolve; no test may reach anything else.
 */
const thisComputerOnly =
  'MAP *.name.example looked-up.localhost, MAP *.trap.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'

const switches = new Map<string, string>()
export const appendSwitch = (name: string, value = ''): void => void switches.set(name, value)

/** Flags for a browser whose page has this session and these contents. */
export function flagsOf(locks: { proxy: ProxyConfig | null; webRtcPolicy: string }): string[] {
  const own = new Map(switches)
  if (!hasLayer('resolver')) own.set('host-resolver-rules', thisComputerOnly)
  const asked = [...own].map(([name, value]) => (value === '' ? `--${name}` : `--${name}=${value}`))
  const { proxyRules, proxyBypassRules } = locks.proxy ?? {}
  if (proxyRules !== undefined && hasLayer('proxy'))
    asked.push(`--proxy-server=${proxyRules}`, `--proxy-bypass-list=${proxyBypassRules ?? ''}`)
  // Chromium's own switch, and that of its headless shell.
  if (hasLayer('webrtc'))
    for (const name of ['webrtc-ip-handling-policy', 'force-webrtc-ip-handling-policy'])
      asked.push(`--${name}=${locks.webRtcPolicy}`)
  return asked
}
