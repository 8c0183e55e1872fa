import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deadlineIn } from '../fakes/deadline.ts'
import { faultOf, must, openStory, type Story, trainingOrder } from './story.ts'

let story: Story
beforeEach(async () => {
  // Long enough that a request is still open when the next one is tried.
  story = await openStory(600)
})
afterEach(async () => {
  await story.close()
})

const partialReturn = (amount: string, currency = 'EUR') => ({
  amount,
  currency,
  comment: 'damaged goods',
})
const openSale = () => story.lookUp(trainingOrder(story.sandbox, /paid sale of 120\.00 EUR/))
const testAmountSale = () => story.lookUp(trainingOrder(story.sandbox, /5000\.00 EUR for test/))

describe('the main job', () => {
  it('returns a part of a sale, settles it by status and shows what remains', async () => {
    const order = await openSale()
    expect(order).toMatchObject({ phase: 'captured', captured: { amount: '120.00' } })
    const review = must(await story.review('return', order, partialReturn('20.00')))
    expect(review.remainingAfter).toEqual({ amount: '100.00', currency: 'EUR' })
    expect(review.formula).not.toContain(story.sandbox.identity.merchantControlKey)
    const attempt = must(await story.confirm(review))
    expect(attempt.state).toBe('ACCEPTED')
    expect(attempt.serialNumber).toBeTruthy()
    const after = await story.until(order, attempt.id, 'SUCCEEDED')
    expect(after).toMatchObject({
      phase: 'partly-returned',
      returned: { amount: '20.00' },
      returnable: { amount: '100.00' },
    })
    expect(story.effects(order.orderid, 'return')).toBe(1)
  })
  it('captures a part of a hold, returns from it and refuses more than remains', async () => {
    const hold = await story.lookUp(trainingOrder(story.sandbox, /hold of 300\.00 EUR/))
    const capture = must(await story.review('capture', hold, { amount: '200.00', currency: 'EUR' }))
    const captured = must(await story.confirm(capture))
    const after = await story.until(hold, captured.id, 'SUCCEEDED')
    expect(after).toMatchObject({ captured: { amount: '200.00' }, held: { amount: '100.00' } })
    const tooMuch = faultOf(await story.review('return', after, partialReturn('200.01')))
    expect(tooMuch).toMatchObject({ kind: 'denied', reason: 'over-remainder' })
    const back = must(await story.review('return', after, partialReturn('50.00')))
    const returned = must(await story.confirm(back))
    expect(await story.until(after, returned.id, 'SUCCEEDED')).toMatchObject({
      returnable: { amount: '150.00' },
    })
  })
  it('voids a hold as a whole, after which nothing is possible and each action says why', async () => {
    const hold = await story.lookUp(trainingOrder(story.sandbox, /80\.00 GBP/))
    const attempt = must(await story.confirm(must(await story.review('void', hold))))
    const after = await story.until(hold, attempt.id, 'SUCCEEDED')
    for (const action of Object.values(after.actions)) {
      expect(action.isPossible).toBe(false)
      if (!action.isPossible) expect(action.why.length).toBeGreaterThan(20)
    }
  })
  it('releases a hold by a return of all that is held', async () => {
    const hold = await story.lookUp(trainingOrder(story.sandbox, /80\.00 GBP/))
    const review = must(await story.review('return', hold, { comment: 'not needed' }))
    expect(review.effect).toBe('Releases the hold.')
    expect(review.fields).toContainEqual({ name: 'amount', value: '80.00' })
    const attempt = must(await story.confirm(review))
    expect((await story.until(hold, attempt.id, 'SUCCEEDED')).phase).toBe('released')
  })
  it('handles currencies with no and with three decimals by their own digits', async () => {
    const yen = await story.lookUp(trainingOrder(story.sandbox, /12000 JPY/))
    expect(
      faultOf(await story.review('return', yen, partialReturn('100.50', 'JPY'))),
    ).toMatchObject({ kind: 'input', field: 'amount' })
    const yenBack = must(
      await story.confirm(must(await story.review('return', yen, partialReturn('500', 'JPY')))),
    )
    await story.until(yen, yenBack.id, 'SUCCEEDED')
    const dinar = await story.lookUp(trainingOrder(story.sandbox, /45\.500 KWD/))
    const dinarBack = must(
      await story.confirm(must(await story.review('return', dinar, partialReturn('2.650', 'KWD')))),
    )
    await story.until(dinar, dinarBack.id, 'SUCCEEDED')
    const moved = story.sandbox.effects().filter((row) => row.operation === 'return')
    expect(moved.map((row) => Number(row.amountMinor))).toEqual([500, 2650])
  })
  it('sends one request for fifty confirms of one form', async () => {
    const order = await openSale()
    const review = must(await story.review('return', order, partialReturn('5.00')))
    const results = await Promise.all(Array.from({ length: 50 }, () => story.confirm(review)))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(story.effects(order.orderid, 'return')).toBe(1)
    const received = story.sandbox.requests().filter((row) => row.operation === 'return')
    expect(received).toHaveLength(1)
  })
  it('sends one request for two operators’ reviews of one order', async () => {
    const order = await openSale()
    const reviews = [
      must(await story.review('return', order, partialReturn('5.00'))),
      must(await story.review('return', order, partialReturn('5.00'))),
    ]
    const results = await Promise.all(reviews.map((review) => story.confirm(review)))
    expect(results.filter((result) => result.ok)).toHaveLength(1)
    expect(story.effects(order.orderid, 'return')).toBe(1)
  })
  it('keeps a declined refund apart from the payment, which stays returnable', async () => {
    const order = await testAmountSale()
    const attempt = must(
      await story.confirm(must(await story.review('return', order, partialReturn('1.01')))),
    )
    const after = await story.until(order, attempt.id, 'DECLINED')
    expect(after.failedAction).not.toBeNull()
    expect(after.returnable).toEqual({ amount: '5000.00', currency: 'EUR' })
    expect(after.actions.return.isPossible).toBe(true)
  })
})

