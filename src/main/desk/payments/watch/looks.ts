// Which answers count as a look-up before a person may resolve a request: three of them, each at
// least fifteen minutes after the one before, are three look-ups over at least thirty minutes,
// whatever the wall clock says.
import { lookUpsNeeded } from '#shared/attempt.ts'
import type { AttemptRow } from '../../../ledger/journal/attempt-row.ts'
import type { Journal } from '../../../ledger/journal/journal.ts'

const apartMs = 15 * 60_000

export interface LookCounter {
  /**
   * The gateway answered about the attempt's order, also that it has none. Returns how many
   * look-ups count by now.
   */
  note(attempt: AttemptRow): number
}

export function createLookCounter({
  journal,
  monotonic,
}: {
  journal: Pick<Journal, 'get' | 'noteLook'>
  monotonic: () => number
}): LookCounter {
  /** When the last look-up of an attempt was counted in this run, by the monotonic clock. */
  const counted = new Map<string, number>()
  return {
    note: (attempt) => {
      const now = monotonic()
      const last = counted.get(attempt.id)
      // MONEY: as it stands by now: of questions that were under way together only one counts.
      const { looks } = journal.get(attempt.id) ?? attempt
      const isFirst = looks === 0
      const isLater = last !== undefined && now - last >= apartMs
      // The time of the last look before a restart is unknown, so the wait begins again.
      if (isFirst || isLater || last === undefined) counted.set(attempt.id, now)
      if (looks >= lookUpsNeeded || !(isFirst || isLater)) return looks
      journal.noteLook(attempt.id)
      return looks + 1
    },
  }
}
