import { EventEmitter } from 'node:events'
import type { Session, WebContents } from 'electron'
import { describe, expect, it } from 'vitest'
import {
  deadProxy,
  lockContents,
  lockNetwork,
  lockSession,
  mayLoad,
  schemeRow,
} from '../../../src/main/shell/lockdown.ts'

const permissions = [
  'clipboard-read',
  'clipboard-sanitized-write',
  'display-capture',
  'fileSystem',
  'fullscreen',
  'geolocation',
  'hid',
  'idle-detection',
  'keyboardLock',
  'local-fonts',
  'media',
  'mediaKeySystem',
  'midi',
  'midiSysex',
  'notifications',
  'openExternal',
  'persistent-storage',
  'pointerLock',
  'sensors',
  'serial',
  'speaker-selection',
  'storage-access',
  'top-level-storage-access',
  'usb',
  'window-management',
  'screen-wake-lock',
  'payment-handler',
  'unknown',
]

/** Collects what was set on a session, so that a test can ask it as Electron would. */
function lockedSession(mayInspect = false) {
  const set: Record<string, (...given: unknown[]) => unknown> = {}
  const keep = (name: string) => (given: unknown) => void (set[name] = given as never)
  const session = Object.assign(new EventEmitter(), {
    setPermissionRequestHandler: keep('request'),
    setPermissionCheckHandler: keep('check'),
    setDevicePermissionHandler: keep('device'),
    setDisplayMediaRequestHandler: keep('display'),
    setSpellCheckerEnabled: keep('spelling'),
    webRequest: { onBeforeRequest: keep('load') },
    setProxy: keep('proxy'),
  })
  void lockSession(session as unknown as Session, mayInspect)
  return { session, set }
}

describe('lockSession', () => {
  it.each(permissions)('denies %s, asked for or checked', (permission) => {
    const { set } = lockedSession()
    const answers: unknown[] = []
    set['request']?.({}, permission, (isGranted: boolean) => answers.push(isGranted), {})
    expect(answers).toEqual([false])
    expect(set['check']?.({}, permission, 'app://paydesk', {})).toBe(false)
  })

  it('denies devices, the screen, downloads and the spelling dictionaries', () => {
    const { session, set } = lockedSession()
    expect(set['device']?.({ deviceType: 'hid' })).toBe(false)
    expect(set['display']).toBe(null)
    expect(set['spelling']).toBe(false)
    let isPrevented = false
    session.emit('will-download', { preventDefault: () => (isPrevented = true) })
    expect(isPrevented).toBe(true)
  })

  it.each([
    ['app://paydesk/index.html', true],
    ['data:image/png;base64,AAAA', true],
    ['data:text/html,x', false],
    ['https://gate.example.test/', false],
    ['http://127.0.0.1/', false],
    ['ws://127.0.0.1/', false],
    ['file:///etc/passwd', false],
    ['app://other/x', false],
    ['blob:app://paydesk/1', false],
    ['devtools://devtools/bundled/x', false],
    ['chrome://version', false],
  ])('of %s may load: %s', (url, isAllowed) => {
    const { set } = lockedSession()
    const answers: unknown[] = []
    set['load']?.({ url }, (answer: unknown) => answers.push(answer))
    expect(answers).toEqual([{ cancel: !isAllowed }])
  })

  it('sends whatever asks for a network to a proxy that is not there, this computer’s own addresses too', () => {
    const { set } = lockedSession()
    expect(set['proxy']).toBe(deadProxy)
    expect(deadProxy).toEqual({
      mode: 'fixed_servers',
      proxyRules: 'http://127.0.0.1:9',
      proxyBypassRules: '<-loopback>',
    })
  })

  it('looks up no name', () => {
    const switches: string[][] = []
    lockNetwork({
      commandLine: { appendSwitch: (...given: string[]) => switches.push(given) },
    } as never)
    expect(switches).toEqual([['host-resolver-rules', 'MAP * ~NOTFOUND']])
  })

  it('lets the inspector load its own pages only where it may be opened', () => {
    expect(mayLoad('devtools://devtools/x', true)).toBe(true)
    expect(mayLoad('devtools://devtools/x', false)).toBe(false)
  })
})

describe('lockContents', () => {
  const locked = () => {
    let openHandler: ((details: unknown) => unknown) | undefined
    const policies: string[] = []
    const contents = Object.assign(new EventEmitter(), {
      setWebRTCIPHandlingPolicy: (policy: string) => policies.push(policy),
      setWindowOpenHandler: (next: typeof openHandler) => void (openHandler = next),
    })
    lockContents(contents as unknown as WebContents)
    return { contents, policies, open: (details: unknown) => openHandler?.(details) }
  }

  it.each(['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])(
    'prevents %s, also to a page of ours',
    (name) => {
      const { contents } = locked()
      let isPrevented = false
      const event = { preventDefault: () => (isPrevented = true), url: 'app://paydesk/index.html' }
      contents.emit(name, event)
      expect(isPrevented).toBe(true)
    },
  )

  it('lets WebRTC use no UDP', () => {
    expect(locked().policies).toEqual(['disable_non_proxied_udp'])
  })

  it('denies every new window', () => {
    expect(locked().open({ url: 'app://paydesk/index.html' })).toEqual({ action: 'deny' })
  })
})

describe('the scheme', () => {
  it('is secure and standard, and gets neither fetch, service workers nor a way around the policy', () => {
    expect(schemeRow.privileges).toMatchObject({
      standard: true,
      secure: true,
      supportFetchAPI: false,
      allowServiceWorkers: false,
      bypassCSP: false,
      corsEnabled: false,
    })
  })
})
