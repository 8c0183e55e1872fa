// What screens show of a reconciliation: plain JSON, amounts as text. Pure.
import type { ReportNeed } from '#shared/bridge/today.ts'
import type { FoundReport } from '../../ledger/reconcile/reconciled-rows.ts'
import { toText } from '#shared/money.ts'
import { sumsOf } from '#shared/money-sums.ts'
import type { ReconciliationView, ResultView } from '#shared/reconcile/reconcile-methods.ts'
import type {
  ReconcileResult,
  ReconciliationRecord,
} from '../../ledger/reconcile/reconciliation-record.ts'

type Found = Pick<FoundReport, 'result' | 'whole' | 'doubts'>

const nothing = { about: '', said: null }
const nothingToSay = { 'one-id': nothing, 'not-asked-here': nothing }

/**
 * `now`: as it is matched by now; without it, as its result was kept. The same result again names
 * the entry that it was kept with, however much was logged since.
 */
export function reconciliationView(record: ReconciliationRecord, now?: Found): ReconciliationView {
  const { id, connectionId, source, rows, actor, createdAt, result: kept } = record
  const { name, period, leftOut, leftKinds = [], replaces, statement = null } = source
  const isKept = now === undefined || kept?.digest === now.result.digest
  const result = isKept ? kept : now.result
  return {
    ...{ id, connectionId, name, rows, period, actor, at: createdAt },
    leftOut: leftOut === null ? null : { count: leftOut.count, reason: leftOut.reason },
    leftKinds: leftKinds.map(({ sums, ...of }) => ({ ...of, sums: sums.map(sumText) })),
    result: result === null ? null : resultView(result),
    ...(now === undefined ? {} : { isOlder: !isKept }),
    ...{ whole: now?.whole ?? nothingToSay, doubts: now?.doubts ?? [] },
    ...{ aside: asideView(record.aside), replaces: replaces ?? null, statement },
  }
}

/** MONEY: what one person alone said where it takes two sets nothing aside. */
export const isAside = ({ aside }: Pick<ReconciliationRecord, 'aside'>): boolean =>
  aside !== null && aside.waits !== true

function asideView(aside: ReconciliationRecord['aside']): ReconciliationView['aside'] {
  if (aside === null) return null
  const { actor, at, reason, waits = false, agreedBy = null, about = '' } = aside
  return { actor, at, reason, isWaiting: waits, agreedBy, about }
}

const sumText = ({ minor, ...of }: { currency: string; digits: number; minor: string }) =>
  toText({ ...of, minor: BigInt(minor) })

const resultView = ({ piles, digest, upToEntry }: ReconcileResult): ResultView => ({
  ...{ digest, upToEntry },
  piles: piles.map(({ pile, count, sums }) => ({
    ...{ pile, count },
    sums: sums.map(({ kind = null, ...sum }) => ({ kind, ...sumText(sum) })),
  })),
})

/** What Today says of money out that nothing explains in the kept result; null for none. */
export function reportNeed(record: ReconciliationRecord): ReportNeed | null {
  const { id, connectionId, source, result, createdAt } = record
  const pile = result?.piles.find((one) => one.pile === 'unexplained')
  if (pile === undefined || pile.count === 0) return null
  const { sums } = sumsOf(pile.sums.map(({ kind: _kind, ...sum }) => sumText(sum)))
  const isRefunds = pile.sums.every(({ kind }) => kind === 'refunded')
  return { id, connectionId, name: source.name, count: pile.count, isRefunds, sums, at: createdAt }
}
