// The seals of the rows that steer money, during a run: made as rows are written, compared when the
// key is first heard, in the background, and again before a request leaves. What differs stops
// money until a person decides. It never sends.
import type { KeyObject } from 'node:crypto'
import type { AuditLog } from '../audit/audit.ts'
import type { SecretSlots } from '../audit/audit-key.ts'
import type { Database } from '../db/database.ts'
import { dataVersion } from '../db/pragmas.ts'
import { evenly } from '../db/schema-drift.ts'
import { inTransaction } from '../db/open.ts'
import {
  createRowChecker,
  deviationOf,
  type RowChecker,
  type RowDeviation,
  unnamed,
  unsound,
} from './row-check.ts'
import { createFindings, type Findings } from './row-findings.ts'
import { loadOrCreateRowKey, noteRowKeyUsed } from './row-key.ts'
import { lackingIn } from './row-log.ts'
import { scanRows } from './row-scan.ts'
import {
  type CellValue,
  headText,
  isMac,
  macOf,
  NO_SUM,
  readHead,
  rowText,
  type SealHead,
  summed,
} from './row-mac.ts'
import { createRowStore, headIn, type RowStore } from './row-store.ts'
import { columnReader, sealedNames, sealedTables, type SealedTable } from './row-tables.ts'
import { noteByTriggers, type SealActs, sealByTriggers } from './row-triggers.ts'
import {
  headForged,
  headGone,
  headOfOther,
  keyAwayMessage,
  lateMessage,
  sumMessage,
} from './row-messages.ts'
import type { SealStop } from '../audit/log-standing.ts'
import { statement } from '../db/statements.ts'

export interface RowSeals {
  /** Asks the vault for the key, where it is still away. */
  reopen(): Promise<void>
  /**
   * What was found so far. `isLateKnown`: another stop says already that entries came while the key
   * was away.
   */
  stops(isLateKnown: boolean): readonly SealStop[]
  /**
   * What the head of the seals has against this log, in words, or null: it is not signed meanwhile.
   * A head that nobody could read yet is such a reason too.
   */
  logFault(): string | null
  /**
   * MONEY: compares what steers the next request. What it finds is among the stops from then on.
   */
  look(): void
  /**
   * A person decided to go on: what the stop names is sealed as it is. False for a stop of somebody
   * else.
   */
  accept(stop: SealStop): boolean
  /** A person decided about entries that came while the key was away. */
  acceptLate(): void
  /**
   * MONEY: every row was compared since the key was heard, and again since another program wrote.
   * While it is false a request that leaves waits for `startIntegrityScan`. Without the key there
   * is nothing to compare with.
   */
  isWhole(): boolean
  /**
   * Every row, a page at a time; `breathe` is awaited between pages and ends it by throwing.
   * `snapshot` is one moment of the ledger.
   */
  startIntegrityScan(snapshot: Database, breathe: () => Promise<void>): Promise<void>
}

interface Away {
  table: SealedTable
  id: string
  before: string | null
  /** No trigger of another program could have written it. */
  isOwn: boolean
}

interface Keyed {
  key: KeyObject
  checker: RowChecker
  store: RowStore
}

/**
 * A table of so many rows is compared whole at the start; of a longer one the newest rows, and the
 * newest of open requests. The rest is compared in turns, and no request leaves before.
 */
const ROWS_AT_START = 1_000
const NEWEST_AT_START = 200
/** Compared whole at the start and before each request that leaves, however many there are. */
const STEERING: readonly SealedTable[] = ['connection', 'secret']

interface SealParts {
  db: Database
  audit: AuditLog
  vault: SecretSlots
  /** The text of the program's own triggers, as openLedger() gives it. */
  triggers: string
  /** Something was found: what stops money is another than before. */
  onFound: () => void
  report: (incident: string, error: unknown) => void
}

