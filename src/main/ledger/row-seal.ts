// The seals of the rows that steer money, during a run: made as rows are written, compared when the key is first heard, in the
// background, and again before a request leaves. What differs stops money until a person decides. It never sends.
import type { KeyObject } from 'node:crypto'
import type { AuditLog } from './audit.ts'
import type { SecretSlots } from './audit-key.ts'
import type { Database } from './database.ts'
import { inTransaction } from './open.ts'
import {
  createRowChecker,
  deviationOf,
  isSameSum,
  type RowChecker,
  type RowDeviation,
  unnamed,
  unsound,
} from './row-check.ts'
import { loadOrCreateRowKey, noteRowKeyUsed } from './row-key.ts'
import { lackingIn } from './row-log.ts'
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
import { headForged, headGone, headOfOther, lateWords, rowWords, sumWords } from './row-words.ts'
import type { SealStop } from './seal.ts'

export interface RowSeals {
  /** Asks the vault for the key, where it is still away. */
  reopen(): Promise<void>
  /** What was found so far. `isLateKnown`: another stop says already that entries came while the key was away. */
  stops(isLateKnown: boolean): readonly SealStop[]
  /** MONEY: compares what steers the next request. What it finds is among the stops from then on. */
  look(): void
  /** A person decided to go on: what the stop names is sealed as it is. False for a stop of somebody else. */
  accept(stop: SealStop): boolean
  /** A person decided about entries that came while the key was away. */
  acceptLate(): void
  /** Every row, a page at a time; `breathe` is awaited between pages and ends it by throwing. `snapshot` is one moment of the ledger. */
  lookThrough(snapshot: Database, breathe: () => Promise<void>): Promise<void>
}

interface Finding {
  stop: SealStop
  rows: readonly RowDeviation[]
  /** What of the head is not as it was left; null where only rows are. */
  head: 'unreadable' | 'other' | null
}

interface Keyed {
  key: KeyObject
  checker: RowChecker
  store: RowStore
}

/** A table of so many rows is compared whole at the start; of a longer one the newest rows, and those of open requests. */
const ROWS_AT_START = 5_000
const NEWEST_AT_START = 200
/** Compared before each request that leaves. */
const STEERING: readonly SealedTable[] = ['connection', 'secret']

