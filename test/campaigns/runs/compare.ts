// Compares what a run says of its rows with the gateway's books, row for row and to the minor unit.
// The books decide: a refund of theirs that no row asked for, or one too many, is told.
import type { EffectRow } from '../../../src/sandbox/start.ts'
import type { AskedRefund, ToldRow } from './run-task.ts'

export interface Verdict {
  rows: number
  done: number
  sentTwice: number
  otherAmount: number
  lost: number
  unknown: number
  skipped: number
}

const keyOf = ({ orderid, amount }: AskedRefund): string =>
  `${orderid} ${amount.amount.replace('.', '').replace(/^0+/, '')} ${amount.currency}`

const count = (keys: readonly string[]): Map<string, number> => {
  const counted = new Map<string, number>()
  for (const key of keys) counted.set(key, (counted.get(key) ?? 0) + 1)
  return counted
}

/** `others`: what a second person refunded by hand meanwhile. */
export function compareRows(
  told: readonly ToldRow[],
  effects: readonly EffectRow[],
  others: readonly AskedRefund[],
  say: (line: string) => void,
): Verdict {
  const booked = count(
    effects
      .filter(({ operation }) => operation === 'return')
      .map(({ orderid, amountMinor, currency }) => `${orderid} ${amountMinor} ${currency}`),
  )
  const byHand = count(others.map(keyOf))
  const asked = count(told.map(keyOf))
  const done = count(told.filter(({ outcome }) => outcome === 'done').map(keyOf))
  const mayBe = count(
    told.filter(({ outcome }) => ['unknown', 'processing'].includes(outcome)).map(keyOf),
  )
  const verdict: Verdict = {
    ...{ rows: told.length, sentTwice: 0, otherAmount: 0, lost: 0 },
    done: told.filter(({ outcome }) => outcome === 'done').length,
    unknown: told.filter(({ outcome }) => outcome === 'unknown').length,
    skipped: told.filter(({ outcome }) => outcome === 'skipped').length,
  }
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
  toldRows: readonly ToldRow[],
  effects: readonly EffectRow[],
  booksSay: string,
  say: (line: string) => void,
): Verdict {
  const paid = effects.filter(({ operation }) => operation === booksSay)
  const told = [...Map.groupBy(toldRows, ({ clientOrderid }) => clientOrderid).values()].map(
    (rows) =>
      ['done', 'unknown', 'processing'].flatMap(
        (one) => rows.find(({ outcome }) => outcome === one) ?? [],
      )[0] ?? rows[0]!,
  )
  const verdict: Verdict = {
    ...{
      rows: told.length,
      done: 0,
      sentTwice: 0,
      otherAmount: 0,
      lost: 0,
      unknown: 0,
      skipped: 0,
    },
  }
  const known = new Set(told.map(({ clientOrderid }) => clientOrderid))
  for (const { clientOrderid, orderid } of paid)
    if (!known.has(clientOrderid)) {
      verdict.otherAmount += 1
      say(`${booksSay} ${orderid} is of no row`)
    }
  for (const row of told) {
    const own = paid.filter(({ clientOrderid }) => clientOrderid === row.clientOrderid)
    const asked = minorText(row)
    const isOpen = row.outcome === 'unknown' || row.outcome === 'processing'
    if (row.outcome === 'done') verdict.done += 1
    if (row.outcome === 'unknown') verdict.unknown += 1
    if (row.outcome === 'skipped') verdict.skipped += 1
    if (own.length > 1) verdict.sentTwice += own.length - 1
    else if (own.some(({ amountMinor, currency }) => `${amountMinor} ${currency}` !== asked))
      verdict.otherAmount += 1
    else if (!isOpen && own.length !== (row.outcome === 'done' ? 1 : 0)) verdict.lost += 1
    else continue
    say(`line ${row.line} (${asked}, ${row.outcome}): booked ${own.length}`)
  }
  return verdict
}

const minorText = ({ amount }: ToldRow): string =>
  `${amount.amount.replace('.', '').replace(/^0+/, '')} ${amount.currency}`
