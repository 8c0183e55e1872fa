// What Electron hands to ipcMain.handle, reduced to what the sender check reads; every part can be
// forged.
import type { WebContents } from 'electron'
import type { CallEvent } from '../../../src/main/shell/ipc.ts'

interface FakeFrame {
  url: string
  origin: string
  parent: FakeFrame | null
}

export const ourFrame = (): FakeFrame => ({
  url: 'app://paydesk/index.html#/orders',
  origin: 'app://paydesk',
  parent: null,
})

/** Our window's contents around a main frame. */
export const contentsOf = (mainFrame: FakeFrame): WebContents =>
  ({ mainFrame, isDestroyed: () => false, send: () => undefined }) as unknown as WebContents

export const eventOf = (sender: WebContents, senderFrame: FakeFrame | null): CallEvent =>
  ({ sender, senderFrame }) as unknown as CallEvent
