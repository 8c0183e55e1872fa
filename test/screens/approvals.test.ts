// Limits and approvals in the window: asked for, looked at by somebody else, signed or refused, and
// sent by whoever asked. What the sandbox's books show moved once.
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { findMisplaced } from './action-rows.ts'
import { axeFindings, axeFindingsInLittleRoom } from './axe.ts'
import { flow, flowByKeys } from './flow.ts'
import { keysOf } from './keys.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const ada = 'correct horse battery'
const bo = 'staple of another kind'
const cy = 'nobody guesses this at all'
let driver: PageDriver
let paid: string
beforeAll(async () => {
  driver = await openPageDriver({
    keychainDir: newFolder(),
    env: { PAYDESK_HOST_ANSWER: 'first' },
  })
  paid = (await driver.practice(/paid sale of 120\.00 EUR/)).orderid
  const lookUp = { connectionId: 'sandbox', by: 'orderid', value: paid } as const
  expect(await driver.call('order:look-up', lookUp)).toMatchObject({ ok: true })
  const on = await driver.call('people:switch-on', { name: 'Ada', passphrase: ada })
  expect(on).toMatchObject({ ok: true })
  const add = (name: string, passphrase: string, roles: ('payments' | 'approver')[]) =>
    driver.call('people:add', { name, roles, passphrase, own: ada })
  expect(await add('Bo', bo, ['payments'])).toMatchObject({ ok: true })
  expect(await add('Cy', cy, ['payments', 'approver'])).toMatchObject({ ok: true })
}, 120_000)
afterAll(() => driver.close())

const keys = keysOf(() => driver)
const { press, tabTo, write } = keys
const nothingSerious = async (): Promise<void> => {
  expect(await axeFindings(driver)).toEqual([])
  expect(await driver.page.evaluate(findMisplaced)).toEqual([])
  expect(await axeFindingsInLittleRoom(driver)).toEqual([])
}
/** By keys: locks the desk, and signs in as somebody else. */
async function change(name: string, passphrase: string): Promise<void> {
  await tabTo('[data-testid=lock]')
  await press('Enter')
  await driver.at('sign-in').waitFor()
  await keys.choose('sign-in-person', name)
  await tabTo('[data-testid=sign-in-passphrase]')
  await keys.type(passphrase)
  await press('Enter')
  await driver.sees('signed-in', name)
  // Whoever signs in after somebody else begins at Today, once the window has heard of it.
  await driver.at('new-refund').waitFor()
}
/** By keys: the sheet of a refund, filled in. */
async function refund(amount: string): Promise<void> {
  await keys.lookUp(paid)
  await driver.at('money-facts').waitFor()
  await press('r')
  await expect.poll(() => keys.focusIs('[data-testid=amount]')).toBe(true)
  await keys.type(amount)
  await press('Enter')
  await expect.poll(() => keys.focusIs('[data-testid=reason-list]')).toBe(true)
  await press('2')
  await press('Enter')
  await driver.page.locator('[data-testid=send][data-armed]').waitFor()
}

