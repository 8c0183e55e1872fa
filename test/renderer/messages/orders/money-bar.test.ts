// The bar of an order's money is its original amount, and never says more than its figures: what
// nobody knows is a part of its own.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { TimelineEntry } from '#shared/bridge/views.ts'
import type { MoneyText } from '#shared/money.ts'
import {
  inProgressOf,
  type KnownMoney,
  onHoldOf,
  partsOf,
  partsWith,
} from '../../../../src/renderer/messages/orders/money-bar.ts'
import { paidFacts, payeeFacts, payerFacts } from '../../../../src/renderer/messages/forms/payer.ts'

const eur = (minor: number): MoneyText => ({ amount: (minor / 100).toFixed(2), currency: 'EUR' })
const order: KnownMoney = {
  phase: 'partly-returned',
  origin: 'sale',
  original: eur(12_000),
  held: null,
  captured: eur(12_000),
  returned: eur(2_000),
  inProgress: eur(0),
  returnable: eur(10_000),
  unknown: null,
  timeline: [],
}
const held: KnownMoney = {
  ...order,
  ...{ phase: 'authorised', origin: 'preauth', original: eur(30_000), held: eur(30_000) },
  ...{ captured: eur(0), returned: eur(0), returnable: eur(0) },
}
const drawn = (one: KnownMoney) =>
  partsOf(one).map(({ label, money, fill }) => `${label} ${money.amount} ${fill}`)

describe('the bar', () => {
  it('shows what was refunded and what is refundable', () => {
    expect(drawn(order)).toEqual(['Refunded 20.00 solid', 'Refundable 100.00 solid'])
    expect(partsOf(order).map(({ share }) => Math.round(share))).toEqual([17, 83])
  })

  it('is the hold as a whole while nothing was captured', () => {
    expect(drawn(held)).toEqual(['On hold 300.00 hollow'])
  })

  it('shows of a hold what was captured and what is still held', () => {
    const partly = { ...held, captured: eur(12_050), returnable: eur(12_050), held: eur(17_950) }
    expect(drawn({ ...partly, phase: 'partly-captured' })).toEqual([
      'Refundable 120.50 solid',
      'On hold 179.50 hollow',
    ])
  })

  it('says that the rest of a hold was released', () => {
    const partly = { ...held, captured: eur(12_050), returnable: eur(12_050), held: eur(0) }
    expect(drawn({ ...partly, phase: 'partly-captured' })).toEqual([
      'Refundable 120.50 solid',
      'Hold released 179.50 hollow',
    ])
    expect(drawn({ ...held, held: eur(0), phase: 'voided' })).toEqual(['Voided 300.00 hollow'])
  })

  it('has a tone for each part, and another for refunded money than for a hold', () => {
    const all = {
      ...held,
      ...{ phase: 'partly-returned' as const, captured: eur(20_000), held: eur(10_000) },
      ...{ returned: eur(2_000), inProgress: eur(5_000), unknown: eur(1_000) },
      returnable: eur(15_000),
    }
    expect(drawn(all)).toEqual([
      'Refunded 20.00 solid',
      'Outcome unknown 10.00 striped',
      'In progress 40.00 striped',
      'Refundable 150.00 solid',
      'On hold 80.00 hollow',
    ])
    const tones = partsOf(all).map(({ tone }) => tone)
    expect(new Set(tones).size).toBe(tones.length)
    expect(tones[1]).toBe('unknown')
    expect(partsOf(all).map(({ isRefund }) => isRefund === true)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ])
  })

  it('shows of a hold what is in progress', () => {
    const one = { ...held, inProgress: eur(10_000), unknown: eur(10_000) }
    expect(drawn(one)).toEqual(['Outcome unknown 100.00 striped', 'On hold 200.00 hollow'])
    expect(onHoldOf(one)).toEqual(eur(20_000))
    expect(partsOf({ ...held, inProgress: eur(40_000) })).toEqual([])
  })

  it('shows a chargeback, and no part of it as refundable', () => {
    const reported = { source: 'service', title: 'chargeback', amount: eur(4_000) }
    const charged = { ...order, phase: 'charged-back' as const }
    expect(drawn(charged)).toEqual(['Refunded 20.00 solid', 'Charged back 100.00 solid'])
    expect(drawn({ ...charged, timeline: [reported as KnownMoney['timeline'][number]] })).toEqual([
      'Refunded 20.00 solid',
      'Charged back 40.00 solid',
      'Not refundable now 60.00 hollow',
    ])
  })

  it('shows as a part of its own what nobody knows', () => {
    expect(drawn({ ...order, returned: null, returnable: eur(7_000) })).toEqual([
      'Refundable 70.00 solid',
      'Not known 50.00 striped',
    ])
    expect(drawn({ ...order, captured: null, returned: null, returnable: null })).toEqual([
      'Not known 120.00 striped',
    ])
  })

  it('is always the whole, or is not there', () => {
    const known = fc.option(fc.integer({ min: 0, max: 50_000 }), { freq: 4 })
    fc.assert(
      fc.property(known, known, known, known, known, (captured, returned, waits, rest, hold) => {
        const text = (minor: number | null) => (minor === null ? null : eur(minor))
        const one = {
          ...order,
          ...{ captured: text(captured), returned: text(returned), inProgress: text(waits) },
          ...{ returnable: text(rest), held: text(hold) },
        }
        const parts = partsOf(one)
        const sum = parts.reduce((all, { money }) => all + Number(money.amount), 0)
        expect(parts.length === 0 || Math.round(sum * 100) === 12_000).toBe(true)
        for (const { share } of parts) expect(share).toBeGreaterThanOrEqual(0)
      }),
    )
    expect(partsOf({ ...order, original: null })).toEqual([])
    expect(partsOf({ ...order, origin: 'payout' })).toEqual([])
    expect(partsOf({ ...order, returnable: { amount: '100.00', currency: 'USD' } })).toEqual([])
    expect(partsOf({ ...order, returnable: eur(9_000) })).toEqual([])
  })
})

