// The bar at the foot of the window says of each request what is true of it now, on every screen,
// and ends by itself where nobody is needed.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type PageDriver, openPageDriver, plain } from './page-driver.ts'

/** Long enough to leave the order's page before it is sent. */
const undoMs = 1_500

let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver({ undoMs })
})
afterAll(() => driver.close())

/** Confirmed on the order's page, which is left for Today before the answer. */
async function refund(pattern: RegExp, amount: string): Promise<string> {
  const { orderid } = await driver.practice(pattern)
  await driver.lookUp(orderid)
  await driver.fill('return', amount)
  await driver.review()
  await driver.at('send').click()
  await driver.at('banner-waiting').waitFor()
  await driver.at('rail-today').click()
  await driver.at('activity').waitFor()
  return orderid
}
/** Whatever the bar tells of requests that are not counted down. */
const lines = () => driver.page.getByTestId(/^banner-(sending|open|unsent|ended)$/)
const lineOf = (orderid: string) => lines().filter({ hasText: orderid })
const says = async (orderid: string, pattern: RegExp): Promise<void> => {
  await expect
    .poll(() => lineOf(orderid).innerText({ timeout: 1_000 }).then(plain, String), {
      timeout: 20_000,
    })
    .toMatch(pattern)
}
const need = (orderid: string) => driver.at('need').filter({ hasText: orderid })
const pass = (): Promise<void> => driver.console('advance', { ms: '60000' })

