// The seals of the rows that steer money, during a run: made as rows are written, compared when the
// key is first heard, in the background, and again before a request leaves. What differs stops
// money until a person decides. It never sends.
import type { SealStop } from '../audit/log-standing.ts'
import type { Database } from '../db/database.ts'
import { inTransaction } from '../db/open.ts'
import { foreignWrites } from '../db/pragmas.ts'
import { statement } from '../db/statements.ts'
import { createRowChecker, type RowDeviation, unnamed } from './row-check.ts'
import { createFindings } from './row-findings.ts'
import { loadOrCreateRowKey, noteRowKeyUsed } from './row-key.ts'
import { isMac, macOf, readHead } from './row-mac.ts'
import { keyAwayMessage, lateMessage } from './row-messages.ts'
import { compareSums, isShort, newest, openOf, soundHead, STEERING } from './row-compare.ts'
import { type Keyed, type Run, sealActs, type SealParts, textOf } from './row-run.ts'
import { scanRows } from './row-scan.ts'
import { createRowStore, headIn } from './row-store.ts'
import { columnReader, isOfOrders, sealedNames, type SealedTable } from './row-tables.ts'
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
  /** Something else wrote this row, and nobody decided about it yet: it is not shown as true. */
  isDoubted(table: SealedTable, id: string): boolean
  /**
   * What is signed now is made of rows that were compared now: all that another program can have
   * written to, and those of these orders. In words what is not as Paydesk left it; the rest waits
   * for `startIntegrityScan`.
   */
  unproven(of: { orderids: readonly string[]; isPractice: boolean }): string | null
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

export async function openRowSeals({ onFound, ...parts }: SealParts): Promise<RowSeals> {
  const run: Run = {
    ...parts,
    sizeAtOpen: parts.audit.head().size,
    columnsIn: columnReader(parts.db),
    found: createFindings(
      () => {
        putRight(run)
        onFound()
      },
      (row) => run.proof?.differing(row.table, row.id) ?? [],
    ),
    proof: parts.proof ?? null,
    ...{ away: new Map(), right: new Set<string>() },
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
    isDoubted: (table, id) =>
      run.found.known().some((row) => row.table === table && row.id === id && row.how !== 'gone'),
    unproven: (of) => unproven(run, of),
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

function compareAll(run: Run, keyed: Keyed): void {
  const { found, away } = run
  const { key, checker, store } = keyed
  const before = soundHead(run, key, run.sizeAtOpen)
  // MONEY: without a head each row still has a seal of its own.
  const head = before === null ? null : inTransaction(run.db, () => store.sealNew(before))
  const short = sealedNames.filter((table) => isShort(run.db, table, head))
  if (head !== null) compareSums(run, keyed, head, short)
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
    inTransaction(db, () => store.sealFirst())
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
  const tables = isTouched ? sealedNames.filter((table) => isShort(db, table, head)) : [...STEERING]
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
    // MONEY: of the seals that there are. Rows that have another get none by this: each is named.
    if (wrong === 'unreadable') store.renewHead({ isAnew: true })
    for (const row of finding?.rows ?? []) {
      run.right.delete(placeIn(row.table, row.id))
      if (isSameMac(store.macOf(row.table, row.id), row.mac)) store.sealRow(row.table, row.id)
    }
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

/**
 * What lists and orders show of a row that something else wrote becomes what is proven; its seal
 * stays wrong, so that it is named until a person decides.
 */
function putRight({ db, found, proof, right, report }: Run): void {
  if (proof === null || !db.open) return
  const wrong = found
    .known()
    .filter(({ table, id, how }) => how !== 'gone' && !right.has(placeIn(table, id)))
  try {
    inTransaction(db, () => {
      for (const { table, id } of wrong) {
        proof.putRight(table, id)
        right.add(placeIn(table, id))
      }
    })
  } catch (error) {
    report('rows', error)
  }
}

const isSameMac = (a: Buffer | null, b: Buffer | null): boolean =>
  a === null || b === null ? a === b : a.equals(b)

const isEmpty = (db: Database, table: SealedTable): boolean =>
  statement<[]>(db, `SELECT 1 FROM ${table} LIMIT 1`).get() === undefined

function unproven(
  run: Run,
  { orderids, isPractice }: { orderids: readonly string[]; isPractice: boolean },
): string | null {
  const { keyed, found } = run
  if (keyed === null) return null
  look(run, keyed)
  const these = orderids.map((orderid) => `'${orderid.replaceAll("'", "''")}'`).join(', ')
  for (const table of sealedNames.filter(isOfOrders))
    found.rows(keyed.checker.rows(table, `WHERE t.orderid IN (${these})`))
  return found.stops().find(({ reach }) => reach === 'all' || !isPractice)?.message ?? null
}

const placeIn = (table: SealedTable, id: string): string => `${table} ${id}`
