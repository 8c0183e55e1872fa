// One outcome, one way of reading: no answer closes a request when it was read by other settings,
// or in other digits.
import { describe, expect, it } from 'vitest'
import { type Connection, connectionRecord } from '#shared/connections/connection.ts'
import { fingerprintOf } from '#shared/gateway/status/status.ts'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import {
  matchStatus,
  type MatchedAttempt,
} from '../../../../../src/main/desk/payments/status/match-status.ts'
import { snapshotOf } from '#shared/gateway/orders/status-snapshot.ts'
import { connection } from '../../../../fakes/desk.ts'
import { must } from '../../../../journeys/story.ts'
import { openReturns, reversal } from '../../return-rig.ts'

const twin = (settings: Partial<Connection['settings']> = {}): Connection =>
  connectionRecord.parse({
    ...connection,
    id: 'test-2',
    name: 'Twin',
    settings: { ...connection.settings, ...settings },
  })

describe('an outcome is closed under the settings it was sent with', () => {
  it.each([{ statusAmount: 'initial' }, { digitsRule: 'always-2' }] as const)(
    'not by what another record of the same gateway reads with %o',
    async (settings) => {
      const desk = openReturns({ others: [twin(settings)] })
      const ours = await desk.send(null)
      desk.gateway.status = reversal('100.00', 'A')
      const place = { connectionId: 'test-2', by: 'orderid', value: '7000001' } as const
      must(await lookUp(desk.ports, place))
      expect(desk.state(ours)).toBe('UNKNOWN')
      must(await lookUp(desk.ports, { ...place, connectionId: 'test-1' }))
      expect(desk.state(ours)).toBe('SUCCEEDED')
    },
  )

  it('but by what another record reads in the same way', async () => {
    const desk = openReturns({ others: [twin()] })
    const ours = await desk.send('10.00')
    desk.gateway.status = reversal('10.00', 'A')
    must(await lookUp(desk.ports, { connectionId: 'test-2', by: 'orderid', value: '7000001' }))
    expect(desk.state(ours)).toBe('SUCCEEDED')
  })

  it('not by 5000 hundredths of a currency whose units were sent', () => {
    const yen = { minor: 5000n, currency: 'JPY', digits: 0 }
    const attempt: MatchedAttempt = {
      operation: 'return',
      state: 'UNKNOWN',
      amount: yen,
      isFull: false,
      snapshot: snapshotOf({ status: 'approved', 'transaction-type': 'sale' }, connection.settings),
      known: [],
    }
    const reported = reversal('50', 'A', { currency: 'JPY' })
    const seen = snapshotOf(reported, { ...connection.settings, digitsRule: 'always-2' })
    expect(seen.amount?.minor).toBe(5000n)
    expect(matchStatus(attempt, seen, fingerprintOf).kind).toBe('no-proof')
    expect(matchStatus(attempt, { ...seen, amount: yen }, fingerprintOf).kind).toBe('resolved')
  })
})
