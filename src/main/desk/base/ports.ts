// What the other rooms give the desk, gathered once. No function takes the whole: each names the
// few that it uses.
import type { Change } from '#shared/contract/bridge.ts'
import type { Connection } from '#shared/connections/connection.ts'
import type { Stop } from '#shared/stop.ts'
import type { TakeTurn } from '../../gateway/budget/budgets.ts'
import type { GatewayClient } from '../../gateway/client.ts'
import type { AuditLog } from '../../ledger/audit/audit.ts'
import type { Journal } from '../../ledger/journal/journal.ts'
import type { Notes } from '../../ledger/orders/notes.ts'
import type { Orders } from '../../ledger/orders/orders.ts'
import type { ReconciliationBook } from '../../ledger/reconcile/reconciliation-book.ts'
import type { Runs } from '../../ledger/runs/runs.ts'
import type { ShopBook } from '../../ledger/shop/shop-book.ts'
import type { UnseenEnds } from '../../ledger/settings/unseen-ends.ts'
import type { Right } from '#shared/people/rights.ts'
import type { Approvals } from '../../ledger/approvals/approvals.ts'
import type { Roll } from '#shared/people/roll.ts'
import type { Recipients } from '../../ledger/settings/recipients.ts'
import type { TeamClaims } from './team-claims.ts'

export interface DeskPorts {
  journal: Journal
  orders: Orders
  recipients: Recipients
  runs: Runs
  shop: ShopBook
  reconciliations: ReconciliationBook
  /** Requests that wait for the approval of somebody else. */
  approvals: Approvals
  /** Who works here, and above which amounts they need one another. */
  roll: { isOn(): boolean; read(): Roll; fault(): string | null }
  notes: Notes
  audit: AuditLog
  connections: ConnectionBook
  gateway: (connectionId: string) => GatewayClient
  /** Null on a computer that works alone. */
  team: () => TeamClaims | null
  /** What whoever asks a gateway many things takes before each: a part of its account's budget. */
  takeTurn: TakeTurn
  clock: () => number
  /** Milliseconds that only go forward, whatever happens to the wall clock. */
  monotonic: () => number
  randomBytes: (size: number) => Uint8Array
  /** Who is signed in; where nobody has to be, whose account of the system this is. */
  actor: () => string
  /** Another one with each sign-in and each lock; the same one while sign-in is off. */
  signInNumber: () => number
  /** Why whoever is signed in may not do it, or null. A call of the bridge is asked by itself. */
  mayNot: (right: Right) => string | null
  /** Aborted when its end is asked for: nothing is confirmed any more. */
  ending: AbortSignal
  /**
   * Aborted when the program ends: nothing new leaves then, and questions under way are cut off.
   */
  closing: AbortSignal
  /** What ended unsent once the end was asked for. */
  unseenEnds: UnseenEnds
  /** Why money over this connection is stopped, or null. */
  moneyStop: (connection: Connection | undefined) => string | null
  /**
   * MONEY: what another program changed in the ledger, in words, until a person decided; null when
   * nothing is. What steers money is not written meanwhile: a foreign trigger would change it, and
   * the log would say so.
   */
  tampering: () => string | null
  /**
   * Resolves once the ledger was checked, or could not be: `tampering` says which. Null where
   * nothing has to be checked, so that who asks first goes first.
   */
  checked: () => Promise<unknown> | null
  /**
   * MONEY: between the commit of SENDING and the socket. What a copy of the ledger would forget is
   * written outside of it; null when it was, else why not, and nothing may be sent.
   */
  witness: (connection: Connection) => Promise<string | null>
  stopMoney: (message: string, reach?: Stop['reach']) => void
  onChange: (change: Change) => void
  report: (incident: string, error: unknown) => void
}

interface ConnectionBook {
  all(): Connection[]
  /** Undefined when Paydesk has no such connection. */
  find(id: string): Connection | undefined
  /** Which gateway it reaches, and in whose name (src/shared/order-place.ts). */
  gatewayOf(connection: Connection): string
}