it('money whose outcome is unknown stands in one figure', () => {
  expect(inProgressOf({ inProgress: eur(1_500), unknown: eur(1_000) })).toEqual(eur(500))
  expect(inProgressOf({ inProgress: eur(1_500), unknown: null })).toEqual(eur(1_500))
  expect(inProgressOf({ inProgress: null, unknown: null })).toBeNull()
})

it('says who paid with which card, and leaves out what the gateway left out', () => {
  expect(
    payerFacts({
      'cardholder-name': 'Zoë O’Neil',
      'card-type': 'VISA',
      'last-four-digits': '1111',
      'card-exp-month': '1',
      'card-exp-year': '2031',
      email: 'zoe@example.test',
    }),
  ).toEqual([
    { label: 'Customer', text: 'Zoë O’Neil' },
    { label: 'Card', text: 'Visa 1111, 01/31' },
    { label: 'E-mail', text: 'zoe@example.test' },
  ])
  expect(payerFacts({ status: 'approved' })).toEqual([])
})

it('says when the customer paid by the payment itself, not by a later event', () => {
  const answered = (title: string, processingDate: string): TimelineEntry => ({
    ...{ at: 1, source: 'service', title, isRelease: false, message: '', state: 'approved' },
    ...{ amount: null, actor: null, serialNumber: null, attemptId: null, seq: null },
    bank: { processingDate },
  })
  const refund = answered('reversal', '2026-11-24 10:00:00 UTC')
  const sale = answered('sale', '2026-11-21 08:45:02 UTC')
  expect(paidFacts([refund, sale], 'Asia/Kathmandu')).toEqual([
    { label: 'Paid', text: '21 Nov 2026, 14:30:02 UTC+05:45' },
  ])
  expect(paidFacts([refund, answered('sale', '')], 'UTC')).toEqual([])
  // What is no such time is shown as it was said.
  for (const text of ['21.11.2026', '2026-11-21 08:45:02', '2026-13-41 08:45:02 UTC'])
    expect(paidFacts([answered('sale', text)], 'Asia/Kathmandu')).toEqual([{ label: 'Paid', text }])
  // A hold is no payment.
  expect(paidFacts([answered('preauth', '2026-11-21 08:45:02 UTC')], 'UTC')).toEqual([
    { label: 'Hold placed', text: '21 Nov 2026, 08:45:02 UTC' },
  ])
})

