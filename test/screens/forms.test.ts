// The gateway is in trouble, or a person walks away in the middle: what was typed stays, and each
// outcome is told in its own words.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Clerk, openClerk } from './clerk.ts'
import { flow } from './flow.ts'

let clerk: Clerk
beforeAll(async () => {
  clerk = await openClerk()
})
beforeEach(() => clerk.console('faults/clear', {}))
afterAll(() => clerk.close())

const amount = () => clerk.page.getByLabel('Amount', { exact: true })
const reason = () => clerk.page.getByLabel('Reason', { exact: true })
const typed = async (): Promise<string[]> => [
  await amount().inputValue(),
  await reason().inputValue(),
]

describe('what was typed', () => {
  it('stays when the gateway answers with errors, and nothing is sent', async () => {
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '12.50', 'Torn box')
    await clerk.console('faults', { operation: 'status', kind: 'http-503-without-effect' })
    await clerk.at('review-open').click()
    await clerk.sees('fault', /.{20}/)
    expect(await clerk.at('fault').innerText()).not.toMatch(/Outcome unknown|Don’t repeat/)
    expect(await typed()).toEqual(['12.50', 'Torn box'])
    expect(await clerk.effects(orderid)).toEqual([])
  })

  it('stays over other screens and comes back with the form', async () => {
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '13.50', 'Walked away')
    await clerk.at('rail-audit').click()
    await clerk.at('audit-row').first().waitFor()
    await clerk.lookUp(orderid)
    await clerk.at('action-return').click()
    await clerk.at('action-form').waitFor()
    expect(await clerk.at('full').getAttribute('aria-pressed')).toBe('false')
    expect(await typed()).toEqual(['13.50', 'Walked away'])
  })

  flow('return-given-up-at-the-review', async () => {
    const { orderid } = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '14.50', 'Second thoughts')
    await clerk.review()
    await clerk.at('rail-open-requests').click()
    await clerk.at('empty').waitFor()
    await clerk.lookUp(orderid)
    await clerk.sees('timeline', /Undone before it was confirmed/)
    await clerk.at('action-return').click()
    await clerk.at('action-form').waitFor()
    expect(await typed()).toEqual(['14.50', 'Second thoughts'])
    expect(await clerk.effects(orderid)).toEqual([])
  })

  flow('return-refused', async () => {
    const { orderid } = await clerk.practice(/45\.500 KWD/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '2.500', 'To be refused')
    await clerk.review()
    await clerk.console('faults', { operation: 'return', kind: 'error-under-200', times: '1' })
    await clerk.send()
    await clerk.sees('outcome', /The gateway refused it/)
    const { requests } = await clerk.books()
    const sent = requests.filter((request) => request.operation === 'return').at(-1)
    await clerk.sees('outcome', sent?.serial ?? 'no refund was received')
    await clerk.at('again').click()
    expect(await typed()).toEqual(['2.500', 'To be refused'])
    expect(await clerk.effects(orderid)).toEqual([])
  })

  flow('look-up-while-gateway-is-ill', async () => {
    const { orderid } = await clerk.practice(/12000 JPY/)
    await clerk.at('rail-orders').click()
    await clerk.console('faults', { operation: 'status', kind: 'html-after-effect' })
    await clerk.at('omnibox-open').click()
    await clerk.at('omnibox').fill(orderid)
    await clerk.page.keyboard.press('Enter')
    await clerk.sees('fault', /trying again is safe/i)
    expect(await clerk.at('omnibox').inputValue()).toBe(orderid)
    await clerk.console('faults/clear', {})
    await clerk.page.keyboard.press('Enter')
    await clerk.at('money-facts').waitFor()
    expect(await clerk.effects(orderid)).toEqual([])
  })
})

