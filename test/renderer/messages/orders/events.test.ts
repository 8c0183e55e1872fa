// One event of an order is one sentence, with the word of its chip for its state.
import { expect, it } from 'vitest'
import type { TimelineEntry } from '../../../../src/shared/bridge/views.ts'
import { auditLabel } from '../../../../src/renderer/messages/audit.ts'
import {
  messageOfEvent,
  messageOfStep,
  numbersOf,
} from '../../../../src/renderer/messages/orders/events.ts'

const amount = { amount: '20.00', currency: 'EUR' }
const entry = (more: Partial<TimelineEntry>): TimelineEntry => ({
  ...{ at: 0, source: 'desk', title: 'return', isRelease: false, message: '', state: 'SUCCEEDED' },
  ...{ amount, actor: null, serialNumber: null, attemptId: 'a', seq: null },
  ...more,
})
const said = (more: Partial<TimelineEntry>, reason = '', count = 1) => {
  const one = entry(more)
  const { title, tone, notes } = messageOfEvent(
    { entry: one, steps: Array(count).fill(one) },
    reason,
  )
  return [title.replaceAll('\u00a0', ' '), tone, ...notes]
}

it.each([
  [{}, ['20.00 EUR refunded', 'neutral', 'box damaged']],
  [{ title: 'capture' }, ['20.00 EUR captured', 'good', 'box damaged']],
  [{ isRelease: true }, ['20.00 EUR hold released', 'neutral', 'box damaged']],
  [{ title: 'void', amount: null }, ['Voided', 'neutral', 'box damaged']],
  // "Submitted" alone would not say what.
  [
    { title: 'upload-cres-result', amount: null },
    ['Challenge response submitted', 'good', 'box damaged'],
  ],
  [
    { state: 'DECLINED', message: '107 Declined by the issuer' },
    ['20.00 EUR refund declined', 'bad', '107 Declined by the issuer', 'box damaged'],
  ],
  [{ state: 'UNKNOWN' }, ['20.00 EUR refund: outcome unknown', 'unknown', 'box damaged']],
  [
    { state: 'ACCEPTED', message: 'Taken.' },
    ['20.00 EUR refund processing', 'info', 'box damaged'],
  ],
  [{ state: 'UNDONE', amount: null }, ['Refund undone', 'neutral', 'box damaged']],
  [
    { state: 'UNDONE', isHeldBack: true, message: 'Nothing was sent: the status changed.' },
    [
      ...['20.00 EUR refund not sent', 'neutral'],
      ...['Nothing was sent: the status changed.', 'box damaged'],
    ],
  ],
] as [Partial<TimelineEntry>, string[]][])('of a request %o', (more, message) => {
  expect(
    said(
      { message: 'The gateway approved it.', ...(more.state ? { message: '' } : {}), ...more },
      'box damaged',
    ),
  ).toEqual(message)
})

it.each([
  [
    { title: 'sale', state: 'approved', answer: { stage: 'sale_approved', notes: [] } },
    ['20.00 EUR captured', 'good'],
  ],
  [{ title: 'preauth', state: 'approved', message: '' }, ['20.00 EUR on hold', 'info']],
  [{ title: 'reversal', state: 'approved', message: '' }, ['20.00 EUR refunded', 'neutral']],
  [{ title: 'chargeback', state: 'approved', message: '' }, ['20.00 EUR charged back', 'bad']],
  [{ title: 'chargeback', state: 'processing' }, ['20.00 EUR chargeback processing', 'info']],
  [
    {
      ...{ title: 'sale', state: 'declined' },
      answer: { stage: 'sale_declined', notes: ['Refused: do not honour'] },
    },
    ['20.00 EUR sale declined', 'bad', 'Refused: do not honour'],
  ],
  [
    {
      ...{ title: 'sale', state: 'declined' },
      answer: { stage: '', notes: ['Do not honour'] },
    },
    ['20.00 EUR sale declined', 'bad', 'Do not honour'],
  ],
  // Nobody here knows which way that money went.
  [
    { title: 'adjustment', state: 'approved', message: '' },
    ['20.00 EUR adjustment approved', 'warn'],
  ],
  [{ title: 'sale', state: 'processing', amount: null, message: '' }, ['Sale processing', 'info']],
] as [Partial<TimelineEntry>, string[]][])('of an answer %o', (more, message) => {
  expect(said({ source: 'service', ...more })).toEqual(message)
})

it('of look-ups, with how many there were', () => {
  const lookUp = { source: 'log', title: 'order:look-up', state: 'approved', amount: null } as const
  expect(said(lookUp)).toEqual(['Status checked', 'neutral'])
  expect(said(lookUp, '', 3)).toEqual(['Status checked 3 times', 'neutral'])
  // The log has the same word for it.
  expect(auditLabel('order:look-up')).toBe('Status checked')
})

it('of a step, past where something came after it', () => {
  const step = entry({ state: 'APPROVED', message: 'Nothing was sent yet.' })
  expect(messageOfStep(step, false)).toEqual({
    ...{ label: 'Confirmed', note: '', tone: 'neutral' },
  })
  expect(messageOfStep(step, true).note).toBe('Nothing was sent yet.')
  // The last one is as its chip, and good where it went through.
  expect(messageOfStep(entry({ state: 'UNKNOWN' }), true).tone).toBe('unknown')
  expect(messageOfStep(entry({ state: 'SUCCEEDED' }), true).tone).toBe('good')
  // A tick would say of what did not happen that it was done.
  for (const state of ['NOT_SENT', 'UNDONE', 'EXPIRED', 'RESOLVED_BY_HAND'] as const)
    expect(messageOfStep(entry({ state }), true).tone, state).toBeUndefined()
  expect(
    messageOfStep(
      entry({
        source: 'service',
        title: 'reversal',
        answer: { stage: 'reversal_approved', notes: ['ok'] },
      }),
      false,
    ),
  ).toEqual({ label: 'Gateway’s answer', note: 'Refund approved: ok' })
})

it('of the bank, the newest number of each name', () => {
  const steps = [
    entry({ bank: { rrn: '111', approvalCode: 'A1' } }),
    entry({ source: 'service', bank: { rrn: '222' } }),
    entry({}),
  ]
  expect(numbersOf(steps, 'UTC')).toEqual([
    { label: 'RRN, for the bank', text: '222' },
    { label: 'Approval code', text: 'A1' },
  ])
  expect(numbersOf([entry({})], 'UTC')).toEqual([])
  const told = entry({ bank: { processingDate: '2026-11-25 22:02:02 UTC' } })
  expect(numbersOf([told], 'Europe/Tallinn')).toEqual([
    { label: 'Processing date', text: '26 Nov 2026, 00:02:02 UTC+02:00' },
  ])
})

it('of a decline, the gateway’s own reason alone', () => {
  const declined = entry({ state: 'DECLINED', message: 'Declined (107 …). No money moved.' })
  const notes = ['107 Declined by the issuer']
  const answer = entry({ source: 'service', title: 'reversal', answer: { stage: '', notes } })
  const { notes: told } = messageOfEvent({ entry: declined, steps: [answer, declined] }, 'why')
  expect(told).toEqual(['107 Declined by the issuer', 'why'])
})
