// One life of the program over the ledger of a walk: the product's own desk functions, its poller,
// undo window and recovery, over ports that the walk scripts. A crash leaves everything unanswered
// for ever: what waited goes on no more, and nothing is written.
import { type Connection, connectionRecord } from '#shared/connections/connection.ts'
import { gatewayOf } from '#shared/order-place.ts'
import { type Poller, startPoller } from '../../../src/main/desk/payments/watch/status-poller.ts'
import { recover } from '../../../src/main/desk/payments/watch/recover.ts'
import { createPayments, type Payments } from '../../../src/main/desk/payments/payments.ts'
import type { AttemptRow } from '../../../src/main/ledger/journal/attempt-row.ts'
import type { AuditLog } from '../../../src/main/ledger/audit/audit.ts'
import type { Database } from '../../../src/main/ledger/db/open.ts'
import { applyChanges, type Change } from '../../../src/main/ledger/projections/changes.ts'
import { openApprovals } from '../../../src/main/ledger/approvals/approvals.ts'
import { openJournal } from '../../../src/main/ledger/journal/journal.ts'
import { openOrders } from '../../../src/main/ledger/orders/orders.ts'
import { openUnseenEnds } from '../../../src/main/ledger/settings/unseen-ends.ts'
import { type Broken, brokenApprovals, brokenJournal } from './breaks.ts'
import type { WalkLedger } from './ledger.ts'
import type { Truth } from './oracle/truth.ts'
import { openPeople, type People } from './people.ts'
import type { Random } from './random.ts'
import type { Time } from './time.ts'
import { type Call, createWire, type WirePorts } from './wire.ts'
import type { World } from './world.ts'
import { freeTurns } from '../../fakes/turns.ts'

/** The program is gone: whatever of it still runs meets this. */
export class Gone extends Error {}

/** What SQLite throws when a backup tool holds the ledger, or the disk is full. */
export class Unwritten extends Error {
  readonly code: string
  constructor(code: string) {
    super(code)
    this.code = code
  }
}

export interface Life {
  ports: Payments['ports']
  calls: Set<Call>
  stop: string | null
  people: People
  isGone(): boolean
  /** After so many more writes the program is gone, or the ledger can't be written. */
  arm(what: 'crash' | 'SQLITE_BUSY' | 'SQLITE_FULL', writes: number): void
  /** True when it came to that. */
  disarm(): boolean
  crash(): void
  /** As when a person quits. */
  close(): void
}

export interface LifePorts {
  ledger: WalkLedger
  world: World
  truth: Truth
  random: Random
  time: Time
  records: readonly Connection[]
  nextNumber: WirePorts['nextNumber']
  onLeaving: WirePorts['onLeaving']
  onMoved(row: AttemptRow): void
  /** With what was under way. */
  onGone(calls: ReadonlySet<Call>): void
  onBug(incident: string, error: unknown): void
  broken: Broken | null
  /** So many writes after the start the program is gone again; null: it stays. */
  crashesAfter: number | null
}

export const recordsOf = (world: World): Connection[] =>
  (['a', 'b'] as const).map((id, at) =>
    connectionRecord.parse({
      id,
      name: `Shop ${id}`,
      environment: 'test',
      isEmbedded: false,
      // The same gateway account, spelt in two ways.
      baseUrl: id === 'a' ? 'https://gate.example/paynet' : 'https://GATE.example/paynet/',
      endpointId: id === 'a' ? '1144' : 'group/7',
      login: id === 'a' ? 'shop' : 'Shop',
      settings: {
        statusAmount: 'latest',
        statusBy: world.statusBy,
        money: { undoMs: world.undoMs[at] },
      },
    }),
  )

/** Makes the changes of an entry, and writes none. */
const silentLog = (db: Database): AuditLog =>
  ({
    append: (_draft: unknown, changes: readonly Change[] = []) => {
      applyChanges(db, changes)
      return { seq: 0, head8: '00000000' }
    },
    logId: 'walk',
    head: () => ({ size: 0, chain: '0'.repeat(64) }),
  }) as unknown as AuditLog

const writers = [
  'draft',
  'approve',
  'move',
  'noteConflict',
  'clearConflict',
  'noteCheck',
  'noteLook',
  'noteWatch',
  'learnOrderid',
  'storeSnapshot',
  'refresh',
  'ask',
  'sign',
  'end',
]

