// What belongs together with an order although it is another one, as far as Paydesk's journal
// knows: card references and subscriptions made from it, the rebills, payouts and payments made
// with those, the links it began with, and where its own card or subscription came from. It reads;
// it never asks the gateway, which can't tell.
import type { RelatedView } from '#shared/bridge/views.ts'
import { flowOf } from '#shared/gateway/flow.ts'
import { isOperationId } from '#shared/gateway/operations/index.ts'
import { toText } from '#shared/money.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { AttemptLists } from '../../ledger/journal/attempt-lists.ts'

const mostShown = 100

/** Fields that name a card reference or a subscription, in requests and in answers. */
const usedIn = [
  'cardrefid',
  'sending-card-ref-id',
  'recurring-payment-id',
  'card_recurring_payment_id',
] as const
const givenIn = ['card-ref-id', 'recurring-payment-id'] as const

const firstOf = (fields: Record<string, string> | null, names: readonly string[]): string =>
  names.map((name) => fields?.[name] ?? '').find((value) => value !== '') ?? ''
const usedBy = (row: AttemptRow): string => firstOf(row.request, usedIn)
const givenBy = (row: AttemptRow): string => firstOf(row.answer, givenIn)

/** `own` are the attempts of the order itself. Newest first within each relation. */
export function relatedTo(
  lists: Pick<AttemptLists, 'byReference'>,
  place: { connectionId: string; orderid: string },
  own: readonly AttemptRow[],
): RelatedView[] {
  const ownIds = new Set(own.map((row) => row.id))
  const find = (side: 'uses' | 'gives', references: string[]): AttemptRow[] =>
    references.length === 0 ? [] : lists.byReference(place.connectionId, side, references)
  const others = (rows: AttemptRow[]): AttemptRow[] => rows.filter((row) => !ownIds.has(row.id))

  const given = own.map(givenBy).filter((value) => value !== '')
  const children = others(find('uses', given)).filter((row) => row.sentAt !== null)
  const inTurn = children.map(givenBy).filter((value) => value !== '' && !given.includes(value))
  const grandchildren = others(find('uses', inTurn)).filter((row) => row.sentAt !== null)
  const used = own.filter(makesOrder).map(usedBy)
  const parents = others(
    find(
      'gives',
      used.filter((value) => value !== ''),
    ),
  )
  const made = own.filter(
    (row) => row.sentAt !== null && (givenBy(row) !== '' || 'redirect-url' in (row.answer ?? {})),
  )
  const seen = new Set<string>()
  return [
    ...parents.map((row) => relatedView('parent', row)),
    ...made.map((row) => relatedView('own', row)).reverse(),
    ...[...children, ...grandchildren].map((row) => relatedView('child', row)),
  ]
    .filter(({ attemptId }) => !seen.has(attemptId) && seen.add(attemptId))
    .slice(0, mostShown)
}

const makesOrder = (row: AttemptRow): boolean =>
  isOperationId(row.operation) && flowOf(row.operation) === 'new'

const relatedView = (relation: RelatedView['relation'], row: AttemptRow): RelatedView => ({
  relation,
  attemptId: row.id,
  operation: row.operation,
  orderid: row.orderid,
  state: row.state,
  amount: row.amount === null ? null : toText(row.amount),
  at: row.sentAt ?? row.createdAt,
  reference: givenBy(row) || usedBy(row),
})
