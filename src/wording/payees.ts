// Whom an order paid, in one text: the list of orders, its file, the search and the omnibox have it
// from here. Pure.
import { accountMessage, type Payee } from '#shared/gateway/orders/event-facts.ts'
import { formatMessage } from './format-messages.ts'

export const payeeNamed = (payee: Payee): string =>
  payee.name || formatMessage(accountMessage(payee))

/** Who paid, as the gateway says; of an order that pays somebody, whom. */
export const customerNamed = ({ customer, payee }: { customer: string; payee?: Payee }): string =>
  customer === '' && payee !== undefined ? payeeNamed(payee) : customer
