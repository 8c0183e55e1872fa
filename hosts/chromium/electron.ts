// What `import … from 'electron'` gives the main bundle here. A name that stands in neither list is
// a start-up error, as it should be.
export { app } from './app.ts'
export { clipboard, dialog, Menu, shell } from './dialog.ts'
export { ipcMain } from './ipc-main.ts'
export { nativeTheme } from './native-theme.ts'
export { Notification } from './notification.ts'
export { powerMonitor } from './power-monitor.ts'
export { protocol, session } from './session.ts'
export { utilityProcess } from './utility-process.ts'
export { BrowserWindow } from './window.ts'
