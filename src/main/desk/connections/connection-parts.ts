// What the desk's connection and key methods are built from, and the view of a connection they all
// answer with.
import { say } from '#shared/message.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { ConnectionDetails, SecretView } from '#shared/bridge/connections.ts'
import { openStates } from '#shared/attempt.ts'
import {
  type Connection,
  controlKeySlot,
  keySlots,
  privateKeySlot,
} from '#shared/connections/connection.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { isMovedKey } from '#shared/connections/key-place.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { ClockWatch } from '../../gateway/transport/clock-watch.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { Change } from '../../ledger/projections/changes.ts'
import type { ConnectionStore } from '../../ledger/settings/connections.ts'
import type { SecretBook } from '../../ledger/settings/secrets.ts'
import type { KeyPlace } from '../../vault/key-place.ts'
import type { KeyRing } from '../../vault/key-ring.ts'
import { askOutside, type OutsideParts } from '../base/ask-outside.ts'
import type { ShellPorts } from '../base/desk.ts'
import { mintId } from '../base/ids.ts'
import type { DeskPorts } from '../base/ports.ts'
import { isTooLongToAsk, spellingOf, weakeningsOf } from './weakening.ts'
import {
  keyElsewhere,
  ledgerTampered,
  noConnection,
  sandboxKeepsItself,
  tooManyChanges,
} from '../base/faults.ts'

export interface ConnectionParts {
  ports: Pick<
    DeskPorts,
    'journal' | 'onChange' | 'tampering' | 'checked' | 'roll' | 'actor' | 'randomBytes'
  >
  store: ConnectionStore
  secrets: SecretBook
  ring: KeyRing
  /** Slots that this computer's keychain had nothing for, with the time of the key it lacks. */
  lost: Map<string, number | null>
  clocks: ClockWatch
  shell: Pick<ShellPorts, 'ask'>
  /** One transaction: the rows that change and their audit entry stand or fall together. */
  commit: (draft: AuditDraft, rows?: () => readonly Change[]) => void
}

export const openCountOf = ({ ports }: ConnectionParts, connectionId: string): number =>
  ports.journal.count(openStates, connectionId)

export function detailsOf(parts: ConnectionParts, connection: Connection): ConnectionDetails {
  return {
    ...connection,
    control: secretView(parts, controlKeySlot(connection.id), 16),
    privateKey: secretView(parts, privateKeySlot(connection.id), 64),
    nextControl: secretView(parts, controlKeySlot(connection.id, 'next'), 16),
    nextPrivateKey: secretView(parts, privateKeySlot(connection.id, 'next'), 64),
    clock: parts.clocks.skew(connection.id),
    openCount: openCountOf(parts, connection.id),
  }
}

/**
 * Of a control key only the beginning is shown: it tells two keys apart and helps nobody to try
 * guesses.
 */
function secretView({ secrets, lost }: ConnectionParts, slot: string, digits: number): SecretView {
  const note = secrets.find(slot)
  if (note === undefined)
    return { isSet: false, fingerprint: null, createdAt: null, storedIn: null }
  const isLost = lost.get(slot) === note.createdAt
  return {
    ...note,
    isSet: true,
    fingerprint: note.fingerprint.slice(0, digits),
    ...(isLost ? { isLost } : {}),
  }
}

/**
 * What a question that had to be signed found of its key. A folder that was moved to another
 * computer names keys that only the old keychain holds.
 */
export function noteKey(
  { lost, secrets, ports }: ConnectionParts,
  slot: string,
  signed: Result<unknown>,
): void {
  const isLost = !signed.ok && signed.fault.kind === 'vault' && signed.fault.reason === 'lost'
  if (isLost === lost.has(slot)) return
  if (isLost) lost.set(slot, secrets.find(slot)?.createdAt ?? null)
  else lost.delete(slot)
  ports.onChange({ topic: 'app' })
}

