// Compares what the saved result of a run says of its rows with the gateway's books, row for row
// and to the minor unit. The books decide: a request of theirs that no row asked for, or one too
// many, is told.
import type { EffectRow } from '../../../src/sandbox/start.ts'
import { paidMinor } from './asked.ts'
import type { AskedAmount, ToldRow } from './run-task.ts'
import { outOfOrder } from './told.ts'

export interface Verdict {
  rows: number
  done: number
  sentTwice: number
  otherAmount: number
  lost: number
  unknown: number
  skipped: number
  /** Lines of a result that don't stand in the order of the list. */
  outOfOrder: number
  /** Rows that are done and whose request the books have by its number, to the minor unit. */
  byNumber: number
  /** Rows that were taken in after the check, and those of them that went otherwise. */
  foretold: number
  otherwise: number
  /** Of these, those whose result does not say why. */
  unnamed: number
}

export const noVerdict = (): Verdict => ({
  ...{ rows: 0, done: 0, sentTwice: 0, otherAmount: 0, lost: 0, unknown: 0, skipped: 0 },
  ...{ outOfOrder: 0, byNumber: 0, foretold: 0, otherwise: 0, unnamed: 0 },
})

type Say = (line: string) => void

const minorText = (amount: string): string => amount.replace('.', '').replace(/^0+/, '')
export const keyOf = ({ orderid, amount }: AskedAmount): string =>
  `${orderid} ${minorText(amount.amount)} ${amount.currency}`
export const bookedKey = ({ orderid, amountMinor, currency }: EffectRow): string =>
  `${orderid} ${amountMinor} ${currency}`

const count = (keys: readonly string[]): Map<string, number> => {
  const counted = new Map<string, number>()
  for (const key of keys) counted.set(key, (counted.get(key) ?? 0) + 1)
  return counted
}

/** What its result says of each row, and what it says of all. */
function counted(told: readonly ToldRow[], say: Say): Verdict {
  const of = (outcome: ToldRow['outcome']): number =>
    told.filter((row) => row.outcome === outcome).length
  const taken = told.filter(({ outcome }) => outcome !== 'left-out')
  const otherwise = taken.filter(({ outcome }) => outcome !== 'done')
  const unnamed = otherwise.filter(({ message }) => message === '')
  for (const { line, outcome } of unnamed) say(`line ${line} is ${outcome}, and nothing says why`)
  return {
    ...{ ...noVerdict(), rows: told.length, outOfOrder: outOfOrder(told) },
    ...{ done: of('done'), unknown: of('unknown'), skipped: of('skipped') },
    ...{ foretold: taken.length, otherwise: otherwise.length, unnamed: unnamed.length },
  }
}

/**
 * Each row that is done beside the very request that the books have under its number. Of a row
 * without a number, what it says that moved is what was asked for, which the books are compared
 * with.
 */
function compareNumbers(
  told: readonly ToldRow[],
  effects: readonly EffectRow[],
  verdict: Verdict,
  say: Say,
): void {
  const booked = new Map(effects.map((effect) => [effect.requestSerial, effect]))
  for (const row of told) {
    if (row.outcome !== 'done' && row.moved !== '') verdict.otherAmount += 1
    if (row.outcome !== 'done') continue
    const moved = keyOf({ ...row, amount: { ...row.amount, amount: row.moved } })
    if (row.serial === '' && moved === keyOf(row)) continue
    const effect = booked.get(row.serial)
    if (effect !== undefined && bookedKey(effect) === moved) verdict.byNumber += 1
    else {
      verdict.otherAmount += 1
      say(`line ${row.line} says ${row.moved}, the books ${effect?.amountMinor ?? 'nothing'}`)
    }
  }
}

/** `others`: what a second person refunded by hand meanwhile. */
export function compareRows(
  told: readonly ToldRow[],
  effects: readonly EffectRow[],
  others: readonly AskedAmount[],
  say: Say,
): Verdict {
  const booked = count(effects.map(bookedKey))
  const byHand = count(others.map(keyOf))
  const asked = count(told.map(keyOf))
  const done = count(told.filter(({ outcome }) => outcome === 'done').map(keyOf))
  const mayBe = count(
    told.filter(({ outcome }) => ['unknown', 'processing'].includes(outcome)).map(keyOf),
  )
  const verdict = counted(told, say)
  compareNumbers(told, effects, verdict, say)
  for (const key of new Set([...booked.keys(), ...done.keys()])) {
    const ours = (booked.get(key) ?? 0) - (byHand.get(key) ?? 0)
    const [most, sure, open] = [asked.get(key) ?? 0, done.get(key) ?? 0, mayBe.get(key) ?? 0]
    if (ours > 0 && most === 0) verdict.otherAmount += ours
    else if (ours > most) verdict.sentTwice += ours - most
    else if (ours < sure || ours > sure + open) verdict.lost += 1
    else continue
    say(`${key}: booked ${ours}, asked for ${most}, done ${sure}, open ${open}`)
  }
  return verdict
}

/**
 * Each row has an ID of its own, which the books say of each payment or charge. A row that was
 * asked for in a second run, too, is one.
 */
export function compareOwnIds(
  results: readonly (readonly ToldRow[])[],
  effects: readonly EffectRow[],
  say: Say,
): Verdict {
  const told = [...Map.groupBy(results.flat(), ({ clientOrderid }) => clientOrderid).values()].map(
    (rows) =>
      ['done', 'unknown', 'processing'].flatMap(
        (one) => rows.find(({ outcome }) => outcome === one) ?? [],
      )[0] ?? rows[0]!,
  )
  const verdict = counted(told, say)
  verdict.outOfOrder = results.reduce((sum, rows) => sum + outOfOrder(rows), 0)
  compareNumbers(told, effects, verdict, say)
  const known = new Set(told.map(({ clientOrderid }) => clientOrderid))
  for (const { clientOrderid, operation, orderid } of effects)
    if (!known.has(clientOrderid)) {
      verdict.otherAmount += 1
      say(`${operation} ${orderid} is of no row`)
    }
  for (const row of told) {
    const own = effects.filter(({ clientOrderid }) => clientOrderid === row.clientOrderid)
    const asked = `${minorText(row.amount.amount)} ${row.amount.currency}`
    const isOpen = row.outcome === 'unknown' || row.outcome === 'processing'
    if (own.length > 1) verdict.sentTwice += own.length - 1
    else if (own.some(({ amountMinor, currency }) => `${amountMinor} ${currency}` !== asked))
      verdict.otherAmount += 1
    else if (!isOpen && own.length !== (row.outcome === 'done' ? 1 : 0)) verdict.lost += 1
    else continue
    say(`line ${row.line} (${asked}, ${row.outcome}): booked ${own.length}`)
  }
  return verdict
}

/**
 * Lines of which the check said otherwise than the order's money does: each is refunded in its
 * turn while that lasts. For books that nobody else moves.
 */
export function foretoldWrong(told: readonly ToldRow[], say: Say): number {
  const left = new Map<string, bigint>()
  return told.filter(({ line, orderid, amount, outcome }) => {
    const rest = left.get(orderid) ?? paidMinor[amount.currency as keyof typeof paidMinor]
    const minor = BigInt(minorText(amount.amount))
    const fits = minor <= rest
    if (fits) left.set(orderid, rest - minor)
    if (fits === (outcome !== 'left-out')) return false
    say(`line ${line}: ${rest} was left for ${minor}, and it is ${outcome}`)
    return true
  }).length
}
