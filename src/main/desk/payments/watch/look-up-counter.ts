// Which answers count as a look-up before a person may resolve a request: three of them, each at
// least fifteen minutes after the one before, are three look-ups over at least thirty minutes,
// whatever the wall clock says.
import { lookUpsNeeded } from '#shared/attempt.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { Journal } from '../../../ledger/journal/journal.ts'

const apartMs = 15 * 60_000

export interface LookUpCounter {
  /**
   * The gateway answered about the attempt's order, also that it has none. Returns how many
   * look-ups count by now.
   */
  note(attempt: AttemptRow): number
}

export function createLookUpCounter({
  journal,
  monotonic,
}: {
  journal: Pick<Journal, 'get' | 'noteLook'>
  monotonic: () => number
}): LookUpCounter {
  /** When the last look-up of an attempt was counted in this run, by the monotonic clock. */
  const counted = new Map<string, number>()
  return {
    note: (attempt) => {
      const now = monotonic()
      const last = counted.get(attempt.id)
      // MONEY: as it stands by now: of questions that were under way together only one counts.
      const { looks: lookUps } = journal.get(attempt.id) ?? attempt
      const isFirst = lookUps === 0
      const isLater = last !== undefined && now - last >= apartMs
      // The time of the last look-up before a restart is unknown, so the wait begins again.
      if (isFirst || isLater || last === undefined) counted.set(attempt.id, now)
      if (lookUps >= lookUpsNeeded || !(isFirst || isLater)) return lookUps
      journal.noteLook(attempt.id)
      return lookUps + 1
    },
  }
}
