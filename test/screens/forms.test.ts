// The gateway is in trouble, or a person walks away in the middle: what was typed stays, and each
// outcome is told in its own words.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PageDriver, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver()
})
beforeEach(() => driver.console('faults/clear', {}))
afterAll(() => driver.close())

const amount = () => driver.page.getByLabel('Amount', { exact: true })
const reason = () => driver.page.getByLabel('Reason', { exact: true })
const typed = async (): Promise<string[]> => [
  await amount().inputValue(),
  await reason().inputValue(),
]

describe('what was typed', () => {
  it('stays when the gateway answers with errors, and nothing is sent', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(orderid)
    await driver.fill('return', '12.50', 'Torn box')
    await driver.console('faults', { operation: 'status', kind: 'http-503-without-effect' })
    await driver.at('review-open').click()
    await driver.sees('fault', /.{20}/)
    expect(await driver.at('fault').innerText()).not.toMatch(/Outcome unknown|Don’t repeat/)
    expect(await typed()).toEqual(['12.50', 'Torn box'])
    expect(await driver.effects(orderid)).toEqual([])
  })

  it('stays over other screens and comes back with the form', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(orderid)
    await driver.fill('return', '13.50', 'Walked away')
    await driver.at('rail-audit').click()
    await driver.at('audit-row').first().waitFor()
    await driver.lookUp(orderid)
    await driver.at('action-return').click()
    await driver.at('action-form').waitFor()
    await expect.poll(() => driver.at('full').getAttribute('aria-pressed')).toBe('false')
    expect(await typed()).toEqual(['13.50', 'Walked away'])
  })

  flow('return-given-up-at-the-review', async () => {
    const { orderid } = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.lookUp(orderid)
    await driver.fill('return', '14.50', 'Second thoughts')
    await driver.review()
    await driver.at('rail-open-requests').click()
    await driver.at('empty').waitFor()
    await driver.lookUp(orderid)
    await driver.sees('timeline', /Undone before it was confirmed/)
    await driver.at('action-return').click()
    await driver.at('action-form').waitFor()
    expect(await typed()).toEqual(['14.50', 'Second thoughts'])
    expect(await driver.effects(orderid)).toEqual([])
  })

  flow('return-refused', async () => {
    const { orderid } = await driver.practice(/45\.500 KWD/)
    await driver.lookUp(orderid)
    await driver.fill('return', '2.500', 'To be refused')
    await driver.review()
    await driver.console('faults', { operation: 'return', kind: 'error-under-200', times: '1' })
    await driver.send()
    await driver.sees('outcome', /The gateway refused it/)
    const { requests } = await driver.books()
    const sent = requests.filter((request) => request.operation === 'return').at(-1)
    await driver.sees('outcome', sent?.serial ?? 'no refund was received')
    await driver.at('again').click()
    expect(await typed()).toEqual(['2.500', 'To be refused'])
    expect(await driver.effects(orderid)).toEqual([])
  })

  flow('look-up-while-gateway-is-ill', async () => {
    const { orderid } = await driver.practice(/12000 JPY/)
    await driver.at('rail-orders').click()
    await driver.console('faults', { operation: 'status', kind: 'html-after-effect' })
    await driver.at('omnibox-open').click()
    await driver.at('omnibox').fill(orderid)
    await driver.page.keyboard.press('Enter')
    await driver.sees('fault', /trying again is safe/i)
    await expect.poll(() => driver.at('omnibox').inputValue()).toBe(orderid)
    await driver.console('faults/clear', {})
    await driver.page.keyboard.press('Enter')
    await driver.at('money-facts').waitFor()
    expect(await driver.effects(orderid)).toEqual([])
  })
})

describe('an answer that does not come back', () => {
  /**
   * It is called unknown, never failed, and the form is not offered again; then the gateway is
   * asked.
   */
  const loseAnswer = async (kind: string, sum: string): Promise<string> => {
    const order = (await driver.freshPractice()).find((one) => /paid sale of 120/.test(one.about))
    if (order === undefined) throw new Error('no practice sale')
    await driver.lookUp(order.orderid)
    await driver.console('faults', { operation: 'return', kind, times: '1' })
    await driver.fill('return', sum)
    await driver.review()
    await driver.send()
    await driver.sees('outcome', /Outcome unknown\. Don’t repeat it\./)
    const message = await driver.at('outcome').innerText()
    expect(message).not.toMatch(/failed|nothing was sent|try again/i)
    expect(await driver.at('again').count()).toBe(0)
    expect(await driver.at('review-open').count()).toBe(0)
    await driver.at('to-order').click()
    await driver.at('timeline').waitFor()
    await driver.console('advance', { ms: '60000' })
    await driver.at('check-now').click()
    return order.orderid
  }
  const wasTaken = async (orderid: string, amountMinor: number): Promise<void> => {
    await driver.sees('phase', 'Partly refunded')
    expect(await driver.effects(orderid)).toEqual([
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
    await driver.sees('open-attempt', /Outcome unknown/)
    expect(await driver.effects(orderid)).toEqual([])
  })

  it('blocks its order by name and leaves the others free', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.sees('open-attempt', /Outcome unknown/)
    await driver.sees('why-all', /.{20}/)
    await driver.lookUp(orderid)
    expect(await driver.at('action-return').isEnabled()).toBe(true)
  })
})