/** The state of the seals in this run. */
interface Run extends Omit<SealParts, 'onFound' | 'triggers'> {
  sizeAtOpen: number
  columnsIn: (table: SealedTable) => readonly string[]
  found: Findings
  /** Rows written while the key was away, and what they were before. */
  away: Map<string, Away>
  /** MONEY: whether the triggers in the ledger are the program's own, and no others. */
  areOwn: (triggers: CellValue) => boolean
  keyed: Keyed | null
  /** Entries that came while the key was away. */
  late: { after: number; last: number } | null
  version: number
  logMessage: string | null
  isKeyGivenUp: boolean
  isWhole: boolean
  /** Grows when another program wrote: a look that was under way may have missed that. */
  touches: number
}

export async function openRowSeals({ onFound, triggers, ...parts }: SealParts): Promise<RowSeals> {
  const run: Run = {
    ...parts,
    sizeAtOpen: parts.audit.head().size,
    columnsIn: columnReader(parts.db),
    found: createFindings(onFound),
    away: new Map(),
    areOwn: createTriggerCheck(triggers),
    ...{ keyed: null, late: null, logMessage: null },
    ...{ version: 0, touches: 0, isKeyGivenUp: false, isWhole: false },
  }
  noteByTriggers(run.db, {
    areOwn: run.areOwn,
    noted: ({ table, id, isOwn }, before) => {
      const place = placeIn(table, id)
      const text = before === null ? null : textOf(run, table, before)
      const first = run.away.get(place) ?? { table, id, before: text, isOwn }
      run.away.set(place, { ...first, isOwn: first.isOwn && isOwn })
    },
  })
  // One after the other: two first questions at once would each make a key, and one of them be
  // lost.
  let turn: Promise<void> = Promise.resolve()
  const reopen = (): Promise<void> => {
    turn = turn.then(() => begin(run))
    return turn
  }
  await reopen()

  return {
    reopen,
    stops: (isLateKnown) => [
      ...run.found.stops(),
      ...(run.late === null || isLateKnown
        ? []
        : [{ message: lateMessage(run.late), reach: 'production' as const }]),
    ],
    logFault: () => logFault(run),
    look: () => {
      if (run.keyed !== null && run.db.open) look(run, run.keyed)
    },
    accept: (stop) => accept(run, stop),
    acceptLate: () => {
      const store = run.keyed?.store
      if (run.late === null || store === undefined) return
      inTransaction(run.db, () => store.renewHead())
      run.late = null
    },
    isWhole: () => run.keyed === null || run.isWhole,
    startIntegrityScan: async (snapshot, breathe) => {
      if (run.keyed === null) return
      const { touches } = run
      await scanRows(snapshot, run.keyed.key, { found: run.found, breathe })
      run.isWhole ||= run.touches === touches
    },
  }
}

const textOf = (run: Run, table: SealedTable, values: readonly CellValue[]): string =>
  rowText(table, run.columnsIn(table), values)

/**
 * MONEY: the head is as the program left it, with this log. Null: what it says of the seals is
 * worth nothing.
 */
function soundHead(run: Run, key: KeyObject, size: number): SealHead | null {
  const { db, found } = run
  const text = headIn(db)
  const head = text === undefined ? null : readHead(key, text)
  const blame = (what: 'unreadable' | 'log', message: string): void => {
    found.head(what, message)
    run.logMessage ??= message
  }
  if (head === null) blame('unreadable', text === undefined ? headGone : headForged)
  else if (head.size > size || !isOfLog(db, head)) blame('log', headOfOther(head.size, size))
  else if (head.size < size) run.late ??= { after: head.size, last: size }
  return found.hasHead() ? null : head
}

function compareSums(
  { db, found }: Run,
  { checker }: Keyed,
  head: SealHead,
  which: SealedTable[],
): void {
  for (const table of unsound(checker, head, which))
    found.head(table, sumMessage(table, lackingIn(db, table)))
}

const isShort = (table: SealedTable, head: SealHead | null): boolean =>
  STEERING.includes(table) || (head?.tables[table]?.[0] ?? 0) <= ROWS_AT_START

function createTriggerCheck(own: string): Run['areOwn'] {
  let known: CellValue = null
  return (triggers) => {
    if (triggers === known) return true
    const areOwn = typeof triggers === 'string' && evenly(triggers) === own
    if (areOwn) known = triggers
    return areOwn
  }
}

