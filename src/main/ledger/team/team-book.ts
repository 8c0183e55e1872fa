// What the ledger knows of the team of this computer: where it belongs, and its own records with
// what became of them. Each change is in one transaction with its entry. It asks no database.
// MONEY: each method returns only when it is on the disk: a claim that was forgotten would be made
// again.
import type { Fault } from '#shared/fault.ts'
import type { AuditDraft, AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { type Cells, type Change, nextNumber, withoutNulls } from '../projections/changes.ts'

export interface Membership {
  /** 32 hex digits. */
  team: string
  /** How this computer is called there; its login as well. */
  desk: string
  founder: { desk: string; /** 32 bytes, base64. */ key: string }
  address: { host: string; port: number; database: string }
  /** As PEM. */
  ca: string
}

export interface KeptRecord {
  n: number
  topic: string
  version: number
  body: Buffer
  signature: Buffer
  state: 'out' | 'in'
  /** The request that was being sent under this claim. */
  attemptId: string | null
  /** This computer says nothing more of this claim. */
  isUnsaid: boolean
}

export interface TeamBook {
  /** Null where this computer works alone. */
  membership(): Membership | null
  /** Unless `fault` says in the same transaction why not. */
  join(membership: Membership, actor: string, fault?: () => Fault | null): Fault | null
  /** `reason`: of a team that could not be asked. */
  leave(actor: string, reason?: string): void
  /** The team that was left last; null where none was, or one is joined. */
  left(): string | null
  /** The person says that this computer works alone; this ledger knew of no team. */
  leaveUnknown(actor: string): void
  /** At most `most` of this membership, in the order of their numbers; `n` is left out. */
  recordsAfter(n: number, most: number): KeptRecord[]
  /** Of this membership. */
  record(n: number): KeptRecord | undefined
  /**
   * The claim of its order under which a request was sent, of this membership. Asked at each answer
   * of a gateway: it reads one row.
   */
  ofRequest(attemptId: string): KeptRecord | undefined
  /** As `out`, before the database is asked. */
  add(record: Pick<KeptRecord, 'n' | 'topic' | 'version' | 'body' | 'signature'>): void
  markIn(n: number): void
  drop(n: number): void
  /** In the transaction that makes the request SENDING. */
  use(n: number, attemptId: string): void
  /**
   * MONEY: whether nothing was found about this ledger, and no copy of it put back, since a record
   * was signed. Else it may be an older copy, which does not know what left under the record.
   */
  isSameSince(n: number): boolean
  /** Two people of the team say what became of it. */
  leaveUnsaid(n: number, why: 'contradicted' | 'not-known'): void
}

type Row = Readonly<Record<string, string | number | null>>

export function openTeamBook(db: Database, audit: AuditLog, clock: () => number): TeamBook {
  const select = statementsOf(db)
  const number = (): number => {
    const row = select.membership.get()
    if (row === undefined) throw new Error('This computer belongs to no team.')
    return Number(row['number'])
  }
  const record = (n: number): KeptRecord | undefined => {
    const row = select.record.get(number(), n)
    return row === undefined ? undefined : recordIn(row)
  }
  /** By request, the number of its claim; of the membership that was asked about last. */
  let used: { membership: number; claims: Map<string, number> } | null = null
  const claimOf = (attemptId: string): number | undefined => {
    const membership = number()
    if (used?.membership !== membership)
      used = { membership, claims: claimsIn(select.used.all(membership)) }
    return used.claims.get(attemptId)
  }
  const write = (draft: AuditDraft, changes: readonly Change[]): void =>
    inTransaction(db, () => void audit.append(draft, changes))
  const change = (kind: AuditDraft['kind'], change: Change, details: Cells): void =>
    write({ ...byDesk, kind, details: { ...details } }, [change])
  const set = (n: number, cells: Cells): Change => [
    'set',
    'team_record',
    { membership: number(), n, ...cells },
  ]
  return {
    membership: () => {
      const row = select.membership.get()
      return row === undefined ? null : membershipIn(row)
    },
    join: (membership, actor, fault = () => null) =>
      inTransaction(db, () => {
        const why = fault()
        if (why !== null) return why
        audit.append(
          { ...byPerson(actor), kind: 'team:joined', details: shownOf(membership) },
          joining(db, membership, clock()),
        )
        return null
      }),
    left: () => {
      const row = select.last.get()
      return row === undefined || row['left_at'] === null ? null : String(row['team'])
    },
    leave: (actor, reason) =>
      write(
        { ...byPerson(actor), kind: 'team:left', details: reason === undefined ? {} : { reason } },
        [['set', 'team_membership', { number: number(), left_at: clock() }]],
      ),
    leaveUnknown: (actor) =>
      write({ ...byPerson(actor), kind: 'team:left', details: { wasKnown: false } }, []),
    recordsAfter: (n, most) => select.records.all(number(), n, most).map(recordIn),
    record,
    ofRequest: (attemptId) => {
      const n = claimOf(attemptId)
      const found = n === undefined ? undefined : record(n)
      // The transaction that used it may have been undone.
      return found?.attemptId === attemptId ? found : undefined
    },
    add: ({ n, topic, version, body, signature }) => {
      const bytes = { body: body.toString('base64'), signature: signature.toString('base64') }
      const cells = { membership: number(), n, topic, version, ...bytes, state: 'out' }
      change('team:record-signed', ['add', 'team_record', cells], { n, topic, version })
    },
    markIn: (n) => change('team:record-in', set(n, { state: 'in' }), { n }),
    drop: (n) =>
      change('team:record-dropped', ['drop', 'team_record', { membership: number(), n }], { n }),
    use: (n, attemptId) => {
      change('team:claim-used', set(n, { attempt_id: attemptId }), { n, attemptId })
      if (used?.membership === number() && isOrderTopic(record(n)?.topic))
        used.claims.set(attemptId, n)
    },
    isSameSince: (n) => select.doubt.get(n) === undefined,
    leaveUnsaid: (n, why) => change('team:claim-unsaid', set(n, { unsaid: why }), { n, why }),
  }
}

/** A request may have claimed a payment as well. */
const isOrderTopic = (topic = ''): boolean => topic.startsWith('order/')

const claimsIn = (rows: readonly Row[]): Map<string, number> =>
  new Map(rows.map(({ attempt_id, n }) => [String(attempt_id), Number(n)]))

const statementsOf = (db: Database) => ({
  membership: statement<[], Row>(
    db,
    'SELECT * FROM team_membership WHERE left_at IS NULL ORDER BY number DESC LIMIT 1',
    { integers: 'number' },
  ),
  last: statement<[], Row>(db, 'SELECT * FROM team_membership ORDER BY number DESC LIMIT 1', {
    integers: 'number',
  }),
  records: statement<[number, number, number], Row>(
    db,
    'SELECT * FROM team_record WHERE membership = ? AND n > ? ORDER BY n LIMIT ?',
    { integers: 'number' },
  ),
  record: statement<[number, number], Row>(
    db,
    'SELECT * FROM team_record WHERE membership = ? AND n = ?',
    { integers: 'number' },
  ),
  // Where its entry went into an archive, all that was ever found counts.
  doubt: statement<[number], Row>(
    db,
    `SELECT 1 FROM audit_entry
      WHERE kind IN ('ledger:found', 'ledger:restored', 'money:resumed') AND seq > coalesce(
        (SELECT max(seq) FROM audit_entry WHERE kind = 'team:record-signed'
          AND CASE WHEN json_valid(CAST(body AS TEXT))
            THEN CAST(body AS TEXT) ->> '$.details.n' END = ?), 0) LIMIT 1`,
  ),
  used: statement<[number], Row>(
    db,
    `SELECT n, attempt_id FROM team_record
      WHERE membership = ? AND attempt_id IS NOT NULL AND substr(topic, 1, 6) = 'order/'`,
    { integers: 'number' },
  ),
})

const byDesk = { actor: 'paydesk', outcome: 'ok', origin: 'desk', subject: 'team' } as const
const byPerson = (actor: string) =>
  ({ actor, outcome: 'ok', origin: 'operator', subject: 'team' }) as const

const shownOf = ({ team, desk, founder, address }: Membership) => ({
  ...{ team, desk, founder: founder.desk, founderKey: founder.key },
  ...address,
})

function joining(db: Database, membership: Membership, at: number): Change[] {
  const { team, desk, founder, address, ca } = membership
  const cells = withoutNulls({
    number: nextNumber(db, 'team_membership', 'number'),
    ...{ team, desk, founder: founder.desk, founder_key: founder.key },
    ...{ host: address.host, port: address.port, database: address.database, ca },
    joined_at: at,
  })
  return [['add', 'team_membership', cells]]
}

const membershipIn = (row: Row): Membership => ({
  team: String(row['team']),
  desk: String(row['desk']),
  founder: { desk: String(row['founder']), key: String(row['founder_key']) },
  address: {
    host: String(row['host']),
    port: Number(row['port']),
    database: String(row['database']),
  },
  ca: String(row['ca']),
})

const recordIn = (row: Row): KeptRecord => ({
  n: Number(row['n']),
  topic: String(row['topic']),
  version: Number(row['version']),
  body: Buffer.from(String(row['body']), 'base64'),
  signature: Buffer.from(String(row['signature']), 'base64'),
  state: row['state'] === 'in' ? 'in' : 'out',
  attemptId: row['attempt_id'] === null ? null : String(row['attempt_id']),
  isUnsaid: row['unsaid'] !== null,
})
