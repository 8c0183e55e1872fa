// The plug is pulled right after a refund was sent. At the next start nobody may miss that its
// outcome is unknown, nothing is sent again, and the gateway's status resolves it.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type PageDriver, savedDrafts, newFolder, openPageDriver } from './page-driver.ts'
import { flow } from './flow.ts'
import { inputs } from './form-list.ts'
import { hourMs, keepProcessing } from './keep-processing.ts'

let driver: PageDriver
let orderid: string
beforeAll(async () => {
  driver = await openPageDriver({ keychainDir: newFolder() })
  ;({ orderid } = await driver.practice(/5000\.00 EUR for test/))
})
afterAll(() => driver.close())

describe('a program killed while it waits for the answer to a return', () => {
  it('shows the outcome as unknown, on every screen, at the next start', async () => {
    await driver.lookUp(orderid)
    await driver.fill('return', '1.11', 'Plug pulled while sending')
    await driver.review()
    await driver.at('send').click()
    await expect.poll(() => driver.effects(orderid)).toHaveLength(1)
    await driver.kill()
    keepProcessing(driver.userData)
    await driver.start()
    for (const route of [
      '/orders',
      `/orders/sandbox/${orderid}`,
      `/orders/sandbox/${orderid}/return`,
      '/open-requests',
      '/audit',
      '/nowhere',
    ]) {
      await driver.go(route)
      // The order's page says it once, on the card of the request.
      const isOnCard = route.startsWith('/orders/')
      await (isOnCard
        ? driver.sees('open-attempt', /Outcome unknown[^]*Don’t repeat it\./)
        : driver.sees('banner-unknown', /1 request has an unknown outcome\. Don’t repeat it\./))
      expect(await driver.at('banner-unknown').count()).toBe(isOnCard ? 0 : 1)
      if (route === '/audit') await driver.at('audit-row').first().waitFor()
      // No status is cut, whatever else stands in its column.
      if (route === '/orders')
        await driver
          .at('order-row')
          .locator('.chip bdi')
          .first()
          .evaluate((one) => (one.textContent = 'Partly captured'))
      const cut = await driver.page
        .locator('main .chip bdi')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth))
      expect(cut, `statuses that are cut on ${route}`).toHaveLength(0)
    }
  })

  it('says in the audit log that the log was not closed in order', async () => {
    await driver.go('/audit')
    await driver.sees(
      'log-cut',
      /Not closed properly\s+Paydesk stopped unexpectedly after entry \d+/,
    )
  })

  it('says it calmly once the log was found intact, however often the screen is left', async () => {
    await driver.at('audit-verify').click()
    await driver.sees('verification', /Intact/)
    // The title and the two lines below it are as far from each other.
    const middles = await driver.page
      .locator('main h1, [data-testid=verification], [data-testid=log-cut]')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()))
    const [title, intact, cut] = middles.map(({ top, height }) => top + height / 2)
    expect(Math.abs(cut! - intact! - (intact! - title!))).toBeLessThanOrEqual(4)
    // The verification above has its time, so this line has none.
    await driver.sees(
      'log-cut',
      /^Paydesk stopped unexpectedly after entry \d+, before it was started again\.$/,
    )
    const calm =
      /^Paydesk stopped unexpectedly after entry \d+, before it was started again\. The log was found intact on \d{1,2} \w{3,4} \d{4}, /
    await driver.at('verification').getByRole('button', { name: 'Close' }).click()
    await driver.sees('log-cut', calm)
    await driver.go('/orders')
    await driver.reload()
    await driver.go('/audit')
    await driver.sees('log-cut', calm)
    expect(await driver.at('log-cut').locator('.chip').count()).toBe(0)
  })

  it('offers no second refund, on the order or by its address, while it is unknown', async () => {
    await driver.go(`/orders/sandbox/${orderid}`)
    await driver.sees('open-attempt', /Outcome unknown/)
    expect(await driver.at('action-return').count()).toBe(0)
    // Of the others only the reasons are shown.
    for (const action of ['capture', 'void'])
      expect(await driver.at(`action-${action}`).count()).toBe(0)
    await driver.go(`/orders/sandbox/${orderid}/return`)
    await driver.sees('why-not', /.{20}/)
    expect(await driver.at('review-open').count()).toBe(0)
  })

  flow('killed-while-sending', async () => {
    await driver.go(`/orders/sandbox/${orderid}`)
    await driver.console('advance', { ms: String(2 * hourMs) })
    await driver.settle()
    await driver.sees('phase', 'Partly refunded')
    // With the page: the banner may not outlive what it tells of until the window is read again.
    await expect.poll(() => driver.at('banner-unknown').count(), { timeout: 10_000 }).toBe(0)
    await driver.at('timeline-steps').first().click()
    await driver.sees('timeline', /Outcome unknown/)
    expect(await driver.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 111, currency: 'EUR' },
    ])
  })

  it('found its keys again in the keychain that outlived it', async () => {
    for (const banner of ['banner-memory', 'banner-locked', 'banner-money-stop'])
      expect(await driver.at(banner).count()).toBe(0)
  })
})

