// Reads a ledger file as an outsider would: plain SQL through Node's own SQLite, after the desk has
// closed it. It knows the tables and nothing of the program.
import { createHash } from 'node:crypto'
import { DatabaseSync } from 'node:sqlite'

export interface Row {
  id: string
  connectionId: string
  operation: string
  orderid: string
  clientOrderid: string
  state: string
  amountMinor: number | null
  digest: string
  conflict: string | null
  handOutcome: string | null
  /** Serial number of the answer that settled it, as the ledger keeps it; null when none did. */
  resolvedBySerial: string | null
  sentAt: number | null
}

export interface Ledger {
  rows: Row[]
  /** The states of each attempt in the order of the log. */
  trails: ReadonlyMap<string, string[]>
  entries: number
  /** Kind of the last entry, and its chain value in hex. */
  lastKind: string
  head: string
  /** Entries the newest signed checkpoint covers. */
  signedTo: number
  /** What is wrong with the chain, or null. */
  chainFault: string | null
}

type Column = string | number | bigint | null | Uint8Array
const text = (value: Column | undefined): string => (typeof value === 'string' ? value : '')
const textOrNull = (value: Column | undefined): string | null =>
  typeof value === 'string' ? value : null
const numberOrNull = (value: Column | undefined): number | null =>
  typeof value === 'number' ? value : null

export function readLedger(file: string): Ledger {
  const db = new DatabaseSync(file)
  const all = (sql: string) => db.prepare(sql).all() as Record<string, Column>[]
  const rows = all(
    `SELECT a.*, o.serial_number AS resolved_serial FROM attempt a LEFT JOIN status_snapshot o ON o.seq = a.resolved_by`,
  ).map((row): Row => ({
    id: text(row['id']),
    connectionId: text(row['connection_id']),
    operation: text(row['operation']),
    orderid: text(row['orderid']),
    clientOrderid: text(row['client_orderid']),
    state: text(row['state']),
    amountMinor: numberOrNull(row['amount_minor']),
    digest: text(row['digest']),
    conflict: textOrNull(row['conflict']),
    handOutcome: textOrNull(row['hand_outcome']),
    resolvedBySerial: textOrNull(row['resolved_serial']),
    sentAt: numberOrNull(row['sent_at']),
  }))
  const entries = all('SELECT seq, kind, outcome, body, leaf, chain FROM audit_entry ORDER BY seq')
  const logId = text(all("SELECT value FROM meta WHERE key = 'audit.log-id'")[0]?.['value'])
  const signed = all('SELECT max(size) AS size FROM checkpoint')[0]
  db.close()
  const last = entries.at(-1)
  return {
    rows,
    trails: trailsOf(entries),
    entries: entries.length,
    lastKind: text(last?.['kind']),
    head: hex(last?.['chain']),
    signedTo: numberOrNull(signed?.['size']) ?? 0,
    chainFault: chainFault(logId, entries),
  }
}

const hex = (value: Column | undefined): string =>
  value instanceof Uint8Array ? Buffer.from(value).toString('hex') : ''

function trailsOf(entries: readonly Record<string, Column>[]): Map<string, string[]> {
  const trails = new Map<string, string[]>()
  for (const { kind, body, outcome } of entries) {
    const state = text(outcome)
    // Other entries about an attempt say what was learnt, not where it went.
    if (text(kind) !== `attempt:${state.toLowerCase().replaceAll('_', '-')}`) continue
    const message = Buffer.from(body as Uint8Array).toString('utf8')
    const id = /"attemptId":"([^"]+)"/.exec(message)?.[1]
    if (id === undefined || !isState(state)) continue
    trails.set(id, [...(trails.get(id) ?? []), state])
  }
  return trails
}

/**
 * leaf = SHA-256(00 || body); chain = SHA-256(02 || log id || number as u64 || chain before ||
 * leaf): docs/audit-format.md.
 */
function chainFault(logId: string, entries: readonly Record<string, Column>[]): string | null {
  let before: Uint8Array = Buffer.alloc(32)
  const id = Buffer.from(logId, 'hex')
  for (const { seq, body, leaf, chain } of entries) {
    const own = createHash('sha256')
      .update(Buffer.of(0))
      .update(body as Uint8Array)
      .digest()
    if (!own.equals(leaf as Uint8Array)) return `entry ${String(seq)} is not what was hashed`
    const place = Buffer.alloc(8)
    place.writeBigUInt64BE(BigInt(seq as number))
    const parts = [Buffer.of(2), id, place, before, own]
    const link = createHash('sha256').update(Buffer.concat(parts)).digest()
    if (!link.equals(chain as Uint8Array)) return `entry ${String(seq)} does not follow its former`
    before = chain as Uint8Array
  }
  return null
}

/** The arrows an attempt may take, as docs/money-safety.md draws them. */
const arrows: Readonly<Record<string, readonly string[]>> = {
  DRAFT: ['APPROVED', 'UNDONE', 'EXPIRED'],
  APPROVED: ['SENDING', 'EXPIRED', 'UNDONE'],
  EXPIRED: [],
  UNDONE: [],
  SENDING: ['NOT_SENT', 'ACCEPTED', 'REJECTED', 'UNKNOWN'],
  NOT_SENT: [],
  ACCEPTED: ['SUCCEEDED', 'DECLINED', 'FAILED', 'RESOLVED_BY_HAND'],
  REJECTED: [],
  UNKNOWN: ['SUCCEEDED', 'DECLINED', 'FAILED', 'RESOLVED_BY_HAND'],
  SUCCEEDED: [],
  DECLINED: [],
  FAILED: [],
  RESOLVED_BY_HAND: [],
}
const isState = (text: string): boolean => Object.hasOwn(arrows, text)

/** What is wrong with the life of an attempt as the log tells it, or null. */
export function trailFault(trail: readonly string[], state: string): string | null {
  if (trail[0] !== 'DRAFT') return `its trail begins with ${trail[0] ?? 'nothing'}`
  if (trail.at(-1) !== state) return `its trail ends with ${trail.at(-1)}, it is ${state}`
  const wrong = trail.findIndex(
    (to, at) => at > 0 && arrows[trail[at - 1] ?? '']?.includes(to) !== true,
  )
  if (wrong > 0) return `${trail[wrong - 1]} -> ${trail[wrong]} is no arrow`
  return trail.filter((one) => one === 'SENDING').length > 1 ? 'it was sent twice' : null
}
