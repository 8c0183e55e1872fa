// Everything Electron, put together: one locked-down window, its page, its channel, its menu, and
// an orderly end. index.ts calls it; nothing outside this folder imports Electron.
import { formatMessage } from '#wording/format-messages.ts'
import { chmodSync, mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  app,
  type BrowserWindow,
  clipboard,
  ipcMain,
  nativeTheme,
  powerMonitor,
  protocol,
  session,
} from 'electron'
import type { Change } from '#shared/contract/bridge.ts'
import type { Place } from '#shared/desktop/window-methods.ts'
import { type Fault, ok } from '#shared/fault.ts'
import type { ShellPorts } from '../desk/base/desk.ts'
import { crashUrl, scheme, startUrl, stopUrl } from './pages/address.ts'
import { type Copier, createCopier } from './copied.ts'
import { createDroppedFiles, type DroppedFiles } from './dropped.ts'
import { answerCall, callChannel, pushChange, type CallPorts } from './ipc.ts'
import { lockContents, lockNetwork, lockSession, schemeRow } from './lockdown.ts'
import { printPage } from './print-page.ts'
import { runAside } from './run-aside.ts'
import { showInFolder } from './show-in-folder.ts'
import { saveText } from './save-text.ts'
import { answerAsset, type Asset, type Assets, readAssets } from './pages/protocol.ts'
import { isRootUser, rootRefusal } from './root-user.ts'
import { stopPage } from './pages/stop-page.ts'
import { watchWindow } from './pages/watch-window.ts'
import { type Boxes, createBoxes } from './system/boxes.ts'
import { createDesktop, type Desktop } from './system/desktop.ts'
import { ask, askToQuit, askToReload, chooseOpen, chooseSave } from './system/dialogs.ts'
import { askingArgs } from './system/link.ts'
import { endInTime } from './system/end-in-time.ts'
import { createOpenings, type Openings } from './system/openings.ts'
import { createQuit, type Held, type Quit } from './system/quit.ts'
import { systemNotices } from './system/notices.ts'
import { tellTerminal } from './terminal.ts'
import { createWindow, showAgain } from './window.ts'

/** A close that is cut off harms nothing: the ledger is safe against that at any point. */
const lastSteps = {
  lastTypedMs: 250,
  closeMs: 5_000,
  complain: (error: unknown): void => {
    tellTerminal(
      `Paydesk could not close properly: ${formatMessage(error instanceof Error ? error.message : String(error))}`,
    )
  },
  exit: () => app.exit(0),
}
/**
 * A process that starts on a busy computer takes its time; one that never answers must not be
 * waited for.
 */
const asideLimitMs = 20_000

export interface Shell {
  /** Where this person's records are. */
  folder: string
  version: string
  isPackaged: boolean
  /** No sandbox stands around the page: root was allowed by name. */
  isRoot: boolean
  ports: ShellPorts
  /**
   * Runs a built module in a process of its own; its exit code, or null when it did not end in
   * time.
   */
  runAside(entry: string, args: string[]): Promise<number | null>
  push(change: Change): void
  /** Opens the window on a working desk. */
  show(ports: Omit<CallPorts, 'ourContents' | 'keepDropped'>): Promise<void>
  /** Opens the window on the args of why there is no desk. */
  stop(fault: Fault): Promise<void>
  /** Called once before the program ends, whatever ends it. */
  beforeEnd(desk: Ending): void
}

interface Ending {
  /** What was confirmed and is not sent yet. */
  unsent(): Held | null
  /** From now on nothing new is sent; null while the desk is not open yet. */
  hold(): Held | null
  close(): Promise<void>
}

/**
 * Sets, before Electron is ready, what can't be changed later. False when Paydesk already runs,
 * or is started as root without that being asked for by name: then it has said so and ended.
 */
export function claimShell(userData: string | undefined): boolean {
  const refusal = rootRefusal(process.getuid?.(), process.env['PAYDESK_ALLOW_ROOT'])
  if (refusal !== null) {
    tellTerminal(refusal)
    app.exit(1)
    return false
  }
  if (userData !== undefined && !app.isPackaged) app.setPath('userData', resolve(userData))
  // A folder that was there before may be open to others: then so were its names, and files of an
  // older start.
  const folder = app.getPath('userData')
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o700)
  if (!app.requestSingleInstanceLock()) {
    tellTerminal('Paydesk is already running.')
    app.exit(1)
    return false
  }
  app.enableSandbox()
  lockNetwork(app)
  protocol.registerSchemesAsPrivileged([schemeRow])
  return true
}

