// Each kind of record of a team, written by whoever may not, signed by a foreign key, for another
// team or in another place: an honest desk names it, and so do both verifiers in an export.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { exportFiles } from '../../scripts/team/export.ts'
import {
  type Kind,
  signRecord,
  type StoredRecord,
  type TeamRecord,
} from '../../src/main/team/records/record.ts'
import {
  approvalTopic,
  beatTopic,
  deskTopic,
  paymentKeyOf,
  payTopic,
  personTopic,
  presentTopic,
  signTopic,
} from '../../src/main/team/records/topics.ts'
import { teamFlaws } from '../../src/main/team/records/verify-team.ts'
import { openVerifiers, type Verifiers } from '../campaigns/tamper/verifiers.ts'
import { newKey } from '../fakes/postgres/team.ts'
import { epoch, openBook, place, type RecordBook } from '../fakes/team/record-book.ts'
import { keyText } from '../../src/main/team/records/record.ts'

let home: string
let verifiers: Verifiers
let folders = 0
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'paydesk-team-records-'))
  verifiers = await openVerifiers('verify-team')
})
afterAll(() => {
  verifiers.close()
  rmSync(home, { recursive: true, force: true })
})

const inOrder = (stored: readonly StoredRecord[]): StoredRecord[] =>
  stored.toSorted((one, other) =>
    one.desk === other.desk ? one.n - other.n : one.desk < other.desk ? -1 : 1,
  )

/** What both verifiers say of the export. */
async function saidOf({ id, keys }: RecordBook, stored: readonly StoredRecord[]): Promise<string> {
  const folder = join(home, String((folders += 1)))
  mkdirSync(join(folder, 'notes'), { recursive: true })
  for (const [path, text] of exportFiles({ id, desk: 'office', key: keys.get('office')! }, stored))
    writeFileSync(join(folder, path), text)
  const { node, python } = await verifiers.ask([folder])
  expect(python).toEqual(node)
  return node.text
}

type Writes = (book: RecordBook, desk: string) => TeamRecord
const claimed = (book: RecordBook): void => void book.claim('a')
const asked = { until: 1_800_000_000_000, log: 'ab'.repeat(16), approval: `ap-${'c'.repeat(16)}` }

/** How each kind is written, and which desks may not; `before`: what has to stand there. */
const kinds: Readonly<
  Partial<
    Record<
      Kind,
      { by: string; not: string | null; before?: (book: RecordBook) => void; write: Writes }
    >
  >
> = {
  joined: {
    ...{ by: 'office', not: 'a' },
    write: (book, desk) =>
      book.write<'joined'>(desk, {
        ...{ topic: deskTopic('d'), kind: 'joined', facts: { key: keyText(newKey()) } },
      }),
  },
  person: {
    ...{ by: 'office', not: 'b' },
    write: (book, desk) =>
      book.write<'person'>(desk, {
        ...{ topic: personTopic('p-00000000000000aa'), kind: 'person' },
        facts: { key: keyText(newKey()), name: 'eve' },
      }),
  },
  left: {
    ...{ by: 'office', not: 'a' },
    write: (book, desk) =>
      book.write<'left'>(desk, {
        ...{ topic: deskTopic('b'), kind: 'left', facts: { reason: 'sold', upTo: [] } },
      }),
  },
  present: {
    ...{ by: 'a', not: 'b' },
    write: (book, desk) =>
      book.write<'present'>(desk, { topic: presentTopic(epoch, 'a'), kind: 'present', facts: {} }),
  },
  excused: {
    ...{ by: 'office', not: 'a' },
    write: (book, desk) =>
      book.write<'excused'>(desk, {
        ...{ topic: presentTopic(epoch, 'b'), kind: 'excused', facts: { reason: 'off' } },
      }),
  },
  beat: {
    ...{ by: 'a', not: 'b' },
    write: (book, desk) => {
      const { digest } = book.records.find((one) => one.desk === 'office')!
      return book.write<'beat'>(desk, {
        ...{ topic: beatTopic('a'), kind: 'beat', facts: { heads: [['office', 1, digest]] } },
      })
    },
  },
  on: {
    ...{ by: 'a', not: 'b' },
    write: (book, desk) =>
      book.write<'on'>(desk, { topic: signTopic('a'), kind: 'on', facts: { at: 1_000 } }),
  },
  off: {
    ...{ by: 'a', not: 'b' },
    write: (book, desk) =>
      book.write<'off'>(desk, { topic: signTopic('a'), kind: 'off', facts: { at: 1_000 } }),
  },
  approval: {
    ...{ by: 'a', not: 'b' },
    write: (book, desk) =>
      book.write<'approval'>(desk, {
        ...{ topic: approvalTopic({ ...asked, desk: 'b' }, 'a'), kind: 'approval' },
        facts: { sealed: Buffer.alloc(29, 7).toString('base64') },
      }),
  },
  claim: { by: 'a', not: null, write: (book, desk) => book.claim(desk) },
  outcome: {
    ...{ by: 'a', not: 'b', before: claimed },
    write: (book, desk) => book.outcome(desk),
  },
  shown: {
    ...{ by: 'b', not: 'a', before: (book) => void book.claim('a', { known: ['PTX-1'] }) },
    write: (book, desk) => book.shown(desk),
  },
  released: {
    ...{ by: 'b', not: null, before: claimed },
    write: (book, desk) =>
      book.write<'released'>(desk, {
        ...{ topic: place, kind: 'released' },
        facts: book.released(book.records.at(-1) as TeamRecord<'claim'>),
      }),
  },
}

