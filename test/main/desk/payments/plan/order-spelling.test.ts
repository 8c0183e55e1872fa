// One order under two forms of its number, at a gateway that names no order in its answers.
import { describe, expect, it } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import { lookUp } from '../../../../../src/main/desk/lookups/look-up.ts'
import { confirm } from '../../../../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../../../../src/main/desk/payments/review/review-request.ts'
import { createTestDesk } from '../../../../fakes/desk.ts'
import { saleStatus, timedOut } from '../../../../fakes/gateway.ts'

function openNameless() {
  const desk = createTestDesk()
  const { 'paynet-order-id': _id, ...status } = saleStatus('50.00')
  desk.gateway.status = status
  let sent = 0
  desk.gateway.onSend = () => {
    sent += 1
    return timedOut
  }
  const review = async (orderid: string, isLookedUp = true) => {
    if (isLookedUp)
      await lookUp(desk.ports, { connectionId: 'test-1', by: 'orderid', value: orderid })
    const request = { client_orderid: 'inv-1', orderid, comment: 'damaged' }
    const reviewed = await reviewRequest(desk.ports, {
      connectionId: 'test-1',
      operation: 'return',
      request: { ...request, amount: '10.00', currency: 'EUR' },
    })
    const press = async (): Promise<string> => {
      if (!reviewed.ok) return reviewed.fault.message
      const { attemptId, token } = reviewed.value
      const done = await confirm(desk.ports, { attemptId, token })
      return done.ok ? done.value.state : done.fault.message
    }
    return { press }
  }
  return { ...desk, review, sent: () => sent }
}

/** Numbers in [0, below), the same ones for the same seed. */
const randomOf =
  (seed: number) =>
  (below: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }

const scripts = [0x30, 0xff10, 0x0660, 0x06f0, 0x0966, 0x1d7ce]
const unseen = ['\u200b', '\ufeff', '\u00ad', '\u2060', '\u00a0', '\t', ' ', '\u200f', '_', ',']
const before = ['', '+', '0', '00', '+0', '0000', '-', '0x', "'", '#', ' ']
const behind = ['', '.0', '.00', '.', 'e0', 'x', ';', ' 1', ',0', '/', '%00', '"', '+0', 'n', '.5']

/** A spelling that some lenient reader takes for the number. */
function spellingOf(id: string, random: (below: number) => number): string {
  const pick = <T>(from: readonly T[]): T => from[random(from.length)]!
  const script = random(3) === 0 ? pick(scripts) : 0x30
  const digits = [...id].map(
    (digit) =>
      String.fromCodePoint(script + Number(digit)) + (random(12) === 0 ? pick(unseen) : ''),
  )
  const zeros = '0'.repeat(random(2) === 0 ? 0 : random(50))
  return `${pick(before)}${zeros}${digits.join('')}${pick(behind)}`
}

describe('an order number that is written in two forms', () => {
  const forms = [
    ['7000001', '07000001'],
    ['07000001', '7000001'],
    ['007000001', '07000001'],
  ] as const

  it.each(forms)('never lets a second refund of %s leave as %s', async (first, second) => {
    const desk = openNameless()
    await (await desk.review(first)).press()
    expect(formatMessages(await (await desk.review(second)).press())).toContain(
      `sent from here as “${first}”`,
    )
    expect(desk.sent()).toBe(1)
  })

  it.each(forms)(
    'nor when both were reviewed before one left: %s and %s',
    async (first, second) => {
      const desk = openNameless()
      const both = [await desk.review(first), await desk.review(second)]
      await both[0]!.press()
      await both[1]!.press()
      expect(desk.sent()).toBe(1)
      for (const row of desk.ports.journal.inStates(['UNKNOWN']))
        desk.ports.journal.move({
          id: row.id,
          from: ['UNKNOWN'],
          to: 'RESOLVED_BY_HAND',
          patch: { message: 'Seen there.', handOutcome: 'happened' },
          actor: 'anna',
          origin: 'operator',
        })
      await (await desk.review(second)).press()
      expect(desk.sent()).toBe(1)
    },
  )

  it.each(['+7000001', '7000001.0', '7000001e0', '7000001x', ' 7000001;'])(
    'is not believed as %s by a gateway that does not repeat it',
    async (form) => {
      const desk = openNameless()
      expect(formatMessages(await (await desk.review(form)).press())).toMatch(
        /does not repeat the order ID/,
      )
      expect(desk.sent()).toBe(0)
    },
  )

  it('is believed as the gateway repeats it', async () => {
    const desk = openNameless()
    desk.gateway.status = saleStatus('50.00', { 'paynet-order-id': '7000001-2' })
    await (await desk.review('7000001-2')).press()
    expect(desk.sent()).toBe(1)
  })

  it('is refused with a character that nobody sees, which is named', async () => {
    const desk = openNameless()
    for (const [form, named] of [
      ['700\u200b0001', 'U+200B'],
      ['\uff17000001', 'U+FF17'],
      ['7000 001', 'U+0020'],
    ] as const)
      expect(formatMessages(await (await desk.review(form)).press())).toBe(
        `The order ID holds the character ${named}. Type the order ID without it.`,
      )
    expect(desk.sent()).toBe(0)
  })

  it('never lets a second refund leave, whatever 10,000 spellings are tried', async () => {
    const desk = openNameless()
    await (await desk.review('7000001')).press()
    expect(desk.sent()).toBe(1)
    const random = randomOf(20261124)
    const tried = new Set<string>()
    while (tried.size < 10_000) tried.add(spellingOf('7000001', random))
    for (const form of tried)
      if (form.trim() !== '7000001') await (await desk.review(form, false)).press()
    expect(desk.sent()).toBe(1)
    expect(desk.ports.journal.inStates(['UNKNOWN'])).toHaveLength(1)
  }, 180_000)

  it('takes numbers that differ in another way for different orders', async () => {
    const desk = openNameless()
    for (const orderid of ['7000001', '70000010', 'A07', 'A7'])
      await (await desk.review(orderid)).press()
    expect(desk.sent()).toBe(4)
  })
})
