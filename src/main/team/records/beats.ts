// What a heartbeat proves: a desk signs the newest record of each other desk that it has seen. Who
// is shown fewer records, or other ones, is shown another database than that desk was. Pure.
import type { Flawed } from './chains.ts'
import { digestOf, type StoredRecord, type TeamRecord } from './record.ts'

export type BeatFlaw =
  | 'withheld' // a desk signed that it saw this record, and it is not there
  | 'fork' // a desk signed that it saw another record in this place

type Beat = TeamRecord<'beat'>
export type Head = Beat['facts']['heads'][number]

const isBeat = (record: TeamRecord): record is Beat => record.kind === 'beat'

/** By the names of their desks and their numbers. */
export type Digests = ReadonlyMap<string, string>
const placeOf = (desk: string, n: number): string => `${desk} ${n}`

export const digestsOf = (stored: readonly StoredRecord[]): Digests =>
  new Map(stored.map((one) => [placeOf(one.desk, one.n), digestOf(one)]))

/** What the heads say against the records that are there. */
export function headFlaw(
  [desk, n, digest]: Head,
  found: string | undefined,
): Flawed<BeatFlaw> | null {
  if (found === undefined) return { flaw: 'withheld', desk, n }
  return found === digest ? null : { flaw: 'fork', desk, n }
}

/** Each place once, however many desks name it. */
export function beatFlaws(
  records: readonly TeamRecord[],
  digests: Digests,
): readonly Flawed<BeatFlaw>[] {
  const found = new Map<string, Flawed<BeatFlaw>>()
  const lost = lostSince(records)
  for (const beat of records.filter(isBeat))
    for (const head of beat.facts.heads) {
      const place = placeOf(head[0], head[1])
      const flaw = headFlaw(head, digests.get(place))
      if (flaw !== null && !lost(head, beat.epoch)) found.set(place, flaw)
    }
  return [...found.values()]
}

/**
 * Whether another record stands in that place because a fail-over lost the one that was seen: a
 * desk that had no answer for it writes the next one there, in a later epoch. A desk that had an
 * answer puts it back.
 */
function lostSince(records: readonly TeamRecord[]): (head: Head, epoch: string) => boolean {
  const epochs = new Map(records.map(({ desk, n, epoch }) => [placeOf(desk, n), epoch]))
  /** The greatest number of each desk in each epoch. */
  const last = new Map<string, number>()
  for (const { desk, n, epoch } of records) {
    const of = `${desk} ${epoch}`
    last.set(of, Math.max(n, last.get(of) ?? 0))
  }
  return ([desk, n], epoch) =>
    (epochs.get(placeOf(desk, n)) ?? epoch) !== epoch && (last.get(`${desk} ${epoch}`) ?? 0) < n
}