function draftOf({
  stored: _stored,
  digest: _digest,
  v: _v,
  ...draft
}: TeamRecord & { v?: unknown }) {
  return draft
}

/** The last record of the book in another form, and whether the book shows it. */
const ways: Readonly<Record<string, (book: RecordBook, record: TeamRecord) => StoredRecord>> = {
  'signed by a foreign key': (_, record) => signRecord(draftOf(record) as never, newKey()).stored,
  'made for another team': (book, record) =>
    signRecord({ ...draftOf(record), team: 'cd'.repeat(16) } as never, book.keys.get(record.desk)!)
      .stored,
  'behind another record': (book, record) =>
    signRecord({ ...draftOf(record), prev: 'e'.repeat(64) } as never, book.keys.get(record.desk)!)
      .stored,
  'in another place': (book, record) =>
    signRecord(
      { ...draftOf(record), topic: 'else/where', version: 1, before: '' } as never,
      book.keys.get(record.desk)!,
    ).stored,
}

const cases = Object.entries(kinds).flatMap(([kind, how]) =>
  Object.keys(ways).map((way) => ({ kind, how, way })),
)

describe('a record', () => {
  it.each(Object.entries(kinds))('of kind %s counts where it belongs', async (_, how) => {
    const book = openBook()
    how.before?.(book)
    how.write(book, how.by)
    const stored = inOrder(book.stored())
    expect(teamFlaws(book.id, stored)).toEqual([])
    expect(await saidOf(book, stored)).toMatch(/^intact: /)
  })

  it.each(cases)('of kind $kind, $way, is refused', async ({ how, way }) => {
    const book = openBook()
    how.before?.(book)
    const record = how.write(book, how.by)
    const changed = ways[way]!(book, record)
    const stored = inOrder([...book.stored().slice(0, -1), changed])
    const { desk, n } = changed
    expect(teamFlaws(book.id, stored)).toContainEqual(expect.objectContaining({ desk, n }))
    expect(await saidOf(book, stored)).toMatch(/^tampered: /)
  })

  it.each(Object.entries(kinds).filter(([, { not }]) => not !== null))(
    'of kind %s by a desk that may not is refused',
    async (_, how) => {
      const book = openBook()
      how.before?.(book)
      const { desk, n } = how.write(book, how.not!)
      const stored = inOrder(book.stored())
      expect(teamFlaws(book.id, stored)).toContainEqual(expect.objectContaining({ desk, n }))
      expect(await saidOf(book, stored)).toContain(`first bad record: ${desk} ${n}`)
    },
  )

  it.each(Object.entries(kinds))(
    'of kind %s by a desk that nobody let in is refused',
    async (_, how) => {
      const book = openBook()
      how.before?.(book)
      const { n } = how.write(book, 'c')
      const stored = inOrder(book.stored())
      expect(teamFlaws(book.id, stored)).toContainEqual({ flaw: 'unknown-desk', desk: 'c', n })
      expect(await saidOf(book, stored)).toContain(`first bad record: c ${n}`)
    },
  )
})