describe('an unclear answer', () => {
  const cases: [amount: string, about: string, happens: boolean][] = [
    ['1.13', 'a connection reset after the effect', true],
    ['1.15', 'an error 500 after the effect', true],
    ['1.17', 'an answer cut short after the effect', true],
    ['1.18', 'a page of HTML after the effect', true],
    ['1.19', 'an answer that names another order, after the effect', true],
    ['1.14', 'a connection reset without an effect', false],
    ['1.16', 'an error 500 without an effect', false],
    ['1.20', 'an error 503 without an effect', false],
  ]
  it.each(cases)(
    '%s (%s) is UNKNOWN, blocks the order and is never sent again',
    async (amount, _about, happens) => {
      const order = await testAmountSale()
      const review = must(await story.review('return', order, partialReturn(amount)))
      const fault = faultOf(await story.confirm(review))
      expect(['outcome-unknown', 'conflict']).toContain(fault.kind)
      const blocked = faultOf(await story.review('return', order, partialReturn('2.00')))
      expect(blocked).toMatchObject({ kind: 'denied', reason: 'not-possible' })
      if (happens) await story.until(order, review.attemptId, 'SUCCEEDED')
      else {
        await new Promise((resolve) => setTimeout(resolve, 900))
        const view = must(
          await story.desk.desk['order:check']({ connectionId: 'sandbox', orderid: order.orderid }),
        )
        expect(view.attempts[0]).toMatchObject({ state: 'UNKNOWN' })
        expect(view.returnable).toEqual({ amount: wholeLess(amount), currency: 'EUR' })
      }
      expect(story.effects(order.orderid, 'return')).toBe(happens ? 1 : 0)
    },
  )
  it('waits no longer than the limit for an answer that never comes', async () => {
    const order = await testAmountSale()
    const review = must(await story.review('return', order, partialReturn('1.11')))
    const deadline = deadlineIn(9_000)
    expect(faultOf(await story.confirm(review)).kind).toBe('outcome-unknown')
    expect(deadline.isPast()).toBe(false)
    deadline.end()
    await story.until(order, review.attemptId, 'SUCCEEDED')
    expect(story.effects(order.orderid, 'return')).toBe(1)
  }, 180_000)
})

const wholeLess = (amount: string): string => (5000 - Number(amount)).toFixed(2)

describe('the audit log of it', () => {
  it('verifies in the app and by both offline verifiers after an export', async () => {
    const order = await openSale()
    const attempt = must(
      await story.confirm(must(await story.review('return', order, partialReturn('20.00')))),
    )
    await story.until(order, attempt.id, 'SUCCEEDED')
    const desk = story.desk.desk
    expect(must(await desk['audit:verify']({}))).toMatchObject({ outcome: 'intact' })
    const report = must(await desk['audit:export']({ filter: {} }))
    expect(report?.entries).toBeGreaterThan(5)
    for (const [program, file] of [
      ['node', 'verify-audit.mjs'],
      ['python3', 'verify_audit.py'],
    ] as const) {
      const run = spawnSync(program, [join(report!.folder, file), report!.folder])
      expect([program, run.status, run.stderr.toString()]).toEqual([program, 0, ''])
    }
  })
  it('holds neither the control key nor a card number', async () => {
    const order = await openSale()
    must(await story.confirm(must(await story.review('return', order, partialReturn('20.00')))))
    const page = must(await story.desk.desk['audit:list']({ filter: {}, limit: 500 }))
    const text = JSON.stringify(page)
    expect(text).not.toContain(story.sandbox.identity.merchantControlKey)
    expect(text).toContain(order.orderid)
  })
})
