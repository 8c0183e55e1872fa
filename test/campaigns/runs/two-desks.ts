// Two people at two computers begin with one list at one gateway, each with a ledger of their own.
// What one of them can know of the other is what the gateway answers: a row that it had been told
// of before it sent must not be sent again. What crosses on the way can't be known, and is counted;
// nor can a refund behind which another one followed, as a status tells of the newest alone.
import type { EffectRow } from '../../../src/sandbox/start.ts'
import type { Passage } from '../faults/oracle/witness.ts'
import { bookedKey, keyOf } from './compare.ts'
import type { AskedAmount, ToldRow } from './run-task.ts'

export interface TwoDesksVerdict {
  /** Amounts of orders that both lists name. */
  shared: number
  /** Sent by both, as no answer told the second of the first. */
  crossed: number
  /** Sent although an answer before it told of the same by the other desk. */
  sentThoughTold: number
  /** Sent more than once by one and the same desk. */
  sentTwice: number
  otherAmount: number
  /** Neither was booked, though a desk says that it is done. */
  lost: number
}

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
    const [, second] = sends.flat().toSorted((a, b) => a.left - b.left)
    const asker = desks.find(({ passages }) => second !== undefined && passages.includes(second))
    if (second === undefined || asker === undefined) continue
    const answers = tellingOf(row, second, asker.passages)
    if (answers.length > 0) {
      verdict.sentThoughTold += 1
      const when = answers.every(({ isDoubtful }) => isDoubtful) ? ' as its program died' : ''
      say(`${key} was sent by both, and the second had been told of the first${when}`)
    } else verdict.crossed += 1
  }
  return verdict
}

const isSendOf = ({ operation, fields, forwarded }: Passage, row: AskedAmount): boolean =>
  operation === 'return' &&
  forwarded !== null &&
  fields['orderid'] === row.orderid &&
  Number(fields['amount']) === Number(row.amount.amount)

/** Each status that named this refund of the order, and was answered before the second was sent. */
const tellingOf = (row: AskedAmount, second: Passage, passages: readonly Passage[]): Passage[] =>
  passages.filter(
    ({ operation, fields, answered, reported }) =>
      operation === 'status' &&
      fields['orderid'] === row.orderid &&
      answered !== null &&
      answered < second.left &&
      reported?.['transaction-type'] === 'reversal' &&
      ['approved', 'processing'].includes(reported['status'] ?? '') &&
      Number(reported['amount']) === Number(row.amount.amount),
  )
