// Why the team lets this computer send nothing, as it was heard last, for the line across each
// screen. Asked again soon while it does not. It decides nothing: each request asks the team
// itself.
import type { Change } from '#shared/contract/bridge.ts'
import type { Fault, Result } from '#shared/fault.ts'
import type { ClaimedRequests } from './claimed-requests.ts'

/** While all is well, and while nothing can be sent. */
const wellAgainMs = 60_000
const awayAgainMs = 5_000

export interface WatchedClaims extends ClaimedRequests {
  /** As it was heard last: a message, or null. */
  whyNothingGoes(): string | null
}

interface WatchedStanding {
  begin(): void
  /** Somebody was answered: where the team refused, it is asked how it stands. */
  after<T>(answer: Result<T>): Result<T>
  /** As a message; null while nobody was refused. */
  why(): string | null
  close(): void
}

/** A keychain that has to be unlocked has a line of its own. */
const isOfTeam = (fault: Fault | null): fault is Fault =>
  fault?.kind === 'denied' && fault.reason === 'team-away'

export function watchStanding(
  ask: () => Promise<Fault | null>,
  parts: {
    report: (incident: string, error: unknown) => void
    onChange: (change: Change) => void
  },
): WatchedStanding {
  let why: string | null = null
  let timer: NodeJS.Timeout | undefined
  let isAsking = false
  let isClosed = false
  const hear = (fault: Fault | null): void => {
    const next = isOfTeam(fault) ? fault.message : null
    if (isClosed || next === why) return
    why = next
    parts.onChange({ topic: 'app' })
  }
  const look = (): void => {
    if (isAsking || isClosed) return
    isAsking = true
    clearTimeout(timer)
    void ask()
      .then(hear, (error: unknown) => {
        if (!isClosed) parts.report('team', error)
      })
      .finally(() => {
        isAsking = false
        if (!isClosed) timer = setTimeout(look, why === null ? wellAgainMs : awayAgainMs).unref()
      })
  }
  return {
    begin: look,
    after: (answer) => {
      if (!answer.ok && isOfTeam(answer.fault)) look()
      return answer
    },
    why: () => why,
    close: () => {
      isClosed = true
      clearTimeout(timer)
    },
  }
}

/** The claims of a team, with what was heard last of why none is given. */
export function watchedClaims(
  claims: ClaimedRequests,
  parts: Parameters<typeof watchStanding>[1],
): WatchedClaims {
  const watch = watchStanding(claims.standing, parts)
  const { orders } = claims
  return {
    ...claims,
    seen: async (asked) => watch.after(await claims.seen(asked)),
    claim: async (...asked) => watch.after(await claims.claim(...asked)),
    orders: {
      ...orders,
      show: async (lockKey) => watch.after(await orders.show(lockKey)),
      holds: async () => watch.after(await orders.holds()),
    },
    whyNothingGoes: watch.why,
    begin: () => {
      claims.begin()
      watch.begin()
    },
    close: async () => {
      watch.close()
      await claims.close()
    },
  }
}