it('says whom an order paid', () => {
  const payee = {
    ...{ name: 'ACME GmbH', account: 'DE89370400440532013000', description: '' },
    kind: 'account' as const,
  }
  expect(payeeFacts(payee)).toEqual([
    { label: 'Recipient', text: 'ACME GmbH' },
    { label: 'Account', text: 'DE89370400440532013000' },
  ])
  expect(payeeFacts(undefined)).toEqual([])
})

describe('the bar of a request that is not sent yet', () => {
  const planned = (...[one, action, asked, noun]: Parameters<typeof partsWith>) =>
    partsWith(one, action, asked, noun).map(
      ({ label, money, fill, isRefund }) =>
        `${label} ${money.amount} ${fill}${isRefund === true ? ' refund' : ''}`,
    )

  it('takes a refund from what is refundable, and the whole leaves nothing', () => {
    const before = 'Refunded 20.00 solid refund'
    expect(planned(order, 'return', eur(3_050), 'refund')).toEqual([
      before,
      'This refund 30.50 striped refund',
      'Refundable 69.50 solid',
    ])
    expect(planned(order, 'return', eur(10_000), 'refund')).toEqual([
      before,
      'This refund 100.00 striped refund',
    ])
  })

  it('takes a capture, a void and a release from the hold', () => {
    expect(planned(held, 'capture', eur(12_050), 'capture')).toEqual([
      'This capture 120.50 striped',
      'On hold 179.50 hollow',
    ])
    expect(planned(held, 'void', eur(30_000), 'void')).toEqual(['This void 300.00 striped'])
    expect(planned(held, 'return', eur(30_000), 'release')).toEqual(['This release 300.00 striped'])
  })

  it('is as before while the amount is not known, is too much, or is other money', () => {
    const before = planned(order, 'return', null, 'refund')
    expect(before).toEqual(['Refunded 20.00 solid refund', 'Refundable 100.00 solid'])
    for (const asked of [eur(10_001), { amount: '20.00', currency: 'USD' }])
      expect(planned(order, 'return', asked, 'refund')).toEqual(before)
  })

  it('is not drawn of what a report puts in doubt', () => {
    const doubt = { least: eur(5_000), part: eur(5_000) }
    expect(planned({ ...order, doubt }, 'return', eur(2_000), 'refund')).toEqual([])
    expect(planned({ ...order, isReported: true }, 'return', eur(2_000), 'refund')).toEqual([])
  })

  it('takes no refund from what is left of a hold, and says nothing of what a capture leaves', () => {
    const partly: KnownMoney = {
      ...held,
      ...{ phase: 'partly-captured', captured: eur(3_000), held: eur(27_000), returnable: null },
    }
    expect(planned(partly, 'return', eur(2_000), 'refund').join()).not.toContain('This refund')
    const left = partsWith(held, 'capture', eur(12_050), 'capture').at(-1)
    expect(left).toMatchObject({ fill: 'hollow', tone: 'neutral' })
  })

  it('always is the whole', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (minor) => {
        const all = partsWith(order, 'return', eur(minor), 'refund')
        expect(all.reduce((sum, { money }) => sum + Number(money.amount.replace('.', '')), 0)).toBe(
          12_000,
        )
      }),
    )
  })
})
