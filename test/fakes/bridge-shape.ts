// What a test may do with the fake bridge beyond calling it.
import type { ConnectionDetails, UnknownTermRow } from '../../src/shared/bridge/connections.ts'
import type { PreferenceName } from '../../src/shared/bridge/preferences.ts'
import type { Bridge, Change, AppState, Method, Output } from '../../src/shared/contract/bridge.ts'
import type { AuditRow } from '../../src/shared/bridge/lists.ts'
import type { OrderView } from '../../src/shared/bridge/views.ts'
import type { Result } from '../../src/shared/fault.ts'

interface Call {
  method: Method
  input: unknown
}

export interface FakeBridge extends Bridge {
  calls: Call[]
  state: AppState
  orders: OrderView[]
  known: Set<string>
  audit: AuditRow[]
  /** After a change of these by a test, `showConnections` brings the frame up to date. */
  connections: ConnectionDetails[]
  unknownTerms: UnknownTermRow[]
  showConnections(): void
  /** Long work the page asked to end. */
  ended: string[]
  kept: Map<PreferenceName, unknown>
  /** The next calls of a method answer these, in order, instead of the fake's own. */
  script<M extends Method>(method: M, ...answers: Result<Output[M]>[]): void
  /** Calls of this method wait until the returned function is called. */
  hold(method: Method): () => void
  tell(change: Change): void
  /** What the next confirmed attempt becomes. */
  next: 'accepted' | 'unknown'
  clock: () => number
}
