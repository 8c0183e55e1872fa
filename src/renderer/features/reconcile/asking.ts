// What the screens of reconciliation ask main for.
import type { ListReport, OrderFile } from '#shared/bridge/lists.ts'
import type { Input, Output } from '#shared/contract/bridge.ts'
import type { Result } from '#shared/fault.ts'
import type {
  Decision,
  ReconciledRow,
  ReconciliationView,
  ShownPile,
  WholePile,
} from '#shared/reconcile/reconcile-methods.ts'
import { call } from '../../api/bridge.ts'

export const keepResult = (id: string, digest: string): Promise<Result<ReconciliationView>> =>
  call('reconcile:keep', { id, digest })

export const decideLine = (asked: Input<'reconcile:decide'>): Promise<Result<ReconciliationView>> =>
  call('reconcile:decide', asked)

export const lookUpOrders = (id: string): Promise<Result<Output['reconcile:look-up']>> =>
  call('reconcile:look-up', { id })

export const saveResult = (id: string, as: OrderFile['as']): Promise<Result<ListReport | null>> =>
  call('reconcile:save', { id, as })

/** What a person is asked to say, of a line or, without one, of a whole list. */
export type Asked =
  | { decision: Decision; row: ReconciledRow; pile: ShownPile; about: string }
  | { decision: Decision; row: null; pile: WholePile; about: string }

export const agreeTo = (asked: Input<'reconcile:agree'>): Promise<Result<ReconciliationView>> =>
  call('reconcile:agree', asked)

export const setReportAside = (
  asked: Input<'reconcile:aside'>,
): Promise<Result<ReconciliationView>> => call('reconcile:aside', asked)
