// Whether records follow each other: those of one desk by their numbers, those of one topic by
// their versions. Each names the digest of the one before. Pure.
import {
  isSigned,
  type FormFlaw,
  readRecord,
  type StoredRecord,
  type TeamRecord,
} from './record.ts'

export type ChainFlaw =
  | FormFlaw
  | 'team' // made for another team
  | 'unknown-desk' // nobody let its desk in
  | 'left' // its desk had left the team
  | 'signature'
  | 'gap' // a number is missing
  | 'prev' // not after the desk's record before
  | 'before' // not after the topic's record before

export interface Flawed<F> {
  flaw: F
  desk: string
  n: number
}

/** Where the records before end; a chain from its beginning has none. */
export interface ChainEnd {
  at: number
  digest: string
}

const beginning: ChainEnd = { at: 0, digest: '' }

/** A desk of the team. */
export interface KnownDesk {
  /** 32 bytes, base64. */
  key: string
  /** So many of its records count, once it has left; null while it belongs to the team. */
  upTo: number | null
}

interface Known {
  team: string
  desks: Pick<ReadonlyMap<string, KnownDesk>, 'get'>
}

/** Each of them by itself: its form, its columns, its team and its signature. */
export function readAll(
  stored: readonly StoredRecord[],
  { team, desks }: Known,
): readonly TeamRecord[] | Flawed<ChainFlaw> {
  const records: TeamRecord[] = []
  for (const one of stored) {
    const at = { desk: one.desk, n: one.n }
    const record = readRecord(one)
    if (typeof record === 'string') return { flaw: record, ...at }
    if (record.team !== team) return { flaw: 'team', ...at }
    const desk = desks.get(record.desk)
    if (desk === undefined) return { flaw: 'unknown-desk', ...at }
    if (!isSigned(record, desk.key)) return { flaw: 'signature', ...at }
    if (record.n > (desk.upTo ?? record.n)) return { flaw: 'left', ...at }
    records.push(record)
  }
  return records
}

export const isFlawed = <F>(found: readonly TeamRecord[] | Flawed<F>): found is Flawed<F> =>
  !Array.isArray(found)

const follows = (
  records: readonly TeamRecord[],
  end: ChainEnd,
  {
    numberOf,
    nameOf,
    flaw,
  }: {
    numberOf(record: TeamRecord): number
    nameOf(record: TeamRecord): string
    flaw: 'prev' | 'before'
  },
): Flawed<ChainFlaw> | null => {
  let last = end
  for (const record of records) {
    const { desk, n } = record
    if (numberOf(record) !== last.at + 1) return { flaw: 'gap', desk, n }
    if (nameOf(record) !== last.digest) return { flaw, desk, n }
    last = { at: last.at + 1, digest: record.digest }
  }
  return null
}

/** Of one desk, in the order of their numbers. */
export const deskChainFlaw = (
  records: readonly TeamRecord[],
  end: ChainEnd = beginning,
): Flawed<ChainFlaw> | null =>
  follows(records, end, { numberOf: ({ n }) => n, nameOf: ({ prev }) => prev, flaw: 'prev' })

/** Of one topic, in the order of their versions. */
export const topicChainFlaw = (records: readonly TeamRecord[]): Flawed<ChainFlaw> | null =>
  follows(records, beginning, {
    numberOf: ({ version }) => version,
    nameOf: ({ before }) => before,
    flaw: 'before',
  })
