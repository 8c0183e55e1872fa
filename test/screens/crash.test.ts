// The plug is pulled right after a refund was sent. At the next start nobody may miss that its
// outcome is unknown, nothing is sent again, and the gateway's status resolves it.
import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { type Clerk, savedDrafts, newFolder, openClerk } from './clerk.ts'
import { flow } from './flow.ts'
import { inputs } from './form-list.ts'

const hourMs = 3_600_000
let clerk: Clerk
let orderid: string
beforeAll(async () => {
  clerk = await openClerk({ keychainDir: newFolder() })
  ;({ orderid } = await clerk.practice(/5000\.00 EUR for test/))
})
afterAll(() => clerk.close())

/**
 * While the sandbox is down: what it took goes on being processed, so that its status settles
 * nothing yet.
 */
function keepProcessing(): void {
  const db = new DatabaseSync(join(clerk.userData, 'sandbox.sqlite'))
  const { changes } = db
    .prepare('UPDATE transactions SET final_at = final_at + ? WHERE final_at IS NOT NULL')
    .run(hourMs)
  db.close()
  expect(changes).toBeGreaterThan(0)
}

describe('a program killed while it waits for the answer to a return', () => {
  it('shows the outcome as unknown, on every screen, at the next start', async () => {
    await clerk.lookUp(orderid)
    await clerk.fill('return', '1.11', 'Plug pulled while sending')
    await clerk.review()
    await clerk.at('send').click()
    await expect.poll(() => clerk.effects(orderid)).toHaveLength(1)
    await clerk.kill()
    keepProcessing()
    await clerk.start()
    for (const route of [
      '/orders',
      `/orders/sandbox/${orderid}`,
      `/orders/sandbox/${orderid}/return`,
      '/open-requests',
      '/audit',
      '/nowhere',
    ]) {
      await clerk.go(route)
      await clerk.sees('banner-unknown', /1 request has an unknown outcome\. Don’t repeat it\./)
    }
  })

  it('says in the audit log that the log was not closed in order', async () => {
    await clerk.go('/audit')
    await clerk.sees('log-cut', /The log ended with entry \d+, which is not “log:closed”/)
  })

  it('offers no second refund, on the order or by its address, while it is unknown', async () => {
    await clerk.go(`/orders/sandbox/${orderid}`)
    await clerk.sees('open-attempt', /Outcome unknown/)
    for (const action of ['return', 'capture', 'void'])
      expect(await clerk.at(`action-${action}`).isDisabled()).toBe(true)
    await clerk.go(`/orders/sandbox/${orderid}/return`)
    await clerk.sees('why-not', /.{20}/)
    expect(await clerk.at('review-open').count()).toBe(0)
  })

  flow('killed-while-sending', async () => {
    await clerk.go(`/orders/sandbox/${orderid}`)
    await clerk.console('advance', { ms: String(2 * hourMs) })
    await clerk.settle()
    await clerk.sees('phase', 'Partly refunded')
    // At once: the banner may not outlive what it tells of.
    await expect.poll(() => clerk.at('banner-unknown').count(), { timeout: 1_500 }).toBe(0)
    await clerk.sees('timeline', /Outcome unknown/)
    expect(await clerk.effects(orderid)).toEqual([
      { operation: 'return', amountMinor: 111, currency: 'EUR' },
    ])
  })

  it('found its keys again in the keychain that outlived it', async () => {
    for (const banner of ['banner-memory', 'banner-locked', 'banner-money-stop'])
      expect(await clerk.at(banner).count()).toBe(0)
  })
})

