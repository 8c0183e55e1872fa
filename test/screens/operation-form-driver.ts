// Drives the forms of operations that make something new or hand something in: open, fill, review,
// send, follow.
import type { Locator } from 'playwright-core'
import type { PageDriver, Effect } from './page-driver.ts'

type Fields = Readonly<Record<string, string>>

export const ip = '203.0.113.7'
export const account = 'DE89370400440532013000'

export interface OperationFormDriver {
  field(name: string): Locator
  /** Opens an area by the rail and one of its forms by its button. */
  open(area: string, button: string): Promise<void>
  /**
   * Follows a link from one form to another and waits for the other: what is typed before that goes
   * into the first.
   */
  change(link: Locator, operation: string): Promise<void>
  fill(fields: Fields): Promise<void>
  choose(fields: Fields): Promise<void>
  /** Reviews what is on the form; the review shows each of these values. */
  review(...shown: string[]): Promise<void>
  send(): Promise<void>
  /** Lets the sandbox's time pass and asks, until the screen says that the gateway confirms it. */
  settle(): Promise<void>
  orderOfResult(): Promise<string>
  result(name: string): Promise<string>
  effectsOfResult(): Promise<Effect[]>
}

export function driveOperationForm(driver: () => PageDriver): OperationFormDriver {
  const at = (testId: string): Locator => driver().at(testId)
  const field = (name: string): Locator => at(`field-${name}`)
  const orderOfResult = (): Promise<string> => at('result-order').innerText()
  return {
    field,
    open: async (area, button) => {
      await at(`rail-${area}`).click()
      await at(button).click()
      await at('operation-form').waitFor()
    },
    change: async (link, operation) => {
      await link.click()
      await driver().page.locator(`.operation-form[data-operation="${operation}"]`).waitFor()
    },
    fill: async (fields) => {
      for (const [name, value] of Object.entries(fields)) await field(name).fill(value)
    },
    choose: async (fields) => {
      for (const [name, value] of Object.entries(fields)) await field(name).selectOption(value)
    },
    review: async (...shown) => {
      await at('review-open').click()
      await at('review').waitFor()
      for (const message of shown) await driver().sees('review', message)
    },
    send: async () => {
      await at('send').click()
      await at('outcome').waitFor()
    },
    settle: async () => {
      await driver().console('advance', { ms: '60000' })
      // Paydesk's own look may be first; then there is nothing left to press.
      await at('check-now')
        .click({ timeout: 3_000 })
        .catch(() => undefined)
      await driver().isDone()
    },
    orderOfResult,
    // Where it is folded, too.
    result: async (name) => (await at(`result-${name}`).locator('bdi').textContent()) ?? '',
    effectsOfResult: async () => driver().effects(await orderOfResult()),
  }
}
