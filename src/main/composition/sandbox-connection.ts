// The embedded sandbox as a connection: its record is made at the first run, its address is this
// run's, its keys go into the vault. Nothing here is special about it afterwards: it is used like
// any other connection.
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { createHash, createPrivateKey } from 'node:crypto'
import { connectionRecord, controlKeySlot, privateKeySlot } from '#shared/connections/connection.ts'
import type { Result } from '#shared/fault.ts'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import type { AuditDraft } from '../ledger/audit/audit.ts'
import type { Change } from '../ledger/projections/changes.ts'
import type { ConnectionStore } from '../ledger/settings/connections.ts'
import type { SecretBook, SecretNote } from '../ledger/settings/secrets.ts'
import type { KeyRing } from '../vault/key-ring.ts'
import { publicFacts } from '../vault/rsa-key.ts'

export const sandboxId = 'sandbox'

export interface SandboxHandle {
  baseUrl: string
  identity: {
    endpointId: string
    groupId: string
    login: string
    merchantControlKey: string
    privateKeyPem: string
    publicKeyPem: string
  }
  trainingOrders: { orderid: string; clientOrderid: string; about: string }[]
  close(): Promise<void>
}

/** This gateway has them all: they can be practised. */
const extensions = operationIds.filter((id) => rowOf(id).isExtension === true)

interface Secret {
  slot: string
  /** As for the keys of every other connection. */
  kind: AuditKind
  fingerprint: string
  text: string
  keep: () => Promise<Result<null>>
}

interface Placing {
  sandbox: SandboxHandle
  connections: ConnectionStore
  secrets: SecretBook
  ring: KeyRing
  /** One transaction: the rows that change and their audit entry. */
  commit: (draft: AuditDraft, rows: () => readonly Change[]) => void
  actor: string
}

/**
 * Where the sandbox's keys are kept. They are not secrets of anybody's money: a keychain that can't
 * be used costs nobody the practice, only the certainty that the keychain's own path was practised
 * too.
 */
export async function placeSandbox(parts: Placing): Promise<SecretNote['storedIn']> {
  const { ring } = parts
  const { identity } = parts.sandbox
  placeRecord(parts)
  const key = createPrivateKey(identity.privateKeyPem)
  const { fingerprint } = publicFacts(key)
  const keys: Secret[] = [
    {
      slot: controlKeySlot(sandboxId),
      kind: 'key:set',
      fingerprint: createHash('sha256').update(identity.merchantControlKey).digest('hex'),
      text: identity.merchantControlKey,
      keep: () => ring.write(controlKeySlot(sandboxId), identity.merchantControlKey),
    },
    {
      slot: privateKeySlot(sandboxId),
      kind: 'key:imported',
      fingerprint,
      text: identity.privateKeyPem,
      keep: () => ring.keep(sandboxId, key),
    },
  ]
  let placed = ring.kind
  for (const secret of keys) if ((await placeSecret(parts, secret)) === 'memory') placed = 'memory'
  // Keys in memory leave no files behind, and those of the keychain are the next start's.
  if (placed === 'keychain') await ring.tidy(sandboxId, fingerprint)
  return placed
}

/** The connection itself, made or brought up to date. */
function placeRecord({ sandbox, connections, commit, actor }: Placing): void {
  const { identity } = sandbox
  connections.placeEmbedded(sandboxId, sandbox.baseUrl)
  const known = connections.find(sandboxId)
  if (
    known?.endpointId === identity.endpointId &&
    known.login === identity.login &&
    extensions.every((id) => known.settings.extensions.includes(id))
  )
    return
  const record = connectionRecord.parse({
    id: sandboxId,
    name: 'Sandbox',
    environment: 'test',
    isEmbedded: true,
    baseUrl: sandbox.baseUrl,
    endpointId: identity.endpointId,
    login: identity.login,
    settings: {
      // On loopback an answer that takes longer than this is not coming.
      ...{ connectTimeoutMs: 3_000, answerTimeoutMs: 6_000 },
      // It serves nobody else.
      ...{ requestsPerSecond: 500, requestsAtOnce: 16 },
      // This gateway is known.
      statusAmount: 'latest',
      extensions,
    },
  })
  commit(
    byPaydesk(actor, known === undefined ? 'connection:created' : 'connection:changed', {
      name: 'Sandbox',
      environment: 'test',
      endpointId: identity.endpointId,
    }),
    () => [connections.save(record)],
  )
}

/** Where it lies now; null when it lay there already. */
async function placeSecret(
  { secrets, ring, commit, actor }: Placing,
  secret: Secret,
): Promise<SecretNote['storedIn'] | null> {
  const { slot, fingerprint, kind } = secret
  // In memory it is gone with every run, and a keychain can be emptied: then it is put there
  // again.
  const isKnown = secrets.find(slot)?.fingerprint === fingerprint
  const wasForRun = ring.isForRun(slot)
  if (isKnown && !wasForRun && (await ring.read(slot)).ok) return null
  const storedIn = await keepOne(ring, secret)
  // A keychain that is asked again and again must not fill the log.
  if (isKnown && wasForRun && storedIn === 'memory') return storedIn
  commit(byPaydesk(actor, kind, { fingerprint: fingerprint.slice(0, 16), storedIn }), () =>
    secrets.note(slot, fingerprint, storedIn),
  )
  return storedIn
}

const byPaydesk = (actor: string, kind: AuditKind, details: AuditDraft['details']): AuditDraft => ({
  actor,
  kind,
  outcome: 'ok',
  origin: 'desk',
  subject: `connection/${sandboxId}`,
  details,
})

async function keepOne(
  ring: KeyRing,
  { slot, text, keep }: Secret,
): Promise<SecretNote['storedIn']> {
  if ((await keep()).ok) return ring.kind
  ring.keepForRun(slot, text)
  return 'memory'
}
