// Stand-in for `powerMonitor`: a browser hears neither of sleep nor of a locked screen, so the
// signal SIGPWR stands in for the latter. A second start of Paydesk sends SIGUSR2 (instance-lock).
import { EventEmitter } from 'node:events'
import type { PowerMonitor } from 'electron'
import type { StandIn } from './stand-in.ts'

const events = new EventEmitter()
const lock = (): void => void events.emit('lock-screen')

export const powerMonitor = {
  on(name: string, listener: () => void): unknown {
    // Whoever only loads this file leaves no listener behind.
    if (!process.listeners('SIGPWR').includes(lock)) process.on('SIGPWR', lock)
    return events.on(name, listener)
  },
} satisfies StandIn<PowerMonitor, 'on'>
