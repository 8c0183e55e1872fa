// Stand-in for BrowserWindow: one window, shown by Chromium, and hidden windows that are only
// printed. Preferences that Chromium can't honour are refused; only sandboxed, isolated pages
// exist.
import { EventEmitter } from 'node:events'
import type { BrowserWindow as ElectronWindow, BrowserWindowConstructorOptions } from 'electron'
import { renameSync, writeFileSync } from 'node:fs'
import { app, preventable } from './app.ts'
import { onPressed } from './pressed.ts'
import { isBrowserOpen, openBrowser, openPrinter } from './browser.ts'
import { createContents, type HostContents } from './contents.ts'
import { needReady } from './phase.ts'
import type { HostSession } from './session.ts'
import type { StandIn } from './stand-in.ts'
import { trace } from './trace.ts'

type Members = StandIn<
  ElectronWindow,
  | 'close'
  | 'destroy'
  | 'focus'
  | 'hide'
  | 'isDestroyed'
  | 'isMinimized'
  | 'loadURL'
  | 'on'
  | 'once'
  | 'restore'
  | 'setContentProtection'
  | 'show'
>

const open = new Set<BrowserWindow>()

export class BrowserWindow extends EventEmitter implements Members {
  static getAllWindows = (): BrowserWindow[] => [...open]

  readonly webContents: HostContents
  readonly #options: BrowserWindowConstructorOptions
  #isShown = false
  #closeHidden: (() => Promise<void>) | null = null

  constructor(options: BrowserWindowConstructorOptions) {
    super()
    needReady('Cannot create BrowserWindow before app is ready')
    const wanted = options.webPreferences
    if (wanted?.sandbox !== true || wanted.contextIsolation === false || wanted.nodeIntegration)
      throw new Error('This stand-in shows sandboxed, isolated pages only.')
    this.#options = options
    this.webContents = createContents(wanted.session as unknown as HostSession)
    this.webContents.once('destroyed', () => this.#closed())
    open.add(this)
    app.emit('web-contents-created', {}, this.webContents)
  }

  async loadURL(url: string): Promise<void> {
    if (this.#isShown) return this.webContents.load(url)
    this.#isShown = true
    if (isBrowserOpen()) return this.#loadHidden(url)
    const { width = 1280, height = 860, webPreferences } = this.#options
    const { context, page, debugUrl } = await openBrowser(
      { width, height },
      this.webContents.flags(),
    )
    context.on('close', () => this.#closed())
    await this.webContents.attach(context, page, webPreferences?.preload ?? '')
    await this.webContents.load(url)
    onPressed('close', 'window', () => this.close())
    // What Windows tells when it ends a session all the same.
    onPressed('close', 'session', () => this.emit('session-end', {}))
    this.emit('ready-to-show')
    tellReady(debugUrl)
  }

  async #loadHidden(url: string): Promise<void> {
    const { show, webPreferences } = this.#options
    if (show !== false) throw new Error('This stand-in shows one window at a time.')
    const hasScripts = webPreferences?.javascript !== false
    const { context, page, close } = await openPrinter({ hasScripts }, this.webContents.flags())
    this.#closeHidden = close
    await this.webContents.attach(context, page, webPreferences?.preload ?? '')
    await this.webContents.load(url)
  }

  close(): void {
    const { event, wasPrevented } = preventable()
    this.emit('close', event)
    if (!wasPrevented()) this.destroy()
  }

  destroy(): void {
    void (this.#closeHidden?.() ?? this.webContents.closePage())
  }

  focus(): void {
    void this.webContents.bringToFront()
  }

  isDestroyed = (): boolean => !open.has(this)
  isMinimized = (): boolean => false
  restore = (): void => undefined
  show = (): void => undefined
  hide = (): void => trace('hidden', true)

  /**
   * Chromium can't be kept out of screenshots from here, so the request is written down for tests
   * to read.
   */
  setContentProtection = (isOn: boolean): void => trace('protected', isOn)

  #closed(): void {
    if (!open.delete(this)) return
    this.emit('closed')
    if (open.size === 0) app.emit('window-all-closed')
  }
}

/**
 * Tells the process that started this program, by a file, that the window shows its page and how to
 * reach it.
 */
function tellReady(debugUrl: string | undefined): void {
  const file = process.env['PAYDESK_HOST_READY_FILE']
  if (file === undefined) return
  // Renamed into place, so that a reader of the file never sees half of it.
  const { timeOrigin } = performance
  const mark = performance.getEntriesByName('main is asked for')[0]?.startTime ?? 0
  const began = { process: timeOrigin, main: timeOrigin + mark }
  writeFileSync(`${file}.part`, JSON.stringify({ pid: process.pid, debugUrl, began }))
  renameSync(`${file}.part`, file)
}
