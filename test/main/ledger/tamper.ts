// What an attacker with a database tool, but without the signing key, does to a log. Each attack leaves no trace of its own: where it
// says "re-hashed", every leaf and chain value after it is made right again.
import { sign } from 'node:crypto'
import {
  type EntryBody,
  bodyBytes,
  chainOf,
  GENESIS_CHAIN,
  leafOf,
} from '../../../src/main/ledger/audit-hash.ts'
import type { StoredEntry } from '../../../src/main/ledger/audit-rows.ts'
import { dropGuards, keyFromSeed, LOG_ID, type LogRig } from './ledger-rig.ts'

export interface Attack {
  name: string
  /** Changes the log at entry `seq`; gives the first bad entry a verifier must name, or null when any will do. */
  run(rig: LogRig, seq: number): void
  expected: 'tampered' | 'truncated'
  firstBad(seq: number, signedBefore: number): number
}

const columns = 'seq, at_wall, at_mono, actor, kind, outcome, origin, subject, body, leaf, chain'

const readAll = (rig: LogRig): StoredEntry[] =>
  rig.ledger.db.prepare('SELECT * FROM audit_entry ORDER BY seq').all() as StoredEntry[]

function writeAll(rig: LogRig, rows: StoredEntry[]): void {
  const { db } = rig.ledger
  dropGuards(rig)
  db.exec('DELETE FROM audit_entry')
  const insert = db.prepare(
    `INSERT INTO audit_entry (${columns}) VALUES (@seq, @at_wall, @at_mono, @actor, @kind, @outcome, @origin, @subject, @body, @leaf, @chain)`,
  )
  for (const row of rows) insert.run(row)
}

const at = (rows: StoredEntry[], seq: number): StoredEntry => {
  const row = rows.find((one) => one.seq === BigInt(seq))
  if (row === undefined) throw new Error(`no entry ${seq}`)
  return row
}

const edited = (row: StoredEntry): StoredEntry => {
  const body = JSON.parse(row.body.toString('utf8')) as EntryBody
  return { ...row, actor: 'eve', body: bodyBytes({ ...body, actor: 'eve' }) }
}

/** Numbers, leaves and chain made right from the first entry on. */
function rehash(rows: StoredEntry[]): StoredEntry[] {
  let chain = GENESIS_CHAIN
  return rows.map((row, index) => {
    const seq = index + 1
    const body = bodyBytes({ ...(JSON.parse(row.body.toString('utf8')) as EntryBody), seq })
    const leaf = leafOf(body)
    chain = chainOf(LOG_ID, seq, chain, leaf)
    return { ...row, seq: BigInt(seq), body, leaf, chain }
  })
}

export const attacks: Attack[] = [
  {
    name: 'edit the text',
    run: (rig, seq) => {
      writeAll(
        rig,
        readAll(rig).map((row) => (row.seq === BigInt(seq) ? edited(row) : row)),
      )
    },
    expected: 'tampered',
    firstBad: (seq) => seq,
  },
  {
    name: 'edit the text and its leaf',
    run: (rig, seq) => {
      writeAll(
        rig,
        readAll(rig).map((row) => {
          if (row.seq !== BigInt(seq)) return row
          const changed = edited(row)
          return { ...changed, leaf: leafOf(changed.body) }
        }),
      )
    },
    expected: 'tampered',
    firstBad: (seq) => seq,
  },
  {
    name: 'delete an entry',
    run: (rig, seq) => {
      writeAll(
        rig,
        readAll(rig).filter((row) => row.seq !== BigInt(seq)),
      )
    },
    expected: 'tampered',
    firstBad: (seq) => seq,
  },
  {
    name: 'insert an entry and renumber',
    run: (rig, seq) => {
      const rows = readAll(rig)
      const copy = at(rows, seq)
      writeAll(rig, [
        ...rows.filter((row) => row.seq < BigInt(seq)),
        edited(copy),
        ...rows
          .filter((row) => row.seq >= BigInt(seq))
          .map((row) => ({ ...row, seq: row.seq + 1n })),
      ])
    },
    expected: 'tampered',
    firstBad: (seq) => seq,
  },
  {
    name: 'swap two entries',
    run: (rig, seq) => {
      const rows = readAll(rig)
      const [a, b] = [at(rows, seq), at(rows, seq + 1)]
      writeAll(
        rig,
        rows.map((row) =>
          row.seq === a.seq ? { ...b, seq: a.seq } : row.seq === b.seq ? { ...a, seq: b.seq } : row,
        ),
      )
    },
    expected: 'tampered',
    firstBad: (seq) => seq,
  },
  {
    name: 'cut the end',
    run: (rig, seq) => {
      writeAll(
        rig,
        readAll(rig).filter((row) => row.seq < BigInt(seq)),
      )
    },
    expected: 'truncated',
    firstBad: (seq) => seq,
  },
  {
    name: 'edit and re-hash all',
    run: (rig, seq) => {
      writeAll(
        rig,
        rehash(readAll(rig).map((row) => (row.seq === BigInt(seq) ? edited(row) : row))),
      )
    },
    expected: 'tampered',
    firstBad: (_seq, signedBefore) => signedBefore + 1,
  },
  {
    name: 'delete and re-hash all',
    run: (rig, seq) => {
      const [first, ...rest] = readAll(rig).filter((row) => row.seq !== BigInt(seq))
      writeAll(rig, rehash([first!, ...rest, rest.at(-1)!]))
    },
    expected: 'tampered',
    firstBad: (_seq, signedBefore) => signedBefore + 1,
  },
]

/** Edit, re-hash, and sign the checkpoints again with a key of one's own. */
export function forgeCheckpoints(rig: LogRig, seq: number): void {
  const { db } = rig.ledger
  attacks.find((attack) => attack.name === 'edit and re-hash all')!.run(rig, seq)
  const rows = readAll(rig)
  const raw = keyFromSeed(9)
  const publicKey = Buffer.from(raw.export({ format: 'jwk' }).x ?? '', 'base64url').toString(
    'base64',
  )
  const update = db.prepare(
    'UPDATE checkpoint SET body = ?, signature = ?, public_key = ? WHERE size = ?',
  )
  const stored = db.prepare('SELECT size, body FROM checkpoint ORDER BY size').all() as {
    size: bigint
    body: Buffer
  }[]
  for (const { size, body } of stored) {
    const fields = JSON.parse(body.toString('utf8')) as Record<string, unknown>
    const bytes = Buffer.from(
      JSON.stringify({ ...fields, chain: at(rows, Number(size)).chain.toString('hex') }),
    )
    update.run(bytes, sign(null, bytes, raw), publicKey, size)
  }
}
