// A refund asked for once more: by somebody who can't know yet that the first one was done, and by
// somebody who means a second one of the same amount.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { saleStatus } from '../../../../fakes/gateway.ts'
import { faultOf, must } from '../../../../journeys/story.ts'
import { openReturns, reversal } from '../../return-rig.ts'

describe('a refund asked for again', () => {
  it('is stopped by the very question that finds the lost one done, and names it', async () => {
    const { send, review, gateway, state } = openReturns()
    const lost = await send('20.00')
    expect(state(lost)).toBe('UNKNOWN')
    gateway.status = reversal('20.00', 'PTX-1')
    const fault = formatMessages(faultOf((await review('20.00')).reviewed))
    expect(fault).toMatchObject({ kind: 'denied', reason: 'told-since', attemptId: lost })
    expect(fault.message).toContain('refund of 20.00')
    expect(state(lost)).toBe('SUCCEEDED')
  })

  it('is stopped by that question whatever amount is asked for', async () => {
    const { send, review, gateway, state } = openReturns()
    const lost = await send('20.00')
    gateway.status = reversal('20.00', 'PTX-1')
    expect(faultOf((await review('5.00')).reviewed)).toMatchObject({
      reason: 'told-since',
      attemptId: lost,
    })
    expect(state(lost)).toBe('SUCCEEDED')
    expect((await review('5.00')).reviewed.ok).toBe(true)
  })

  it('is possible once that was said, with a word that one of this amount was sent', async () => {
    const { send, review, gateway } = openReturns()
    await send('20.00')
    gateway.status = reversal('20.00', 'PTX-1')
    await review('20.00')
    const { warnings } = formatMessages(must((await review('20.00')).reviewed))
    expect(warnings.join()).toMatch(/^A refund of 20\.00\sEUR on this order was sent before/)
  })

  it('is stopped once as well when the poller found the lost one done before', async () => {
    const { send, review, tell, state } = openReturns()
    const lost = await send('20.00')
    await tell(lost, reversal('20.00', 'PTX-1'))
    expect(state(lost)).toBe('SUCCEEDED')
    const fault = formatMessages(faultOf((await review('20.00')).reviewed))
    expect(fault).toMatchObject({ reason: 'told-since', attemptId: lost })
    expect(fault.message).toMatch(
      /^The refund of 20\.00\sEUR that had no clear answer went through/,
    )
    const { warnings } = formatMessages(must((await review('20.00')).reviewed))
    expect(warnings.join()).toMatch(/^A refund of 20\.00\sEUR on this order was sent before/)
  })

  it('is warned of after one that was declined, where nobody named whose that was', async () => {
    const declined = { status: 'declined', 'order-stage': 'reversal_declined' }
    for (const how of ['lost', 'accepted'] as const) {
      const { send, review, tell, gateway } = openReturns()
      const first = await send('20.00', how)
      expect(await tell(first, reversal('20.00', 'PTX-1', declined))).toBe('DECLINED')
      gateway.status = saleStatus('100.00')
      for (const amount of ['20.00', '30.00']) {
        const { warnings } = formatMessages(must((await review(amount)).reviewed))
        expect(warnings.join()).toMatch(
          /^A refund of 20\.00\sEUR on this order was closed as not done\. .* may still arrive\.$/,
        )
      }
    }
    const named = openReturns({ settings: { statusBy: 'request' } })
    const ours = await named.send('20.00', 'accepted')
    await named.tell(ours, reversal('20.00', 'PTX-1', declined))
    expect(must((await named.review('20.00')).reviewed).warnings).toEqual([])
  })

  it('is warned of where the gateway tells of one that no request from here stands for', async () => {
    const { review, gateway } = openReturns()
    const warned = async (amount: string) =>
      formatMessages(must((await review(amount)).reviewed)).warnings.join()
    gateway.status = reversal('20.00', 'PTX-1')
    const word = /gateway already shows a refund of 20\.00\sEUR on this order\. Confirm only/
    expect(await warned('20.00')).toMatch(word)
    expect(await warned('30.00')).not.toMatch(word)
  })

  it('has no such word for another amount, nor for one that was refused', async () => {
    const { send, review, tell } = openReturns()
    await tell(await send('20.00'), reversal('20.00', 'PTX-1'))
    expect(must((await review('30.00')).reviewed).warnings).toEqual([])
    const other = openReturns()
    await other.send('20.00', 'refused')
    other.gateway.status = saleStatus('100.00')
    expect(must((await other.review('20.00')).reviewed).warnings).toEqual([])
  })
})
