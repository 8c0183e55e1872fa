// Stand-in for `powerMonitor`: a browser hears neither of sleep nor of a locked screen, so the
// signal SIGUSR2 stands in for the latter.
import { EventEmitter } from 'node:events'
import type { PowerMonitor } from 'electron'
import type { StandIn } from './stand-in.ts'

const events = new EventEmitter()
process.on('SIGUSR2', () => events.emit('lock-screen'))

export const powerMonitor = {
  on: (name: string, listener: () => void): unknown => events.on(name, listener),
} satisfies StandIn<PowerMonitor, 'on'>
