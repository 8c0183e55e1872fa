// Stand-in for `Notification`: Chromium's window can show no notifications of a program. Shown and
// withdrawn notifications are written to a file, and a test clicks one by a line in another file
// (pressed.ts).
import { EventEmitter } from 'node:events'
import type { Notification as ElectronNotification, NotificationConstructorOptions } from 'electron'
import { needReady } from './phase.ts'
import type { StandIn } from './stand-in.ts'
import { onPressed } from './pressed.ts'
import { trace } from './trace.ts'

type Members = StandIn<ElectronNotification, 'close' | 'on' | 'once' | 'show'>

export class Notification extends EventEmitter implements Members {
  static isSupported = (): boolean => true
  static remove = (id: string | string[]): void => trace('withdrawn', { id })

  readonly #options: NotificationConstructorOptions

  constructor(options: NotificationConstructorOptions = {}) {
    super()
    needReady('Cannot create Notification before app is ready')
    this.#options = options
    onPressed('notice', options.id ?? '', () => this.emit('click', {}))
  }

  show(): void {
    const { id, title, body } = this.#options
    trace('notified', { id, title, body })
  }

  close(): void {
    trace('withdrawn', { id: this.#options.id })
  }
}
