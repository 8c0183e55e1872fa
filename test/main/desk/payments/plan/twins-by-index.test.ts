// Twins are looked for by a key of their destination. The oracle is the look before: all requests
// of the amount, read and compared one by one.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import {
  destinationKeys,
  mayBeTwins,
  mostDestinationKeys,
  twinOperations,
} from '#shared/gateway/twins.ts'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { twinsAmong, twinsOf } from '../../../../../src/main/desk/payments/plan/twins.ts'
import {
  type AttemptRow,
  attemptOf,
  type SqlRow,
} from '../../../../../src/main/ledger/journal/attempt-row.ts'
import { createTestDesk, placeOf } from '../../../../fakes/desk.ts'

const service = placeOf('1').service
const parties = {
  account_number: ['DE89370400440532013000', 'de89 3704 0044 0532 0130 00', '0532013000', '532013000', '13000', 'GB82WEST12345698765432', '000', ''],
  cardrefid: ['1233058', ' 1233058', '1233059', ''],
  credit_card_number: ['411111••••••1111', '4111 1111 1111 1111', '1111', '555555••••••1111', ''],
  phone: ['+49 151 2345678', '0049 (0)151 2345678', '0151/2345678', '２３４５６７８', '5678', ''],
  email: ['ana@example.test', 'ANA@example.test ', 'bo@example.test', ''],
  'recurring-payment-id': ['77', '077', '78', ''],
} as const // prettier-ignore
const operations = ['payout', 'payout-check', 'payout-pay', 'make-rebill', 'sale'] as const
const states = ['SENDING', 'UNKNOWN', 'ACCEPTED', 'REJECTED', 'SUCCEEDED', 'DECLINED', 'NOT_SENT'] as const // prettier-ignore

