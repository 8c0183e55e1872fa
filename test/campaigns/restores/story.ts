// One story: a desk on real files, a connection of its own (not the embedded one), refunds whose
// answers come, get lost or stay away, and everything kept that a restore needs: the ledger at
// every commit, and what lies beside it at each later moment.
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectionRecord } from '#shared/connections/connection.ts'
import type { Result } from '#shared/fault.ts'
import type { Assembled } from '../../../src/main/assemble.ts'
import { type Sandbox, startSandbox, type TrainingOrder } from '../../../src/sandbox/start.ts'
import { openDeskAt } from '../faults/fixture.ts'
import { must } from '../faults/must.ts'
import type { Random } from '../faults/random.ts'
import { type Gate, openGate, type Passage } from './gate.ts'
import { type KeychainState, openKeychain, type ScriptedKeychain, type Slots } from './keychain.ts'
import { commitName, type LedgerBytes, statesOf } from './wal.ts'

export const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
export const ledgerName = 'ledger.sqlite'
const passages: readonly Passage[] = ['answered', 'answer-lost', 'kept-back']

/**
 * What a restore doesn't bring back: the lock file beside the ledger, the sealed keys and the
 * keychain.
 */
export interface Beside {
  folder: string
  slots: Slots
  /** Comments of the refunds that had left the desk by then. */
  left: readonly string[]
  /** The ledger as it stood then: putting this one back is an honest restart. */
  present: LedgerBytes
}

export interface Story {
  home: string
  sandbox: Sandbox
  gate: Gate
  order: TrainingOrder
  connectionId: string
  /** The ledger after each commit, oldest first. */
  copies: LedgerBytes[]
  /** Copies that the program made itself. */
  backups: Buffer[]
  /** Moments at which the program may have been stopped, oldest first. */
  later: Beside[]
  remove(): Promise<void>
}

