// What a person is told of rows that were not what the log makes of them. Pure.
import { say } from '#shared/message.ts'
import type { Difference } from './compare.ts'

/** Names no more than a few, the rest by their number. */
const mostNamed = 5

const titles: Record<Difference['table'], string> = {
  connection: say('ledger.row-connection'),
  secret: say('ledger.row-key'),
  update_memory: say('ledger.row-update-memory'),
  unknown_term: say('ledger.row-gateway-word'),
  stopped_subscription: say('ledger.row-stopped-subscription'),
  recipient_version: say('ledger.row-recipient'),
  person_statement: say('ledger.row-person-statement'),
  person_failure: say('ledger.row-person-failure'),
  team_membership: say('ledger.row-team-membership'),
  team_record: say('ledger.row-team-record'),
  approval: say('ledger.row-approval'),
  payment_order: say('ledger.row-order'),
  status_snapshot: say('ledger.row-gateway-answer'),
  order_note: say('ledger.row-note'),
  order_tag: say('ledger.row-tag'),
  order_clearance: say('ledger.row-clearance'),
  order_dispute: say('ledger.row-dispute'),
  found_refund_seen: say('ledger.row-found-refund-seen'),
  shop_list: say('ledger.row-shop-list'),
  shop_order: say('ledger.row-shop-order'),
  shop_asking: say('ledger.row-shop-asking'),
  export_plan: say('ledger.row-export-plan'),
  export_file: say('ledger.row-export-file'),
  reason_mapping: say('ledger.row-reason-mapping'),
  reconciliation: say('ledger.row-reconciliation'),
  reconciliation_part: say('ledger.row-reconciliation-part'),
  reconciliation_decision: say('ledger.row-reconciliation-decision'),
  run: say('ledger.row-run'),
  run_row: say('ledger.row-run-row'),
  attempt: say('ledger.row-request'),
  money_event: say('ledger.row-money-event'),
}

export function differencesMessage(differences: readonly Difference[], total: number): string {
  const named = differences.slice(0, mostNamed).map(rowMessage)
  const rest = total - named.length
  if (rest > 0) named.push(say('ledger.more-rows', { rest }))
  return say('ledger.put-right', { named })
}

function rowMessage({ table, id, how, columns }: Difference): string {
  const row = { what: titles[table], name: nameOf(id) }
  if (how === 'gone') return say('ledger.row-removed', row)
  if (how === 'added') return say('ledger.row-added', row)
  return say('ledger.row-changed', { ...row, columns })
}

/** The key of a row; anybody can have written it. */
const nameOf = (id: string): string =>
  (JSON.parse(id) as unknown[])
    .map(String)
    .join(' / ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')
    .slice(0, 80)
