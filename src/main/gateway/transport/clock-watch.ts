// Remembers how far each connection's clock is from this computer's, and stops OAuth where it is
// too far. In memory only: every run learns it anew from its first answer. It never adjusts a
// timestamp: a clock that is wrong is put right by a person.
import { say } from '#shared/message.ts'
import { clockStateOf, type ClockState, skewMessage } from '#shared/connections/clock-skew.ts'
import type { FaultOf } from '#shared/fault.ts'

interface ClockReading {
  skewMs: number
  at: number
  state: ClockState
}

export interface ClockWatch {
  /**
   * Call with what an answer proved (provenSkew); null when it had no usable Date header, which
   * changes nothing.
   */
  note(connectionId: string, skewMs: number | null, at: number): void
  reading(connectionId: string): ClockReading | null
  /** The fault that stops OAuth-signed requests of this connection, or null. */
  stop(connectionId: string): FaultOf<'denied'> | null
  forget(connectionId: string): void
}

/** `onChange` is called when a connection's state changes, not for every answer. */
export function createClockWatch(onChange: (connectionId: string) => void): ClockWatch {
  const readings = new Map<string, ClockReading>()
  return {
    note: (connectionId, skewMs, at) => {
      if (skewMs === null) return
      const before = readings.get(connectionId)?.state ?? 'good'
      const state = clockStateOf(skewMs)
      readings.set(connectionId, { skewMs, at, state })
      if (state !== before) onChange(connectionId)
    },
    reading: (connectionId) => readings.get(connectionId) ?? null,
    stop: (connectionId) => {
      const reading = readings.get(connectionId)
      if (reading?.state !== 'stopped') return null
      return {
        kind: 'denied',
        sent: 'no',
        reason: 'clock',
        message: say('signed-requests-would-be-refused', {
          skew: skewMessage(reading.skewMs),
        }),
      }
    },
    forget: (connectionId) => {
      readings.delete(connectionId)
    },
  }
}
