// A gateway may tell the first amount at every stage. While nobody knows, a full refund of somebody
// else, or a part told as the whole, must not close a request from here.
import { describe, expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { connectionSettings } from '#shared/connections/connection.ts'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import { saleStatus } from '../../../../fakes/gateway.ts'
import { must } from '../../../../journeys/story.ts'
import { openReturns, reversal } from '../../return-rig.ts'

const open = () =>
  openReturns({ settings: { statusAmount: connectionSettings.parse({}).statusAmount } })

describe('the first amount, told of a refund', () => {
  it('closes no full refund while nobody said whose amount a status tells', async () => {
    const desk = open()
    const ours = await desk.send(null)
    expect(await desk.tell(ours, reversal('100.00', 'A'))).toBe('UNKNOWN')
    expect(formatMessage(desk.ports.journal.get(ours)?.message ?? '')).toMatch(
      /may be the order’s first one.*Resolve the request by hand/,
    )
  })

  it('closes one once this gateway has told another amount of any refund', async () => {
    const desk = open()
    const ours = await desk.send(null)
    expect(await desk.tell(ours, reversal('100.00', 'A'))).toBe('UNKNOWN')
    const other = { 'paynet-order-id': '7000002', 'merchant-order-id': 'inv-2' }
    for (const reported of [saleStatus('50.00', other), reversal('5.00', 'B', other)]) {
      desk.gateway.status = reported
      must(await lookUp(desk.ports, { connectionId: 'test-1', by: 'orderid', value: '7000002' }))
    }
    expect(await desk.tell(ours, reversal('100.00', 'A'))).toBe('SUCCEEDED')
  })

  it('is no obstacle to a part, told by its own amount', async () => {
    const desk = open()
    const part = await desk.send('10.00')
    expect(await desk.tell(part, reversal('10.00', 'A'))).toBe('SUCCEEDED')
  })
})
