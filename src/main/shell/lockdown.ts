// Takes from the window all that a web page normally may: permissions, devices, downloads,
// navigation, new windows, webviews and every request that is not for a page of ours. It never
// decides by content, only by "is it ours".
import type { App, ProxyConfig, Session, WebContents } from 'electron'
import { isOurUrl, scheme } from './pages/address.ts'

/**
 * No scheme but ours leaves the page; the inspector's own pages are let through only where it may
 * be opened.
 */
export const mayLoad = (url: string, mayInspect: boolean): boolean =>
  isOurUrl(url) || url.startsWith('data:image/') || (mayInspect && url.startsWith('devtools:'))

/**
 * No name is ever looked up for a page. The program's own requests go through Node, which knows
 * nothing of this.
 */
const noNames = ['host-resolver-rules', 'MAP * ~NOTFOUND'] as const
/**
 * Whatever asks for a network all the same is sent to a port where nobody listens; this computer's
 * own addresses as well.
 */
export const deadProxy: ProxyConfig = {
  mode: 'fixed_servers',
  proxyRules: 'http://127.0.0.1:9',
  proxyBypassRules: '<-loopback>',
}

/** Before Electron is ready. */
export const lockNetwork = ({ commandLine }: Pick<App, 'commandLine'>): void =>
  commandLine.appendSwitch(...noNames)

export async function lockSession(session: Session, mayInspect: boolean): Promise<void> {
  session.setPermissionRequestHandler((_contents, _permission, answer) => answer(false))
  session.setPermissionCheckHandler(() => false)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler(null)
  session.setSpellCheckerEnabled(false)
  session.on('will-download', (event) => event.preventDefault())
  session.webRequest.onBeforeRequest((details, answer) =>
    answer({ cancel: !mayLoad(details.url, mayInspect) }),
  )
  await session.setProxy(deadProxy)
}

export function lockContents(contents: WebContents): void {
  // Even a page of ours is not navigated to: the router works without, so a navigation is always
  // somebody else's idea.
  contents.on('will-navigate', (event) => event.preventDefault())
  contents.on('will-frame-navigate', (event) => event.preventDefault())
  contents.on('will-redirect', (event) => event.preventDefault())
  contents.on('will-attach-webview', (event) => event.preventDefault())
  contents.setWindowOpenHandler(() => ({ action: 'deny' }))
  // The content policy does not reach WebRTC. Without UDP all that is left of it goes through the
  // session's proxy.
  contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp')
}

/**
 * Standard and secure, so that the page has an origin of its own; fetch and service workers are not
 * for it.
 */
export const schemeRow = {
  scheme,
  privileges: {
    standard: true,
    secure: true,
    supportFetchAPI: false,
    corsEnabled: false,
    allowServiceWorkers: false,
    stream: false,
    bypassCSP: false,
    codeCache: false,
  },
} as const