describe('a payment', () => {
  const payment = payTopic(paymentKeyOf(newKey(), 'ab'.repeat(16)), 'twenty-five euros to Zoë')
  const claimFacts = { at: 1, by: 'anna', operation: 'payout', amount: null }
  const claim = (book: RecordBook, desk: string, topic = payment) =>
    book.write<'claim'>(desk, { topic, kind: 'claim', facts: claimFacts })
  const outcome = (book: RecordBook, desk: string) =>
    book.write<'outcome'>(desk, { topic: payment, kind: 'outcome', facts: { state: 'SUCCEEDED' } })

  it('is claimed, ended and released as an order is', async () => {
    const book = openBook()
    claim(book, 'a')
    outcome(book, 'a')
    const facts = book.released(claim(book, 'b'))
    book.write<'released'>('a', { topic: payment, kind: 'released', facts })
    claim(book, 'a')
    const stored = inOrder(book.stored())
    expect(teamFlaws(book.id, stored)).toEqual([])
    expect(await saidOf(book, stored)).toMatch(/^intact: /)
  })

  it.each<[string, (book: RecordBook) => TeamRecord]>([
    ['claimed over an open claim', (book) => (claim(book, 'a'), claim(book, 'b'))],
    ['ended by another desk', (book) => (claim(book, 'a'), outcome(book, 'b'))],
    ['ended before it is claimed', (book) => outcome(book, 'a')],
    [
      'released by one person',
      (book) => {
        const facts = book.released(claim(book, 'a'), ['anna', 'anna'])
        return book.write<'released'>('b', { topic: payment, kind: 'released', facts })
      },
    ],
    [
      'that holds a record of another kind',
      (book) => book.write<'present'>('a', { topic: payment, kind: 'present', facts: {} }),
    ],
    ['under a text that is no digest', (book) => claim(book, 'a', 'pay/DE89370400440532013000')],
  ])('%s is refused', async (_, write) => {
    const book = openBook()
    const { desk, n } = write(book)
    const stored = inOrder(book.stored())
    expect(teamFlaws(book.id, stored)).toContainEqual(expect.objectContaining({ desk, n }))
    expect(await saidOf(book, stored)).toContain(`first bad record: ${desk} ${n}`)
  })
})

