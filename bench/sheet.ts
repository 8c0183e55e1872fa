// How soon the refund sheet stands beside its order: from the key to the frame after the one that
// has its amount to type in, on a practice order. The slide of the sheet goes on after that.
import type { Page } from 'playwright-core'
import type { Bridge } from '../src/shared/contract/bridge.ts'

const amount = '[data-testid=sheet] [data-testid=amount]'

/** Runs in the page: looks a practice sale up and shows it. */
async function showSale(): Promise<void> {
  const { call } = (window as unknown as { paydesk: Bridge }).paydesk
  const state = await call('app:state', {})
  const connection = state.ok ? state.value.connections.find((one) => one.isEmbedded) : undefined
  const sale = connection?.trainingOrders?.find(({ about }) => /paid sale/.test(about))
  if (connection === undefined || sale === undefined) throw new Error('there is no practice sale')
  const look = { connectionId: connection.id, by: 'orderid', value: sale.orderid } as const
  const found = await call('order:look-up', look)
  if (!found.ok) throw new Error('the practice sale was not found')
  window.location.hash = `#/orders/${connection.id}/${sale.orderid}`
}

/** Runs in the page. */
function watchSheet(selector: string): void {
  const painted = new Promise<number>((resolve) => {
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const look = (): void => {
          if (document.querySelector(selector) === null) requestAnimationFrame(look)
          else requestAnimationFrame(() => resolve(performance.now() - timeStamp))
        }
        requestAnimationFrame(look)
      },
      { once: true, capture: true },
    )
  })
  Object.assign(window, { painted })
}

/** Milliseconds of each opening; the first one reads what the sheet is made of. */
export async function sheetTimes(page: Page, times: number): Promise<number[]> {
  await page.evaluate(showSale)
  await page.getByTestId('action-return').waitFor()
  const taken: number[] = []
  while (taken.length < times) {
    await page.evaluate(watchSheet, amount)
    await page.keyboard.press('r')
    taken.push(
      await page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted),
    )
    await page.keyboard.press('Escape')
    await page.locator(amount).waitFor({ state: 'detached' })
  }
  return taken
}