describe('approvals', () => {
  flowByKeys(
    'keys-approval',
    () => driver,
    async () => {
      await driver.sees('signed-in', 'Ada')
      await tabTo('[data-testid=operator-menu]')
      await press('Enter')
      await tabTo('[data-testid=people-open]')
      await press('Enter')
      await tabTo('[data-testid=limit-add]')
      await press('Enter')
      await driver.at('limit-add-dialog').waitFor()
      await nothingSerious()
      await write('person-amount', '10.00')
      await write('person-currency', 'eur')
      await write('person-own', ada)
      await press('Enter')
      await driver.sees('limits', /Payments.*Refunds.*10\.00 EUR.*1 approval/s)

      await change('Bo', bo)
      await refund('25')
      await driver.sees('review-approval', /above your limit of 10\.00 EUR/)
      await driver.sees('send', 'Ask for approval')
      await nothingSerious()
      await press('Enter')
      await driver.sees('approvals-for-others', /Refund.*25\.00 EUR.*0 of 1 approved.*Bo/s)
      expect(await driver.effects(paid)).toEqual([])
      await nothingSerious()

      await change('Cy', cy)
      await driver.sees('approvals-count', /1/)
      await tabTo('[data-testid=rail-approvals]')
      await press('Enter')
      await driver.sees('approvals-for-me', /Bo/)
      await driver.sees('approval-whose', /\p{L}{2}/u)
      const card = driver.at('approvals-for-me').getByTestId('approval')
      expect(await card.locator('[data-initials=B].is-card').count()).toBe(1)
      expect(await card.locator('blockquote').textContent()).toMatch(/Reason\s*Goods returned/)
      await driver.sees('approval-steps', /Bo asked.*A second person approves\s*You\s*.*Bo sends/s)
      await tabTo('[data-testid=approval-look]')
      await press('Enter')
      await driver.sees('approval-dialog', /25\.00 EUR.*Bo.*Goods returned.*Gateway status now/s)
      await driver.sees('approval-dialog', /Gateway status now\s*Captured\s*Order/)
      // Who asks has their mark, as on the card.
      expect(await driver.at('approval-dialog').locator('[data-initials=B].is-card').count()).toBe(
        1,
      )
      // In the order of every review.
      await driver.sees(
        'approval-dialog',
        /^Review\. Nothing has been sent yet\.\s+Refund to\s+Amex 1566.*JOHN SMITH\s+25\.00 EUR/,
      )
      await driver.sees('approval-left', /Refundable afterwards\s*95\.00 EUR/)
      await driver.sees('approval-limit', /Limit of Bo\s*10\.00 EUR for one order/)
      await expect.poll(() => keys.focusIs('[data-testid=approval-own]')).toBe(true)
      await nothingSerious()
      await keys.type('wrong')
      await press('Enter')
      await driver.sees('approval-dialog', /9 tries are left/)
      await keys.type(cy)
      await press('Enter')
      await driver.sees('approvals-for-others', /Approved.*Approved by Cy/s)
      expect(await driver.effects(paid)).toEqual([])

      await change('Bo', bo)
      await driver.sees('approvals-count', /1/)
      await tabTo('[data-testid=rail-approvals]')
      await press('Enter')
      await tabTo('[data-testid=approval-open]')
      await press('Enter')
      await driver.at('action-form').waitFor()
      await tabTo('[data-testid=review-open]')
      await press('Enter')
      await driver.page.locator('[data-testid=send][data-armed]').waitFor()
      await driver.sees('review-approval', /approved\. It can be sent/)
      await press('Enter')
      await driver.at('sheet').waitFor({ state: 'detached' })
      await expect
        .poll(() => driver.effects(paid))
        .toEqual([{ operation: 'return', amountMinor: 2500, currency: 'EUR' }])
      await expect.poll(() => driver.at('approvals-count').count()).toBe(0)
    },
  )

  flow('run-approved', async () => {
    const about = ({ about }: { about: string }) => about.includes('paid sale of 120.00 EUR')
    const orderids: string[] = []
    for (let nth = 0; nth < 2; nth += 1) {
      const { orderid } = (await driver.freshPractice()).find(about)!
      orderids.push(orderid)
    }
    const rows = orderids.map((orderid) => ({ orderid }))
    const asked = { connectionId: 'sandbox', operation: 'return', depth: 'gateway' } as const
    const made = await driver.call('run:create', { ...asked, rows, reason: 'Sent in error' })
    const runId = made.ok ? made.value.id : ''
    await driver.go(`#/runs/${runId}`)
    await driver.at('run-to-review').click()
    await driver.sees(
      'review-approval',
      /This run is above your limit of 10\.00 EUR\. Somebody else has to approve it/,
    )
    await driver.sees('run-alike', /2 refunds of 120\.00 EUR go to the same customer/)
    await driver.sees('run-confirm', /^Ask for approval of 240\.00 EUR/)
    // As in every review, the facts stand beside the amount where there is room.
    const [sum, why] = await Promise.all(
      ['run-sums', 'run-rows-reason'].map((id) => driver.at(id).boundingBox()),
    )
    expect(why!.x).toBeGreaterThan(sum!.x + sum!.width)
    expect(why!.y).toBeLessThan(sum!.y + sum!.height)
    await nothingSerious()
    await driver.at('run-confirm').click()
    await driver.sees('run-state', 'Waiting for approval')
    await driver.sees('run-approval-text', /can’t start yet\. It waits for an approval by Cy/)
    expect(await driver.at('run-approval').locator('[data-initials=C]').count()).toBe(1)
    await expect.poll(() => driver.at('run-to-review').isDisabled()).toBe(true)
    await nothingSerious()

    await change('Cy', cy)
    await driver.go('#/approvals')
    await driver.sees('approvals-for-me', /2 refunds.*240\.00 EUR.*Bo/s)
    await driver.at('approval-look').click()
    await driver.sees('approval-dialog', /240\.00 EUR.*2 rows.*Bo.*exactly these 2 requests/s)
    // Both stand there already: no way to all of them is offered.
    expect(await driver.at('run-rows-link').count()).toBe(0)
    await driver.sees('asked-reason', 'Sent in error')
    const read = await driver.call('run:rows', { runId })
    const [one, other] = read.ok ? read.value.rows.map(({ customer }) => customer) : []
    expect(one).toMatch(/./)
    const each = new RegExp(`${one}.*120\\.00 EUR.*${other}.*120\\.00 EUR`, 's')
    await driver.sees('run-first-rows', each)
    for (const orderid of orderids) await driver.sees('run-first-rows', new RegExp(orderid))
    await driver.sees('run-first-rows', /Visa \d{4}/)
    await driver.sees('approval-dialog', /2 refunds of 120\.00 EUR go to the same customer/)
    await driver.sees('approval-sign', 'Approve 240.00 EUR')
    await nothingSerious()
    await driver.at('approval-cancel').click()
    await driver.at('approval-run').click()
    await driver.sees('run-approval-text', /waits for an approval by Cy/)
    await driver.at('approval-look').click()
    await driver.at('approval-own').fill(cy)
    await driver.at('approval-sign').click()
    await driver.sees('run-approval-text', /is approved\. Bo can send it/)
    for (const orderid of orderids) expect(await driver.effects(orderid)).toEqual([])

    await change('Bo', bo)
    await driver.go(`#/runs/${runId}`)
    await driver.sees('run-approval-text', /is approved\. You can send it/)
    await driver.at('run-to-review').click()
    await driver.sees('review-approval', /It can be sent/)
    await driver.at('run-confirm').click()
    await driver.sees('run-state', /All sent|Finished/)
    for (const orderid of orderids)
      await expect
        .poll(() => driver.effects(orderid))
        .toEqual([{ operation: 'return', amountMinor: 12_000, currency: 'EUR' }])
  })

  flow('approval-refused', async () => {
    const before = await driver.effects(paid)
    await driver.console('advance', { ms: '60000' })
    await driver.call('order:check', { connectionId: 'sandbox', orderid: paid })
    await refund('30')
    await press('Enter')
    await driver.at('approvals-for-others').waitFor()
    await change('Cy', cy)
    await driver.go('#/approvals')
    await driver.at('approval-refuse').click()
    await driver.at('approval-refuse-dialog').waitFor()
    await nothingSerious()
    await driver.page
      .locator('[data-testid=approval-refuse-dialog] textarea')
      .fill('It arrived whole')
    await driver.at('approval-refuse-confirm').click()
    await driver.at('approvals-ended').waitFor()
    // Until it is gone the Tab key stays in it.
    await driver.at('approval-refuse-dialog').waitFor({ state: 'detached' })
    await change('Bo', bo)
    await driver.go('#/approvals')
    await driver.at('approvals-ended').locator('summary').first().click()
    await driver.sees('approvals-ended', /Refused by Cy: It arrived whole/)
    await nothingSerious()
    expect(await driver.effects(paid)).toEqual(before)
  })
})