/** The place that the connection's keys may sign for. */
export const placeOf = ({ baseUrl, login, endpointId }: Connection): KeyPlace => ({
  ...{ origin: new URL(baseUrl).origin, login, endpointId },
})

/** Slots of the keys it holds. */
export const heldSlots = ({ secrets }: ConnectionParts, { id }: Connection): string[] =>
  keySlots(id).filter((slot) => secrets.find(slot) !== undefined)

/**
 * A connection a person looks after: faults for one that isn't here, and for the sandbox, which
 * looks after itself.
 */
export function ownConnection(parts: ConnectionParts, connectionId: string): Result<Connection> {
  const connection = parts.store.find(connectionId)
  if (connection === undefined) return fail(noConnection)
  return connection.isEmbedded ? fail(sandboxKeepsItself) : ok(connection)
}

/**
 * MONEY: while something else has its hands in the ledger, a connection that is saved could be
 * stored as another one, and a key be bound to a place that somebody else put there. Faults:
 * denied.
 */
export function tamperingFault({ ports }: Pick<ConnectionParts, 'ports'>): Result<never> | null {
  const found = ports.tampering()
  return found === null ? null : fail(ledgerTampered(found))
}

export const entry = (
  { ports }: Pick<ConnectionParts, 'ports'>,
  kind: AuditKind,
  connectionId: string,
  details: Record<string, unknown>,
  outcome = 'ok',
): AuditDraft => ({
  actor: ports.actor(),
  kind,
  outcome,
  origin: 'operator',
  subject: `connection/${connectionId}`,
  details,
})

/** Takes a secret out of the vault; the caller commits the rest. Faults: vault. */
export async function dropSecret(parts: ConnectionParts, slot: string): Promise<Result<null>> {
  const note = parts.secrets.find(slot)
  if (note === undefined) return ok(null)
  if (note.storedIn === 'keychain' && parts.ring.kind === 'memory') return fail(keyElsewhere)
  return parts.ring.remove(slot)
}

export const outsideOf = ({ shell, commit, ports }: ConnectionParts): OutsideParts => ({
  ...{ shell, actor: ports.actor },
  note: (draft) => commit(draft),
})

/**
 * MONEY: what a change moves, weakens or lets mean something else is asked by the system, where no
 * script in the page can say yes. A host in letters that can look like others has its second look
 * there, of a new connection too. Faults: denied.
 */
export async function confirmChange(
  parts: ConnectionParts,
  before: Connection | undefined,
  after: Connection,
): Promise<Result<null>> {
  if (before !== undefined && isTooLongToAsk(before, after)) return fail(tooManyChanges)
  const spelling = before?.baseUrl === after.baseUrl ? [] : spellingOf(after)
  const changes = before === undefined ? [] : changesAsked(parts, before, after)
  const detail = [...changes, ...spelling]
  if (detail.length === 0) return ok(null)
  return askOutside(
    outsideOf(parts),
    `connection/${after.id}`,
    before === undefined
      ? {
          message: say('connections.add-the-connection', { name: quoted(after.name) }),
          ...{ detail, action: say('connections.add-the-connection-button') },
        }
      : {
          message: say('connections.change-the-connection-before-name', {
            beforeName: quoted(before.name),
          }),
          ...{ detail, action: say('connections.change-the-connection') },
        },
  )
}

function changesAsked(parts: ConnectionParts, before: Connection, after: Connection): string[] {
  const changes = weakeningsOf(before, after)
  if (changes.length === 0) return []
  const openCount = openCountOf(parts, before.id)
  const losesKey = heldSlots(parts, before).length > 0 && isMovedKey(before, after)
  return [
    ...changes,
    ...(losesKey ? [say('connections.the-stored-key-is-removed')] : []),
    ...(openCount > 0 ? [say('connections.open-requests-asked-by-change', { openCount })] : []),
  ]
}

export const newConnectionId = ({ ports }: Pick<ConnectionParts, 'ports'>): string =>
  mintId('c-', ports.randomBytes)
