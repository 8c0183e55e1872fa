// Drives the forms of operations in the tour with the driver of the screen tests, and waits for
// what is final.
import type { Locator, Page } from 'playwright-core'
import { effectsInBooks, tellSandbox } from './books.ts'
import { type OperationForm, operationForm } from '../screens/operation-form-driver.ts'
import { must } from './main-job.ts'
import type { Fixture } from './fixture.ts'

export interface TourDriver extends OperationForm {
  at(testId: string): Locator
  /** Lets the sandbox's time pass and waits until the gateway calls it final. */
  untilFinal(): Promise<void>
  /** The gateway did it on the order of the result, exactly once by its own books. */
  isInBooksOnce(operation: string): Promise<void>
}

/** Waits until the outcome on the screen is that the gateway did it. */
export const isDone = (page: Page): Promise<void> =>
  page.locator('[data-testid=outcome][data-outcome=done]').waitFor({ timeout: 20_000 })

export function driverOf(fixture: Fixture): TourDriver {
  const at = (testId: string): Locator => fixture.page.getByTestId(testId)
  const form = operationForm(at)
  return {
    ...form,
    at,
    untilFinal: async () => {
      await tellSandbox(fixture.page, 'advance', { ms: '60000' })
      const checkNow = at('check-now')
      if ((await checkNow.count()) > 0) await checkNow.first().click()
      await isDone(fixture.page)
    },
    isInBooksOnce: async (operation) => {
      const done = await effectsInBooks(fixture.page, await form.orderOfResult(), operation)
      must(done === 1, `the books show ${done} times ${operation}`)
    },
  }
}
