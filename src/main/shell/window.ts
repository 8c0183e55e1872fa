// The one window: its locked-down preferences and how it appears. It never loads anything but a
// page of ours.
import { BrowserWindow, type Session, type WebPreferences } from 'electron'

/** A literal, so that a reader sees every setting and a test can hold it. */
export const webPreferences = (options: {
  preload: string
  session: Session
  mayInspect: boolean
}): WebPreferences => ({
  preload: options.preload,
  session: options.session,
  devTools: options.mayInspect,
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webSecurity: true,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  webviewTag: false,
  navigateOnDragDrop: false,
  spellcheck: false,
  plugins: false,
  // A box with a text of the page looks like one of the system's questions.
  disableDialogs: true,
})

export function createWindow(options: {
  preload: string
  session: Session
  mayInspect: boolean
}): BrowserWindow {
  const window = new BrowserWindow({
    name: 'desk',
    windowStatePersistence: true,
    title: 'Paydesk',
    width: 1280,
    height: 860,
    minWidth: 720,
    minHeight: 520,
    show: false,
    webPreferences: webPreferences(options),
  })
  window.once('ready-to-show', () => window.show())
  return window
}

/** Brings it back to the front, for the person who started Paydesk a second time. */
export function showAgain(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore()
  window.show()
  window.focus()
}
