// Two people at two computers begin with one list at one gateway, each with a ledger of their own.
// What one of them can know of the other is what the gateway answers: a row that it had been told
// of before it sent must not be sent again. What crosses on the way can't be known, and is counted.
import type { EffectRow } from '../../../src/sandbox/start.ts'
import type { Passage } from '../faults/oracle/witness.ts'
import { bookedKey, keyOf } from './compare.ts'
import type { AskedAmount, ToldRow } from './run-task.ts'

export interface TwoDesksVerdict {
  /** Amounts of orders that both lists name. */
  shared: number
  /** Sent by both, as the first was not told yet when the second asked last. */
  crossed: number
  /** Sent although the answer before it told of the same by the other desk. */
  sentThoughTold: number
  /** Sent more than once by one and the same desk. */
  sentTwice: number
  otherAmount: number
  /** Neither was booked, though a desk says that it is done. */
  lost: number
}

/** Where the answer to a request was lost, it was booked within this time. */
const bookedWithinMs = 2_000

export function compareTwo(
  asked: readonly AskedAmount[],
  desks: readonly { told: readonly ToldRow[]; passages: readonly Passage[] }[],
  effects: readonly EffectRow[],
  say: (line: string) => void,
): TwoDesksVerdict {
  const verdict: TwoDesksVerdict = {
    ...{ shared: asked.length, crossed: 0, sentThoughTold: 0, sentTwice: 0 },
    ...{ otherAmount: 0, lost: 0 },
  }
  const booked = Map.groupBy(effects, bookedKey)
  const names = new Set(asked.map(keyOf))
  for (const [key, rows] of booked) if (!names.has(key)) verdict.otherAmount += rows.length
  for (const row of asked) {
    const key = keyOf(row)
    const effectsOf = booked.get(key)?.length ?? 0
    const sends = desks.map(({ passages }) => passages.filter((one) => isSendOf(one, row)))
    for (const { length } of sends) if (length > 1) verdict.sentTwice += length - 1
    const saysDone = desks.some(({ told }) =>
      told.some((one) => keyOf(one) === key && one.outcome === 'done'),
    )
    if (saysDone && effectsOf === 0) {
      verdict.lost += 1
      say(`${key} is done at a desk, and the books have nothing of it`)
    }
    if (effectsOf < 2) continue
    const [first, second] = sends.flat().toSorted((a, b) => a.left - b.left)
    const asker = desks.find(({ passages }) => second !== undefined && passages.includes(second))
    if (first === undefined || second === undefined || asker === undefined) continue
    if (wasTold(first, second, asker.passages)) {
      verdict.sentThoughTold += 1
      say(`${key} was sent by both, and the second had been told of the first`)
    } else verdict.crossed += 1
  }
  return verdict
}

const isSendOf = ({ operation, fields, forwarded }: Passage, row: AskedAmount): boolean =>
  operation === 'return' &&
  forwarded !== null &&
  fields['orderid'] === row.orderid &&
  Number(fields['amount']) === Number(row.amount.amount)

/** Whether an answer that was asked for after the first was booked came before the second. */
const wasTold = (first: Passage, second: Passage, passages: readonly Passage[]): boolean =>
  passages.some(
    ({ operation, fields, left, at, answered }) =>
      operation === 'status' &&
      fields['orderid'] === second.fields['orderid'] &&
      answered !== null &&
      answered < second.left &&
      (first.answered === null ? at > first.at + bookedWithinMs : left > first.answered),
  )
