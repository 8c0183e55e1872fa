// What a match found, in numbers and sums by list, with the digest of all verdicts. Pure.
import { createHash } from 'node:crypto'
import { isCounted, shownPiles } from '#shared/reconcile/reconcile-methods.ts'
import { type LineKind, lineKinds } from '#shared/reconcile/report-line.ts'
import type { KeptLine, PileCount, ReconcileResult } from './reconciliation-record.ts'
import { type MatchedLine, meaningOf } from './said-of-lines.ts'
import type { KnownEvent } from './told-once.ts'

export function resultOf(
  lines: readonly MatchedLine[],
  missing: readonly KnownEvent[],
  upToEntry: number,
): ReconcileResult {
  const piles = shownPiles.map((pile): PileCount => {
    const of =
      pile === 'not-in-report'
        ? missing
        : pile === 'fees'
          ? feesOf(lines)
          : lines.filter((one) => one.pile === pile).map(({ line }) => line)
    return { pile, count: of.length, sums: sumsOf(of) }
  })
  const verdicts = lines.map(({ line, pile, rule, events, decided }) =>
    JSON.stringify([
      ...[meaningOf(line), pile, rule, events.map(({ id }) => id).toSorted()],
      decided !== null && isCounted(decided) ? decided.decision : '',
    ]),
  )
  const digest = digestOf([verdicts.toSorted(), missing.map(({ id }) => id).toSorted()])
  const refunded = lines.flatMap((one) => (isUnknownRefund(one) ? one.order : []))
  const refundedOrders = [...new Set(refunded)].toSorted()
  return { piles, digest, upToEntry, ...(refundedOrders.length === 0 ? {} : { refundedOrders }) }
}

/** MONEY: of the order that it names nobody knows how much is left to refund. */
export const isUnknownRefund = (
  one: MatchedLine,
): one is MatchedLine & { order: NonNullable<MatchedLine['order']> } =>
  one.pile === 'unexplained' && one.line.kind === 'refunded' && one.order !== null

/** A line each, in parts: one text of a whole report would be as long as its file. */
function digestOf(lists: readonly (readonly string[])[]): string {
  const digest = createHash('sha256')
  for (const list of lists) {
    for (let at = 0; at < list.length; at += atOnce)
      digest.update(`${list.slice(at, at + atOnce).join('\n')}\n`)
    digest.update('\n')
  }
  return digest.digest('hex')
}
const atOnce = 1_000

/** Lines that are a fee, and what is taken off other lines: rule 9 keeps them by themselves. */
export const feesOf = (lines: readonly MatchedLine[]): KeptLine[] =>
  lines.flatMap(({ line }): KeptLine[] => {
    if (line.kind === 'fee') return [line]
    const { fee = 0n } = line
    return fee === 0n ? [] : [{ ...line, kind: 'fee', minor: fee }]
  })

function sumsOf(all: readonly (KeptLine | KnownEvent)[]): PileCount['sums'] {
  const sums = new Map<
    string,
    { kind: LineKind; currency: string; digits: number; minor: bigint }
  >()
  for (const { kind, currency, digits, minor } of all) {
    const key = `${kind} ${currency} ${digits}`
    const sum = sums.get(key)
    if (sum === undefined) sums.set(key, { kind, currency, digits, minor })
    else sum.minor += minor
  }
  return [...sums.values()]
    .map(({ minor, ...of }) => ({ ...of, minor: minor.toString() }))
    .toSorted(
      (a, b) =>
        lineKinds.indexOf(a.kind) - lineKinds.indexOf(b.kind) || (a.currency < b.currency ? -1 : 1),
    )
}