describe('an old copy of the ledger that was put back', () => {
  const ledger = (folder: string): string[] =>
    ['ledger.sqlite', 'ledger.sqlite-wal'].map((name) => join(folder, name))

  flow('money-stopped-and-resumed', async () => {
    const sale = await clerk.practice(/paid sale of 120\.00 EUR/)
    await clerk.program.close()
    const kept = newFolder()
    const [now, then] = [ledger(clerk.userData), ledger(kept)]
    now.forEach((file, at) => existsSync(file) && cpSync(file, then[at] ?? kept))
    await clerk.start()
    await clerk.lookUp(sale.orderid)
    await clerk.program.close()
    now.forEach((file, at) => {
      rmSync(file, { force: true })
      if (existsSync(then[at] ?? kept)) cpSync(then[at] ?? kept, file)
    })
    await clerk.start()
    await clerk.sees('banner-money-stop', /old copy/)
    expect(await axeFindings(clerk)).toEqual([])
    await clerk.lookUp(sale.orderid)
    await clerk.fill('return', '2.00')
    await clerk.at('review-open').click()
    await clerk.sees('fault', /Money is stopped/)
    expect(await clerk.effects(sale.orderid)).toEqual([])

    await clerk.at('banner-money-stop').getByRole('button').click()
    await clerk.at('resume-dialog').waitFor()
    await clerk.at('resume-confirm').click()
    await clerk.sees('resume-dialog', /at least 10 characters/)
    expect(await axeFindings(clerk)).toEqual([])
    const { field, value } = inputs['features/connections/ResumeDialog.vue']
    await clerk.at('resume-dialog').getByTestId(field).fill(value)
    await expect.poll(() => savedDrafts(clerk)).toContain(value)
    await clerk.kill()
    await clerk.start()
    await clerk.at('banner-money-stop').getByRole('button').click()
    expect(await clerk.at('resume-dialog').getByTestId(field).inputValue()).toBe(value)
    await clerk.at('resume-confirm').click()
    await expect.poll(() => clerk.at('banner-money-stop').count()).toBe(0)
    await clerk.lookUp(sale.orderid)
    await clerk.at('action-return').click()
    await clerk.review()
    await clerk.send()
    await clerk.settle()
    expect(await clerk.effects(sale.orderid)).toEqual([
      { operation: 'return', amountMinor: 200, currency: 'EUR' },
    ])
  })
})

describe('a copy that is restored on the screen', () => {
  flow('copy-restored', async () => {
    const sale = (await clerk.freshPractice()).find(({ about }) => /paid sale/.test(about))
    if (sale === undefined) throw new Error('no fresh sale to practise on')
    await clerk.program.close()
    const backups = join(clerk.userData, 'backups')
    mkdirSync(backups, { recursive: true })
    const ledger = new DatabaseSync(join(clerk.userData, 'ledger.sqlite'))
    const name = 'ledger-daily-20260102T030405Z.db'
    ledger.prepare('VACUUM INTO ?').run(join(backups, name))
    ledger.close()
    await clerk.start()
    await clerk.lookUp(sale.orderid)
    await clerk.fill('return', '3.00')
    await clerk.review()
    await clerk.send()
    const effects = [{ operation: 'return', amountMinor: 300, currency: 'EUR' }]
    expect(await clerk.effects(sale.orderid)).toEqual(effects)

    await clerk.go('/audit')
    await clerk.at('audit-copies').click()
    const chosen = clerk.at('copy').filter({ hasText: name })
    await chosen.getByTestId('copy-choose').click()
    await clerk.sees('copy-chosen', /missing from the copy: money stays stopped/)
    expect(await axeFindings(clerk)).toEqual([])
    await clerk.at('copy-restore').click()
    await clerk.sees('banner-restore', /At the next start the copy ledger-daily-20260102/)
    await clerk.at('keep-ledger').click()
    await expect.poll(() => clerk.at('banner-restore').count()).toBe(0)
    await clerk.at('audit-copies').click()
    await chosen.getByTestId('copy-choose').click()
    await clerk.at('copy-restore').click()
    await clerk.sees('banner-restore', /Until then nothing is sent/)

    await clerk.program.close()
    await clerk.start()
    await clerk.sees(
      'banner-money-stop',
      /took the place of the ledger.*is kept as ledger\.sqlite\.replaced/,
    )
    await clerk.sees(
      'banner-money-stop',
      /this is an old copy of the ledger\. Entries \d+ to \d+ are missing/,
    )
    await clerk.lookUp(sale.orderid)
    await clerk.fill('return', '3.00')
    await clerk.at('review-open').click()
    await clerk.sees('fault', /Money is stopped/)
    expect(await clerk.effects(sale.orderid)).toEqual(effects)
    await clerk.call('money:resume', {
      stopIds: await stopIds(),
      reason: 'compared with the gateway by hand',
    })
    await clerk.page.reload()
    await expect.poll(() => clerk.at('banner-money-stop').count()).toBe(0)
  })
})
const stopIds = async (): Promise<string[]> => {
  const state = await clerk.call('desk:state', {})
  return state.ok ? state.value.moneyStops.map(({ id }) => id) : []
}