export async function playStory(random: Random, keychain: KeychainState): Promise<Story> {
  const home = mkdtempSync(join(scratch, 'paydesk-restores-'))
  const folder = join(home, 'desk')
  mkdirSync(folder, { mode: 0o700 })
  const sandbox = await startSandbox({ processingMs: 10, seedDays: 0 })
  const copies = new Map<string, LedgerBytes>()
  const later: Beside[] = []
  let looks = 0
  let isOn = true
  let keys: ScriptedKeychain = openKeychain(keychain)

  // By a program of its own: a file that this process opens and closes again takes SQLite's locks
  // with it.
  const take = (): Beside => {
    looks += 1
    const to = join(home, `beside-${looks}`)
    mkdirSync(to)
    execFileSync('cp', ['-a', `${folder}/.`, to])
    const read = (name: string): Buffer => {
      const path = join(to, name)
      return existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
    }
    const present = { file: read(ledgerName), wal: read(`${ledgerName}-wal`) }
    for (const state of statesOf(present)) copies.set(commitName(state), state)
    const left = gate.money.map((passed) => passed.fields['comment'] ?? '')
    return { folder: to, slots: keys.slots(), left, present }
  }
  const gate = await openGate(sandbox.baseUrl, ({ operation }) => {
    // Only now: the request is on the wire, and the next thing may be a power cut.
    if (isOn && operation !== 'status') later.push(take())
  })
  const open = async (): Promise<Assembled> =>
    must(
      await openDeskAt({
        folder,
        baseUrl: sandbox.baseUrl,
        sandbox,
        vault: keys.vault,
        clock: Date.now,
        backupTiming: { firstAfterMs: 20, lookEveryMs: 3_600_000 },
      }),
    )

  let desk = await open()
  const connectionId = await addConnection(desk, sandbox, gate)
  const order = trainingSale(sandbox)
  const lives = 1 + random.below(2)
  for (let life = 0; life < lives; life += 1) {
    if (life > 0) {
      await desk.close()
      take()
      keys = openKeychain(keychain, keys.slots())
      desk = await open()
      await enterKey(desk, sandbox, connectionId)
    }
    await refundSome(desk, { random, gate, connectionId, order, sandbox, life })
    later.push(take())
  }
  if (random.chance(0.5)) {
    await desk.close()
    later.push(take())
  } else await desk.close()
  isOn = false
  const backupsAt = join(folder, 'backups')
  return {
    ...{ home, sandbox, gate, order, connectionId, later },
    copies: [...copies.values()],
    backups: existsSync(backupsAt)
      ? readdirSync(backupsAt)
          .filter((name) => name.endsWith('.db'))
          .map((name) => readFileSync(join(backupsAt, name)))
      : [],
    remove: async () => {
      await gate.close()
      await sandbox.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

async function refundSome(
  desk: Assembled,
  parts: Pick<Story, 'gate' | 'connectionId' | 'order' | 'sandbox'> & {
    random: Random
    life: number
  },
): Promise<void> {
  const { random, gate, connectionId, order } = parts
  const times = 1 + random.below(3)
  for (let nth = 0; nth < times; nth += 1) {
    gate.next = random.pick(passages)
    await refund(desk, { connectionId, order, name: `refund ${parts.life}.${nth}` })
    if (random.chance(0.4)) await new Promise((resolve) => setTimeout(resolve, 40))
    if (!random.chance(0.6)) continue
    parts.sandbox.advance(60_000)
    await desk.desk['order:check']({ connectionId, orderid: order.orderid })
  }
}

/** Whether the request left is for the gate to say: a refusal is an answer too. */
export async function refund(
  { desk }: Pick<Assembled, 'desk'>,
  what: { connectionId: string; order: TrainingOrder; name: string },
): Promise<Result<unknown>> {
  const { connectionId, order } = what
  await desk['order:look-up']({ connectionId, by: 'orderid', value: order.orderid })
  const made = await desk['attempt:review']({
    connectionId,
    operation: 'return',
    request: {
      client_orderid: order.clientOrderid,
      orderid: order.orderid,
      amount: '10.00',
      currency: 'EUR',
      comment: what.name,
    },
  })
  if (!made.ok) return made
  const { attemptId, token } = made.value
  return desk['attempt:confirm']({ attemptId, token })
}

async function addConnection(desk: Assembled, sandbox: Sandbox, gate: Gate): Promise<string> {
  const { endpointId, login } = sandbox.identity
  const { id: _id, ...record } = connectionRecord.parse({
    id: 'x',
    isEmbedded: false,
    name: 'Shop',
    environment: 'test',
    baseUrl: gate.baseUrl,
    endpointId,
    login,
    settings: {
      statusAmount: 'latest',
      money: { undoMs: 0 },
      connectTimeoutMs: 2_000,
      answerTimeoutMs: 2_000,
    },
  })
  const { isEmbedded: _isEmbedded, ...input } = record
  const { id } = must(await desk.desk['connection:save'](input))
  await enterKey(desk, sandbox, id)
  return id
}

/**
 * What a person does first where the keychain has nothing: without a key nothing could leave
 * anyway.
 */
export async function enterKey(
  { desk }: Pick<Assembled, 'desk'>,
  sandbox: Sandbox,
  connectionId: string,
): Promise<void> {
  await desk['key:set-control']({ connectionId, key: sandbox.identity.merchantControlKey })
}

const trainingSale = (sandbox: Sandbox): TrainingOrder => {
  const found = sandbox.trainingOrders().find((order) => /5000\.00 EUR/.test(order.about))
  if (found === undefined) throw new Error('no training order to refund')
  return found
}

/** A folder in which everything beside the ledger is as it was then, and no ledger. */
export function layBeside(story: Story, beside: Beside, name: string): string {
  const folder = join(story.home, name)
  cpSync(beside.folder, folder, { recursive: true })
  for (const gone of ['', '-wal', '-shm'])
    rmSync(join(folder, `${ledgerName}${gone}`), { force: true })
  rmSync(join(folder, 'search.sqlite'), { force: true })
  return folder
}
