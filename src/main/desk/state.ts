// What every screen shows around its content: connections, keychain, stops, unknown outcomes, the log's identity.
import type { ClockWarning } from '#shared/bridge/connections.ts'
import type { ConnectionView, DeskState } from '#shared/bridge.ts'
import { openStates } from '#shared/attempt.ts'
import type { AttemptRow } from '../ledger/attempt-row.ts'
import type { DeskPorts } from './ports.ts'
import { attemptView } from './views.ts'

export interface StateParts {
  ports: DeskPorts
  vaultKind: 'keychain' | 'memory'
  probeVault: () => Promise<{ state: 'ready' | 'locked' | 'absent'; message: string }>
  trainingOrders: ConnectionView['trainingOrders']
  keyFingerprint: () => string | null
  clockWarnings: () => ClockWarning[]
  backupFault: () => string | null
  /** Ids of attempts that were confirmed and not sent when Paydesk was closed last. */
  leftUnsent: readonly string[]
  version: string
  host: string
}

export async function deskState(parts: StateParts): Promise<DeskState> {
  const { ports } = parts
  const vault = await parts.probeVault()
  const viewOf = (row: AttemptRow) =>
    attemptView(row, ports.connections.find(row.connectionId)?.name ?? row.connectionId)
  const open = ports.journal.inStates(openStates)
  return {
    version: parts.version,
    host: parts.host,
    actor: ports.actor,
    connections: ports.connections.all().map((connection) => ({
      id: connection.id,
      name: connection.name,
      environment: connection.environment,
      isEmbedded: connection.isEmbedded,
      baseUrl: connection.baseUrl,
      endpointId: connection.endpointId,
      login: connection.login,
      trainingOrders: connection.isEmbedded ? parts.trainingOrders : [],
    })),
    vault: { kind: parts.vaultKind, ...vault },
    moneyStop: ports.moneyStop(),
    clockWarnings: parts.clockWarnings(),
    backupFault: parts.backupFault(),
    unknownCount: open.filter((row) => row.state === 'UNKNOWN').length,
    openCount: open.length,
    waiting: ports.undo.list().map(({ row, sendsAt }) => ({ attempt: viewOf(row), sendsAt })),
    leftUnsent: parts.leftUnsent.flatMap((id) => {
      const row = ports.journal.get(id)
      return row === null ? [] : [viewOf(row)]
    }),
    log: {
      id: ports.audit.logId,
      keyFingerprint: parts.keyFingerprint(),
      entries: ports.audit.head().size,
    },
  }
}
