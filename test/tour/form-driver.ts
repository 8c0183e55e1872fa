// Drives the forms of operations in the tour as the screen tests do, and waits for what is final.
import type { Locator } from 'playwright-core'
import { driveOperationForm, type OperationFormDriver } from '../screens/operation-form-driver.ts'
import { must, timesInBooks } from './main-job.ts'
import type { Fixture } from './fixture.ts'

/** Longer than the sandbox takes; its clock is not moved, so no picture shows a time to come. */
const finalMs = 2_500

export interface TourDriver extends OperationFormDriver {
  at(testId: string): Locator
  /** Lets time pass and waits until the gateway calls it final. */
  untilFinal(): Promise<void>
  /** The gateway did it on the order of the result, exactly once by its own books. */
  isInBooksOnce(operation: string): Promise<void>
}

export function driverOf(fixture: Fixture): TourDriver {
  const form = driveOperationForm(() => fixture)
  const { at } = fixture
  return {
    ...form,
    at,
    untilFinal: async () => {
      await fixture.page.waitForTimeout(finalMs)
      const checkNow = at('check-now')
      // Paydesk may find the answer by itself meanwhile, and the button goes.
      if ((await checkNow.count()) > 0)
        await checkNow
          .first()
          .click({ timeout: 5_000 })
          .catch(() => undefined)
      await fixture.isDone()
    },
    isInBooksOnce: async (operation) => {
      const done = await timesInBooks(fixture, await form.orderOfResult(), operation)
      must(done === 1, `the books show ${done} times ${operation}`)
    },
  }
}
