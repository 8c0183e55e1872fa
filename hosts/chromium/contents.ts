// Stand-in for WebContents: the page's requests answered by the session, its navigations announced
// before they happen, its calls handed to ipcMain with the frame they came from.
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { HandlerDetails, IpcMainInvokeEvent, PrintToPDFOptions, WebContents } from 'electron'
import type {
  BrowserContext,
  CDPSession,
  Frame,
  Page,
  Request as PageRequest,
  Route,
} from 'playwright-core'
import { fromShown, toShown } from './address.ts'
import { preventable } from './app.ts'
import { frameOf, type HostFrame } from './frames.ts'
import { flagsOf, hasLayer } from './layers.ts'
import { answerInvoke, carried } from './ipc-main.ts'
import { nativeTheme, themeChanges } from './native-theme.ts'
import { preloadScript } from './preload-script.ts'
import type { HostSession } from './session.ts'
import type { StandIn } from './stand-in.ts'
import { trace } from './trace.ts'

type MayOpen = Parameters<WebContents['setWindowOpenHandler']>[0]
type Members = StandIn<
  WebContents,
  | 'forcefullyCrashRenderer'
  | 'getURL'
  | 'isDestroyed'
  | 'on'
  | 'once'
  | 'printToPDF'
  | 'reload'
  | 'send'
  | 'setZoomLevel'
  | 'setWebRTCIPHandlingPolicy'
  | 'setWindowOpenHandler'
>

export interface HostContents extends Members {
  readonly mainFrame: HostFrame | undefined
  session: HostSession
  /** What a browser for these contents is started with. */
  flags(): string[]
  /** Takes over a page: routes, calls, preload. */
  attach(context: BrowserContext, page: Page, preload: string): Promise<void>
  load(url: string): Promise<void>
  closePage(): Promise<void>
  bringToFront(): Promise<void>
}

/** What the contents are made of, while they live. */
interface Host {
  session: HostSession
  events: EventEmitter
  wires: { ask: string; deliver: string; files: string }
  page: Page | undefined
  /** What a page that takes the place of a crashed one is made of. */
  made: { context: BrowserContext; preload: string } | undefined
  hasCrashed: boolean
  wire: CDPSession | undefined
  /** The address the program itself asked for, on its way. */
  loading: string | undefined
  mayOpen: MayOpen
  webRtcPolicy: string
}

function pageOf({ page }: Host): Page {
  if (page === undefined) throw new Error('The window has no page yet.')
  return page
}

