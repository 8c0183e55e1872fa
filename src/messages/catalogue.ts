// The catalogue: every sentence that main, ledger, gateway and shared have for a person, by its
// code. Codes and parameters are types: shared/message.ts takes none that is not here.
import { audit } from './en/audit.ts'
import { callbacks } from './en/callbacks.ts'
import { connections } from './en/connections.ts'
import { desk } from './en/desk.ts'
import { desktop } from './en/desktop.ts'
import { fields } from './en/fields.ts'
import { gateway } from './en/gateway.ts'
import { keys } from './en/keys.ts'
import { ledger } from './en/ledger.ts'
import { notices } from './en/notices.ts'
import { orders } from './en/orders.ts'
import { requests } from './en/requests.ts'
import { review } from './en/review.ts'
import { ledgerCheck } from './en/ledger-check.ts'
import { updates } from './en/updates.ts'

export const catalogue = {
  ...audit,
  ...callbacks,
  ...connections,
  ...desk,
  ...desktop,
  ...fields,
  ...gateway,
  ...keys,
  ...ledger,
  ...notices,
  ...orders,
  ...requests,
  ...review,
  ...ledgerCheck,
  ...updates,
}

export type Catalogue = typeof catalogue
export type MessageCode = keyof Catalogue
