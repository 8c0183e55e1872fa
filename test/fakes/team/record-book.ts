// Records as a team writes them, without a database: the founder, two desks and two people.
import { type KeyObject, sign } from 'node:crypto'
import {
  type KeptOwnRecords,
  ownRecordIn,
  ownRecordsOf,
} from '../../../src/main/composition/team/own-records.ts'
import type { TeamBook } from '../../../src/main/ledger/team/team-book.ts'
import { releaseText } from '../../../src/main/team/records/order-chain.ts'
import {
  type Draft,
  type FactsOf,
  keyText,
  type Kind,
  signRecord,
  type StoredRecord,
  type TeamRecord,
} from '../../../src/main/team/records/record.ts'
import {
  type Roster,
  rosterOf,
  isRoster,
  type TeamId,
} from '../../../src/main/team/records/roster.ts'
import { deskTopic, orderTopic, personTopic } from '../../../src/main/team/records/topics.ts'
import { newKey } from '../postgres/team.ts'

export const place = orderTopic({ service: 'https://gateway.test shop', orderid: '7001' })
export const epoch = '7-00000001-5'

export interface RecordBook {
  id: TeamId
  records: TeamRecord[]
  keys: ReadonlyMap<string, KeyObject>
  write<K extends Kind>(
    desk: string,
    said: Pick<Draft<K>, 'topic' | 'kind' | 'facts'> & Partial<Draft<K>>,
  ): TeamRecord<K>
  claim(desk: string, more?: Partial<FactsOf<'claim'>>): TeamRecord<'claim'>
  outcome(desk: string, state?: 'SUCCEEDED' | 'NOT_SENT'): TeamRecord<'outcome'>
  /** What the gateway's status showed. */
  shown(desk: string, more?: Partial<FactsOf<'shown'>>): TeamRecord<'shown'>
  /** By the founder's word, as of now. */
  left(of: { desk: string } | { person: 'anna' | 'bob' }): TeamRecord<'left'>
  released(claim: TeamRecord<'claim'>, by?: readonly string[]): Draft<'released'>['facts']
  stored(topic?: string): StoredRecord[]
  roster(): Roster
}

export function openBook(): RecordBook {
  const keys = new Map(['office', 'a', 'b', 'c', 'anna', 'bob'].map((name) => [name, newKey()]))
  const key = (name: string): string => keyText(keys.get(name)!)
  const id = { team: 'ab'.repeat(16), founder: { desk: 'office', key: key('office') } }
  const records: TeamRecord[] = []
  const write: RecordBook['write'] = (desk, said) => {
    const last = records.findLast((record) => record.desk === desk)
    const before = records.findLast(({ topic }) => topic === said.topic)
    const draft = {
      ...{ team: id.team, desk, n: (last?.n ?? 0) + 1, prev: last?.digest ?? '', epoch },
      ...{ version: (before?.version ?? 0) + 1, before: before?.digest ?? '' },
      ...said,
    }
    const record = signRecord(draft as never, keys.get(desk)!)
    records.push(record)
    return record as never
  }
  const facts = { at: 1, by: 'anna', operation: 'return', amount: ['4000', 'EUR'] } as const
  write<'founded'>('office', {
    topic: deskTopic('office'),
    kind: 'founded',
    facts: { key: key('office') },
  })
  for (const desk of ['a', 'b'])
    write<'joined'>('office', { topic: deskTopic(desk), kind: 'joined', facts: { key: key(desk) } })
  for (const name of ['anna', 'bob'])
    write<'person'>('office', {
      ...{ topic: personTopic(idOf(name)), kind: 'person', facts: { key: key(name), name } },
    })
  const stored = (topic?: string): StoredRecord[] =>
    records.filter((one) => topic === undefined || one.topic === topic).map((one) => one.stored)
  return {
    ...{ id, records, keys, write, stored },
    claim: (desk, more = {}) =>
      write<'claim'>(desk, {
        topic: place,
        kind: 'claim',
        facts: { ...facts, amount: ['4000', 'EUR'], ...more },
      }),
    shown: (desk, more = {}) =>
      write<'shown'>(desk, {
        topic: place,
        kind: 'shown',
        facts: { at: 2, type: 'reversal', id: 'PTX-2', amount: ['4000', 'EUR'], ...more },
      }),
    outcome: (desk, state = 'SUCCEEDED') =>
      write<'outcome'>(desk, { topic: place, kind: 'outcome', facts: { state } }),
    left: (of) => {
      const topic = 'desk' in of ? deskTopic(of.desk) : personTopic(idOf(of.person))
      const names = 'desk' in of ? [of.desk] : ['a', 'b', 'office']
      const upTo = names.flatMap((desk): [string, number][] => {
        const n = records.findLast((record) => record.desk === desk)?.n
        return n === undefined ? [] : [[desk, n]]
      })
      return write<'left'>('office', { topic, kind: 'left', facts: { reason: 'gone', upTo } })
    },
    released: (claim, by = ['anna', 'bob']) => ({
      reason: 'off',
      people: by.map((name) => ({
        id: idOf(name),
        signature: sign(null, releaseText(claim, 'off'), keys.get(name)!).toString('base64'),
      })),
    }),
    roster: () => {
      const roster = rosterOf(
        id,
        stored().filter(({ topic }) => /^(desk|person)\//.test(topic)),
      )
      if (!isRoster(roster)) throw new Error(roster.flaw)
      return roster
    },
  }
}

const idOf = (name: string): string => `p-${(name === 'anna' ? '0' : '1').padStart(16, '0')}`

/** The same record with other bytes. */
export const withBody = (record: TeamRecord, change: (text: string) => string): StoredRecord => ({
  ...record.stored,
  body: Buffer.from(change(record.stored.body.toString('utf8')), 'utf8'),
})

/** Of few records, at once. */
export const ownRecordsIn = (book: TeamBook, desk: string): KeptOwnRecords =>
  ownRecordsOf(
    book,
    book.recordsAfter(0, 1_000).map((kept) => ownRecordIn(kept, desk)),
  )
