// A desk of a team whose colleagues refund the same order: what the gateway then tells is held
// against the team's records of that order. MONEY: a colleague's refund closes no request of this
// computer, and hides none that was closed.
import { describe, expect, it } from 'vitest'
import { ok } from '#shared/fault.ts'
import { orderLock } from '#shared/order-place.ts'
import { formatMessages } from '#wording/format-messages.ts'
import { topicOf } from '../../../../src/main/composition/team/open-team.ts'
import { toldApart } from '../../../../src/main/composition/team/told-apart.ts'
import { resolveByHand } from '../../../../src/main/desk/payments/watch/resolve-by-hand.ts'
import { openTeamBook } from '../../../../src/main/ledger/team/team-book.ts'
import type { FinalState } from '../../../../src/main/team/claims/team-port.ts'
import { placeOf } from '../../../fakes/desk.ts'
import { openBook, ownRecordsIn } from '../../../fakes/team/record-book.ts'
import { openReturns, reversal } from '../../desk/return-rig.ts'

const topic = topicOf(orderLock(placeOf('7000001')))
const declined = { status: 'declined', 'order-stage': 'reversal_declined' }
const processing = { status: 'processing', 'order-stage': 'reversal_processing' }
const unclear = { status: 'in clearing', 'order-stage': '' }
type How = Pick<NonNullable<Parameters<typeof openReturns>[0]>, 'settings'>

/** A desk `a` whose colleague `b` is scripted, over real records without a database. */
function teamOfTwo({ settings = {} }: How = {}) {
  const options: NonNullable<Parameters<typeof openReturns>[0]> = { settings }
  const desk = openReturns(options)
  const { db, ports } = desk
  const written = openBook()
  const { team, founder } = written.id
  const book = openTeamBook(db, ports.audit, () => 1)
  const address = { host: 'db.test', port: 5432, database: 'shop' }
  const membership = { team, desk: 'a', founder, address, ca: 'PEM' }
  book.join(membership, 'anna')
  const own = ownRecordsIn(book, 'a')
  // Of very many records: none looks through them at each answer.
  const all = () => expect.fail('all own records were looked through')
  const chain = () => written.records.filter((record) => record.topic === topic)
  const write = (by: string, amount: string | null, operation = 'return') =>
    written.write<'claim'>(by, {
      ...{ topic, kind: 'claim' },
      facts: { at: 1, by, operation, amount: amount === null ? null : [amount, 'EUR'] },
    })
  let answers = () => Promise.resolve<unknown>(chain())
  const port = { chainOf: () => answers() }
  options.team = {
    ...toldApart(
      { book, membership } as never,
      (() => Promise.resolve(ok({ own: { ...own, all }, team: port }))) as never,
    ),
    showClaim: () => Promise.resolve(false),
    seen: () => Promise.resolve(ok({ records: [chain().length], twins: [] })),
    claim: ({ amount, operation }) => {
      const { minor } = amount ?? {}
      const { stored, ...record } = write('a', minor?.toString() ?? null, operation)
      own.add({ ...record, stored })
      own.markIn(record.n)
      return Promise.resolve(
        ok({
          use: (id: string) => book.use(record.n, id),
          lookAndWrite: () => Promise.resolve(null),
          end: () => undefined,
        }),
      )
    },
  }
  return {
    ...desk,
    outcome: (by: string, state: FinalState) =>
      written.write<'outcome'>(by, { topic, kind: 'outcome', facts: { state } }),
    release: () => {
      const claim = chain().at(-1) as ReturnType<typeof write>
      written.write<'released'>('b', { topic, kind: 'released', facts: written.released(claim) })
    },
    isShown: (id: string) =>
      written.write<'shown'>('b', {
        ...{ topic, kind: 'shown' },
        facts: { at: 1, type: 'reversal', id, amount: ['1000', 'EUR'] },
      }),
    colleague: (amount: string | null, state: FinalState | null, operation = 'return') => {
      write('b', amount, operation)
      if (state !== null)
        written.write<'outcome'>('b', { topic, kind: 'outcome', facts: { state } })
    },
    colleagueIsReleased: (amount: string) => {
      const claim = write('b', amount)
      written.write<'released'>('a', { topic, kind: 'released', facts: written.released(claim) })
    },
    /** What the team's database says from now on. */
    says: (answer: typeof answers) => void (answers = answer),
    message: (id: string) => formatMessages(desk.row(id).message),
  }
}

