// Stand-ins for `dialog`, `clipboard`, `shell` and `Menu`. A save dialog is answered by PAYDESK_HOST_SAVE_DIR with a path in that
// folder, or cancelled; without a desktop there is nobody to ask.
import { basename, join } from 'node:path'
import type {
  Clipboard,
  Dialog,
  MenuItemConstructorOptions,
  OpenDialogOptions,
  SaveDialogOptions,
  Shell,
} from 'electron'
import { needReady } from './phase.ts'
import type { StandIn } from './stand-in.ts'

const saveFolder = (): string | undefined => {
  const folder = process.env['PAYDESK_HOST_SAVE_DIR']
  return folder === '' ? undefined : folder
}

/** Electron takes the window first, or leaves it out: the options are what comes last. */
const optionsOf = <T>(given: unknown[]): T => given.at(-1) as T

export const dialog = {
  showSaveDialog: (...given: unknown[]) => {
    needReady('dialog module can only be used after app is ready')
    const folder = saveFolder()
    if (folder === undefined) return Promise.resolve({ canceled: true, filePath: '' })
    const suggested = basename(optionsOf<SaveDialogOptions>(given).defaultPath ?? 'untitled')
    return Promise.resolve({ canceled: false, filePath: join(folder, suggested) })
  },
  showOpenDialog: (...given: unknown[]) => {
    needReady('dialog module can only be used after app is ready')
    const folder = saveFolder()
    const suggested = optionsOf<OpenDialogOptions>(given).defaultPath
    if (folder === undefined) return Promise.resolve({ canceled: true, filePaths: [] })
    const filePaths = [suggested === undefined ? folder : join(folder, basename(suggested))]
    return Promise.resolve({ canceled: false, filePaths })
  },
  showErrorBox: (title: string, content: string) => {
    process.stderr.write(`${title}: ${content}\n`)
  },
} satisfies StandIn<Dialog, 'showErrorBox' | 'showOpenDialog' | 'showSaveDialog'>

let copied = ''
export const clipboard = {
  writeText: (text: string) => {
    copied = text
    return Promise.resolve()
  },
  readText: () => Promise.resolve(copied),
} satisfies StandIn<Clipboard, 'readText' | 'writeText'>

export const shell = {
  openExternal: () => Promise.reject(new Error('There is no browser to open this in.')),
} satisfies StandIn<Shell, 'openExternal'>

/** Chromium's window has no menu of ours: the template is kept, so that a test can read what was set. */
export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({ template }),
  setApplicationMenu: (_menu: { template: MenuItemConstructorOptions[] } | null) => undefined,
}
