// What one status answer says of the requests of its order.
import { describe, expect, it } from 'vitest'
import { say } from '#shared/message.ts'
import { formatMessages } from '#wording/format-messages.ts'
import { attemptViews } from '../../../../../src/main/desk/orders/views.ts'
import { openReturns, reversal, type Reported } from '../../return-rig.ts'

const processing = { status: 'processing', 'order-stage': 'reversal_processing' }
const declined = { status: 'declined', 'order-stage': 'reversal_declined' }

describe('a request whose answer was lost', () => {
  it('is at work once the gateway has named it, and not before', async () => {
    const desk = openReturns()
    const ours = await desk.send('10.00')
    const isAtWork = () => attemptViews(desk.ports)(desk.row(ours)).isAtWork
    expect([desk.state(ours), isAtWork()]).toEqual(['UNKNOWN', false])
    expect(await desk.tell(ours, reversal('20.00', 'A', processing))).toBe('UNKNOWN')
    expect(isAtWork()).toBe(false)
    expect(await desk.tell(ours, reversal('10.00', 'B', processing))).toBe('UNKNOWN')
    expect([isAtWork(), formatMessages(desk.row(ours).message)]).toEqual([
      true,
      formatMessages(say('requests.processing')),
    ])
  })
})

describe('two new transactions after the sending', () => {
  it.each<[string, Reported]>([
    ['approved', reversal('10.00', 'B')],
    ['declined', reversal('10.00', 'B', declined)],
  ])('close nothing: ours may be either (the later one %s)', async (_status, later) => {
    for (const how of ['lost', 'accepted'] as const) {
      for (const first of ['10.00', '20.00']) {
        const desk = openReturns()
        const ours = await desk.send('10.00', how)
        const open = desk.state(ours)
        await desk.tell(ours, reversal(first, 'A', processing))
        expect(await desk.tell(ours, later)).toBe(open)
        expect(formatMessages(desk.row(ours).message)).toMatch(
          /two transactions.*A and B.*resolve it by hand/,
        )
      }
    }
  })

  it('but the first one still closes it once that is told as final', async () => {
    const desk = openReturns()
    const ours = await desk.send('10.00')
    await desk.tell(ours, reversal('10.00', 'A', processing))
    expect(await desk.tell(ours, reversal('10.00', 'A'))).toBe('SUCCEEDED')
  })

  it('are not what one gate of several declined, nor a capture', async () => {
    const desk = openReturns()
    const ours = await desk.send('10.00')
    const passed = { status: 'declined', 'order-stage': 'reversal_chain_declined' }
    await desk.tell(ours, reversal('10.00', 'A', passed))
    await desk.tell(ours, reversal('20.00', 'C', { 'transaction-type': 'capture' }))
    expect(await desk.tell(ours, reversal('10.00', 'B'))).toBe('SUCCEEDED')
  })
})