export async function openRowSeals(parts: {
  db: Database
  audit: AuditLog
  vault: SecretSlots
  /** Something was found: what stops money is another than before. */
  onFound: () => void
  report: (incident: string, error: unknown) => void
}): Promise<RowSeals> {
  const { db, audit, vault } = parts
  const sizeAtOpen = audit.head().size
  const columnsIn = columnReader(db)
  const textOf = (table: SealedTable, values: readonly CellValue[]): string =>
    rowText(table, columnsIn(table), values)
  const found = createFindings(parts.onFound)
  /** Rows written while the key was away, and what they were before. */
  const away = new Map<string, { table: SealedTable; id: string; before: string | null }>()
  let keyed: Keyed | null = null
  let late: { after: number; last: number } | null = null
  let version = 0

  /** MONEY: the head is as the program left it, with this log. Null: what it says of the seals is worth nothing. */
  const soundHead = (key: KeyObject, size: number): SealHead | null => {
    const text = headIn(db)
    const head = text === undefined ? null : readHead(key, text)
    if (head === null) found.head('unreadable', text === undefined ? headGone : headForged)
    else if (head.size > size || !isOfLog(db, head))
      found.head('other', headOfOther(head.size, size))
    else if (head.size < size) late ??= { after: head.size, last: size }
    return found.hasHead() ? null : head
  }
  const compareSums = (on: Database, checker: RowChecker, head: SealHead, which: SealedTable[]) => {
    for (const table of unsound(checker, head, which))
      found.head('other', sumWords(table, lackingIn(on, table)))
  }

  const acts = (key: KeyObject): SealActs => {
    const changed = (text: string, change: (head: SealHead) => SealHead | null): string => {
      const head = readHead(key, text)
      if (head === null) found.head('unreadable', headForged)
      const next = head === null ? null : change(head)
      return next === null ? text : headText(key, next)
    }
    return {
      sealed: (table, values) => macOf(key, textOf(table, values)),
      resealed: (mac, table, before, after) => {
        // MONEY: a row that somebody else changed must not get a good seal by the program's own next write.
        if (isMac(mac, macOf(key, textOf(table, before)))) return macOf(key, textOf(table, after))
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
          if (head.size < seq) late ??= { after: head.size, last: seq }
          return null
        }),
    }
  }

  const compareAll = ({ key, checker }: Keyed): void => {
    const head = soundHead(key, sizeAtOpen)
    if (head === null) return
    const isShort = (table: SealedTable): boolean => (head.tables[table]?.[0] ?? 0) <= ROWS_AT_START
    compareSums(db, checker, head, sealedNames.filter(isShort))
    const isAway = ({ table, id }: RowDeviation): boolean => away.has(placeIn(table, id))
    for (const table of sealedNames) {
      const rows = isShort(table)
        ? [...checker.rows(table), ...checker.orphans(table)]
        : [...checker.rows(table, newest(table)), ...openOf(checker, table)]
      found.rows(rows.filter((row) => !isAway(row)))
    }
  }

  /** Rows written in this run before the key was heard: what they were before must have had its seal. */
  const adoptAway = ({ key, store }: Keyed): void => {
    const sealOf = db.prepare('SELECT mac FROM row_seal WHERE name = ? AND id = ?').pluck()
    inTransaction(db, () => {
      for (const { table, id, before } of away.values()) {
        if (before === null || isMac(sealOf.get(table, id), macOf(key, before)))
          store.sealRow(table, id)
        else found.rows([unnamed(table, id, 'changed')])
      }
      if (!found.hasHead()) store.renewHead(late !== null)
    })
    away.clear()
  }

  const begin = async (): Promise<void> => {
    if (keyed !== null || vault.kind === 'memory') return
    const loaded = await loadOrCreateRowKey(vault, headIn(db) !== undefined)
    if (!loaded.ok) {
      const { fault } = loaded
      const isGone = fault.kind === 'vault' && ['lost', 'refused'].includes(fault.reason)
      if (isGone) found.head('unreadable', fault.message)
      return
    }
    const { key, isFirst } = loaded.value
    const checker = createRowChecker(db, key)
    keyed = { key, checker, store: createRowStore(db, audit, { key, checker }) }
    const { store } = keyed
    found.forget()
    // A log without an entry is that of a ledger which was just made, in the place of a lost one perhaps.
    if ((isFirst || sizeAtOpen === 0) && headIn(db) === undefined)
      inTransaction(db, () => store.sealAll())
    else {
      compareAll(keyed)
      adoptAway(keyed)
    }
    sealByTriggers(db, acts(key))
    version = versionOf(db)
    const noted = isFirst ? await noteRowKeyUsed(vault, loaded.value) : null
    if (noted?.ok === false) parts.report('row-key', new Error(noted.fault.message))
  }

  noteByTriggers(db, (table, id, before) => {
    const place = placeIn(table, id)
    if (!away.has(place))
      away.set(place, { table, id, before: before === null ? null : textOf(table, before) })
  })
  // One after the other: two first questions at once would each make a key, and one of them be lost.
  let turn: Promise<void> = Promise.resolve()
  const reopen = (): Promise<void> => {
    turn = turn.then(begin)
    return turn
  }
  await reopen()

  return {
    reopen,
    stops: (isLateKnown) => [
      ...found.stops(),
      ...(late === null || isLateKnown
        ? []
        : [{ words: lateWords(late), reach: 'production' as const }]),
    ],
    look: () => {
      if (keyed === null || !db.open) return
      const { key, checker } = keyed
      const now = versionOf(db)
      const isTouched = now !== version
      version = now
      const head = soundHead(key, audit.head().size)
      const isShort = (table: SealedTable): boolean =>
        (head?.tables[table]?.[0] ?? 0) <= ROWS_AT_START
      const tables = isTouched ? sealedNames.filter(isShort) : [...STEERING]
      if (head !== null) compareSums(db, checker, head, tables)
      for (const table of tables) found.rows([...checker.rows(table), ...checker.orphans(table)])
      if (isTouched && !tables.includes('attempt')) found.rows(openOf(checker, 'attempt'))
    },
    accept: (stop) => {
      const finding = found.take(stop)
      const isLate = late !== null && stop.words === lateWords(late)
      if (finding === undefined && !isLate) return false
      const store = keyed?.store
      if (store === undefined) return true
      inTransaction(db, () => {
        if (finding?.head === 'unreadable') store.sealAll()
        for (const { table, id } of finding?.rows ?? []) store.sealRow(table, id)
        if (isLate || (finding !== undefined && finding.head !== null)) store.renewHead()
      })
      if (isLate || (finding !== undefined && finding.head !== null)) late = null
      return true
    },
    acceptLate: () => {
      const store = keyed?.store
      if (late === null || store === undefined) return
      inTransaction(db, () => store.renewHead())
      late = null
    },
    lookThrough: async (snapshot, breathe) => {
      if (keyed === null) return
      const { key } = keyed
      const checker = createRowChecker(snapshot, key)
      const text = headIn(snapshot)
      const head = text === undefined ? null : readHead(key, text)
      for (const table of sealedNames) {
        let next: CellValue | undefined
        do {
          const page = checker.page(table, next)
          found.rows(page.rows)
          next = page.next
          await breathe()
        } while (next !== undefined)
        let sum = NO_SUM
        let after: string | undefined
        do {
          const page = checker.sealPage(table, after, sum)
          found.rows(page.rows)
          sum = page.sum
          after = page.next
          await breathe()
        } while (after !== undefined)
        if (head !== null && !isSameSum(sum, head.tables[table]))
          found.head('other', sumWords(table, lackingIn(snapshot, table)))
      }
    },
  }
}