export function createContents(session: HostSession): HostContents {
  const events = new EventEmitter()
  const host: Host = {
    session,
    events,
    wires: {
      ask: `ask_${randomBytes(8).toString('hex')}`,
      deliver: `deliver_${randomBytes(8).toString('hex')}`,
      files: `files_${randomBytes(8).toString('hex')}`,
    },
    page: undefined,
    made: undefined,
    hasCrashed: false,
    wire: undefined,
    loading: undefined,
    mayOpen: () => ({ action: 'allow' }),
    // Electron's own.
    webRtcPolicy: 'default',
  }
  const contents: HostContents = Object.assign(events, {
    session: host.session,
    mainFrame: undefined,
    getURL: () => (host.page === undefined ? '' : fromShown(host.page.url())),
    isDestroyed: () => host.page === undefined || host.page.isClosed(),
    setWindowOpenHandler: (next: MayOpen) => void (host.mayOpen = next),
    setWebRTCIPHandlingPolicy: (policy: string) => void (host.webRtcPolicy = policy),
    flags: () => flagsOf({ proxy: session.proxy(), webRtcPolicy: host.webRtcPolicy }),
    setZoomLevel: (level: number) => trace('zoom', level),
    send: (channel: string, ...heard: unknown[]) => {
      if (host.page === undefined) return
      const sent: unknown = structuredClone(heard)
      trace('told', sent)
      const message = { wire: host.wires.deliver, channel, heard: sent }
      // A page between two documents receives no message, as in Electron.
      void host.page
        .evaluate(deliver, message)
        .catch((error: unknown) => events.emit('unheard', error))
    },
    printToPDF: async (options: PrintToPDFOptions) => print(pageOf(host), options),
    attach: async (context: BrowserContext, taken: Page, preload: string) => {
      host.made = { context, preload }
      await attach(host, contents, { context, preload, taken })
    },
    // A reload that a crash interrupts is reported as the crash.
    reload: () => void host.page?.reload().catch((error: unknown) => events.emit('unheard', error)),
    closePage: async () => host.page?.close(),
    bringToFront: async () => host.page?.bringToFront(),
    forcefullyCrashRenderer: () => void crash(host),
    load: async (url: string) => {
      if (host.hasCrashed) await takeNewPage(host, contents)
      const page = pageOf(host)
      // A request does not contain the part of the address after #.
      host.loading = url.replace(/#.*$/, '')
      try {
        await page.goto(toShown(url))
        events.emit('did-finish-load')
      } finally {
        host.loading = undefined
      }
    },
  })
  // Object.assign would read the getter once; this property must stay a getter.
  Object.defineProperty(contents, 'mainFrame', {
    get: () => (host.page === undefined ? undefined : frameOf(host.page.mainFrame())),
  })
  return contents
}

/**
 * Whether a navigation goes ahead: what the program itself asked for, a reload, or what no
 * listener prevents.
 */
function mayNavigate({ page, loading, events }: Host, route: Route): boolean {
  const request = route.request()
  if (!request.isNavigationRequest()) return true
  const frame = existingFrame(request)
  if (frame === undefined || frame.page() !== page) return false
  const isMainFrame = frame.parentFrame() === null
  const url = fromShown(request.url())
  if (isMainFrame && url === loading) return true
  if (isMainFrame && url === fromShown(frame.url()).replace(/#.*$/, '')) return true
  const names = isMainFrame ? ['will-frame-navigate', 'will-navigate'] : ['will-frame-navigate']
  return names.every((name) => {
    const { event, wasPrevented } = preventable()
    events.emit(name, Object.assign(event, { url, isMainFrame, isSameDocument: false }), url)
    return !wasPrevented()
  })
}

async function answer(host: Host, route: Route): Promise<void> {
  const { session } = host
  const asked = route.request()
  const url = fromShown(asked.url())
  // "No content" leaves the page where it is, as a prevented navigation does.
  if (!mayNavigate(host, route)) return route.fulfill({ status: 204 })
  const isLoaded = url !== asked.url() && (await session.mayRequest(url, asked.method()))
  const served = isLoaded ? session.serve(new Request(url, { method: asked.method() })) : undefined
  // A request that no gate cancels and no scheme answers goes out, as in Electron.
  if (served === undefined && !hasLayer('request-gate')) return route.continue()
  if (served === undefined) return route.abort('blockedbyclient')
  const response = await served
  if (!hasLayer('content-policy')) response.headers.delete('content-security-policy')
  return route.fulfill({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: Buffer.from(await response.arrayBuffer()),
  })
}

async function print(page: Page, options: PrintToPDFOptions): Promise<Buffer> {
  const { preferCSSPageSize = false, printBackground = false, generateTaggedPDF } = options
  return page.pdf({
    preferCSSPageSize,
    printBackground,
    ...(generateTaggedPDF === undefined ? {} : { tagged: generateTaggedPDF }),
  })
}

async function attach(
  host: Host,
  contents: HostContents,
  { context, taken, preload }: { context: BrowserContext; taken: Page; preload: string },
): Promise<void> {
  const { events } = host
  await context.route('**/*', (route) => answer(host, route))
  context.on('page', (popup) => {
    const details = { url: fromShown(popup.url()) } as HandlerDetails
    if (popup === host.page || host.hasCrashed || host.mayOpen(details).action === 'allow') return
    // The page may have closed itself meanwhile.
    popup.close().catch((error: unknown) => events.emit('unheard', error))
  })
  await takePage(host, contents, { context, taken, preload })
}

/**
 * A crashed page shows nothing any more. Another page takes its place, as a new process does in
 * Electron.
 */
async function takeNewPage(host: Host, contents: HostContents): Promise<void> {
  const { made, page: crashed } = host
  if (made === undefined) throw new Error('The window has no page yet.')
  const taken = await made.context.newPage()
  const size = crashed?.viewportSize()
  if (size) await taken.setViewportSize(size)
  await takePage(host, contents, { ...made, taken })
  host.hasCrashed = false
  await crashed?.close()
}

async function crash(host: Host): Promise<void> {
  // A crashed page does not answer this call either.
  await host.wire?.send('Page.crash').catch((error: unknown) => host.events.emit('unheard', error))
}

async function takePage(
  host: Host,
  contents: HostContents,
  { context, taken, preload }: { context: BrowserContext; taken: Page; preload: string },
): Promise<void> {
  const { session, events, wires } = host
  host.page = taken
  host.wire = await context.newCDPSession(taken)
  await denyPermissions(host.wire, session)
  taken.on('close', () => {
    if (host.page === taken) events.emit('destroyed')
  })
  taken.on('crash', () => {
    host.hasCrashed = true
    // Chromium tells no more of it here.
    events.emit('render-process-gone', {}, { reason: 'crashed', exitCode: -1 })
  })
  // A page that is only printed has no preload, and nobody to call.
  if (preload === '') return
  watchAnswers(host, taken)
  await followTheme(host, taken)
  await taken.exposeBinding(
    wires.ask,
    async (source, payload: { channel: string; asked: unknown[] }) => {
      trace('asked', payload)
      const senderFrame = frameOf(source.frame)
      const event = { type: 'frame', sender: contents, senderFrame }
      const reply = await answerInvoke(
        payload.channel,
        event as unknown as IpcMainInvokeEvent,
        await Promise.all(payload.asked.map((one) => withPath(host, one))),
      )
      trace('answered', reply)
      if (lateMs > 0) await wait(lateMs)
      return carried(reply)
    },
  )
  const script = preloadScript(wires, readFileSync(preload, 'utf8'))
  await taken.addInitScript({ content: script })
}

/** What stands for the path of a dropped file becomes the path: the browser knows it. */
async function withPath({ wire, wires }: Host, asked: unknown): Promise<unknown> {
  if (typeof asked !== 'string' || !asked.startsWith(`${wires.files} `)) return asked
  const place = Number(asked.slice(wires.files.length + 1))
  const expression = `window[${JSON.stringify(wires.files)}][${place}]`
  const found = await wire?.send('Runtime.evaluate', { expression })
  const objectId = found?.result.objectId
  if (objectId === undefined) return ''
  // A file that the page itself made has none.
  const told = await wire?.send('DOM.getFileInfo', { objectId }).catch(() => undefined)
  return told?.path ?? ''
}

/** Once a theme was asked for, a page that follows the system again has the browser's own. */
async function followTheme({ events }: Host, page: Page): Promise<void> {
  const follow = async (): Promise<void> => {
    const { themeSource } = nativeTheme
    await page.emulateMedia({ colorScheme: themeSource === 'system' ? null : themeSource })
  }
  const changed = () => void follow().catch((error: unknown) => events.emit('unheard', error))
  themeChanges.on('changed', changed)
  page.on('close', () => themeChanges.off('changed', changed))
  if (nativeTheme.themeSource !== 'system') await follow()
}

/** Where a test asks for it: how late the page gets each answer, as on a computer that is busy. */
const lateMs = Number(process.env['PAYDESK_HOST_LATE_MS'] ?? 0)

const hangMs = Number(process.env['PAYDESK_HOST_HANG_MS'] ?? 0)

/** Where a test asks for it: whether the page still answers, told once when it does not. */
function watchAnswers({ events }: Host, page: Page): void {
  if (hangMs === 0) return
  const look = async (): Promise<void> => {
    const late = setTimeout(() => events.emit('unresponsive'), hangMs)
    await page.evaluate('1').catch((error: unknown) => events.emit('unheard', error))
    clearTimeout(late)
    if (!page.isClosed()) setTimeout(() => void look(), hangMs).unref()
  }
  void look()
}

/**
 * The frame that asked; undefined for a window that is about to open, for which Playwright has no
 * frame yet.
 */
function existingFrame(request: PageRequest): Frame | undefined {
  try {
    return request.frame()
  } catch (error) {
    if (error instanceof Error && error.message.includes('is not available')) return undefined
    throw error
  }
}

/** Runs inside the page. */
function deliver(message: { wire: string; channel: string; heard: unknown }): void {
  const page = window as unknown as Record<string, unknown>
  const hear = page[message.wire] as ((channel: string, heard: unknown) => void) | undefined
  hear?.(message.channel, message.heard)
}

/** Permissions that have one name in Electron and in the web's Permissions API. */
const permissions = [
  'geolocation',
  'notifications',
  'midi',
  'clipboard-read',
  'idle-detection',
  'persistent-storage',
  'local-fonts',
  'window-management',
  'storage-access',
  'screen-wake-lock',
]

/** `wire` is never detached: with it its settings go. */
async function denyPermissions(wire: CDPSession, session: HostSession): Promise<void> {
  // The program's own check refuses a navigation before the page asks.
  for (const name of permissions)
    if (!session.isPermitted(name))
      await wire.send('Browser.setPermission', { permission: { name }, setting: 'denied' })
}
