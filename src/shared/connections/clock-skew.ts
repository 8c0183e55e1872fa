// What a difference between the gateway's clock and this computer's means, and how it is said.
// Pure. MONEY: OAuth timestamps are verified against the gateway's clock, so beyond the second
// limit requests would only be refused.
import { say } from '../message.ts'

const warnOverMs = 30_000
const stopOverMs = 120_000

export type ClockState = 'good' | 'warning' | 'stopped'

export const clockStateOf = (skewMs: number): ClockState =>
  Math.abs(skewMs) > stopOverMs ? 'stopped' : Math.abs(skewMs) > warnOverMs ? 'warning' : 'good'

/** "The gateway’s clock is 2 min 5 s ahead of this computer’s." */
export function skewMessage(skewMs: number): string {
  if (Math.abs(skewMs) < 500) return say('connections.clock-agrees')
  const span = spanOf(skewMs)
  return skewMs > 0
    ? say('connections.the-gateways-clock-is-ahead', { span })
    : say('connections.the-gateways-clock-is-behind', { span })
}

/** "This computer’s clock went back by 200 days." */
export const wentBackMessage = (ms: number): string =>
  say('connections.this-computers-clock-went-back', { span: spanOf(ms) })

function spanOf(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000)
  if (seconds < 60) return say('connections.a-span-of-seconds', { seconds })
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return say('connections.a-span-of-minutes', { minutes, seconds: seconds % 60 })
  const hours = Math.floor(minutes / 60)
  return hours < 48
    ? say('connections.a-span-of-hours', { hours, minutes: minutes % 60 })
    : say('connections.a-span-of-days', { days: Math.round(hours / 24) })
}

export const clockAdvice: Readonly<Record<ClockState, string>> = {
  good: '',
  warning: say('connections.clock-set-soon'),
  stopped: say('connections.clock-stops-oauth'),
}
