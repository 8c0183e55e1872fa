// What stands around the window: its menus, the zoom, links and files that open a place, and what
// keeps production out of screenshots. It opens and asks; it never acts on an order.
import { formatMessage } from '#wording/format-messages.ts'
import { app, type BrowserWindow, dialog, Menu, shell } from 'electron'
import type { Place } from '#shared/desktop/window-methods.ts'
import { say } from '#shared/message.ts'
import { placeOfText } from '#shared/desktop/opened-text.ts'
import type { Boxes } from './boxes.ts'
import { ask, chooseOpen } from './dialogs.ts'
import { keptWindow, nextZoom } from './kept-window.ts'
import { linkScheme, placeOfStart } from './link.ts'
import { contextTemplate, dockTemplate, menuTemplate, type MenuActs } from './menu.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { readOpened } from './read-opened.ts'

export interface Desktop {
  /** Once for a window. */
  attach(window: BrowserWindow): void
  /** A start, a second start or a link of the system. */
  opened(args: readonly string[]): void
  showsCard(isOn: boolean): void
  showsProduction(isOn: boolean): void
}

export function createDesktop(parts: {
  now: () => BrowserWindow | undefined
  go: (place: Place) => void
  copy: (text: string) => Promise<void>
  boxes: Boxes
  mayInspect: boolean
}): Desktop {
  const { now, go } = parts
  const kept = keptWindow(app.getPath('userData'))
  const isMac = process.platform === 'darwin'
  let [hasCard, isProduction] = [false, false]

  const tell = oneAtATime(async (message: string): Promise<void> => {
    const window = now()
    if (window === undefined) return
    const box = { type: 'info', message: formatMessage(message), buttons: ['OK'] } as const
    await dialog.showMessageBox(window, { ...box, buttons: [...box.buttons] })
  })
  const protect = (): void =>
    now()?.setContentProtection(hasCard || (isProduction && kept.read().isProtected))

  const acts: MenuActs = {
    go,
    openLogs: () => void openLogs(tell),
    openFile: () => void openFile(now(), { go, tell }),
    zoom: (step) => {
      kept.keep({ zoomLevel: nextZoom(kept.read().zoomLevel, step) })
      now()?.webContents.setZoomLevel(kept.read().zoomLevel)
    },
    protect: (isOn) => void setProtected(isOn),
  }
  async function setProtected(isOn: boolean): Promise<void> {
    // Letting screenshots in weakens: it is asked for where no script of the page can press.
    const answer = isOn
      ? 'yes'
      : await parts.boxes.ask((signal) => ask(now(), letScreenshotsIn, signal))
    if (answer === 'yes') kept.keep({ isProtected: isOn })
    else if (answer !== 'no' && 'message' in answer.fault) tell(answer.fault.message)
    protect()
    setMenu()
  }
  function setMenu(): void {
    const { isProtected } = kept.read()
    const state = { isMac, mayInspect: parts.mayInspect, isProtected }
    Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(state, acts)))
  }
  setMenu()
  if (isMac) app.dock?.setMenu(Menu.buildFromTemplate(dockTemplate(acts)))
  if (process.platform === 'win32') setTasks()
  // A program that is not installed would leave a link to itself behind.
  if (app.isPackaged) app.setAsDefaultProtocolClient(linkScheme)

  return {
    attach: (window) => {
      const { webContents } = window
      webContents.on('did-finish-load', () => webContents.setZoomLevel(kept.read().zoomLevel))
      webContents.on('context-menu', (_event, at) => {
        const copy = (text: string): void =>
          void parts.copy(text).catch(() => tell(say('program.clipboard-not-written')))
        const items = contextTemplate(at, copy)
        if (items.length > 0) Menu.buildFromTemplate(items).popup({ window })
      })
      protect()
    },
    opened: (args) => {
      const place = placeOfStart(args)
      if (place === 'refused') tell(say('program.this-link-was-not-opened'))
      else if (place !== null) go(place)
    },
    showsCard: (isOn) => {
      hasCard = isOn
      protect()
    },
    showsProduction: (isOn) => {
      isProduction = isOn
      protect()
    },
  }
}

/** Where the system has no program for folders, a person still learns where it is. */
async function openLogs(tell: (message: string) => void): Promise<void> {
  const why = await shell.openPath(app.getPath('userData')).catch(String)
  const folder = app.getPath('userData')
  if (why !== '') tell(say('program.log-folder-not-opened', { folder }))
}

const letScreenshotsIn = {
  message: say('program.let-screenshots-in'),
  detail: [say('program.who-records-the-screen-sees')],
  action: say('program.let-them-in'),
}

async function openFile(
  window: BrowserWindow | undefined,
  { go, tell }: { go: (place: Place) => void; tell: (message: string) => void },
): Promise<void> {
  const path = await chooseOpen(window, { title: say('program.open-file-title') })
  if (path === null) return
  const opened = await readOpened(path)
  if (opened.ok) go(placeOfText(opened.value))
  else tell(opened.fault.message)
}

/** The jump list of Windows. */
function setTasks(): void {
  const task = (title: string, word: string) => ({
    ...{ program: process.execPath, arguments: word, iconPath: process.execPath, iconIndex: 0 },
    ...{ title: formatMessage(title).replace('&', ''), description: '' },
  })
  app.setUserTasks([
    task(say('program.menu-today'), '--open=today'),
    task(say('program.menu-find'), '--open=find'),
  ])
}
