// The seals of the rows that steer money, during a run: made as rows are written, compared when the
// key is first heard, in the background, and again before a request leaves. What differs stops
// money until a person decides. It never sends.
import type { KeyObject } from 'node:crypto'
import type { SealStop } from '../audit/log-standing.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/open.ts'
import { foreignWrites } from '../db/pragmas.ts'
import { statement } from '../db/statements.ts'
import {
  createRowChecker,
  type RowChecker,
  type RowDeviation,
  unnamed,
  unsound,
} from './row-check.ts'
import { createFindings } from './row-findings.ts'
import { loadOrCreateRowKey, noteRowKeyUsed } from './row-key.ts'
import { lackingIn } from './row-log.ts'
import { gapOf, isMac, macOf, readHead, type SealHead } from './row-mac.ts'
import {
  headForged,
  headGone,
  headOfOther,
  keyAwayMessage,
  lateMessage,
  sumMessage,
} from './row-messages.ts'
import { isBehind, type Keyed, type Run, sealActs, type SealParts, textOf } from './row-run.ts'
import { scanRows } from './row-scan.ts'
import { createRowStore, headIn } from './row-store.ts'
import { columnReader, sealedNames, sealedTables, type SealedTable } from './row-tables.ts'
import { noteByTriggers, sealByTriggers } from './row-triggers.ts'

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

/**
 * A table of so many rows is compared whole at the start; of a longer one the newest rows, and the
 * newest of open requests. The rest is compared in turns, and no request leaves before.
 */
const ROWS_AT_START = 1_000
const NEWEST_AT_START = 200
/** Compared whole at the start and before each request that leaves, however many there are. */
const STEERING: readonly SealedTable[] = ['connection', 'secret']

export async function openRowSeals({ onFound, ...parts }: SealParts): Promise<RowSeals> {
  const run: Run = {
    ...parts,
    sizeAtOpen: parts.audit.head().size,
    columnsIn: columnReader(parts.db),
    found: createFindings(onFound),
    away: new Map(),
    ...{ keyed: null, late: null, behind: null, logMessage: null },
    ...{ version: 0, touches: 0, isKeyGivenUp: false, isWhole: false },
  }
  noteByTriggers(run.db, {
    isOwnAt: run.isOwnAt,
    noted: ({ table, id, isOwn }, before, after) => {
      const was = before === null ? null : textOf(run, table, before)
      const is = after === null ? null : textOf(run, table, after)
      const known = run.away.get(placeIn(table, id))
      // MONEY: what another program wrote in between goes into what is written on top of it.
      const follows = known === undefined || (known.isOwn && known.after === was)
      run.away.set(placeIn(table, id), {
        ...{ table, id, before: known ? known.before : was, after: is, isOwn: isOwn && follows },
      })
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
  else if (head.size < size && !isBehind(run, head, size))
    run.late ??= { after: head.size, last: size }
  return found.hasHead() ? null : head
}

function compareSums(
  { db, found }: Run,
  { checker }: Keyed,
  head: SealHead,
  which: SealedTable[],
): void {
  for (const table of unsound(checker, head, which))
    found.head(
      table,
      sumMessage(table, lackingIn(db, table)),
      gapOf(checker.sum(table), head.tables[table]),
    )
}

const isShort = (table: SealedTable, head: SealHead | null): boolean =>
  STEERING.includes(table) || (head?.tables[table]?.[0] ?? 0) <= ROWS_AT_START

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
    const seals = [...away.values()].flatMap(({ table, id, before, after, isOwn }) => {
      const gone = sealOf(table, id)
      const isSealed = before === null || isMac(gone, macOf(key, before))
      if (!isOwn || !isSealed || store.textOf(table, id) !== after) {
        changed.push({ ...unnamed(table, id, 'changed'), mac: store.macOf(table, id) })
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
  // A ledger without an entry and a row was just made, in the place of a lost one perhaps.
  const isNew = sizeAtOpen === 0 && sealedNames.every((name) => isEmpty(db, name))
  if ((isFirst || isNew) && headIn(db) === undefined) {
    inTransaction(db, () => store.sealAll())
    run.isWhole = true
  } else {
    compareAll(run, keyed)
    adoptAway(run, keyed)
  }
  sealByTriggers(db, sealActs(run, key))
  run.version = foreignWrites(db)
  const noted = isFirst ? await noteRowKeyUsed(vault, loaded.value) : null
  if (noted?.ok === false) run.report('row-key', new Error(noted.fault.message))
}

function logFault(run: Run): string | null {
  const { db, vault, keyed, late, behind, logMessage, isKeyGivenUp } = run
  const isKeyAway = keyed === null && vault.kind !== 'memory' && !isKeyGivenUp
  if (isKeyAway) return headIn(db) === undefined ? null : keyAwayMessage
  if (late !== null) return lateMessage(late)
  const head = keyed === null || behind === null ? null : readHead(keyed.key, headIn(db) ?? '')
  return head !== null && behind?.after === head.size ? lateMessage(behind) : logMessage
}

function look(run: Run, keyed: Keyed): void {
  const { db, audit, found } = run
  const { key, checker } = keyed
  const now = foreignWrites(db)
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
  const { keyed } = run
  if (finding?.stop.message === run.logMessage) run.logMessage = null
  run.isKeyGivenUp ||= keyed === null
  if (keyed === null) return true
  const { store } = keyed
  const wrong = finding?.head ?? null
  const table = sealedNames.find((name) => name === wrong)
  const isLogTaken = isLate || (wrong !== null && table === undefined)
  inTransaction(run.db, () => {
    if (wrong === 'unreadable') {
      store.sealAll()
      run.isWhole = true
    }
    for (const row of finding?.rows ?? [])
      if (isSameMac(store.macOf(row.table, row.id), row.mac)) store.sealRow(row.table, row.id)
    if (isLogTaken) store.renewHead()
    if (table !== undefined && store.gapOf(table) === finding?.gap)
      store.renewHead({ isLogKept: true, sums: [table] })
  })
  if (isLogTaken) run.late = null
  // MONEY: what changed since the person was told is found anew, for another decision.
  run.version = Number.NaN
  look(run, keyed)
  return true
}

const isSameMac = (a: Buffer | null, b: Buffer | null): boolean =>
  a === null || b === null ? a === b : a.equals(b)

const isEmpty = (db: Database, table: SealedTable): boolean =>
  statement<[]>(db, `SELECT 1 FROM ${table} LIMIT 1`).get() === undefined

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
