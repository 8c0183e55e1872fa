// A lane: one sandbox behind one wire, and desks on real ledger files that are opened, closed and opened again on it. Several lanes
// run beside each other, since most of a run is waiting for answers that don't come.
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from '#shared/fault.ts'
import { assemble, type Assembled } from '../../src/main/assemble.ts'
import { openConnections } from '../../src/main/ledger/connections.ts'
import { openLedger } from '../../src/main/ledger/open.ts'
import { sandboxId } from '../../src/main/sandbox-connection.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { openWire, type Wire } from './wire.ts'

const root = join(import.meta.dirname, '../..')
export const migrationsDir = join(root, 'src/main/ledger/migrations')
/** Files as on a disk, without waiting for one: what a crash of the machine does is not this tool's question. */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Short enough that a hanging answer costs little, long enough that an honest one arrives on a busy machine. */
const timeouts = { connectTimeoutMs: 500, answerTimeoutMs: 500 }

export interface Lane {
  sandbox: Sandbox
  wire: Wire
  /** A desk elsewhere, whose requests don't pass the wire. */
  colleague: Assembled
  newFolder(): string
  close(): Promise<void>
}

export interface DeskParts {
  folder: string
  baseUrl: string
  sandbox: Pick<Sandbox, 'identity' | 'trainingOrders'>
  vault: Vault
  clock: () => number
  onReport?: (incident: string, error: unknown) => void
}

export function openDeskAt(parts: DeskParts): Promise<Result<Assembled>> {
  const { sandbox } = parts
  return assemble({
    folder: parts.folder,
    migrationsDir,
    resourcesDir: join(root, 'resources'),
    version: '0.0.0',
    host: 'faults',
    actor: 'clerk',
    openVault: () => Promise.resolve(parts.vault),
    startSandbox: () =>
      Promise.resolve({
        baseUrl: parts.baseUrl,
        identity: sandbox.identity,
        trainingOrders: sandbox.trainingOrders(),
        close: () => Promise.resolve(),
      }),
    shell: {
      chooseExportFolder: () => Promise.resolve(null),
      choosePackFile: () => Promise.resolve(null),
      printPage: () => Promise.reject(new Error('nothing is printed here')),
      copyText: () => Promise.resolve(),
      protectContent: () => undefined,
      saveText: () => Promise.resolve({ ok: true, value: null }),
    },
    onChange: () => undefined,
    report: parts.onReport ?? (() => undefined),
    clock: parts.clock,
  })
}

export async function openLane(): Promise<Lane> {
  const home = mkdtempSync(join(scratch, 'paydesk-faults-'))
  const sandbox = await startSandbox({ processingMs: 20, seedDays: 0 })
  const wire = await openWire(sandbox.baseUrl)
  const template = join(home, 'template')
  const at = { baseUrl: wire.baseUrl, sandbox, clock: Date.now }
  const first = must(await openDeskAt({ ...at, folder: template, vault: createMemoryVault() }))
  await first.close()
  shortenWaits(join(template, 'ledger.sqlite'))
  let folders = 0
  const newFolder = (): string => {
    folders += 1
    const folder = join(home, String(folders))
    cpSync(template, folder, { recursive: true })
    return folder
  }
  const colleague = must(
    await openDeskAt({
      ...at,
      folder: newFolder(),
      baseUrl: sandbox.baseUrl,
      vault: createMemoryVault(),
    }),
  )
  return {
    sandbox,
    wire,
    colleague,
    newFolder,
    close: async () => {
      await colleague.close()
      await wire.close()
      await sandbox.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** What is confirmed is sent at once, but for the habits that are about taking back. */
function shortenWaits(file: string): void {
  const { db, close } = must(openLedger({ file, migrationsDir, clock: Date.now }))
  const connections = openConnections(db, Date.now)
  const connection = connections.find(sandboxId)
  if (connection === undefined) throw new Error('the sandbox connection was not saved')
  const money = { ...connection.settings.money, undoMs: 0 }
  connections.save({ ...connection, settings: { ...connection.settings, ...timeouts, money } })
  close()
}

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
}
