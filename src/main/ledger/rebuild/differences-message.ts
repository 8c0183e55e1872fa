// What a person is told of rows that were not what the log makes of them. Pure.
import { say } from '#shared/message.ts'
import type { Difference } from './compare.ts'

/** Names no more than a few, the rest by their number. */
const mostNamed = 5

const titles: Record<Difference['table'], string> = {
  connection: say('a-connection'),
  secret: say('a-key'),
  update_memory: say('memory-of-updates'),
  unknown_term: say('a-word-of-the-gateway'),
  stopped_subscription: say('a-stopped-subscription'),
  recipient_version: say('a-version-of-a-recipient'),
  payment_order: say('an-order'),
  status_snapshot: say('an-answer-of-the-gateway'),
  order_note: say('a-note'),
  order_tag: say('a-tag'),
  order_clearance: say('a-clearance'),
  attempt: say('a-request'),
  money_event: say('an-event-of-money'),
}

export function differencesMessage(differences: readonly Difference[], total: number): string {
  const named = differences.slice(0, mostNamed).map(rowMessage)
  const rest = total - named.length
  if (rest > 0) named.push(say('more-rows', { rest }))
  return say('the-ledger-was-put-right', { named })
}

function rowMessage({ table, id, how, columns }: Difference): string {
  const row = { what: titles[table], name: nameOf(id) }
  if (how === 'gone') return say('a-row-was-taken-out', row)
  if (how === 'added') return say('a-row-was-put-in', row)
  return say('a-row-was-changed', { ...row, columns })
}

/** The key of a row; anybody can have written it. */
const nameOf = (id: string): string =>
  (JSON.parse(id) as unknown[])
    .map(String)
    .join(' / ')
    .replaceAll(/[\p{Cc}\p{Cf}]/gu, '?')
    .slice(0, 80)
