// What changes when a connection's answers are read, or asked for, in another way, in sentences for
// the question that the system asks. Pure. MONEY: each of these settings moves an amount or decides
// what proves an outcome, so none is changed by the page alone.
import { say } from '#shared/message.ts'
import type { ConnectionSettings } from '#shared/connections/connection.ts'
import { textOfTerms } from '#shared/connections/term-rules.ts'

const amountUnits = {
  units: say('amounts-are-sent-and-read-in-units'),
  minor: say('amounts-are-sent-and-read-in-minor-units'),
} as const
const digitsRules = {
  'iso-4217': say('amounts-have-the-currencys-digits'),
  'always-2': say('amounts-always-have-two-digits'),
} as const
const statusAmounts = {
  unknown: say('an-amount-in-a-status-is-of-nobody-knows-what'),
  latest: say('an-amount-in-a-status-is-of-the-latest-transaction'),
  initial: say('an-amount-in-a-status-is-of-the-first-transaction'),
  remaining: say('an-amount-in-a-status-is-what-remains'),
} as const
const orderidsOf = {
  order: say('outcomes-are-told-under-the-orders-id'),
  request: say('outcomes-are-told-under-an-order-id-of-each-request'),
} as const
const statusIds = {
  both: say('status-is-asked-for-by-both-ids'),
  orderid: say('status-is-asked-for-by-the-order-id'),
  client_orderid: say('status-is-asked-for-by-the-merchant-order-id'),
} as const

export function readingChanges(was: ConnectionSettings, is: ConnectionSettings): string[] {
  const found: string[] = []
  if (was.amountUnit !== is.amountUnit) found.push(amountUnits[is.amountUnit])
  if (was.digitsRule !== is.digitsRule) found.push(digitsRules[is.digitsRule])
  if (was.statusAmount !== is.statusAmount) found.push(statusAmounts[is.statusAmount])
  if (was.orderidOf !== is.orderidOf) found.push(orderidsOf[is.orderidOf])
  if (was.statusIds !== is.statusIds) found.push(statusIds[is.statusIds])
  if (is.statusBy === 'request' && was.statusBy !== 'request')
    found.push(say('what-the-gateway-answers-for-one-request'))
  const terms = textOfTerms(is.terms)
  if (textOfTerms(was.terms) !== terms)
    found.push(
      terms === ''
        ? say('no-word-of-the-gateway-has-a-meaning-of-its-own')
        : say('these-terms-of-the-gateway-decide', { terms }),
    )
  return found
}
