// The menus as data: every screen of Go exists, the keys are those of the page's list, no entry
// moves money, and what can't be undone outside the page is asked for.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { MenuItemConstructorOptions } from 'electron'
import type { Place } from '#shared/desktop/window-methods.ts'
import { goKeys } from '#shared/desktop/menu-keys.ts'
import { openedText } from '#shared/desktop/opened-text.ts'
import { keptWindow, nextZoom } from '../../../../src/main/shell/system/kept-window.ts'
import {
  contextTemplate,
  menuTemplate,
  shownOrder,
  type MenuActs,
} from '../../../../src/main/shell/system/menu.ts'
import { areas } from '../../../../src/renderer/messages/areas.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-menu-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const done: string[] = []
const acts: MenuActs = {
  go: (place: Place) => void done.push(JSON.stringify(place)),
  openFile: () => void done.push('file'),
  openLogs: () => void done.push('logs'),
  zoom: (step) => void done.push(`zoom ${step}`),
  protect: (isOn) => void done.push(`protect ${isOn}`),
}
const menu = (more: object = {}) =>
  menuTemplate({ isMac: false, mayInspect: false, isProtected: true, ...more }, acts)
const items = (template: MenuItemConstructorOptions[]): MenuItemConstructorOptions[] =>
  template.flatMap((item) => [item, ...(Array.isArray(item.submenu) ? items(item.submenu) : [])])

describe('the menu', () => {
  it('leads to screens that exist, by the keys that the page lists', () => {
    const go = items(menu()).filter(({ accelerator }) =>
      /^CmdOrCtrl\+[1-9]$/.test(String(accelerator)),
    )
    for (const item of go) (item.click as () => void)()
    const screens = done.splice(0).map((text) => (JSON.parse(text) as Place).screen)
    expect(screens).toEqual(goKeys.map(({ screen }) => screen))
    expect(screens.every((screen) => areas.some(({ to }) => to === screen))).toBe(true)
    expect(go.map(({ accelerator }) => accelerator)).toEqual(
      goKeys.map(({ digit }) => `CmdOrCtrl+${digit}`),
    )
  })

  it('offers the inspector only where it may be opened, and a reload nowhere', () => {
    const text = (mayInspect: boolean): string => JSON.stringify(menu({ mayInspect }))
    expect(text(false)).not.toContain('toggleDevTools')
    expect(text(true)).toContain('toggleDevTools')
    expect(text(true)).not.toMatch(/reload/i)
  })

  it('does nothing but open places, files and logs, zoom, and ask about screenshots', () => {
    for (const { click } of items(menu())) if (click !== undefined) (click as () => void)()
    expect(
      done
        .splice(0)
        .every((one) => /^(\{"(screen|find|dialog)"|file|logs|zoom|protect false)/.test(one)),
    ).toBe(true)
  })
})

describe('a click with the other button', () => {
  const page = 'app://paydesk/index.html#/orders/sandbox/6760150/return'
  it('copies the id of the order that is shown, and no id where none is', () => {
    expect(shownOrder(page)).toBe('6760150')
    expect(shownOrder('app://paydesk/index.html#/orders/pasted')).toBeNull()
    expect(shownOrder('app://paydesk/index.html#/orders/c/%E0%A4%A')).toBeNull()
    const copied: string[] = []
    const [item] = contextTemplate(
      { isEditable: false, selectionText: '', pageURL: page },
      (text) => copied.push(text),
    )
    ;(item?.click as () => void)()
    expect(copied).toEqual(['6760150'])
  })

  it('cuts, copies and pastes where something is typed', () => {
    const roles = contextTemplate(
      { isEditable: true, selectionText: 'x', pageURL: '' },
      () => undefined,
    ).map(({ role }) => role)
    expect(roles).toEqual(['cut', 'copy', 'paste', undefined, 'selectAll'])
  })
})

describe('what is kept of the window', () => {
  it('is found again, and a file that is broken or says too much is as good as none', () => {
    keptWindow(folder).keep({ zoomLevel: 1.5, isProtected: false })
    expect(keptWindow(folder).read()).toEqual({ zoomLevel: 1.5, isProtected: false })
    for (const text of [
      '',
      '{',
      '[]',
      'null',
      '{"zoomLevel":99,"isProtected":0}',
      '{"zoomLevel":"2"}',
    ]) {
      writeFileSync(join(folder, 'window.json'), text)
      expect(keptWindow(folder).read()).toEqual({ zoomLevel: 0, isProtected: true })
    }
  })

  it('zooms in steps and no further than three levels', () => {
    expect([nextZoom(0, 1), nextZoom(3, 1), nextZoom(-3, -1), nextZoom(2, 0)]).toEqual([
      0.5, 3, -3, 0,
    ])
  })
})

describe('a file that is opened', () => {
  it('is a list or a callback by its text', () => {
    const kind = (text: string) => {
      const opened = openedText(text)
      return opened.ok ? opened.value.kind : 'refused'
    }
    expect(kind('6760150\n6760151\n')).toBe('list')
    expect(kind('status=approved&orderid=6760150&client_orderid=a&control=ab12')).toBe('callback')
    expect(kind('')).toBe('refused')
    expect(kind('a\0b')).toBe('refused')
    expect(kind('4111 1111 1111 1111')).toBe('refused')
    expect(kind('1\n'.repeat(200_000))).toBe('refused')
  })
})

it('nothing starts Paydesk with the computer', () => {
  const src = join(import.meta.dirname, '../../../../src')
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|vue)$/.test(name),
  )
  expect(files.length).toBeGreaterThan(300)
  const named = files.filter((name) =>
    /setLoginItemSettings|openAtLogin|autostart/.test(readFileSync(join(src, name), 'utf8')),
  )
  expect(named).toEqual([])
  expect(existsSync(join(src, '../resources/autostart'))).toBe(false)
})