/** `buildDir` holds preload/ and renderer/ beside main/. */
export async function openShell(buildDir: string): Promise<Shell> {
  const mayInspect = !app.isPackaged
  const assets = new Map(readAssets(join(buildDir, 'renderer')))
  let window: BrowserWindow | undefined
  let [desk, desktop]: [Ending | null, Desktop | null] = [null, null]
  const [copier, boxes, dropped] = [createCopier(clipboard), createBoxes(), createDroppedFiles()]
  /** Opens a place of the window, for the person who pressed something outside of it. */
  const go = (place: Place): void => {
    if (window === undefined) return
    showAgain(window)
    pushChange(window.webContents, { topic: 'go', go: place })
  }

  app.on('web-contents-created', (_event, contents) => lockContents(contents))
  const openings = createOpenings(process.argv.slice(1), {
    open: (args) => desktop?.opened(args),
    isEnding: () => quit.isEnding(),
    isWaiting: () => quit.isWaiting(),
    startAgain,
  })
  app.on('second-instance', (_event, args) => {
    if (window !== undefined && !quit.isEnding()) showAgain(window)
    openings.hear(args)
  })
  app.on('open-url', (event, url) => {
    event.preventDefault()
    openings.hear([url])
  })
  app.on('window-all-closed', () => app.quit())
  const quit = quitOf({ now: () => window, desk: () => desk, copier, boxes })
  await app.whenReady()

  const ours = session.fromPartition('paydesk', { cache: false })
  // No window uses the default session; one that is made by mistake must not be freer than ours.
  await lockSession(session.defaultSession, false)
  await lockSession(ours, mayInspect)
  const around = createDesktop({
    ...{ now: () => window, go, mayInspect, boxes, copy: (text) => copier.copy(text) },
  })
  desktop = around

  const open = (pages: Assets): BrowserWindow => {
    if (ours.protocol.isProtocolHandled(scheme)) ours.protocol.unhandle(scheme)
    ours.protocol.handle(scheme, (request) => answerAsset(pages, request))
    const preload = join(buildDir, 'preload', 'index.cjs')
    if (window === undefined) {
      window = createWindow({ preload, session: ours, mayInspect })
      around.attach(window)
    }
    window.on('closed', () => (window = undefined))
    askAtClose(window, quit)
    return window
  }

  return {
    folder: app.getPath('userData'),
    version: app.getVersion(),
    isPackaged: app.isPackaged,
    isRoot: isRootUser(process.getuid?.()),
    ports: portsOf({ now: () => window, copier, go, buildDir, around, boxes, dropped }),
    runAside: (entry, args) => runAside(entry, args, asideLimitMs),
    push: (change) => pushChange(window?.webContents, change),
    show: async (ports) => {
      const own = { keepDropped: dropped.keep, ourContents: () => window?.webContents }
      const call: CallPorts = { ...ports, ...own }
      ipcMain.handle(callChannel, (event, ...asked: unknown[]) => answerCall(call, event, ...asked))
      const shown = open(assets)
      watch(shown, { pages: assets, openings }, ports)
      await shown.loadURL(startUrl)
      openings.begin()
    },
    stop: async (fault) => {
      const page = stopPage(fault, app.getPath('userData'))
      await open(new Map([['/stopped.html', page]])).loadURL(stopUrl)
    },
    beforeEnd: (next) => {
      desk = next
    },
  }
}

/** The crash page stands among the window's own, so that it is served like them. */
function watch(
  window: BrowserWindow,
  { pages, openings }: { pages: Map<string, Asset>; openings: Openings },
  { newIncident, note }: Pick<CallPorts, 'newIncident' | 'note'>,
): void {
  watchWindow(window.webContents, {
    ...{ newIncident, note, monotonic: () => performance.now() },
    show: (page) => {
      openings.pause()
      pages.set(new URL(crashUrl).pathname, page)
      return window.loadURL(crashUrl)
    },
    open: (url) => window.loadURL(url).then(() => openings.begin()),
    ask: (incident) => askToReload(window, incident),
  })
}

