// The embedded sandbox as a connection: its record is made at the first run, its address is this run's, its keys go into the vault.
// Nothing here is special about it afterwards: it is used like any other connection.
import { createHash } from 'node:crypto'
import { connectionRecord, controlKeySlot, privateKeySlot } from '#shared/connection.ts'
import { ok, type Result } from '#shared/fault.ts'
import type { AuditDraft } from './ledger/audit.ts'
import type { ConnectionStore } from './ledger/connections.ts'
import type { Vault } from './vault/vault.ts'

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

const fingerprintOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

/** Faults: vault, when a key could not be stored; the connection stands all the same and says so when it is used. */
export async function placeSandbox(parts: {
  sandbox: SandboxHandle
  connections: ConnectionStore
  vault: Vault
  note: (draft: AuditDraft) => void
  actor: string
}): Promise<Result<null>> {
  const { sandbox, connections, vault, note, actor } = parts
  const { identity } = sandbox
  connections.placeEmbedded(sandboxId, sandbox.baseUrl)
  const known = connections.find(sandboxId)
  if (known?.endpointId !== identity.endpointId || known.login !== identity.login) {
    connections.save(
      connectionRecord.parse({
        id: sandboxId,
        name: 'Sandbox',
        environment: 'test',
        isEmbedded: true,
        baseUrl: sandbox.baseUrl,
        endpointId: identity.endpointId,
        login: identity.login,
        // On loopback an answer that takes longer than this is not coming.
        settings: { connectTimeoutMs: 3_000, answerTimeoutMs: 6_000 },
      }),
    )
    note({
      actor,
      kind: 'connection:saved',
      outcome: 'ok',
      origin: 'desk',
      subject: `connection/${sandboxId}`,
      details: { name: 'Sandbox', environment: 'test', endpointId: identity.endpointId },
    })
  }
  const secrets: [string, string][] = [
    [controlKeySlot(sandboxId), identity.merchantControlKey],
    [privateKeySlot(sandboxId), identity.privateKeyPem],
  ]
  for (const [slot, secret] of secrets) {
    const fingerprint = fingerprintOf(secret)
    // Kept in the keychain already. In memory it is gone with every run, so it is put there each time.
    if (vault.kind === 'keychain' && connections.fingerprint(slot) === fingerprint) continue
    const written = await vault.write(slot, secret)
    if (!written.ok) return written
    if (vault.kind === 'memory') continue
    connections.noteSecret(slot, fingerprint)
    note({
      actor,
      kind: 'secret:stored',
      outcome: 'ok',
      origin: 'desk',
      subject: slot,
      details: { fingerprint: fingerprint.slice(0, 16), keptIn: vault.kind },
    })
  }
  return ok(null)
}
