// A refund that is told as done after Paydesk had closed its request stops the order.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { must } from '../../../../journeys/story.ts'
import { openReturns, reversal } from '../../return-rig.ts'

const dated = { 'paynet-processing-date': '2026-11-21 09:00:00 UTC' }
const moved = { 'paynet-processing-date': '2026-11-21 09:10:00 UTC' }
const processing = { status: 'processing', 'order-stage': 'reversal_processing' }
const declined = { status: 'declined', 'order-stage': 'reversal_declined' }

describe('a refund that a colleague’s decline of the same amount closed', () => {
  const closed = async (state: 'declined' | 'error') => {
    const desk = openReturns()
    const ours = await desk.send('10.00')
    await desk.tell(ours, reversal('10.00', 'B', { status: state, ...dated }))
    return { ...desk, ours, conflict: () => desk.row(ours).conflict }
  }
  it.each(['declined', 'error'] as const)(
    'is contradicted when an approved one of its amount shows up (%s)',
    async (state) => {
      const desk = await closed(state)
      expect(desk.conflict()).toBeNull()
      await desk.tell(desk.ours, reversal('10.00', 'A'))
      expect(formatMessages(desk.conflict())).toMatch(
        /was closed as not done, but the gateway shows a reversal/,
      )
      expect((await desk.review('10.00')).reviewed).toMatchObject({ ok: false })
    },
  )
  it('is contradicted by the re-read before another refund too, which is not sent', async () => {
    const desk = await closed('declined')
    const { reviewed } = await desk.review('20.00')
    desk.gateway.status = reversal('10.00', 'A')
    const sent = desk.gateway.sent.length
    expect(await confirm(desk.ports, must(reviewed))).toMatchObject({ ok: false })
    expect(desk.gateway.sent).toHaveLength(sent)
    expect(formatMessages(desk.conflict())).toMatch(/was closed as not done/)
  })
  it('is not contradicted by one that is declined as well, is of another amount, or was known before', async () => {
    const desk = await closed('declined')
    await desk.tell(desk.ours, reversal('10.00', 'C', declined))
    await desk.tell(desk.ours, reversal('10.00', 'B', { status: 'processing' }))
    await desk.tell(desk.ours, reversal('20.00', 'D'))
    expect(desk.conflict()).toBeNull()
  })
  it('is not contradicted by what was sent after it', async () => {
    const desk = await closed('declined')
    const next = await desk.send('10.00')
    await desk.tell(next, reversal('10.00', 'E', processing))
    expect(await desk.tell(next, reversal('10.00', 'E'))).toBe('SUCCEEDED')
    await desk.tell(next, reversal('10.00', 'E', moved))
    expect([desk.conflict(), desk.row(next).conflict]).toEqual([null, null])
  })
})
