// Stand-ins for `dialog`, `clipboard`, `shell` and `Menu`. A save dialog is answered by
// PAYDESK_HOST_SAVE_DIR with a path in that folder, or cancelled. A question is answered by
// PAYDESK_HOST_ANSWER (the label of a button), or by a person in a browser of its own, which no
// page of the program can reach; without a desktop there is nobody to ask, and the question is
// cancelled.
import { basename, join } from 'node:path'
import type {
  Clipboard,
  Dialog,
  MessageBoxOptions,
  MenuItemConstructorOptions,
  OpenDialogOptions,
  SaveDialogOptions,
  Shell,
} from 'electron'
import { askPerson } from './ask-person.ts'
import { onPressed } from './pressed.ts'
import { needReady } from './phase.ts'
import type { StandIn } from './stand-in.ts'
import { trace } from './trace.ts'

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
    const chosen = process.env['PAYDESK_HOST_OPEN_FILE']
    if (chosen !== undefined) return Promise.resolve({ canceled: false, filePaths: [chosen] })
    const suggested = optionsOf<OpenDialogOptions>(given).defaultPath
    if (folder === undefined) return Promise.resolve({ canceled: true, filePaths: [] })
    const filePaths = [suggested === undefined ? folder : join(folder, basename(suggested))]
    return Promise.resolve({ canceled: false, filePaths })
  },
  showMessageBox: async (...given: unknown[]) => {
    needReady('dialog module can only be used after app is ready')
    const asked = optionsOf<MessageBoxOptions>(given)
    const answer = process.env['PAYDESK_HOST_ANSWER']
    const buttons = asked.buttons ?? []
    const response =
      answer === undefined
        ? await askPerson(asked)
        : answer === 'first'
          ? 0
          : buttons.indexOf(answer)
    if (asked.signal?.aborted === true)
      return { response: asked.cancelId ?? 0, checkboxChecked: false }
    trace('questioned', { message: asked.message, detail: asked.detail, response })
    return { response: response === -1 ? (asked.cancelId ?? 0) : response, checkboxChecked: false }
  },
  showErrorBox: (title: string, content: string) => {
    process.stderr.write(`${title}: ${content}\n`)
  },
} satisfies StandIn<Dialog, 'showErrorBox' | 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog'>

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
  openPath: (path: string) => {
    trace('opened', path)
    return Promise.resolve('')
  },
  showItemInFolder: (path: string) => {
    trace('shown', path)
  },
} satisfies StandIn<Shell, 'openExternal' | 'openPath' | 'showItemInFolder'>

/**
 * Chromium's window has no menu of the program. The menu is written down, and a test presses an
 * entry by its label.
 */
export const Menu = {
  buildFromTemplate: (template: MenuItemConstructorOptions[]) => ({
    template,
    popup: () => {
      trace('menu', labelsIn(template))
      listen('context', template)
    },
  }),
  setApplicationMenu: (menu: { template: MenuItemConstructorOptions[] } | null) => {
    trace('menu', labelsIn(menu?.template ?? []))
    listen('menu', menu?.template ?? [])
  },
}

const itemsIn = (template: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? itemsIn(item.submenu) : [])])

const labelsIn = (template: MenuItemConstructorOptions[]): string[] =>
  itemsIn(template).map(({ label, role, type }) => label ?? role ?? type ?? '')

function listen(kind: 'menu' | 'context', template: MenuItemConstructorOptions[]): void {
  for (const { label, click } of itemsIn(template))
    if (label !== undefined && click !== undefined)
      onPressed(kind, label, () => (click as () => void)())
}
