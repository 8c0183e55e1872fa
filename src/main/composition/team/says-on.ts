// Says to the team every few minutes that Paydesk is open here, and as it closes, that it is off.
// It decides nothing: who can't say it sends as before, and is shown as silent.
import { signEveryMs } from '../../team/claims/rules.ts'
import type { ClaimedParts, OpenTeam } from './open-team.ts'

/** Until it was said again. */
const againMs = 60_000
/** Closing waits no longer for the team. */
const offWithinMs = 700

export interface SaysOn {
  begin(): void
  /** Whoever stays all the same says a minute later that it is on. */
  sayOff(): Promise<void>
  close(): void
}

export function saysOn(
  { moved, monotonic, report }: Pick<ClaimedParts, 'moved' | 'monotonic' | 'report'>,
  opened: OpenTeam,
): SaysOn {
  let timer: NodeJS.Timeout | undefined
  let saidMs = -Infinity
  let isOver = false
  const say = async (): Promise<void> => {
    if (isOver || monotonic() - saidMs < signEveryMs) return
    const at = await opened()
    if (!at.ok || isOver) return
    if ((await at.value.team.sayOn()) === 'in') saidMs = monotonic()
  }
  const sayNow = (): void =>
    void say().catch((error: unknown) => {
      if (!isOver) report('team', error)
    })
  return {
    begin: () => {
      timer ??= setInterval(sayNow, againMs).unref()
      sayNow()
    },
    sayOff: async () => {
      saidMs = monotonic() - signEveryMs + againMs
      const at = opened.known()
      // Whoever goes on elsewhere writes there.
      if (isOver || at === null || moved() !== null) return
      await at.team.sayOff(offWithinMs).catch((error: unknown) => report('team', error))
    },
    close: () => {
      isOver = true
      clearInterval(timer)
    },
  }
}
