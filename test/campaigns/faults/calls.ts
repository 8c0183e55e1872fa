// The campaign's own page of calls: everything its people do at a desk, in the words of the bridge.
// When the bridge changes, this is the one file to change with it.
import type { OrderView, Review } from '#shared/bridge/views.ts'
import { ok, type Result } from '#shared/fault.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { Desk } from '../../../src/main/desk/base/desk.ts'
import type { Life } from './life.ts'
import type { ShownSums } from './oracle/books.ts'

/** All that can be called, where somebody signs in before they do. */
export const deskOf = (life: Life): Desk =>
  new Proxy({} as Desk, {
    get: (_, method: keyof Desk) => (input: never) => life.call(method, input),
  })

export const lookUp = (
  life: Life,
  connectionId: string,
  by: 'orderid' | 'client_orderid',
  value: string,
): Promise<Result<OrderView>> => life.call('order:look-up', { connectionId, by, value })

/** A person presses "Check now". */
export const check = (
  life: Life,
  connectionId: string,
  orderid: string,
): Promise<Result<OrderView>> => life.call('order:check', { connectionId, orderid })

export const prepare = (
  life: Life,
  connectionId: string,
  operation: string,
  request: Record<string, string>,
  /** The request, resolved as not done, that is sent again; null for a new one. */
  again: string | null = null,
): Promise<Result<Review>> =>
  life.call('attempt:review', {
    connectionId,
    operation: operation as OperationId,
    request,
    ...(again === null ? {} : { again }),
  })

export const confirm = (
  life: Life,
  { attemptId, token }: Pick<Review, 'attemptId' | 'token'>,
): Promise<Result<{ state: string }>> => life.call('attempt:confirm', { attemptId, token })

export const undoAttempt = (life: Life, attemptId: string): Promise<Result<{ state: string }>> =>
  life.call('attempt:undo', { attemptId })

export interface Listed {
  id: string
  operation: string
  connectionId: string
  orderid: string
  clientOrderid: string
  state: string
  amountMinor: number | null
  conflict: string | null
  reportedSeq: number | null
}

export async function list(life: Life, isOpen: boolean): Promise<Listed[] | null> {
  const rows = await life.call('attempt:list', { isOpen })
  if (!rows.ok) return null
  return rows.value.map((row) => ({
    id: row.id,
    operation: row.operation,
    connectionId: row.connectionId,
    orderid: row.orderid,
    clientOrderid: row.clientOrderid,
    state: row.state,
    amountMinor: minorOf(row.amount),
    conflict: row.conflict,
    reportedSeq: row.reportedSeq,
  }))
}

/**
 * A person says what they found out. `override`: why it can't wait for three look-ups over half an
 * hour; null for no such words.
 */
export async function resolve(
  life: Life,
  attemptId: string,
  outcome: 'happened' | 'did-not-happen',
  reason: string,
  override: string | null = 'the customer waits',
): Promise<Result<{ state: string }>> {
  for (let times = 1; ; times += 1) {
    // What the person reads just before. News may come between the two: then they read again.
    const shown = (await list(life, false))?.find(({ id }) => id === attemptId)
    const said = await life.call('attempt:resolve', {
      attemptId,
      outcome,
      reportedSeq: shown?.reportedSeq ?? null,
      reason,
      ...(override === null ? {} : { override }),
    })
    const isNews = !said.ok && said.fault.kind === 'denied' && said.fault.reason === 'told-since'
    if (!isNews || times === 5) return said
  }
}

/** The sums of an order as its page shows them; null when Paydesk does not know the order. */
export async function shownSums(
  life: Life,
  connectionId: string,
  orderid: string,
): Promise<(ShownSums & { hasConflict: boolean }) | null> {
  const view = await life.call('order:show', { connectionId, orderid })
  if (!view.ok) return null
  const { captured, returned, returnable, conflict } = view.value
  return {
    captured: minorOf(captured),
    returned: minorOf(returned),
    returnable: minorOf(returnable),
    hasConflict: conflict !== null,
  }
}

const minorOf = (money: { amount: string; currency: string } | null): number | null =>
  money === null ? null : Number(money.amount.replace('.', ''))

/** Why money is stopped, or null. */
export const moneyStop = async (life: Life): Promise<string | null> =>
  (await moneyStops(life))[0]?.message ?? null

/** Every reason why money is stopped, as the screen shows them. */
export async function moneyStops(life: Life): Promise<{ id: string; message: string }[]> {
  const state = await life.call('app:state', {})
  return state.ok ? state.value.moneyStops : []
}

/** A person says of these stops, and of no other, that money may go on. */
export const resume = (life: Life, stopIds: string[]): Promise<Result<unknown>> =>
  life.call('money:resume', { stopIds, reason: 'the disk was looked at and is sound' })

export async function unknownCount(life: Life): Promise<number | null> {
  const state = await life.call('app:state', {})
  return state.ok ? state.value.unknownCount : null
}

export const retryKeychain = (life: Life): Promise<Result<unknown>> => life.call('vault:retry', {})

export const setUndo = (
  life: Life,
  connectionId: string,
  undoMs: number,
): Promise<Result<unknown>> =>
  life.call('connection:set-money', { connectionId, money: { undoMs } })

/** Changes the record of a connection: fields of the record itself, or of its settings. */
export async function changeConnection(
  life: Life,
  connectionId: string,
  change: { record?: Record<string, unknown>; settings?: Record<string, unknown> },
): Promise<Result<unknown>> {
  const shown = await life.call('connection:show', { connectionId })
  if (!shown.ok) return shown
  const { name, environment, baseUrl, endpointId, login, settings } = shown.value
  return life.call('connection:save', {
    connectionId,
    name,
    environment,
    baseUrl,
    endpointId,
    login,
    ...change.record,
    settings: { ...settings, ...change.settings },
  })
}

export const enterKey = (life: Life, connectionId: string, key: string): Promise<Result<unknown>> =>
  life.call('key:set-control', { connectionId, key })

export async function removeConnection(life: Life, connectionId: string): Promise<Result<unknown>> {
  const shown = await life.call('connection:show', { connectionId })
  return shown.ok
    ? life.call('connection:remove', { connectionId, name: shown.value.name })
    : ok(null)
}
