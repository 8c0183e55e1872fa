// Drives the forms of operations in the tour: open, fill, review, send, wait for what is final.
import type { Locator, Page } from 'playwright-core'
import { effectsInBooks, tellSandbox } from './books.ts'
import { must } from './main-job.ts'
import type { Fixture } from './fixture.ts'

export const account = 'DE89370400440532013000'
export const ip = '203.0.113.7'

export interface PageDriver {
  at(testId: string): Locator
  field(name: string): Locator
  /** Opens an area by the rail and one of its forms by its button. */
  open(area: string, button: string): Promise<void>
  fill(fields: Readonly<Record<string, string>>): Promise<void>
  review(): Promise<void>
  send(): Promise<void>
  /** Lets the sandbox's time pass and waits until the gateway calls it final. */
  untilFinal(): Promise<void>
  /** The order of the result. */
  orderid(): Promise<string>
  result(name: string): Promise<string>
  /** The gateway did it on the order of the result, exactly once by its own books. */
  isInBooksOnce(operation: string): Promise<void>
}

/** Waits until the outcome on the screen is that the gateway did it. */
export const isDone = (page: Page): Promise<void> =>
  page.locator('[data-testid=outcome][data-outcome=done]').waitFor({ timeout: 20_000 })

export function driverOf(fixture: Fixture): PageDriver {
  const at = (testId: string): Locator => fixture.page.getByTestId(testId)
  const field = (name: string): Locator => at(`field-${name}`)
  const orderid = (): Promise<string> => at('result-order').innerText()
  return {
    at,
    field,
    open: async (area, button) => {
      await at(`rail-${area}`).click()
      await at(button).click()
      await at('operation-form').waitFor()
    },
    fill: async (fields) => {
      for (const [name, value] of Object.entries(fields)) await field(name).fill(value)
    },
    review: async () => {
      await at('review-open').click()
      await at('review').waitFor()
    },
    send: async () => {
      await at('send').click()
      await at('outcome').waitFor()
    },
    untilFinal: async () => {
      await tellSandbox(fixture.page, 'advance', { ms: '60000' })
      const checkNow = at('check-now')
      if ((await checkNow.count()) > 0) await checkNow.first().click()
      await isDone(fixture.page)
    },
    orderid,
    result: (name) => at(`result-${name}`).locator('bdi').innerText(),
    isInBooksOnce: async (operation) => {
      const done = await effectsInBooks(fixture.page, await orderid(), operation)
      must(done === 1, `the books show ${done} times ${operation}`)
    },
  }
}
