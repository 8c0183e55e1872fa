// The events of this moment that a person is told of, each under a key that stays the same for as
// long as it is the same event, over restarts too. It reads the ledger and decides nothing.
import type { Happened, PersonEventKind } from '#shared/desktop/person-events.ts'
import type { Stop } from '#shared/stop.ts'
import { type MoneyText, toText } from '#shared/money.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'

export interface PersonEvent {
  key: string
  kind: PersonEventKind
  /** Empty where the event is about no order. */
  order: string
  amount: MoneyText | null
}

export interface EventFacts {
  unknown: readonly AttemptRow[]
  contradicted: readonly AttemptRow[]
  stops: readonly Stop[]
  /** By the message of what had stopped money. */
  resumedAt: ReadonlyMap<string, number>
  happened: readonly Happened[]
  /** Version of the update that the feed has for a person, or null. */
  update: string | null
  digest: (text: string) => string
}

export function openEvents(facts: EventFacts): PersonEvent[] {
  const ofAttempt = (kind: PersonEventKind, key: string, row: AttemptRow): PersonEvent => ({
    key,
    kind,
    order: row.orderid === '' ? row.clientOrderid : row.orderid,
    amount: row.amount === null ? null : toText(row.amount),
  })
  const plain = (kind: PersonEventKind, key: string): PersonEvent => ({
    ...{ key, kind, order: '', amount: null },
  })
  return [
    ...facts.unknown.map((row) => ofAttempt('outcome-unknown', `unknown/${row.id}`, row)),
    // A contradiction that a person cleared and that comes back is another one.
    ...facts.contradicted.map((row) =>
      ofAttempt('contradicted', `contradicted/${row.id}/${row.clearedSeq ?? 0}`, row),
    ),
    // The numbers of stops begin anew with each start; what a stop says stays, and so does when a
    // person last went on in spite of it.
    ...facts.stops.map(({ message }) =>
      plain('money-stopped', `stop/${facts.digest(message)}/${facts.resumedAt.get(message) ?? 0}`),
    ),
    ...(facts.update === null ? [] : [plain('update-available', `update/${facts.update}`)]),
    ...facts.happened.map(({ kind, seq }) => plain(kind, `happened/${seq}`)),
  ]
}
