// What every screen shows around its content: connections, keychain, stops, unknown outcomes, the
// log's identity.
import type { ClockWarning } from '#shared/bridge/connections.ts'
import type { Happened } from '#shared/desktop/person-events.ts'
import type { ConnectionView } from '#shared/bridge/views.ts'
import type { AppState } from '#shared/contract/bridge.ts'
import { openStates } from '#shared/attempt.ts'
import { isUnseenEnd } from '#shared/notices/needs.ts'
import type { Stop } from '#shared/stop.ts'
import type { PaymentPorts } from './payments/payments.ts'
import { attemptViews } from './orders/views.ts'

/** A person who only practises has nothing that the other stops hold back. */
export const shownStops = (
  stops: readonly Stop[],
  connections: readonly { isEmbedded: boolean }[],
): Stop[] =>
  stops.filter(({ reach }) => reach === 'all' || connections.some((one) => !one.isEmbedded))

export interface StateParts {
  ports: Pick<
    PaymentPorts,
    'actor' | 'journal' | 'orders' | 'connections' | 'undo' | 'unseenEnds' | 'audit'
  >
  moneyStops: () => Stop[]
  vaultKind: 'keychain' | 'memory'
  probeVault: () => Promise<{ state: 'ready' | 'locked' | 'absent'; message: string }>
  practiceKeys: () => 'keychain' | 'memory'
  trainingOrders: ConnectionView['trainingOrders']
  keyFingerprint: () => string | null
  clockWarnings: () => ClockWarning[]
  backupFault: () => string | null
  secondFolderFault: () => string | null
  restoreAsked: () => string | null
  moved: () => string | null
  /** Null on a computer that works alone. */
  team: () => {
    /** Requests of which the team could not be told yet what became of them. */
    untold(): number
    /** Why the team lets nothing go, as it was heard last. */
    whyNothingGoes(): string | null
  } | null
  /** The number of the newest entry that an archive has in place of the log. */
  archivedTo: () => number
  /** Where the log ended without being closed. */
  cutAt: number | null
  /** When it was last found intact since the start. */
  intactAt: () => number | null
  happened: () => Happened[]
  version: string
  host: string
  isRoot: boolean
}

export async function appState(parts: StateParts): Promise<AppState> {
  const { ports } = parts
  const vault = await parts.probeVault()
  const viewOf = attemptViews(ports)
  const connections = ports.connections.all()
  const team = parts.team()
  return {
    version: parts.version,
    host: parts.host,
    isRoot: parts.isRoot,
    actor: ports.actor(),
    connections: connections.map((connection) => ({
      id: connection.id,
      name: connection.name,
      environment: connection.environment,
      isEmbedded: connection.isEmbedded,
      baseUrl: connection.baseUrl,
      endpointId: connection.endpointId,
      login: connection.login,
      trainingOrders: connection.isEmbedded ? parts.trainingOrders : [],
    })),
    vault: { kind: parts.vaultKind, ...vault, practiceKeys: parts.practiceKeys() },
    moneyStops: shownStops(parts.moneyStops(), connections),
    clockWarnings: parts.clockWarnings(),
    backupFault: parts.backupFault(),
    secondFolderFault: parts.secondFolderFault(),
    restoreAsked: parts.restoreAsked(),
    moved: parts.moved(),
    unknownCount: ports.journal.count(['UNKNOWN']),
    openCount: ports.journal.count(openStates),
    contradictedCount: ports.journal.contradicted().length,
    happened: parts.happened(),
    waiting: ports.undo.list().map(({ row, sendsAt, asksTeam }) => ({
      ...{ attempt: viewOf(row), sendsAt },
      ...(asksTeam === true ? { asksTeam } : {}),
    })),
    untoldCount: team?.untold() ?? 0,
    teamStop: team?.whyNothingGoes() ?? null,
    unseenEnds: ports.unseenEnds.all().flatMap((id) => {
      const row = ports.journal.get(id)
      return row === null || !isUnseenEnd(row) ? [] : [viewOf(row)]
    }),
    log: {
      id: ports.audit.logId,
      keyFingerprint: parts.keyFingerprint(),
      entries: ports.audit.head().size,
      archivedTo: parts.archivedTo(),
      cutAt: parts.cutAt,
      intactAt: parts.intactAt(),
    },
  }
}