const someParties = fc.record(
  Object.fromEntries(
    Object.entries(parties).map(([name, texts]) => [name, fc.constantFrom(...texts)]),
  ),
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, string>>
const money = fc.option(
  fc.record({
    minor: fc.constantFrom(1000n, 10n, 100_000n, 2000n),
    currency: fc.constantFrom('EUR', 'JPY'),
    digits: fc.constantFrom(2, 0, 4),
  }),
  { freq: 5 },
)
const request = fc.record({
  operation: fc.constantFrom(...operations),
  goesTo: someParties,
  amount: money,
})
const sent = fc.record({
  request,
  state: fc.constantFrom(...states),
  hoursAgo: fc.integer({ min: 0, max: 60 }),
})

const before = (amounts: string): string => `SELECT * FROM attempt
  WHERE service = @service ${amounts} AND sent_at IS NOT NULL
     AND operation IN (SELECT value FROM json_each(@operations))
     AND (state IN ('SENDING', 'UNKNOWN', 'ACCEPTED') OR conflict IS NOT NULL
       OR (state = 'REJECTED' AND awaits_look = 1)
       OR ((state = 'SUCCEEDED' OR (state = 'RESOLVED_BY_HAND' AND hand_outcome = 'happened'))
         AND (sent_at > @since OR made_number > coalesce((
           SELECT made_number FROM attempt WHERE sent_at IS NOT NULL
             ORDER BY made_number DESC LIMIT 1 OFFSET 50), 0))))
     ORDER BY made_number DESC`

type Desk = ReturnType<typeof createTestDesk>
type Sent = ReturnType<typeof sent.generate>['value']

function send({ ports, time }: Desk, one: Sent, nth: number): void {
  const { operation, goesTo, amount } = one.request
  const id = `a${nth}`
  const now = time.now
  time.now -= one.hoursAgo * 3_600_000
  const common = {
    ...{ connectionId: 'test-1', service, endpointId: '1144', risk: 'money' as const },
    ...{ clientOrderid: id, amount, isFull: true, digest: '', comment: '', expiresAt: 0 },
    ...{ actor: 'anna', seen: '', tokenHash: 't' },
  }
  const orderid = operation === 'payout-pay' ? `90${nth}` : ''
  // A checked payout names its destination in the check alone.
  if (operation === 'payout-pay')
    ports.journal.draft({
      ...{ ...common, id: `c${nth}`, operation: 'payout-check', orderid, lockKey: `c${nth}` },
      request: goesTo,
    })
  ports.journal.draft({
    ...{ ...common, id, operation, orderid, lockKey: id, goesTo },
    request: operation === 'payout-pay' ? {} : goesTo,
  })
  const path = {
    SENDING: ['SENDING'],
    UNKNOWN: ['SENDING', 'UNKNOWN'],
    ACCEPTED: ['SENDING', 'ACCEPTED'],
    REJECTED: ['SENDING', 'REJECTED'],
    SUCCEEDED: ['SENDING', 'ACCEPTED', 'SUCCEEDED'],
    DECLINED: ['SENDING', 'ACCEPTED', 'DECLINED'],
    NOT_SENT: ['SENDING', 'NOT_SENT'],
  } as const
  let from: AttemptRow['state'] = 'DRAFT'
  for (const to of ['APPROVED', ...path[one.state]] as const) {
    const patch = { message: to, ...(to === 'SENDING' ? { sentAt: time.now } : {}) }
    const moved = ports.journal.move({
      ...{ id, from: [from], to, actor: 'anna', origin: 'desk' },
      patch: to === 'REJECTED' ? { ...patch, nextCheckAt: time.now } : patch,
    })
    if (!moved.ok) throw new Error(JSON.stringify(moved.fault))
    from = to
  }
  time.now = now
}

describe('the look for twins', () => {
  it('has a key in common with each twin, and as many keys as there is room for', () => {
    fc.assert(
      fc.property(request, request, (a, b) => {
        if (!mayBeTwins(a, b)) return
        const keys = new Set(destinationKeys(a.operation, a.goesTo))
        expect(destinationKeys(b.operation, b.goesTo).some((key) => keys.has(key))).toBe(true)
      }),
      { numRuns: 20_000 },
    )
    const most = operationIds.map((id) => (rowOf(id).parties ?? []).length)
    expect(Math.max(...most)).toBe(mostDestinationKeys)
  })

  it('finds what reading all of them finds', () => {
    let found = 0
    fc.assert(
      fc.property(
        fc.array(sent, { minLength: 60, maxLength: 90 }),
        fc.array(request, { minLength: 40, maxLength: 60 }),
        (all, asks) => {
          const desk = createTestDesk()
          all.forEach((one, nth) => send(desk, one, nth))
          desk.time.mono += 40 * 24 * 3_600_000
          const asked = asks.map(({ operation, goesTo, amount }) => ({
            ...{ operation: operation as OperationId, service, goesTo },
            request: { moves: amount },
          })) as never[]
          const pages = Map.groupBy(asks.keys(), (nth) => asks[nth]!.operation)
          for (const page of pages.values()) {
            const among = twinsAmong(
              desk.ports,
              page.map((nth) => asked[nth]!),
              'lately',
            )
            for (const nth of page) {
              const now = twinsOf(desk.ports, asked[nth]!).map(({ id }) => id)
              expect(now).toEqual(readAll(desk, asks[nth]!))
              expect(among(asked[nth]!).map(({ id }) => id)).toEqual(now)
              found += now.length
            }
          }
          desk.close()
        },
      ),
      { numRuns: 6 },
    )
    expect(found).toBeGreaterThan(200)
  }, 600_000)
})

/** As it was: by amount, and every one of them compared. */
function readAll(desk: Desk, wanted: ReturnType<typeof request.generate>['value']): string[] {
  const ops = twinOperations(wanted.operation)
  const lastsMs = (rowOf(wanted.operation).moves === 'out' ? 31 : 1) * 24 * 3_600_000
  const { amount } = wanted
  const minors = [0, 1, 2, 3, 4].flatMap((digits) => {
    if (amount === null) return []
    const scaled = amount.minor * 10n ** BigInt(digits)
    const by = 10n ** BigInt(amount.digits)
    return scaled % by === 0n ? [scaled / by] : []
  })
  const rows = desk.db
    .prepare(
      before(
        amount === null
          ? ''
          : 'AND ((currency = @currency AND amount_minor IN (SELECT value FROM json_each(@minors))) OR currency IS NULL)',
      ),
    )
    .all({
      ...{ service, operations: JSON.stringify(ops), since: desk.time.now - lastsMs },
      ...(amount === null ? {} : { currency: amount.currency, minors: `[${minors.join(',')}]` }),
    }) as SqlRow[]
  return rows
    .map(attemptOf)
    .filter((row) => {
      const check = desk.ports.journal.ofOrder(row).find((one) => one.operation === 'payout-check')
      const goesTo = row.operation === 'payout-pay' ? (check?.request ?? {}) : row.request
      return mayBeTwins(wanted, { ...row, goesTo })
    })
    .map(({ id }) => id)
}
