// What one run of faults needs: one sandbox behind its wires, a neighbour gateway, and a ledger to
// begin with that knows the connections. Several run beside each other, since a run mostly waits.
import { quietShell } from '../../fakes/shell/quiet-shell.ts'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Result } from '#shared/fault.ts'
import { assemble, type Assembled, type AssembleOptions } from '../../../src/main/assemble.ts'
import type { ShellPorts } from '../../../src/main/desk/base/desk.ts'
import type { BackupTiming } from '../../../src/main/ledger/copies/backup.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import { probeCodes } from '../../../src/main/ledger/db/lock-file.ts'
import type { ProbeLock } from '../../../src/main/composition/try-lock.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox, type Transaction } from '../../../src/sandbox/start.ts'
import { makeKeychain } from './keychain.ts'
import { must } from './must.ts'
import { type Beside, type Database, openBeside } from './beside.ts'
import { type Colleague, openColleague } from './colleague.ts'
import type { Fields } from './oracle/witness.ts'
import { amountText } from './requests.ts'
import { type Places, setUp } from './set-up.ts'
import type { FastTime } from './time.ts'
import { openWire, type Wire } from './wire.ts'

const root = join(import.meta.dirname, '../../..')
/**
 * Files as on a disk, without waiting for one: what a crash of the machine does is not this tool's
 * question.
 */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export interface Fixture {
  time: FastTime
  sandbox: Sandbox
  /** To the gateway this is about. */
  wire: Wire
  /** To another gateway, which the desk has a connection to as well. */
  neighbour: Wire
  places: Places
  /** Somebody else at the same gateway. Nothing of theirs passes the wires. */
  colleague: Colleague
  /** The team of each run's desk; null where it works alone. */
  beside: Beside | null
  /** A ledger with its connections, and the keychain that belongs to it. */
  newFolder(): { folder: string; slots: ReadonlyMap<string, string> }
  /** The last place in the order of all that passed. */
  place(): number
  close(): Promise<void>
}

export interface DeskParts {
  folder: string
  baseUrl: string
  sandbox: Pick<Sandbox, 'identity' | 'trainingOrders'>
  vault: Vault
  clock: () => number
  backupTiming?: BackupTiming
  readerEntry?: URL
  /** The product's when left out. */
  /**
   * Tries the lock in earnest; a campaign that opens thousands of desks takes its own word for it
   * when left out.
   */
  probeLock?: ProbeLock
  onReport?: (incident: string, error: unknown) => void
  shell?: ShellPorts
  /** Of a person's key; the usual when left out. */
  wrapCost?: AssembleOptions['wrapCost']
}

export function openDeskAt(parts: DeskParts): Promise<Result<Assembled>> {
  const { sandbox } = parts
  return assemble({
    folder: parts.folder,
    resourcesDir: join(root, 'resources'),
    version: '0.0.0',
    host: 'faults',
    actor: 'anna',
    openVault: () => Promise.resolve(parts.vault),
    startSandbox: () =>
      Promise.resolve({
        baseUrl: parts.baseUrl,
        identity: sandbox.identity,
        trainingOrders: sandbox.trainingOrders(),
        close: () => Promise.resolve(),
      }),
    probeLock: parts.probeLock ?? (() => Promise.resolve(probeCodes.lockedOut)),
    shell: parts.shell ?? quietShell,
    onChange: () => undefined,
    screenFailed: () => 'ABCD2345',
    report: parts.onReport ?? (() => undefined),
    clock: parts.clock,
    ...(parts.wrapCost === undefined ? {} : { wrapCost: parts.wrapCost }),
    ...(parts.backupTiming === undefined ? {} : { backupTiming: parts.backupTiming }),
    ...(parts.readerEntry === undefined ? {} : { readerEntry: parts.readerEntry }),
  })
}

/** `team`: the database of the team that each desk joins. */
export async function openFixture(
  time: FastTime,
  team: { database: Database; isAlone: boolean } | null = null,
): Promise<Fixture> {
  const home = mkdtempSync(join(scratch, 'paydesk-faults-'))
  /** What each answer of status was about, however the host words it. */
  const reported = new Map<string, Fields>()
  const sandbox = await startSandbox({
    processingMs: 2_000,
    seedDays: 0,
    clock: time.wall,
    onTold: (serial, stage) => void reported.set(serial, recordOf(stage)),
  })
  let passed = 0
  const next = (): number => (passed += 1)
  const meantBy = (serial: string): Fields | null => reported.get(serial) ?? null
  const to = { target: sandbox.baseUrl, next, now: time.now, meantBy }
  const wire = await openWire({ ...to, place: 'main' })
  const neighbour = await openWire({ ...to, place: 'neighbour' })

  const template = join(home, 'template')
  const keychain = makeKeychain(time, new Map())
  const first = must(
    await openDeskAt({
      folder: template,
      baseUrl: neighbour.baseUrl,
      sandbox,
      vault: keychain.open().vault,
      clock: time.wall,
    }),
  )
  const places = await setUp(first.desk, wire.baseUrl, sandbox.identity)
  await first.close()

  const colleagues = must(
    await openDeskAt({
      folder: join(home, 'colleague'),
      baseUrl: sandbox.baseUrl,
      sandbox,
      vault: createMemoryVault(),
      clock: time.wall,
    }),
  )
  const alone = await openColleague(colleagues.desk, sandbox, time)
  const beside =
    team === null
      ? null
      : await openBeside(team.database, {
          ...{ home, time, alone, mainUrl: wire.baseUrl, login: sandbox.identity.login },
          isAlone: team.isAlone,
        })
  let folders = 0
  return {
    time,
    sandbox,
    wire,
    neighbour,
    places,
    ...{ beside, colleague: beside?.claiming ?? alone },
    newFolder: () => {
      folders += 1
      const folder = join(home, String(folders))
      cpSync(template, folder, { recursive: true })
      return { folder, slots: keychain.slots }
    },
    place: () => passed,
    close: async () => {
      await beside?.close()
      await colleagues.close()
      await wire.close()
      await neighbour.close()
      await sandbox.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A transaction of the books under the names a status has for it. */
const recordOf = (stage: Readonly<Transaction>): Fields => ({
  'paynet-order-id': String(stage.orderid),
  'processor-tx-id': stage.processorTxId,
  'transaction-type': stage.type,
  amount: amountText(stage.amountMinor, stage.currency),
  currency: stage.currency,
  status: stage.status,
})