describe('an old copy of the ledger that was put back', () => {
  const ledger = (folder: string): string[] =>
    ['ledger.sqlite', 'ledger.sqlite-wal'].map((name) => join(folder, name))

  flow('money-stopped-and-resumed', async () => {
    const sale = await driver.practice(/paid sale of 120\.00 EUR/)
    await driver.program.close()
    const kept = newFolder()
    const [now, then] = [ledger(driver.userData), ledger(kept)]
    now.forEach((file, at) => existsSync(file) && cpSync(file, then[at] ?? kept))
    await driver.start()
    await driver.lookUp(sale.orderid)
    await driver.program.close()
    now.forEach((file, at) => {
      rmSync(file, { force: true })
      if (existsSync(then[at] ?? kept)) cpSync(then[at] ?? kept, file)
    })
    await driver.start()
    await driver.sees('banner-money-stop', /old copy/)
    await expect.poll(() => driver.at('stop-audit').getAttribute('href')).toMatch(/#\/audit$/)
    expect(await axeFindings(driver)).toEqual([])
    await driver.lookUp(sale.orderid)
    // No button invites to what is stopped.
    expect(await driver.page.locator('main .n-button--primary-type').count()).toBe(0)
    await driver.fill('return', '2.00')
    await driver.at('review-open').click()
    await driver.sees('fault', /Money is stopped/)
    await expect.poll(() => driver.at('to-the-log').getAttribute('href')).toMatch(/#\/audit$/)
    expect(await driver.effects(sale.orderid)).toEqual([])

    await driver.at('banner-money-stop').getByRole('button').click()
    await driver.at('resume-dialog').waitFor()
    await driver.at('resume-confirm').click()
    await driver.sees('resume-dialog', /at least 10 characters/)
    expect(await axeFindings(driver)).toEqual([])
    const { field, value } = inputs['features/connections/ResumeDialog.vue']
    await driver.at('resume-dialog').getByTestId(field).fill(value)
    await expect.poll(() => savedDrafts(driver)).toContain(value)
    await driver.kill()
    await driver.start()
    await driver.at('banner-money-stop').getByRole('button').click()
    await expect.poll(() => driver.at('resume-dialog').getByTestId(field).inputValue()).toBe(value)
    await driver.at('resume-confirm').click()
    await expect.poll(() => driver.at('banner-money-stop').count()).toBe(0)
    await driver.lookUp(sale.orderid)
    await driver.at('action-return').click()
    await driver.review()
    await driver.send()
    await driver.settle()
    expect(await driver.effects(sale.orderid)).toEqual([
      { operation: 'return', amountMinor: 200, currency: 'EUR' },
    ])
  })
})

describe('a copy that is restored on the screen', () => {
  flow('copy-restored', async () => {
    const sale = (await driver.freshPractice()).find(({ about }) => /paid sale/.test(about))
    if (sale === undefined) throw new Error('no fresh sale to practise on')
    await driver.program.close()
    const backups = join(driver.userData, 'backups')
    mkdirSync(backups, { recursive: true })
    const ledger = new DatabaseSync(join(driver.userData, 'ledger.sqlite'))
    const name = 'ledger-daily-20260102T030405Z.db'
    ledger.prepare('VACUUM INTO ?').run(join(backups, name))
    ledger.close()
    await driver.start()
    await driver.lookUp(sale.orderid)
    await driver.fill('return', '3.00')
    await driver.review()
    await driver.send()
    const effects = [{ operation: 'return', amountMinor: 300, currency: 'EUR' }]
    expect(await driver.effects(sale.orderid)).toEqual(effects)

    await driver.go('/audit')
    await driver.at('audit-menu').click()
    await driver.at('menu-audit-copies').click()
    const chosen = driver.at('copy').filter({ hasText: name })
    await chosen.getByTestId('copy-choose').click()
    await driver.sees('copy-chosen', /missing from the backup, so money stays stopped/)
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('copy-restore').click()
    await driver.sees('banner-restore', /The backup ledger-daily-20260102/)
    await driver.at('keep-ledger').click()
    await expect.poll(() => driver.at('banner-restore').count()).toBe(0)
    await driver.at('audit-menu').click()
    await driver.at('menu-audit-copies').click()
    await chosen.getByTestId('copy-choose').click()
    await driver.at('copy-restore').click()
    await driver.sees('banner-restore', /Nothing is sent until then/)

    await driver.program.close()
    await driver.start()
    await driver.sees(
      'banner-money-stop',
      /replaced the ledger.*is kept as ledger\.sqlite\.replaced/,
    )
    await driver.sees(
      'banner-money-stop',
      /This is an old copy of the ledger\. Entries \d+ to \d+ are missing/,
    )
    await driver.lookUp(sale.orderid)
    await driver.fill('return', '3.00')
    await driver.at('review-open').click()
    await driver.sees('fault', /Money is stopped/)
    expect(await driver.effects(sale.orderid)).toEqual(effects)
    await driver.call('money:resume', {
      stopIds: await stopIds(),
      reason: 'compared with the gateway by hand',
    })
    await driver.page.reload()
    await expect.poll(() => driver.at('banner-money-stop').count()).toBe(0)
  })
})
const stopIds = async (): Promise<string[]> => {
  const state = await driver.call('app:state', {})
  return state.ok ? state.value.moneyStops.map(({ id }) => id) : []
}
