// The program's menus as data: what each entry is called, its key and where it leads. The inspector
// stands in them only where it may be opened. No entry moves money.
import { formatMessage } from '#wording/format-messages.ts'
import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron'
import type { Place } from '#shared/desktop/window-methods.ts'
import { findKey, goKeys, type GoScreen } from '#shared/desktop/menu-keys.ts'
import { say } from '#shared/message.ts'
import { isOrderId } from './link.ts'

export interface MenuActs {
  go(place: Place): void
  openFile(): void
  openLogs(): void
  zoom(step: -1 | 0 | 1): void
  /** Asks first, in the system's dialog, before screenshots are let in. */
  protect(isOn: boolean): void
}

interface MenuState {
  isMac: boolean
  mayInspect: boolean
  /** Production is kept out of screenshots. */
  isProtected: boolean
}

type Item = MenuItemConstructorOptions

const goLabels: Readonly<Record<GoScreen, string>> = {
  '/today': say('program.menu-today'),
  '/orders': say('program.menu-orders'),
  '/payouts': say('program.menu-payouts'),
  '/open-requests': say('program.menu-open-requests'),
  '/links': say('program.menu-links'),
  '/subscriptions': say('program.menu-subscriptions'),
  '/audit': say('program.menu-audit-log'),
  '/connections': say('program.menu-connections'),
  '/callbacks': say('program.menu-callback-check'),
}
const label = (message: string): string => formatMessage(message)
const line: Item = { type: 'separator' }

const findItem = (acts: Pick<MenuActs, 'go'>): Item => ({
  label: label(say('program.menu-find')),
  accelerator: `CmdOrCtrl+${findKey}`,
  // The page hears the key itself: pressed once, it must not open the field twice.
  registerAccelerator: false,
  click: () => acts.go({ find: '' }),
})

export function menuTemplate(state: MenuState, acts: MenuActs): Item[] {
  return [
    ...(state.isMac ? [{ role: 'appMenu' } as const] : []),
    {
      label: label(say('program.menu-file')),
      submenu: [
        findItem(acts),
        {
          label: label(say('program.menu-open-file')),
          accelerator: 'CmdOrCtrl+O',
          click: acts.openFile,
        },
        line,
        state.isMac ? { role: 'close' } : { role: 'quit' },
      ],
    },
    { role: 'editMenu' },
    { label: label(say('program.menu-view')), submenu: viewItems(state, acts) },
    {
      label: label(say('program.menu-go')),
      submenu: goKeys.map(({ screen, digit }) => ({
        label: label(goLabels[screen]),
        accelerator: `CmdOrCtrl+${digit}`,
        click: () => acts.go({ screen }),
      })),
    },
    { role: 'windowMenu' },
    {
      role: 'help',
      label: label(say('program.menu-help')),
      submenu: [
        { label: label(say('program.menu-open-logs')), click: acts.openLogs },
        {
          label: label(say('program.menu-save-diagnostics')),
          click: () => acts.go({ dialog: 'diagnostics' }),
        },
      ],
    },
  ]
}

function viewItems({ mayInspect, isProtected }: MenuState, acts: MenuActs): Item[] {
  return [
    {
      label: label(say('program.menu-actual-size')),
      accelerator: 'CmdOrCtrl+0',
      click: () => acts.zoom(0),
    },
    {
      label: label(say('program.menu-zoom-in')),
      accelerator: 'CmdOrCtrl+Plus',
      click: () => acts.zoom(1),
    },
    {
      label: label(say('program.menu-zoom-out')),
      accelerator: 'CmdOrCtrl+-',
      click: () => acts.zoom(-1),
    },
    line,
    { role: 'togglefullscreen' },
    line,
    {
      label: label(say('program.menu-keep-out-of-screenshots')),
      type: 'checkbox',
      checked: isProtected,
      click: () => acts.protect(!isProtected),
    },
    ...(mayInspect ? [line, { role: 'toggleDevTools' } as const] : []),
  ]
}

/** Of the icon on the dock. */
export const dockTemplate = (acts: Pick<MenuActs, 'go'>): Item[] => [
  { label: label(say('program.menu-today')), click: () => acts.go({ screen: '/today' }) },
  { label: label(say('program.menu-find')), click: () => acts.go({ find: '' }) },
]

/** The id of the order whose page is shown, or null. */
export function shownOrder(url: string): string | null {
  const [, orderid = ''] = /#\/orders\/[^/?]+\/([^/?]+)/.exec(url) ?? []
  try {
    const id = decodeURIComponent(orderid)
    return isOrderId(id) ? id : null
  } catch {
    return null
  }
}

/** Of a click with the other button: what can be done with the text there. */
export function contextTemplate(
  at: Pick<ContextMenuParams, 'isEditable' | 'selectionText' | 'pageURL'>,
  copy: (text: string) => void,
): Item[] {
  const orderid = shownOrder(at.pageURL)
  const text: Item[] = at.isEditable
    ? [{ role: 'cut' }, { role: 'copy' }, { role: 'paste' }, line, { role: 'selectAll' }]
    : at.selectionText === ''
      ? []
      : [{ role: 'copy' }]
  const order: Item[] =
    orderid === null
      ? []
      : [{ label: label(say('program.menu-copy-order-id')), click: () => copy(orderid) }]
  return text.length > 0 && order.length > 0 ? [...text, line, ...order] : [...text, ...order]
}