describe('who left the team', () => {
  const releaseBy = (book: RecordBook, desk: string, claim: TeamRecord<'claim'>) =>
    book.write<'released'>(desk, {
      ...{ topic: place, kind: 'released', facts: book.released(claim) },
    })

  it('goes on to count in what was written before', async () => {
    const book = openBook()
    releaseBy(book, 'a', book.claim('b'))
    book.left({ desk: 'b' })
    book.left({ person: 'anna' })
    book.claim('a')
    const stored = inOrder(book.stored())
    expect(teamFlaws(book.id, stored)).toEqual([])
    expect(await saidOf(book, stored)).toMatch(/^intact: /)
  })

  it.each<[string, (book: RecordBook) => TeamRecord, string]>([
    ['writes no claim', (book) => (book.left({ desk: 'b' }), book.claim('b')), 'left'],
    [
      'says what became of no claim',
      (book) => (book.claim('b'), book.left({ desk: 'b' }), book.outcome('b', 'NOT_SENT')),
      'left',
    ],
    [
      'signs no release that is written now',
      (book) => {
        const claim = book.claim('b')
        book.left({ person: 'bob' })
        return releaseBy(book, 'a', claim)
      },
      'not-released',
    ],
    [
      'signs none at a computer that was let in since',
      (book) => {
        const claim = book.claim('b')
        book.left({ person: 'bob' })
        const facts = { key: keyText(book.keys.get('c')!) }
        book.write<'joined'>('office', { topic: deskTopic('c'), kind: 'joined', facts })
        return releaseBy(book, 'c', claim)
      },
      'not-released',
    ],
    [
      'is not let in again by the same record',
      (book) => {
        book.left({ desk: 'b' })
        const facts = { key: keyText(newKey()) }
        return book.write<'joined'>('office', { topic: deskTopic('b'), kind: 'joined', facts })
      },
      'not-here',
    ],
    ['is not the founder', (book) => book.left({ desk: 'office' }), 'not-here'],
    [
      'was let in before',
      (book) =>
        book.write<'left'>('office', {
          ...{ topic: deskTopic('d'), kind: 'left', facts: { reason: 'x', upTo: [] } },
        }),
      'not-here',
    ],
    [
      'is a computer whose own records are named',
      (book) =>
        book.write<'left'>('office', {
          ...{ topic: deskTopic('b'), kind: 'left', facts: { reason: 'x', upTo: [['a', 1]] } },
        }),
      'not-here',
    ],
  ])('%s', async (_, write, flaw) => {
    const book = openBook()
    const { desk, n } = write(book)
    const stored = inOrder(book.stored())
    expect(teamFlaws(book.id, stored)).toContainEqual({ flaw, desk, n })
    expect(await saidOf(book, stored)).toContain(`first bad record: ${desk} ${n}`)
  })

  it('leaves by the founder’s word also where that desk wrote in its place before', async () => {
    const book = openBook()
    const facts = { reason: 'I stay', upTo: [] }
    const squatted = book.write<'left'>('b', { topic: deskTopic('b'), kind: 'left', facts })
    book.left({ desk: 'b' })
    expect(book.roster().desks.get('b')).toMatchObject({ upTo: 1 })
    const stored = inOrder(book.stored())
    const { desk, n } = squatted
    expect(teamFlaws(book.id, stored)).toEqual([{ flaw: 'not-the-founder', desk, n }])
    expect(await saidOf(book, stored)).toContain(`first bad record: ${desk} ${n}`)
  })
})

describe('a heartbeat from before a fail-over', () => {
  it('names no fork where its record was lost, and one where its desk exchanged it', async () => {
    for (const [at, verdict] of [
      ['7-00000002-5', /^intact: /],
      [epoch, /^tampered: .*another record in its place/],
    ] as const) {
      const book = openBook()
      const { desk, n, digest } = book.claim('a')
      const seen = { heads: [[desk, n, digest] as [string, number, string]] }
      book.write<'beat'>('b', { topic: beatTopic('b'), kind: 'beat', facts: seen })
      // The database lost it before its desk had an answer.
      book.records.splice(
        book.records.findIndex((record) => record.digest === digest),
        1,
      )
      const answer = { topic: presentTopic(at, 'a'), kind: 'present', facts: {} } as const
      book.write<'present'>('a', { ...answer, epoch: at })
      const said = await saidOf(book, inOrder(book.stored()))
      expect(said.replaceAll('\n', ' ')).toMatch(verdict)
    }
  })
})

describe('a release', () => {
  it.each([
    ['by one person', ['anna']],
    ['by one person twice', ['anna', 'anna']],
  ])('%s is refused', async (_, by) => {
    const book = openBook()
    const claim = book.claim('a')
    const [one] = book.released(claim, by).people
    const people = [one!, by.length === 2 ? one! : { ...one!, id: 'p-00000000000000ff' }]
    const facts = { reason: 'off', people }
    const { desk, n } = book.write<'released'>('b', { topic: place, kind: 'released', facts })
    const stored = inOrder(book.stored())
    expect(teamFlaws(book.id, stored)).toEqual([{ flaw: 'not-released', desk, n }])
    expect(await saidOf(book, stored)).toContain(`first bad record: ${desk} ${n}`)
  })

  it('of another claim, or for another reason, is refused', async () => {
    for (const of of ['claim', 'reason'] as const) {
      const book = openBook()
      const first = book.claim('a')
      book.outcome('a', 'NOT_SENT')
      const claim = book.claim('a')
      const { people } = book.released(of === 'claim' ? first : claim)
      const facts = { reason: of === 'claim' ? 'off' : 'another', people }
      const { desk, n } = book.write<'released'>('b', { topic: place, kind: 'released', facts })
      const stored = inOrder(book.stored())
      expect(teamFlaws(book.id, stored)).toEqual([{ flaw: 'not-released', desk, n }])
      expect(await saidOf(book, stored)).toContain(`first bad record: ${desk} ${n}`)
    }
  })
})

