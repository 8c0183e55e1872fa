// What a difference between the service's clock and this computer's means, and how it is said. Pure. MONEY: OAuth timestamps are
// judged by the service's clock, so beyond the second limit requests would only be refused.

export const warnOverMs = 30_000
export const stopOverMs = 120_000

export type ClockState = 'good' | 'warning' | 'stopped'

export const clockStateOf = (skewMs: number): ClockState =>
  Math.abs(skewMs) > stopOverMs ? 'stopped' : Math.abs(skewMs) > warnOverMs ? 'warning' : 'good'

/** "The service’s clock is 2 min 5 s ahead of this computer’s." */
export function wordsOfSkew(skewMs: number): string {
  const seconds = Math.round(Math.abs(skewMs) / 1000)
  if (seconds === 0) return 'The service’s clock agrees with this computer’s.'
  const span =
    seconds < 60
      ? `${seconds} s`
      : seconds < 3600
        ? `${Math.floor(seconds / 60)} min ${seconds % 60} s`
        : `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`
  return `The service’s clock is ${span} ${skewMs > 0 ? 'ahead of' : 'behind'} this computer’s.`
}

export const clockAdvice: Readonly<Record<ClockState, string>> = {
  good: '',
  warning: 'Set this computer’s clock before it grows worse.',
  stopped: 'Requests signed with OAuth are stopped: set this computer’s clock, then test again.',
}