interface Findings {
  rows(rows: readonly RowDeviation[]): void
  head(what: 'unreadable' | 'other', words: string): void
  /** The head, or the number or sum of seals, was found wrong and nobody decided yet. */
  hasHead(): boolean
  stops(): SealStop[]
  take(stop: SealStop): Finding | undefined
  forget(): void
}

function createFindings(onFound: () => void): Findings {
  let findings: Finding[] = []
  const add = (finding: Finding): void => {
    if (findings.some(({ stop }) => stop.words === finding.stop.words)) return
    findings.push(finding)
    // Never from inside a statement, where this may be called.
    setImmediate(onFound)
  }
  const isKnown = ({ table, id }: RowDeviation): boolean =>
    findings.some(({ rows }) => rows.some((row) => row.table === table && row.id === id))
  return {
    rows: (rows) => {
      const fresh = rows.filter((row) => !isKnown(row))
      if (fresh.length === 0) return
      const reach = fresh.every(({ isPractice }) => isPractice) ? 'production' : 'all'
      add({ stop: { words: rowWords(fresh), reach }, rows: fresh, head: null })
    },
    head: (head, words) => add({ stop: { words, reach: 'all' }, rows: [], head }),
    hasHead: () => findings.some(({ head }) => head !== null),
    stops: () => findings.map(({ stop }) => stop),
    take: ({ words, reach }) => {
      const taken = findings.find(({ stop }) => stop.words === words && stop.reach === reach)
      findings = findings.filter((one) => one !== taken)
      return taken
    },
    forget: () => {
      findings = []
    },
  }
}

/** The log has the entry that the head names. */
function isOfLog(db: Database, { size, chain }: SealHead): boolean {
  if (size === 0) return /^0+$/.test(chain)
  const found = db.prepare('SELECT chain FROM audit_entry WHERE seq = ?').pluck().get(size)
  return found instanceof Uint8Array && Buffer.from(found).toString('hex') === chain
}

const openOf = (checker: RowChecker, table: SealedTable): RowDeviation[] =>
  table === 'attempt'
    ? checker.rows(
        table,
        `WHERE t.state IN ('DRAFT', 'APPROVED', 'SENDING', 'UNKNOWN', 'ACCEPTED')`,
      )
    : []

const newest = (table: SealedTable): string =>
  `ORDER BY ${table === 'attempt' ? 't.made_number' : `t.${sealedTables[table]}`} DESC LIMIT ${NEWEST_AT_START}`
const placeIn = (table: SealedTable, id: string): string => `${table} ${id}`
const versionOf = (db: Database): number => Number(db.pragma('data_version', { simple: true }))