export function startLife(parts: LifePorts): Life {
  const { ledger, time, records } = parts
  const calls = new Set<Call>()
  const closing = new AbortController()
  let isGone = false
  let isBroken = false
  let armed: { what: 'crash' | 'SQLITE_BUSY' | 'SQLITE_FULL'; writes: number } | null =
    parts.crashesAfter === null ? null : { what: 'crash', writes: parts.crashesAfter }
  let poller: Poller | null = null
  const crash = (): void => {
    if (isGone) return
    isGone = true
    parts.onGone(calls)
    time.clearAll()
    calls.clear()
  }
  const alive = (): void => {
    if (isGone) throw new Gone()
  }
  const beforeWriting = (): void => {
    alive()
    if (armed === null || (armed.writes -= 1) >= 0) return
    const { what } = armed
    armed = null
    isBroken = true
    if (what !== 'crash') throw new Unwritten(what)
    crash()
    throw new Gone()
  }
  /** The port itself, with a place between any two writes at which the program can end. */
  const breakable = <T extends object>(port: T): T =>
    Object.fromEntries(
      Object.entries(port).map(([name, act]: [string, (...args: unknown[]) => unknown]) => [
        name,
        writers.includes(name)
          ? (...args: unknown[]) => {
              beforeWriting()
              return act(...args)
            }
          : act,
      ]),
    ) as T

  const clock = time.wall
  const changed = (): void => undefined
  const unused = {} as never
  const life: Life = {
    ports: unused,
    calls,
    stop: null,
    people: unused,
    isGone: () => isGone,
    arm: (what, writes) => {
      armed = { what, writes }
    },
    disarm: () => {
      const wasBroken = isBroken
      isBroken = false
      armed = null
      return wasBroken
    },
    crash,
    close: () => {
      poller?.stop()
      closing.abort()
      life.ports.undo.close()
      life.ports.outcomes.close()
    },
  }
  const log = silentLog(ledger.db)
  const journal = openJournal(ledger.db, log, {
    clock,
    onMoved: (row) => {
      parts.onMoved(row)
      if (row.nextCheckAt !== null) poller?.wake()
    },
  })
  const wire = createWire({
    calls,
    isSigningSlow: parts.world.isSigningSlow,
    alive,
    nextNumber: parts.nextNumber,
    onLeaving: parts.onLeaving,
  })
  const approvals = openApprovals(ledger.db, log, { clock, monotonic: time.mono })
  const people = openPeople({ truth: parts.truth, calls, alive })
  const payments = createPayments({
    journal: breakable(brokenJournal(journal, parts.broken)),
    orders: breakable(openOrders(ledger.db, log, clock)),
    notes: unused,
    runs: unused,
    ...{ shop: unused, reconciliations: unused },
    approvals: breakable(brokenApprovals(approvals, parts.broken)),
    roll: people.roll,
    recipients: { list: () => [] } as never,
    audit: log,
    connections: {
      all: () => [...records],
      find: (id) => records.find((record) => record.id === id),
      gatewayOf: (record) => gatewayOf(record),
    },
    team: () => null,
    gateway: () => wire,
    takeTurn: freeTurns,
    clock,
    monotonic: time.mono,
    randomBytes: (size) => Uint8Array.from({ length: size }, () => parts.random.below(256)),
    actor: () => people.me() ?? 'anna',
    signInNumber: people.number,
    mayNot: () => null,
    ending: closing.signal,
    closing: closing.signal,
    unseenEnds: openUnseenEnds(ledger.db),
    moneyStop: () => life.stop,
    tampering: () => null,
    checked: () => null,
    witness: () =>
      new Promise((resolve) => {
        alive()
        const call: Call = {
          kind: 'witness',
          end: (isRefused) => {
            calls.delete(call)
            resolve(isRefused ? 'The lock file could not be written.' : null)
          },
        }
        calls.add(call)
      }),
    stopMoney: (message) => {
      if (!isGone) life.stop = message
    },
    onChange: changed,
    report: (incident, error) => {
      if (!isGone && !(error instanceof Unwritten)) parts.onBug(incident, error)
    },
  })
  life.ports = payments.ports
  people.meet(life.ports)
  life.people = people
  try {
    if (parts.broken !== 'recovery') recover(life.ports)
  } catch (error) {
    if (error instanceof Gone) return life
    throw error
  }
  armed = null
  if (parts.broken !== 'poller') poller = startPoller(life.ports)
  return life
}
