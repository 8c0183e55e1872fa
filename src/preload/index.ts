// The only door between the page and main: two typed functions that pass plain JSON. It never hands
// out ipcRenderer or its events, and never tells the page where a file lies.
import { contextBridge, ipcRenderer, type IpcRendererEvent, webUtils } from 'electron'
import type { Bridge, Change } from '#shared/contract/bridge.ts'

const bridge: Bridge = {
  call: (method, input, file) =>
    file === undefined
      ? ipcRenderer.invoke('paydesk:call', method, input)
      : ipcRenderer.invoke('paydesk:call', method, input, webUtils.getPathForFile(file as File)),
  onChange: (listener) => {
    const pass = (_event: IpcRendererEvent, change: Change): void => listener(change)
    ipcRenderer.on('paydesk:change', pass)
    return () => {
      ipcRenderer.removeListener('paydesk:change', pass)
    }
  },
}

contextBridge.exposeInMainWorld('paydesk', bridge)
