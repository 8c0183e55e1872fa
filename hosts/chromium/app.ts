// Stand-in for Electron's `app`: paths, the instance lock, and an end that can be put off by
// before-quit.
import { EventEmitter } from 'node:events'
import { readFileSync } from 'node:fs'
import { homedir, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { App, RelaunchOptions } from 'electron'
import { closeBrowser } from './browser.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { appendSwitch } from './layers.ts'
import { needEarly, whenReady } from './phase.ts'
import type { StandIn } from './stand-in.ts'
import { trace } from './trace.ts'

/** Where a packed archive was laid out (packaged.ts); a checkout is no packaged program. */
const packed = process.env['PAYDESK_HOST_PROGRAM']
const top = packed ?? resolve(import.meta.dirname, '..', '..')
const packageFile = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
  name: string
  version: string
}

const paths = new Map<string, string>([
  ['home', homedir()],
  ['temp', tmpdir()],
  ['documents', process.env['XDG_DOCUMENTS_DIR'] ?? join(homedir(), 'Documents')],
  [
    'userData',
    join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), packageFile.name),
  ],
])

let isLeaving = false
const events = new EventEmitter()

/** An event whose default can be prevented, as Electron hands out. */
export function preventable(): { event: { preventDefault(): void }; wasPrevented: () => boolean } {
  let isPrevented = false
  return {
    event: { preventDefault: () => void (isPrevented = true) },
    wasPrevented: () => isPrevented,
  }
}

function exit(code = 0): void {
  if (isLeaving) return
  isLeaving = true
  const limit = new Promise<void>((resolve) => setTimeout(resolve, 3_000))
  void Promise.race([closeBrowser(), limit]).finally(() => process.exit(code))
}

function quit(): void {
  const { event, wasPrevented } = preventable()
  events.emit('before-quit', event)
  if (!wasPrevented()) exit(0)
}

function getPath(name: string): string {
  const path = paths.get(name)
  if (path === undefined) throw new Error(`Failed to get '${name}' path`)
  return path
}

export const app = Object.assign(events, {
  isPackaged: packed !== undefined,
  commandLine: {
    appendSwitch: (name: string, value?: string) => {
      needEarly('app.commandLine.appendSwitch() has no effect after app is ready')
      appendSwitch(name, value)
    },
  } as App['commandLine'],
  enableSandbox: () => needEarly('app.enableSandbox() can only be called before app is ready'),
  exit,
  quit,
  // That it was asked for is written down; who started this program starts it again.
  relaunch: (options?: RelaunchOptions) => trace('relaunched', options ?? {}),
  getName: () => packageFile.name,
  getPath,
  getVersion: () => packageFile.version,
  requestSingleInstanceLock: () =>
    takeInstanceLock(getPath('userData'), (words) => events.emit('second-instance', {}, words, '')),
  // Nothing here passes links to a program: to try one, start the program a second time.
  setAsDefaultProtocolClient: () => false,
  setBadgeCount: (count = 0) => {
    trace('badge', count)
    return true
  },
  setPath: (name: string, path: string) => void paths.set(name, path),
  whenReady,
}) satisfies StandIn<
  App,
  | 'commandLine'
  | 'enableSandbox'
  | 'exit'
  | 'getName'
  | 'getPath'
  | 'getVersion'
  | 'isPackaged'
  | 'on'
  | 'once'
  | 'quit'
  | 'relaunch'
  | 'requestSingleInstanceLock'
  | 'setAsDefaultProtocolClient'
  | 'setBadgeCount'
  | 'setPath'
  | 'whenReady'
>