describe('what a colleague sent after this request', () => {
  it.each<FinalState | null>([
    null,
    'SUCCEEDED',
    'DECLINED',
    'FAILED',
    'REJECTED',
    'RESOLVED_BY_HAND',
  ])('closes it by no transaction, also where it ended as %s', async (state) => {
    const desk = teamOfTwo()
    const ours = await desk.send('10.00')
    desk.release()
    desk.colleague('1000', state)
    const told = state === 'DECLINED' ? declined : {}
    expect(await desk.tell(ours, reversal('10.00', 'B', told))).toBe('UNKNOWN')
    expect(desk.message(ours)).toMatch(/ b had this order since/)
  })

  it('closes it where nobody had the order, and where the colleague’s did not leave', async () => {
    const desk = teamOfTwo()
    const ours = await desk.send('10.00')
    desk.release()
    desk.colleague('1000', 'NOT_SENT')
    expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe('SUCCEEDED')
    const alone = teamOfTwo()
    expect(await alone.tell(await alone.send('10.00'), reversal('10.00', 'A'))).toBe('SUCCEEDED')
  })
})

describe('what the gateway showed a colleague of this request', () => {
  it('closes it as done, whatever a later answer tells', async () => {
    const desk = teamOfTwo()
    const ours = await desk.send('10.00')
    desk.isShown('A')
    desk.colleague('500', 'SUCCEEDED')
    expect(await desk.tell(ours, reversal('5.00', 'B'))).toBe('SUCCEEDED')
    expect(desk.message(ours)).toMatch(/^Done: b found transaction A for this request/)
    expect(desk.row(ours).resolvedBy).toBeNull()
  })

  it('closes it by the answer that tells that very transaction', async () => {
    const desk = teamOfTwo()
    const ours = await desk.send('10.00')
    desk.isShown('A')
    desk.colleague('500', 'NOT_SENT')
    desk.colleague('500', null)
    expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe('SUCCEEDED')
    expect(desk.row(ours).resolvedBy).not.toBeNull()
  })

  it('closes one that was accepted, unless its own number can be asked for', async () => {
    for (const [statusBy, state] of [
      ['order', 'SUCCEEDED'],
      ['request', 'ACCEPTED'],
    ] as const) {
      const desk = teamOfTwo({ settings: { statusBy } })
      const ours = await desk.send('10.00', 'accepted')
      desk.isShown('A')
      desk.colleague('500', 'SUCCEEDED')
      expect(await desk.tell(ours, reversal('5.00', 'B'))).toBe(state)
    }
  })

  it('closes nothing where that transaction is told otherwise', async () => {
    for (const told of [declined, processing, unclear]) {
      const desk = teamOfTwo()
      const ours = await desk.send('10.00')
      desk.isShown('A')
      desk.colleague('1000', null)
      expect(await desk.tell(ours, reversal('10.00', 'A', told))).toBe('UNKNOWN')
    }
  })
})

describe('what a colleague sent before this request', () => {
  const early = [
    ['was released', (desk: ReturnType<typeof teamOfTwo>) => desk.colleagueIsReleased('1000')],
    [
      'was resolved by hand',
      (desk: ReturnType<typeof teamOfTwo>) => desk.colleague('1000', 'RESOLVED_BY_HAND'),
    ],
  ] as const

  it.each(early)('and %s, closes none that has no answer', async (_how, begin) => {
    const desk = teamOfTwo()
    begin(desk)
    const ours = await desk.send('10.00')
    expect(await desk.tell(ours, reversal('10.00', 'B'))).toBe('UNKNOWN')
    expect(desk.message(ours)).toMatch(/ b had this order before/)
  })

  it.each(early)('and %s, closes none that has a number but by it', async (_how, begin) => {
    const desk = teamOfTwo({ settings: { statusBy: 'request' } })
    begin(desk)
    const ours = await desk.send('10.00', 'accepted')
    const { read } = desk.gateway.client
    const refused = { kind: 'rejected', sent: 'yes', message: 'unknown', httpStatus: 400 } as const
    desk.gateway.client.read = async (id, connection, which, ...rest) =>
      'by-request-sn' in which
        ? { ok: false, fault: refused }
        : read(id, connection, which, ...rest)
    expect(await desk.tell(ours, reversal('10.00', 'B'))).toBe('ACCEPTED')
    expect(desk.message(ours)).toMatch(/ b had this order before/)
    desk.gateway.client.read = read
    expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe('ACCEPTED')
    const own = { 'serial-number': desk.row(ours).serialNumber! }
    expect(await desk.tell(ours, reversal('10.00', 'A', own))).toBe('SUCCEEDED')
  })

  it('leaves an accepted one to its order’s status where the gateway knows no numbers', async () => {
    const desk = teamOfTwo()
    desk.colleagueIsReleased('1000')
    const ours = await desk.send('10.00', 'accepted')
    expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe('SUCCEEDED')
  })

  it.each<FinalState>(['SUCCEEDED', 'DECLINED', 'NOT_SENT'])(
    'does not count once it ended as %s',
    async (state) => {
      const desk = teamOfTwo()
      desk.colleague('1000', state)
      const ours = await desk.send('10.00')
      expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe('SUCCEEDED')
    },
  )
})

