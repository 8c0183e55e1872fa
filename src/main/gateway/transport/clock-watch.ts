// Remembers how far each connection's clock is from this computer's, and stops OAuth where it is
// too far. In memory only: every run learns it anew from its first answer. It never adjusts a
// timestamp: a clock that is wrong is put right by a person.
import { say } from '#shared/message.ts'
import { clockStateOf, type ClockState, skewMessage } from '#shared/connections/clock-skew.ts'
import type { FaultOf } from '#shared/fault.ts'

interface ClockSkew {
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
  skew(connectionId: string): ClockSkew | null
  /** The fault that stops OAuth-signed requests of this connection, or null. */
  stop(connectionId: string): FaultOf<'denied'> | null
  forget(connectionId: string): void
}

/** `onChange` is called when a connection's state changes, not for every answer. */
export function createClockWatch(onChange: (connectionId: string) => void): ClockWatch {
  const skews = new Map<string, ClockSkew>()
  return {
    note: (connectionId, skewMs, at) => {
      if (skewMs === null) return
      const before = skews.get(connectionId)?.state ?? 'good'
      const state = clockStateOf(skewMs)
      skews.set(connectionId, { skewMs, at, state })
      if (state !== before) onChange(connectionId)
    },
    skew: (connectionId) => skews.get(connectionId) ?? null,
    stop: (connectionId) => {
      const skew = skews.get(connectionId)
      if (skew?.state !== 'stopped') return null
      return {
        kind: 'denied',
        sent: 'no',
        reason: 'clock',
        message: say('gateway.signed-requests-would-be-refused', {
          skew: skewMessage(skew.skewMs),
        }),
      }
    },
    forget: (connectionId) => {
      skews.delete(connectionId)
    },
  }
}
