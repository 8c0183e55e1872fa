// A desk with two slots for each key, a vault and a log, without a gateway. A test says what the
// gateway answers, what the person says to the system, and when the ledger can't be written.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { connectionRecord } from '#shared/connections/connection.ts'
import { ok, type Result } from '#shared/fault.ts'
import { createKeyMethods } from '../../../../src/main/desk/api/keys.ts'
import type { Asked } from '../../../../src/main/gateway/client.ts'
import { createClockWatch } from '../../../../src/main/gateway/transport/clock-watch.ts'
import { recordRows } from '../../../fakes/record-rows.ts'
import { openConnections } from '../../../../src/main/ledger/settings/connections.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { openSecrets } from '../../../../src/main/ledger/settings/secrets.ts'
import { keyRing } from '../../../../src/main/vault/key-ring.ts'
import { createMemoryVault } from '../../../../src/main/vault/memory.ts'
import { createRsaKey, publicFacts, readRsaKey } from '../../../../src/main/vault/rsa-key.ts'
import type { Vault } from '../../../../src/main/vault/vault.ts'
import { createTestDesk } from '../../../fakes/desk.ts'

const ending: (() => void)[] = []
afterEach(() => {
  for (const end of ending.splice(0)) end()
})

export const lasting = (): Vault => ({ ...createMemoryVault(), kind: 'keychain' })
export const pair = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString()

export function openKeys(vault: Vault = lasting()) {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-keys-'))
  const { ports, db, close } = createTestDesk()
  ending.push(close, () => rmSync(folder, { recursive: true, force: true }))
  const store = openConnections(db, ports.clock)
  const secrets = openSecrets(db, ports.clock, vault.kind)
  const ring = keyRing(vault, { folder, fingerprintOf: (slot) => secrets.find(slot)?.fingerprint })
  const trouble = { onCommit: (): void => undefined }
  const person = { answer: (): Promise<'yes' | 'no'> => Promise.resolve('yes') }
  /** What the gateway says to a question that a key of this role signed. */
  const service = { answers: (_role: 'present' | 'next'): Asked => answered('order not found') }
  const parts: Parameters<typeof createKeyMethods>[0] = {
    ports: {
      ...ports,
      gateway: (id) => ({
        ...ports.gateway(id),
        ask: (_operation, _connection, _request, role = 'present') =>
          Promise.resolve(ok(service.answers(role))),
      }),
    },
    store,
    secrets,
    ring,
    lost: new Map(),
    clocks: createClockWatch(() => undefined),
    shell: { ask: () => person.answer() },
    commit: (draft, rows) => {
      inTransaction(db, () => {
        ports.audit.append(draft, rows?.())
        trouble.onCommit()
      })
    },
  }
  const add = (id: string, environment: 'test' | 'production'): void =>
    void recordRows(db, ports.audit, [
      store.save(
        connectionRecord.parse({
          id,
          name: `Shop ${id}`,
          environment,
          isEmbedded: false,
          baseUrl: `https://${id}.example/paynet`,
          endpointId: '1',
          login: id,
          settings: {},
        }),
      ),
    ])
  add('c-1', 'test')
  const saving: {
    answer: Result<string | null>
    files: { suggestedName: string; text: string }[]
  } = { answer: ok('/tmp/key.pem'), files: [] }
  const shell = {
    saveText: (file: { suggestedName: string; text: string | Uint8Array }) => {
      saving.files.push({ ...file, text: String(file.text) })
      return Promise.resolve(saving.answer)
    },
  }
  const keys = createKeyMethods(
    parts,
    { create: createRsaKey, read: readRsaKey, publicFacts },
    shell,
  )
  const log = (): { kind: string; details: Record<string, unknown> }[] =>
    (
      db
        .prepare("SELECT body FROM audit_entry WHERE kind <> 'connection:changed' ORDER BY seq")
        .pluck()
        .all() as Buffer[]
    ).map((body) => JSON.parse(body.toString()) as ReturnType<typeof log>[number])
  const remove = (id: string) => recordRows(db, ports.audit, [store.remove(id)])
  return { keys, person, service, saving, parts, ring, vault, folder, trouble, add, remove, log }
}

/** An error record of a gateway. */
export const answered = (message: string): Asked => ({
  exchange: {
    ...{ kind: 'answered', status: 400, headers: {}, body: Buffer.alloc(0), complete: true },
    ...{ at: 0, date: null },
  },
  parsed: { kind: 'rejected', code: '1', message } as Asked['parsed'],
  skewMs: null,
})
