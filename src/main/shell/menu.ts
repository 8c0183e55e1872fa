// The application's menu as data: editing, zoom and quitting. The inspector stands in it only where
// it may be opened. No item moves money or leaves the program.
import type { MenuItemConstructorOptions } from 'electron'

export function menuTemplate(options: {
  isMac: boolean
  mayInspect: boolean
}): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ]
  if (options.mayInspect) view.push({ type: 'separator' }, { role: 'toggleDevTools' })
  return [
    ...(options.isMac ? [{ role: 'appMenu' } as const] : []),
    { role: 'fileMenu' },
    { role: 'editMenu' },
    { label: 'View', submenu: view },
    { role: 'windowMenu' },
  ]
}
