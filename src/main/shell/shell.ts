// Everything Electron, put together: one locked-down window, its page, its channel, its menu, and
// an orderly end. index.ts calls it; nothing outside this folder imports Electron.
import { formatMessage } from '#messages/format-messages.ts'
import { chmodSync, mkdirSync, writeSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  app,
  type BrowserWindow,
  clipboard,
  dialog,
  type FileFilter,
  ipcMain,
  Menu,
  protocol,
  session,
} from 'electron'
import type { Change } from '#shared/bridge.ts'
import { type Fault, ok } from '#shared/fault.ts'
import type { Question, ShellPorts } from '../desk/desk.ts'
import { scheme, startUrl, stopUrl } from './address.ts'
import { createCopier } from './copied.ts'
import { answerCall, callChannel, pushChange, type CallPorts } from './ipc.ts'
import { redact } from './log/incident.ts'
import { lockContents, lockNetwork, lockSession, schemeRow } from './lockdown.ts'
import { menuTemplate } from './menu.ts'
import { printPage } from './print-page.ts'
import { runAside } from './run-aside.ts'
import { saveText } from './save-text.ts'
import { answerAsset, readAssets, type Assets } from './protocol.ts'
import { isRootUser, rootRefusal } from './root-user.ts'
import { stopPage } from './stop-page.ts'
import { createWindow, showAgain } from './window.ts'

/** A close that takes longer is given up: the ledger is safe against being cut off at any point. */
const closeLimitMs = 5_000
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
  show(ports: Omit<CallPorts, 'ourContents'>): Promise<void>
  /** Opens the window on the words of why there is no desk. */
  stop(fault: Fault): Promise<void>
  /** Called once before the program ends, whatever ends it. */
  beforeEnd(close: () => Promise<void>): void
}

/**
 * Sets, before Electron is ready, what can't be changed later. False when Paydesk already runs,
 * or is started as root without that being asked for by name: then it has said so and ended.
 */
export function claimShell(userData: string | undefined): boolean {
  const refusal = rootRefusal(process.getuid?.(), process.env['PAYDESK_ALLOW_ROOT'])
  if (refusal !== null) {
    writeSync(2, `${refusal}\n`)
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
    writeSync(2, 'Paydesk is already running.\n')
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
  const assets = readAssets(join(buildDir, 'renderer'))
  let window: BrowserWindow | undefined
  let close: () => Promise<void> = () => Promise.resolve()
  const copier = createCopier(clipboard)

  app.on('web-contents-created', (_event, contents) => lockContents(contents))
  app.on('second-instance', () => window !== undefined && showAgain(window))
  app.on('window-all-closed', () => app.quit())
  endOrderly(() => Promise.all([close(), copier.clear()]))
  await app.whenReady()

  const ours = session.fromPartition('paydesk', { cache: false })
  // No window uses the default session; one that is made by mistake must not be freer than ours.
  await lockSession(session.defaultSession, false)
  await lockSession(ours, mayInspect)
  const isMac = process.platform === 'darwin'
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate({ isMac, mayInspect })))

  const open = async (pages: Assets, url: string): Promise<void> => {
    if (ours.protocol.isProtocolHandled(scheme)) ours.protocol.unhandle(scheme)
    ours.protocol.handle(scheme, (request) => answerAsset(pages, request))
    const preload = join(buildDir, 'preload', 'index.cjs')
    window ??= createWindow({ preload, session: ours, mayInspect })
    window.on('closed', () => (window = undefined))
    await window.loadURL(url)
  }

  return {
    folder: app.getPath('userData'),
    version: app.getVersion(),
    isPackaged: app.isPackaged,
    isRoot: isRootUser(process.getuid?.()),
    ports: {
      ask: (question) => ask(window, question),
      chooseExportFolder: (suggestedName) =>
        chooseSave(window, { title: 'Save the export as a new folder', suggestedName }),
      choosePackFile: (suggestedName) =>
        chooseSave(window, {
          title: 'Save the evidence pack',
          suggestedName,
          filters: [{ name: 'Zip', extensions: ['zip'] }],
        }),
      printPage: (html) => printPage(html, join(buildDir, 'main', 'print-fonts.css')),
      copyText: (text) => copier.copy(text),
      protectContent: (isOn) => window?.setContentProtection(isOn),
      saveText: async ({ text, ...asked }) => {
        const path = await chooseSave(window, asked)
        return path === null ? ok(null) : saveText(path, text)
      },
    },
    runAside: (entry, args) => runAside(entry, args, asideLimitMs),
    push: (change) => pushChange(window?.webContents, change),
    show: async (ports) => {
      const call: CallPorts = { ...ports, ourContents: () => window?.webContents }
      ipcMain.handle(callChannel, (event, ...asked: unknown[]) => answerCall(call, event, ...asked))
      await open(assets, startUrl)
    },
    stop: async (fault) => {
      const page = stopPage(fault, app.getPath('userData'))
      await open(new Map([['/stopped.html', page]]), stopUrl)
    },
    beforeEnd: (next) => {
      close = next
    },
  }
}

/** When not even the page that says so can be shown: a plain box, and the end. */
export function giveUp(error: unknown): void {
  dialog.showErrorBox('Paydesk could not start', redact(formatMessage(String(error))))
  app.exit(1)
}

/**
 * When main can't go on: its reference in a plain box, and the end. What was open is resolved by
 * the next start.
 */
export function giveUpRunning(incident: string): void {
  dialog.showErrorBox(
    'Paydesk had to stop',
    `Something went wrong inside Paydesk (incident ${incident}). Start it again: what was open is resolved by its status, and nothing is sent twice.`,
  )
  app.exit(1)
}

/** Waits for `close` before the program ends, once, and never longer than the limit. */
function endOrderly(close: () => Promise<unknown>): void {
  let isEnding = false
  app.on('before-quit', (event) => {
    event.preventDefault()
    if (isEnding) return
    isEnding = true
    const limit = new Promise<void>((resolve) => setTimeout(resolve, closeLimitMs))
    const complain = (error: unknown): void => {
      writeSync(2, `Paydesk could not close in order: ${formatMessage(String(error))}\n`)
    }
    void Promise.race([close().catch(complain), limit]).then(() => app.exit(0))
  })
}

/** Cancel is what Enter and Escape choose: a person has to aim. */
async function ask(
  window: BrowserWindow | undefined,
  { message, detail, action }: Question,
): Promise<boolean> {
  if (window === undefined) return false
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: formatMessage(message),
    detail: formatMessage(detail),
    buttons: [formatMessage(action), 'Cancel'],
    defaultId: 1,
    cancelId: 1,
    noLink: true,
  })
  return response === 0
}

async function chooseSave(
  window: BrowserWindow | undefined,
  {
    title,
    suggestedName,
    filters = [],
  }: { title: string; suggestedName: string; filters?: FileFilter[] },
): Promise<string | null> {
  if (window === undefined) return null
  const answer = await dialog.showSaveDialog(window, {
    title: formatMessage(title),
    filters,
    defaultPath: join(app.getPath('documents'), suggestedName),
    properties: ['createDirectory', 'showOverwriteConfirmation'],
  })
  return answer.canceled || answer.filePath === '' ? null : answer.filePath
}