const nothing: Held = { count: () => 0, whenNone: Promise.resolve() }

function quitOf(parts: {
  now: () => BrowserWindow | undefined
  desk: () => Ending | null
  copier: Copier
  boxes: Boxes
}): Quit {
  const { now, desk, copier, boxes } = parts
  const quit = createQuit({
    // Without a window nobody sees the countdown, and nobody can undo.
    unsent: () => (now() === undefined ? null : desk()?.unsent()) ?? nothing,
    hold: () => desk()?.hold() ?? nothing,
    close: () => Promise.all([desk()?.close(), copier.clear()]),
    ask: (question, count, signal) => askToQuit(now(), question, { count, signal }),
    onWaiting: (count) => {
      pushChange(now()?.webContents, { topic: 'closing', waitsFor: count })
      if (count > 0) return
      // What a screen asks from here on is refused, and would be the last that a person reads.
      boxes.end()
      now()?.hide()
    },
    end: (close) => void endInTime(close, lastSteps),
  })
  app.on('before-quit', (event) => {
    event.preventDefault()
    quit.ask()
  })
  return quit
}

/** The AppImage that was put in place is what starts, not the file it was unpacked from. */
function relaunch(args: string[]): void {
  const { APPIMAGE: execPath } = process.env
  app.relaunch(execPath === undefined ? { args } : { execPath, args })
}
function restart(): void {
  relaunch(process.argv.slice(1))
  app.quit()
}
/** As this program was started, with what the other start asked for in place of its own. */
function startAgain(asked: readonly string[]): void {
  const own = process.argv.slice(1)
  const [spoken, wanted] = [askingArgs(own), askingArgs(asked)]
  relaunch([...own.filter((word) => !spoken.includes(word)), ...wanted])
}

/**
 * The window goes with the program, and is hidden until then: a page that is closed first takes
 * the last letters typed along.
 */
function askAtClose(window: BrowserWindow, quit: Quit): void {
  window.on('close', (event) => {
    event.preventDefault()
    quit.ask()
  })
  // Windows ends the session unless something is waited for; the window says so.
  window.on('query-session-end', (event) => {
    quit.ask()
    if (quit.isWaiting()) event.preventDefault()
  })
  // Windows gives some seconds after this, and asks nobody.
  window.on('session-end', () => quit.endNow())
}

function portsOf(parts: {
  now: () => BrowserWindow | undefined
  copier: Copier
  go: (place: Place) => void
  buildDir: string
  around: Desktop
  boxes: Boxes
  dropped: DroppedFiles
}): ShellPorts {
  const { now, copier, go, buildDir, around, boxes, dropped } = parts
  return {
    ask: (question) => boxes.ask((signal) => ask(now(), question, signal)),
    chooseExportFolder: (suggestedName) =>
      boxes.choose(() => chooseSave(now(), { title: 'Export to a new folder', suggestedName })),
    chooseFile: (asked) => boxes.choose(() => chooseSave(now(), asked)),
    chooseToOpen: (asked) => boxes.choose(() => chooseOpen(now(), asked)),
    takeDropped: dropped.take,
    chooseFolder: (asked) => boxes.choose(() => chooseOpen(now(), asked, 'openDirectory')),
    printPage: (html) => printPage(html, join(buildDir, 'main', 'print-fonts.css')),
    restart,
    reload: () => Promise.resolve(now()?.webContents.reload()),
    copyText: (text) => copier.copy(text),
    copiedText: copier.read,
    showInFolder,
    notices: systemNotices(go),
    whenAway: (listener) => {
      powerMonitor.on('suspend', () => listener('suspend'))
      powerMonitor.on('lock-screen', () => listener('screen-lock'))
    },
    protectContent: around.showsCard,
    showsProduction: around.showsProduction,
    followTheme: (theme) => {
      nativeTheme.themeSource = theme
    },
    saveText: async ({ text, mayWrite, ...asked }) => {
      const path = await boxes.choose(() => chooseSave(now(), asked))
      if (!path.ok || path.value === null) return path
      return mayWrite?.() === false ? ok(null) : saveText(path.value, text)
    },
  }
}
