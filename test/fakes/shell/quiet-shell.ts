// A shell without a window, for desks whose test is about something else: notices that nobody
// hears, no folder and no file that is chosen, and nothing printed.
import type { ShellPorts } from '../../../src/main/desk/base/desk.ts'

export const quietShell: ShellPorts = {
  ask: () => Promise.resolve('yes'),
  chooseExportFolder: () => Promise.resolve({ ok: true, value: null }),
  showInFolder: () => Promise.resolve(true),
  chooseToOpen: () => Promise.resolve({ ok: true, value: null }),
  takeDropped: () => Promise.resolve({ ok: true, value: null }),
  chooseFolder: () => Promise.resolve({ ok: true, value: null }),
  chooseFile: () => Promise.resolve({ ok: true, value: null }),
  printPage: () => Promise.reject(new Error('nothing is printed here')),
  copyText: () => Promise.resolve(),
  copiedText: () => Promise.resolve(''),
  protectContent: () => undefined,
  reload: () => Promise.resolve(),
  restart: () => undefined,
  showsProduction: () => undefined,
  followTheme: () => undefined,
  whenAway: () => undefined,
  notices: { show: () => undefined, withdraw: () => undefined, badge: () => undefined },
  saveText: () => Promise.resolve({ ok: true, value: null }),
}