describe('a decline', () => {
  flow('return-declined', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(orderid)
    await driver.fill('return', '1.01')
    await driver.review()
    await driver.send()
    await driver.settle()
    await driver.sees('outcome', /Declined by the issuer/)
    // It is told once; what the head says of it comes back when the panel is closed.
    expect(await driver.at('failed-action').count()).toBe(0)
    await driver.sees('phase', 'Captured')
    expect(await driver.money('Refundable')).toBe('5 000.00 EUR')
    await driver.at('outcome-close').click()
    await driver.sees('failed-action', /Declined by the issuer/)
    expect(await driver.effects(orderid)).toEqual([])
  })
})

describe('a refusal the gateway does not stand by', () => {
  flow('conflict-cleared-by-hand', async () => {
    const order = (await driver.freshPractice()).find((one) => /paid sale of 120/.test(one.about))
    if (order === undefined) throw new Error('no practice sale')
    await driver.lookUp(order.orderid)
    await driver.console('faults', {
      operation: 'return',
      kind: 'http-400-after-effect',
      times: '1',
    })
    await driver.fill('return', '6.00')
    await driver.review()
    await driver.send()
    await driver.sees('outcome', /The gateway refused it/)
    await driver.at('to-order').click()
    await driver.console('advance', { ms: '60000' })
    await driver.at('check-now').click()
    await driver.sees('conflict', /was refused, but the gateway shows/)
    await driver.sees('why-all', /.{20}/)
    expect(await driver.at('action-return').count()).toBe(0)
    await driver.at('attempt-resolve').click()
    await driver.at('resolve-dialog').getByRole('textbox').fill('Their support says it did happen')
    await driver.at('resolve-confirm').click()
    await expect.poll(() => driver.at('conflict').count()).toBe(0)
    expect(await driver.effects(order.orderid)).toEqual([
      { operation: 'return', amountMinor: 600, currency: 'EUR' },
    ])
  })
})

/** Runs in the page: what has the focus and lies under the foot of its form. */
function underTheFoot(form: Element): string[] {
  const foot = form.querySelector('.form-buttons')!
  const reached = [...form.querySelectorAll<HTMLElement>('input, textarea, select, summary')]
  return reached
    .filter((element) => element.checkVisibility())
    .filter((element) => {
      element.focus()
      return element.getBoundingClientRect().bottom > foot.getBoundingClientRect().top
    })
    .map((element) => element.outerHTML.slice(0, 80))
}

describe('a form in a low window', () => {
  beforeAll(async () => {
    await driver.call('connection:set-card-entry', { connectionId: 'sandbox', isOn: true })
    await driver.page.setViewportSize({ width: 1024, height: 640 })
  })
  afterAll(() => driver.page.setViewportSize({ width: 1280, height: 800 }))

  it.each(['payouts/new', 'terminal/sale', 'transfers/new', 'subscriptions/new'])(
    'on %s keeps its buttons in sight, over nothing that has the focus',
    async (route) => {
      await driver.go(`#/${route}`)
      const box = await driver.at('review-open').boundingBox()
      expect((box?.y ?? 640) + (box?.height ?? 0)).toBeLessThanOrEqual(640)
      expect(await driver.at('operation-form').evaluate(underTheFoot)).toEqual([])
    },
  )

  it('has a switch that is hollow while it is off', async () => {
    await driver.go('#/connections/sandbox')
    const rail = driver.page.locator('.n-switch__rail').first()
    const ground = (): Promise<string> =>
      rail.evaluate((element) => getComputedStyle(element).backgroundColor)
    const surface = await driver
      .at('money-panel')
      .evaluate((element) => getComputedStyle(element).backgroundColor)
    await expect.poll(ground).toBe(surface)
    await rail.click()
    await expect.poll(ground).not.toBe(surface)
  })
})
