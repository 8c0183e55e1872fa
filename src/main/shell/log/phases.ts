// When a start reached what: milliseconds from where it began, for paydesk.log and the benchmark.

export type Phase = 'held' | 'looked' | 'ledger' | 'keys' | 'sandbox' | 'practice'

export interface Phases {
  reached(phase: Phase): void
  /** Of each phase, and until now. */
  soFar(): Partial<Record<Phase, number>> & { ms: number }
}

export function countPhases(monotonic: () => number): Phases {
  const startedAt = monotonic()
  const since = (): number => Math.round(monotonic() - startedAt)
  const phases: Partial<Record<Phase, number>> = {}
  return {
    reached: (phase) => void (phases[phase] = since()),
    soFar: () => ({ ms: since(), ...phases }),
  }
}