describe('an answer that does not come back', () => {
  /**
   * It is called unknown, never failed, and the form is not offered again; then the gateway is
   * asked.
   */
  const loseAnswer = async (kind: string, sum: string): Promise<string> => {
    const order = (await clerk.freshPractice()).find((one) => /paid sale of 120/.test(one.about))
    if (order === undefined) throw new Error('no practice sale')
    await clerk.lookUp(order.orderid)
    await clerk.console('faults', { operation: 'return', kind, times: '1' })
    await clerk.fill('return', sum)
    await clerk.review()
    await clerk.send()
    await clerk.sees('outcome', /Outcome unknown\. Don’t repeat it\./)
    const message = await clerk.at('outcome').innerText()
    expect(message).not.toMatch(/failed|nothing was sent|try again/i)
    expect(await clerk.at('again').count()).toBe(0)
    expect(await clerk.at('review-open').count()).toBe(0)
    await clerk.at('to-order').click()
    await clerk.at('timeline').waitFor()
    await clerk.console('advance', { ms: '60000' })
    await clerk.at('check-now').click()
    return order.orderid
  }
  const wasTaken = async (orderid: string, amountMinor: number): Promise<void> => {
    await clerk.sees('phase', 'Partly refunded')
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor, currency: 'EUR' },
    ])
  }

  flow('reset-after-a-return', async () =>
    wasTaken(await loseAnswer('reset-after-effect', '1.00'), 100),
  )
  flow('http-500-after-a-return', async () =>
    wasTaken(await loseAnswer('http-500-after-effect', '2.00'), 200),
  )
  flow('time-out-after-a-return', async () =>
    wasTaken(await loseAnswer('hang-after-effect', '4.00'), 400),
  )

  flow('reset-before-a-return', async () => {
    const orderid = await loseAnswer('reset-without-effect', '3.00')
    await clerk.sees('open-attempt', /Outcome unknown/)
    expect(await clerk.effects(orderid)).toEqual([])
  })

  it('blocks its order by name and leaves the others free', async () => {
    const { orderid } = await clerk.practice(/5000\.00 EUR for test/)
    await clerk.sees('banner-unknown', /1 request/)
    await clerk.sees('why-all', /.{20}/)
    await clerk.lookUp(orderid)
    expect(await clerk.at('action-return').isEnabled()).toBe(true)
  })
})

describe('a decline', () => {
  flow('return-declined', async () => {
    const { orderid } = await clerk.practice(/5000\.00 EUR for test/)
    await clerk.lookUp(orderid)
    await clerk.fill('return', '1.01')
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    await clerk.sees('failed-action', /Declined by the issuer/)
    await clerk.sees('phase', 'Captured')
    expect(await clerk.money('Refundable')).toBe('5 000.00 EUR')
    expect(await clerk.effects(orderid)).toEqual([])
  })
})

describe('a refusal the gateway does not stand by', () => {
  flow('conflict-cleared-by-hand', async () => {
    const order = (await clerk.freshPractice()).find((one) => /paid sale of 120/.test(one.about))
    if (order === undefined) throw new Error('no practice sale')
    await clerk.lookUp(order.orderid)
    await clerk.console('faults', {
      operation: 'return',
      kind: 'http-400-after-effect',
      times: '1',
    })
    await clerk.fill('return', '6.00')
    await clerk.review()
    await clerk.send()
    await clerk.sees('outcome', /The gateway refused it/)
    await clerk.at('to-order').click()
    await clerk.console('advance', { ms: '60000' })
    await clerk.at('check-now').click()
    await clerk.sees('conflict', /was refused, but the gateway shows/)
    await clerk.sees('why-all', /.{20}/)
    expect(await clerk.at('action-return').isDisabled()).toBe(true)
    await clerk.at('attempt-resolve').click()
    await clerk.at('resolve-dialog').getByRole('textbox').fill('Their support says it did happen')
    await clerk.at('resolve-confirm').click()
    await expect.poll(() => clerk.at('conflict').count()).toBe(0)
    expect(await clerk.effects(order.orderid)).toEqual([
      { operation: 'return', amountMinor: 600, currency: 'EUR' },
    ])
  })
})