/** Called by the triggers of the sealed tables for each row that is written. */
function sealActs(run: Run, key: KeyObject): SealActs {
  const { found, columnsIn } = run
  // The text this run wrote last needs no second look at its HMAC.
  let last: { text: string; head: SealHead } | null = null
  const changed = (text: string, change: (head: SealHead) => SealHead | null): string => {
    const head = last?.text === text ? last.head : readHead(key, text)
    if (head === null) found.head('unreadable', headForged)
    const next = head === null ? null : change(head)
    if (next === null) return text
    last = { text: headText(key, next), head: next }
    return last.text
  }
  return {
    areOwn: (triggers) => {
      const areOwn = run.areOwn(triggers)
      // What is not sealed meanwhile, the next look finds.
      if (!areOwn) run.version = Number.NaN
      return areOwn
    },
    sealed: (table, values) => macOf(key, textOf(run, table, values)),
    resealed: (mac, table, before, after) => {
      // MONEY: a row that somebody else changed must not get a good seal by the program's own
      // next write.
      if (isMac(mac, macOf(key, textOf(run, table, before))))
        return macOf(key, textOf(run, table, after))
      found.rows([deviationOf(table, columnsIn(table), before, 'changed')])
      return mac
    },
    headWith: (text, table, gone, come) =>
      changed(text, (head) => ({
        ...head,
        tables: { ...head.tables, [table]: summed(head.tables[table] ?? NO_SUM, gone, come) },
      })),
    headAfter: (text, seq, chain) =>
      changed(text, (head) => {
        if (head.size === seq - 1) return { ...head, size: seq, chain: chain.toString('hex') }
        if (head.size < seq) run.late ??= { after: head.size, last: seq }
        return null
      }),
  }
}

function compareAll(run: Run, keyed: Keyed): void {
  const { found, away } = run
  const { key, checker, store } = keyed
  const before = soundHead(run, key, run.sizeAtOpen)
  if (before === null) return
  const head = inTransaction(run.db, () => store.sealNew(before))
  const short = sealedNames.filter((table) => isShort(table, head))
  compareSums(run, keyed, head, short)
  const isAway = ({ table, id }: RowDeviation): boolean => away.has(placeIn(table, id))
  for (const table of sealedNames) {
    const rows = short.includes(table)
      ? [...checker.rows(table), ...checker.orphans(table)]
      : [...checker.rows(table, newest(table)), ...openOf(checker, table)]
    found.rows(rows.filter((row) => !isAway(row)))
  }
  run.isWhole = short.length === sealedNames.length
}

/**
 * Rows written in this run before the key was heard: what they were before must have had its seal.
 */
function adoptAway({ db, found, away, late }: Run, { key, store }: Keyed): void {
  const macs = statement<[string, string], Uint8Array>(
    db,
    'SELECT mac FROM row_seal WHERE name = ? AND id = ?',
    { as: 'value' },
  )
  const sealOf = (table: SealedTable, id: string): Uint8Array | null => macs.get(table, id) ?? null
  inTransaction(db, () => {
    const changed: RowDeviation[] = []
    const seals = [...away.values()].flatMap(({ table, id, before, isOwn }) => {
      const gone = sealOf(table, id)
      if (!isOwn || (before !== null && !isMac(gone, macOf(key, before)))) {
        changed.push(unnamed(table, id, 'changed'))
        return []
      }
      store.sealRow(table, id)
      return [{ table, gone, come: sealOf(table, id) }]
    })
    found.rows(changed)
    if (!found.hasHead()) store.renewHead({ isLogKept: late !== null, seals })
  })
  away.clear()
}

