// Every sentence and label of the page by its code, those of main and shared among them.
import { catalogue as shared } from '#messages/catalogue.ts'
import { everywhere } from './en/everywhere.ts'
import { frame } from './en/frame.ts'
import { today } from './en/today.ts'
import { orders } from './en/orders.ts'
import { order } from './en/order.ts'
import { states } from './en/states.ts'
import { attempts } from './en/attempts.ts'
import { operations } from './en/operations.ts'
import { payouts } from './en/payouts.ts'
import { cards } from './en/cards.ts'
import { checks } from './en/checks.ts'
import { connections } from './en/connections.ts'
import { keys } from './en/keys.ts'
import { audit } from './en/audit.ts'
import { parts } from './en/parts.ts'

export const catalogue = {
  ...shared,
  ...everywhere,
  ...frame,
  ...today,
  ...orders,
  ...order,
  ...states,
  ...attempts,
  ...operations,
  ...payouts,
  ...cards,
  ...checks,
  ...connections,
  ...keys,
  ...audit,
  ...parts,
}

export type Catalogue = typeof catalogue
export type MessageCode = keyof Catalogue