describe('a request that a person closed as not done', () => {
  /** And then a colleague refunded as much, so many times. */
  async function closed(...sent: (FinalState | null)[]) {
    const desk = teamOfTwo()
    const ours = await desk.send('10.00')
    const said = { attemptId: ours, outcome: 'did-not-happen' } as const
    resolveByHand(desk.ports, { ...said, reason: 'the line was cut', override: 'now' })
    desk.outcome('a', 'RESOLVED_BY_HAND')
    for (const state of sent) desk.colleague('1000', state)
    const told = async (id: string, more: Parameters<typeof reversal>[2] = {}) => {
      await desk.tell(ours, reversal('10.00', id, more))
      return formatMessages(desk.row(ours).conflict) ?? ''
    }
    return { ...desk, ours, told }
  }

  it('is contradicted by no refund of a colleague, and by one more than they sent', async () => {
    const desk = await closed('SUCCEEDED', 'SUCCEEDED')
    expect([await desk.told('A'), await desk.told('B')]).toEqual(['', ''])
    expect(await desk.told('C')).toMatch(/resolved by hand as not done.*C/)
  })

  it('is contradicted at once where no colleague’s succeeded', async () => {
    for (const state of ['DECLINED', 'NOT_SENT', 'FAILED', 'REJECTED'] as const)
      expect(await (await closed(state)).told('A')).toMatch(/resolved by hand as not done/)
    expect(await (await closed()).told('A')).toMatch(/resolved by hand as not done/)
  })

  it('counts each transaction once, however it is told', async () => {
    const desk = await closed('DECLINED', 'SUCCEEDED')
    expect(await desk.told('', processing)).toBe('')
    expect(await desk.told('A', processing)).toBe('')
    expect(await desk.told('A', declined)).toBe('')
    expect(await desk.told('B', processing)).toBe('')
    expect(await desk.told('B')).toBe('')
    expect(await desk.told('C')).toMatch(/resolved by hand as not done/)
  })

  it('counts what is told by another name of a return, or not clearly', async () => {
    const named = { 'transaction-type': 'refund', 'order-stage': 'refund_approved' }
    for (const more of [named, unclear]) {
      const desk = await closed('SUCCEEDED')
      expect(await desk.told('A')).toBe('')
      expect(await desk.told('B', more)).toMatch(/resolved by hand as not done/)
    }
  })

  it('is contradicted by what a colleague’s request of another amount or kind can’t be', async () => {
    for (const [amount, operation] of [
      ['2000', 'return'],
      ['1000', 'capture'],
    ] as const) {
      const desk = await closed()
      desk.colleague(amount, 'SUCCEEDED', operation)
      expect(await desk.told('A')).toMatch(/resolved by hand as not done/)
    }
    const desk = await closed()
    desk.colleague(null, 'SUCCEEDED')
    expect(await desk.told('A')).toBe('')
  })
})

describe('a team that can’t be asked', () => {
  it.each([
    ['says nothing for two seconds', () => new Promise(() => undefined)],
    ['does not answer', () => Promise.resolve({ kind: 'unreached', code: 'ECONNREFUSED' })],
    ['fails', () => Promise.reject(new Error('a bug'))],
  ])('and %s lets nothing close but a request’s own number', async (_how, answer) => {
    const desk = teamOfTwo({ settings: { statusBy: 'request' } })
    const [ours, own] = [await desk.send('10.00', 'accepted'), { 'serial-number': 'sn-1' }]
    // What was heard before is not what is known now.
    desk.colleague('1000', 'NOT_SENT')
    expect(await desk.tell(ours, reversal('10.00', 'A', processing))).toBe('ACCEPTED')
    desk.says(answer)
    expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe('ACCEPTED')
    expect(desk.message(ours)).toMatch(/team can’t be asked whether/)
    expect(await desk.tell(ours, reversal('10.00', 'A', own))).toBe('SUCCEEDED')
  })
})