async function begin(run: Run): Promise<void> {
  const { db, audit, vault, found, sizeAtOpen } = run
  if (run.keyed !== null || vault.kind === 'memory') return
  const loaded = await loadOrCreateRowKey(vault, headIn(db) !== undefined)
  if (!loaded.ok) {
    const { fault } = loaded
    const isGone = fault.kind === 'vault' && ['lost', 'refused'].includes(fault.reason)
    if (isGone) found.head('unreadable', fault.message)
    return
  }
  const { key, isFirst } = loaded.value
  const checker = createRowChecker(db, key)
  const store = createRowStore(db, audit, { key, checker })
  const keyed = { key, checker, store }
  run.keyed = keyed
  found.forget()
  run.logMessage = null
  // A log without an entry is that of a ledger which was just made, in the place of a lost one
  // perhaps.
  if ((isFirst || sizeAtOpen === 0) && headIn(db) === undefined) {
    inTransaction(db, () => store.sealAll())
    run.isWhole = true
  } else {
    compareAll(run, keyed)
    adoptAway(run, keyed)
  }
  sealByTriggers(db, sealActs(run, key))
  run.version = dataVersion(db)
  const noted = isFirst ? await noteRowKeyUsed(vault, loaded.value) : null
  if (noted?.ok === false) run.report('row-key', new Error(noted.fault.message))
}

function logFault({ db, vault, keyed, late, logMessage, isKeyGivenUp }: Run): string | null {
  const isKeyAway = keyed === null && vault.kind !== 'memory' && !isKeyGivenUp
  if (isKeyAway) return headIn(db) === undefined ? null : keyAwayMessage
  return late === null ? logMessage : lateMessage(late)
}

function look(run: Run, keyed: Keyed): void {
  const { db, audit, found } = run
  const { key, checker } = keyed
  const now = dataVersion(db)
  const isTouched = now !== run.version
  run.version = now
  const head = soundHead(run, key, audit.head().size)
  const tables = isTouched ? sealedNames.filter((table) => isShort(table, head)) : [...STEERING]
  if (isTouched) {
    run.touches += 1
    run.isWhole &&= tables.length === sealedNames.length
  }
  if (head !== null) compareSums(run, keyed, head, tables)
  for (const table of tables) found.rows([...checker.rows(table), ...checker.orphans(table)])
  if (isTouched && !tables.includes('attempt')) found.rows(openOf(checker, 'attempt'))
}

function accept(run: Run, stop: SealStop): boolean {
  const finding = run.found.take(stop)
  const isLate = run.late !== null && stop.message === lateMessage(run.late)
  if (finding === undefined && !isLate) return false
  const store = run.keyed?.store
  if (finding?.stop.message === run.logMessage) run.logMessage = null
  run.isKeyGivenUp ||= store === undefined
  if (store === undefined) return true
  const wrong = finding?.head ?? null
  const sums = sealedNames.filter((name) => name === wrong)
  const isLogTaken = isLate || (wrong !== null && sums.length === 0)
  inTransaction(run.db, () => {
    if (wrong === 'unreadable') {
      store.sealAll()
      run.isWhole = true
    }
    for (const { table, id } of finding?.rows ?? []) store.sealRow(table, id)
    if (isLogTaken || sums.length > 0) store.renewHead({ isLogKept: !isLogTaken, sums })
  })
  if (isLogTaken) run.late = null
  return true
}

/** The log has the entry that the head names. */
function isOfLog(db: Database, { size, chain }: SealHead): boolean {
  if (size === 0) return /^0+$/.test(chain)
  const found = statement<[number]>(db, 'SELECT chain FROM audit_entry WHERE seq = ?', {
    as: 'value',
  }).get(size)
  return found instanceof Uint8Array && Buffer.from(found).toString('hex') === chain
}

/** Found by their numbers alone: sorting thousands of whole rows would take ten times as long. */
const openOf = (checker: RowChecker, table: SealedTable): RowDeviation[] =>
  table === 'attempt'
    ? checker.rows(
        table,
        `WHERE t.made_number IN (SELECT made_number FROM attempt
           WHERE state IN ('DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN', 'ACCEPTED')
           ORDER BY made_number DESC LIMIT ${NEWEST_AT_START})`,
      )
    : []

const newest = (table: SealedTable): string =>
  `ORDER BY ${table === 'attempt' ? 't.made_number' : `t.${sealedTables[table]}`} DESC LIMIT ${NEWEST_AT_START}`
const placeIn = (table: SealedTable, id: string): string => `${table} ${id}`