describe('what a status showed', () => {
  type Claimed = Parameters<RecordBook['claim']>[1]
  const known = ['PTX-1']
  it.each<[string, Claimed, Parameters<RecordBook['shown']>[1], ((book: RecordBook) => void)?]>([
    ['of a claim that names nothing', {}, {}],
    ['that was there before', { known: ['PTX-1', 'PTX-2'] }, {}],
    ['of another amount', { known }, { amount: ['3999', 'EUR'] }],
    ['of another currency', { known }, { amount: ['4000', 'USD'] }],
    ['of another kind', { known }, { type: 'capture' }],
    ['of a claim without an amount', { known, amount: null }, {}],
    ['of a request that makes its own order', { known, operation: 'payout' }, { type: 'payout' }],
    ['of a request of no kind', { known, operation: 'constructor' }, { type: 'length' }],
    [
      'that may be an earlier one’s',
      { known },
      {},
      (book) => {
        book.claim('b')
        book.outcome('b')
      },
    ],
    ['that may be the rest of a hold', { known }, { type: 'cancel' }],
    [
      'that stands for an earlier one',
      { known },
      {},
      (book) => {
        book.claim('a', { known })
        book.shown('b')
      },
    ],
  ])('%s is refused', async (_, claim, more, begin) => {
    const book = openBook()
    begin?.(book)
    book.claim('a', claim)
    const { desk, n } = book.shown('b', more)
    const stored = inOrder(book.stored())
    expect(teamFlaws(book.id, stored)).toEqual([{ flaw: 'not-shown', desk, n }])
    expect(await saidOf(book, stored)).toContain(`first bad record: ${desk} ${n}`)
  })

  it('counts for each claim by its own transaction', async () => {
    const book = openBook()
    for (const [type, operation] of [
      ...(['reversal', 'refund'] as const).map((one) => [one, 'return'] as const),
      ...(['void', 'cancel'] as const).map((one) => [one, 'void'] as const),
      ['capture', 'capture'] as const,
    ]) {
      book.claim('a', { known, operation })
      book.shown('b', { type, id: `PTX-${book.records.length}` })
    }
    const stored = inOrder(book.stored())
    expect(teamFlaws(book.id, stored)).toEqual([])
    expect(await saidOf(book, stored)).toMatch(/^intact: /)
  })
})

describe('a heartbeat', () => {
  const withBeat = (head: (claim: TeamRecord) => [string, number, string]) => {
    const book = openBook()
    const claim = book.claim('a')
    book.write<'beat'>('b', {
      ...{ topic: beatTopic('b'), kind: 'beat', facts: { heads: [head(claim)] } },
    })
    return { book, claim }
  }

  it('shows that a record is held back', async () => {
    const { book, claim } = withBeat(({ desk, n, digest }) => [desk, n, digest])
    expect(teamFlaws(book.id, inOrder(book.stored()))).toEqual([])
    const stored = inOrder(book.stored().filter((one) => one !== claim.stored))
    expect(teamFlaws(book.id, stored)).toEqual([{ flaw: 'withheld', desk: 'a', n: 1 }])
    expect(await saidOf(book, stored)).toMatch(/^truncated: record 1 of a: b signed that it saw it/)
  })

  it('shows that another record stood there', async () => {
    const { book } = withBeat(({ desk, n }) => [desk, n, 'f'.repeat(64)])
    const stored = inOrder(book.stored())
    expect(teamFlaws(book.id, stored)).toEqual([{ flaw: 'fork', desk: 'a', n: 1 }])
    expect(await saidOf(book, stored)).toMatch(
      /^tampered: record 1 of a: b signed that it saw another/,
    )
  })
})
