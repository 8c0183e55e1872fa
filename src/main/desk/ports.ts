// What the desk is built from: types of the other rooms, gathered once, so that each flow is a plain function of these.
import type { Change } from '#shared/bridge.ts'
import type { Connection } from '#shared/connection.ts'
import type { GatewayClient } from '../gateway/client.ts'
import type { AuditLog } from '../ledger/audit.ts'
import type { Journal } from '../ledger/journal.ts'
import type { Notes } from '../ledger/notes.ts'
import type { Orders } from '../ledger/orders.ts'
import type { HeldCards } from './held-card.ts'
import type { Recipients } from '../ledger/recipients.ts'
import type { UndoRoom } from './undo.ts'

export interface DeskPorts {
  journal: Journal
  orders: Orders
  recipients: Recipients
  notes: Notes
  audit: AuditLog
  connections: ConnectionBook
  gateway: (connectionId: string) => GatewayClient
  cards: HeldCards
  clock: () => number
  randomBytes: (size: number) => Uint8Array
  actor: string
  /** Confirmed requests that can still be taken back. */
  undo: UndoRoom
  /** Money stops while this is not null. */
  moneyStop: () => string | null
  stopMoney: (reason: string) => void
  onChange: (change: Change) => void
  report: (incident: string, error: unknown) => void
}

export interface ConnectionBook {
  all(): Connection[]
  /** Undefined when this desk has no such connection. */
  find(id: string): Connection | undefined
}
