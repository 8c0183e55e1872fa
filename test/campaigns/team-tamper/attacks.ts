// What a superuser of the database can do to the records of a team, each on the rows of a table.
// Pure: a row is what a desk reads, and the superuser has no key of the team.
import { generateKeyPairSync } from 'node:crypto'
import {
  keyText,
  readRecord,
  signRecord,
  type StoredRecord,
  type TeamRecord,
} from '../../../src/main/team/records/record.ts'
import { deskTopic, orderTopic } from '../../../src/main/team/records/topics.ts'
import type { Random } from '../faults/random.ts'

type Rows = readonly StoredRecord[]
/** Null where there is nothing in these rows that it could be done to. */
type Attack = (rows: Rows, random: Random) => Rows | null

const flipped = (bytes: Buffer, random: Random): Buffer => {
  const changed = Buffer.from(bytes)
  changed[random.below(changed.length)]! ^= 1 << random.below(8)
  return changed
}
const recordOf = (row: StoredRecord): TeamRecord => {
  const record = readRecord(row)
  if (typeof record === 'string') throw new Error(`An honest record is none: ${record}`)
  return record
}
const isOf = (kind: TeamRecord['kind']) => (row: StoredRecord) => recordOf(row).kind === kind
const without = (rows: Rows, isGone: (row: StoredRecord) => boolean): Rows =>
  rows.filter((row) => !isGone(row))
const instead = (rows: Rows, one: StoredRecord, change: Partial<StoredRecord>): Rows =>
  rows.map((row) => (row === one ? { ...row, ...change } : row))
const newestOf = (rows: Rows, desk: string): number =>
  Math.max(...rows.filter((row) => row.desk === desk).map(({ n }) => n))
const foreignKey = () => generateKeyPairSync('ed25519').privateKey

/** Signed by a key that nobody let in, in the name of a desk of the team, after its newest. */
const forged = (
  rows: Rows,
  {
    desk,
    topic,
    kind,
    facts,
  }: Pick<TeamRecord, 'desk' | 'topic'> & { kind: string; facts: object },
): StoredRecord => {
  const last = rows.findLast((row) => row.desk === desk)!
  const own = recordOf(last)
  const before = rows.filter((row) => row.topic === topic).map(recordOf)
  const turn = before.toSorted((one, other) => one.version - other.version).at(-1)
  const place = { team: own.team, desk, n: own.n + 1, prev: own.digest, epoch: own.epoch }
  const version = { version: (turn?.version ?? 0) + 1, before: turn?.digest ?? '' }
  return signRecord({ ...place, topic, ...version, kind, facts } as never, foreignKey()).stored
}

export const attacks: Readonly<Record<string, Attack>> = {
  'a body is changed': (rows, random) => {
    const one = random.pick(rows)
    return instead(rows, one, { body: flipped(one.body, random) })
  },
  'a signature is changed': (rows, random) => {
    const one = random.pick(rows)
    return instead(rows, one, { signature: flipped(one.signature, random) })
  },
  'a record gets another topic': (rows, random) =>
    instead(rows, random.pick(rows), {
      topic: orderTopic({ service: 'https://g x', orderid: '0' }),
    }),
  'a record gets another version': (rows, random) => {
    const one = random.pick(rows)
    return instead(rows, one, { version: one.version + 2 })
  },
  'a record gets another number': (rows, random) => {
    const one = random.pick(rows)
    return instead(rows, one, { n: newestOf(rows, one.desk) + 1 })
  },
  'a record gets another desk': (rows, random) => {
    const one = random.pick(rows)
    const others = rows.map(({ desk }) => desk).filter((desk) => desk !== one.desk)
    const desk = random.pick(others)
    return instead(rows, one, { desk, n: newestOf(rows, desk) + 1 })
  },
  'a record in the middle is removed': (rows, random) => {
    const middle = rows.filter(({ desk, n }) => n < newestOf(rows, desk))
    const one = random.pick(middle)
    return without(rows, (row) => row === one)
  },
  'the records of an order are removed': (rows, random) => {
    const { topic } = random.pick(rows.filter(isOf('claim')))
    return without(rows, (row) => row.topic === topic)
  },
  'the newest records of a desk are removed': (rows, random) => {
    const { desk } = random.pick(rows)
    const from = 1 + random.below(newestOf(rows, desk))
    return without(rows, (row) => row.desk === desk && row.n >= from)
  },
  'a newest record that nobody saw is removed': (rows, random) => {
    const seen = new Set(
      rows
        .map(recordOf)
        .flatMap((record) => (record.kind === 'beat' ? record.facts.heads : []))
        .map(([desk, n]) => `${desk} ${n}`),
    )
    const unseen = rows.filter(
      ({ desk, n, topic }) =>
        n === newestOf(rows, desk) && !seen.has(`${desk} ${n}`) && topic.startsWith('order/'),
    )
    if (unseen.length === 0) return null
    const one = random.pick(unseen)
    return without(rows, (row) => row === one)
  },
  'two records are exchanged': (rows, random) => {
    const [one, other] = [random.pick(rows), random.pick(rows)]
    if (one === other) return null
    const { body, signature } = one
    return instead(instead(rows, one, other), other, { body, signature }).map((row) =>
      row.body === other.body && row.signature === other.signature
        ? { ...one, body: other.body, signature: other.signature }
        : row,
    )
  },
  'a record is shown once more': (rows, random) => {
    const one = random.pick(rows)
    return [...rows, { ...one, n: newestOf(rows, one.desk) + 1 }]
  },
  'a claim is forged': (rows, random) => {
    const { desk, topic } = random.pick(rows.filter(isOf('outcome')))
    const facts = { at: 1, by: 'eve', operation: 'return', amount: null }
    return [...rows, forged(rows, { desk, topic, kind: 'claim', facts })]
  },
  'an outcome is forged': (rows, random) => {
    const open = rows.filter(isOf('claim'))
    const { desk, topic } = random.pick(open)
    const last = rows.filter((row) => row.topic === topic).length
    if (last % 2 === 0) return null
    return [...rows, forged(rows, { desk, topic, kind: 'outcome', facts: { state: 'NOT_SENT' } })]
  },
  'a computer is let in': (rows) => {
    const { desk } = rows.find(isOf('founded'))!
    const facts = { key: keyText(foreignKey()) }
    return [...rows, forged(rows, { desk, topic: deskTopic('eve'), kind: 'joined', facts })]
  },
  'everything is put back as it was': (rows, random) => {
    const ends = new Map<string, number>()
    for (const { desk, n } of rows) ends.set(desk, Math.max(n, ends.get(desk) ?? 0))
    const share = random.below(9) / 10
    const isGone = ({ desk, n }: StoredRecord): boolean => n > Math.ceil(ends.get(desk)! * share)
    return without(rows, isGone)
  },
}