describe('the bar at the foot', () => {
  it('says that a refund was refunded once it was, and goes by itself', async () => {
    const orderid = await refund(/paid sale of 120\.00 EUR/, '20.00')
    expect(await need(orderid).count()).toBe(0)
    await says(orderid, /accepted the refund of 20\.00 EUR/)
    await expect.poll(() => driver.at('banner-open').count()).toBe(1)
    expect(await driver.at('banner-ended').count()).toBe(0)
    expect(await need(orderid).count()).toBe(0)
    await pass()
    await says(orderid, /^20\.00 EUR refunded on order/)
    await expect.poll(() => driver.at('banner-ended').count()).toBe(1)
    await expect.poll(() => lineOf(orderid).getAttribute('class')).toContain('tone-good')
    await driver.sees('announcer', /20\.00 EUR refunded/)
    await lineOf(orderid).waitFor({ state: 'detached' })
    expect(await driver.effects(orderid)).toHaveLength(1)
  })

  it('says a decline in red until it is closed, over a restart, and Needs you names it until then', async () => {
    const orderid = await refund(/5000\.00 EUR for test/, '1.01')
    await pass()
    await says(orderid, /^Refund of 1\.01 EUR on order \d+ declined\..*No money moved\./)
    await expect.poll(() => lineOf(orderid).getAttribute('class')).toContain('tone-bad')
    await expect.poll(() => need(orderid).count()).toBe(1)
    expect(plain(await need(orderid).innerText())).toMatch(
      /Declined\s*Refund of 1\.01 EUR, order \d+\. No money moved\./,
    )
    expect(await axeFindings(driver)).toEqual([])
    await driver.kill()
    await driver.start()
    await says(orderid, /^Refund of 1\.01 EUR on order \d+ declined\./)
    await need(orderid).getByTestId('need-act').click()
    await driver.at('money-facts').waitFor()
    await expect.poll(() => lines().count()).toBe(0)
    await driver.at('rail-today').click()
    await driver.at('activity').waitFor()
    expect(await need(orderid).count()).toBe(0)
    expect(await driver.effects(orderid)).toEqual([])
  })

  it('says an unknown outcome in violet, and turns green when the refund turns out to be made', async () => {
    const orderid = await refund(/5000\.00 EUR for test/, '1.13')
    await says(orderid, /Refund of 1\.13 EUR on order \d+: Outcome unknown\. Don’t repeat it\./)
    await expect.poll(() => lineOf(orderid).getAttribute('class')).toContain('tone-unknown')
    // The bar leads to the order, but not where the order is open already.
    const leads = () => lineOf(orderid).getByRole('button', { name: 'Show the order' }).count()
    expect(await leads()).toBe(1)
    await driver.go(`#/orders/sandbox/${orderid}`)
    await driver.at('money-facts').waitFor()
    await expect.poll(leads).toBe(0)
    // The card of the order says it there, and nothing else does: no panel, and no note of a row.
    await driver.sees('open-attempt', /Outcome unknown\s+Don’t repeat it\./)
    expect(await lineOf(orderid).count()).toBe(0)
    expect(await driver.at('outcome').count()).toBe(0)
    await driver.at('rail-today').click()
    await expect.poll(leads).toBe(1)
    await pass()
    // Paydesk may ask by itself before the button is pressed; its row is gone then.
    const act = need(orderid).getByTestId('need-act')
    await act.click({ timeout: 2_000 }).catch(async (error: unknown) => {
      if ((await act.count()) > 0) throw error
    })
    await says(orderid, /^1\.13 EUR refunded on order/)
    await expect.poll(() => lines().count()).toBe(1)
    await lineOf(orderid).waitFor({ state: 'detached' })
    expect(await driver.effects(orderid)).toHaveLength(1)
  })

  it('leaves nothing green beside an unknown outcome, and nothing that is still being sent', async () => {
    const money = { undoMs: 0 }
    await driver.call('connection:set-money', { connectionId: 'sandbox', money })
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(orderid)
    await driver.fill('return', '2.13')
    await driver.review()
    await driver.send()
    await driver.sees('outcome', /Outcome unknown\. Don’t repeat it\./)
    expect(await driver.at('sheet').innerText()).not.toMatch(/Captured|refunded/i)
    expect(await driver.at('sheet').locator('.tone-good').count()).toBe(0)
    await expect.poll(() => driver.page.locator('main').innerText()).toMatch(/Outcome unknown/)
    expect(await driver.page.locator('main').innerText()).not.toMatch(/^Sending(…|$)|Sending the/m)
    expect(await lineOf(orderid).count()).toBe(0)
    await driver.sees('to-order', 'Back to the order')
    await driver.at('to-order').click()
    await pass()
    await driver.at('check-now').click()
    await driver.at('open-attempt').first().waitFor({ state: 'detached' })
  })

  it('says a decline once, by its name, with the reason and what to do next', async () => {
    const { orderid } = await driver.practice(/5000\.00 EUR for test/)
    await driver.lookUp(orderid)
    await driver.fill('return', '3.01')
    await driver.review()
    await driver.send()
    await pass()
    await driver.at('check-now').click()
    await driver.sees('outcome', /^Refund declined/)
    const text = plain(await driver.at('outcome').innerText())
    expect(text).toMatch(/107 Declined by the issuer/)
    expect(text).toMatch(/Try again later, or refund the customer another way\. Tell the customer/)
    expect(text.match(/No money moved/g)).toHaveLength(1)
    await driver.at('outcome').getByTestId('again').click()
    await driver.at('action-form').waitFor()
    await driver.page.keyboard.press('Escape')
    await driver.at('sheet').waitFor({ state: 'detached' })
  })

  it('promises Escape only while Escape would undo', async () => {
    await driver.call('connection:set-money', {
      connectionId: 'sandbox',
      money: { undoMs: 30_000 },
    })
    const orderid = await refund(/200\.00 USD/, '2.00')
    await driver.sees('banner-undo', /Undo \(Esc\)/)
    // Its ring empties.
    const gone = (): Promise<number> =>
      driver
        .at('countdown-left')
        .evaluate((ring: SVGElement) => Number(ring.style.strokeDashoffset))
    await expect.poll(gone).toBeGreaterThan(0.02)
    expect(await gone()).toBeLessThan(0.9)
    await driver.lookUp((await driver.practice(/45\.500 KWD/)).orderid)
    await driver.at('action-return').click()
    await driver.at('action-form').waitFor()
    await driver.sees('banner-undo', /^Undo$/)
    await driver.page.keyboard.press('Escape')
    await driver.at('sheet').waitFor({ state: 'detached' })
    await driver.sees('banner-undo', /Undo \(Esc\)/)
    await expect.poll(() => driver.at('banner-waiting').count()).toBe(1)
    await driver.page.keyboard.press('Escape')
    await says(orderid, /undone\. Nothing was sent\./)
    expect(await driver.effects(orderid)).toEqual([])
  })
})
