// Sixty lines out of an e-mail, by keys alone: three typing errors are mended, a line that stands
// twice stays out, an order that was refunded already is found by the check, and the rest is
// refunded and the result saved in at most 120 keys. The sandbox's books say what was refunded.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe.ts'
import { keysAlone, keysOf } from './keys.ts'
import { newFolder, openPageDriver, type PageDriver } from './page-driver.ts'

const most = 120
const keys = keysOf(() => driver)
const [pressKey, typeText] = [keys.press, keys.type]
let pressed = 0
/** A key each, and each letter that is typed. */
Object.assign(keys, {
  press: (key: string) => {
    pressed += 1
    return pressKey(key)
  },
  type: (text: string) => {
    pressed += text.length
    return typeText(text)
  },
})

let driver: PageDriver
let orderids: string[]
let text: string
let file: string
beforeAll(async () => {
  file = join(newFolder(), 'refunds.csv')
  driver = await openPageDriver({
    ...{ saveFolder: newFolder(), env: { PAYDESK_HOST_OPEN_FILE: file } },
  })
  orderids = []
  for (let n = 0; n < 59; n += 1) {
    const fresh = await driver.freshPractice()
    orderids.push(fresh.find(({ about }) => about.includes('paid sale of 120.00 EUR'))!.orderid)
  }
  const cells = orderids.map((id, at) => [id, `Customer ${at + 1}`, '20.00 EUR'])
  // Three typing errors, and the first line once more.
  cells[9]![0] = `${orderids[9]!}x`
  cells[19]![2] = '2O.00 EUR'
  cells[29]![0] = orderids[29]!.replace(/.$/, 'l')
  const rows = [['Order', 'Customer', 'Amount'], ...cells, cells[0]!]
  text = rows.map((row) => row.join('\t')).join('\n')
})
afterAll(() => driver.close())

async function refundWhole(orderid: string): Promise<void> {
  const asked = { connectionId: 'sandbox', by: 'orderid', value: orderid } as const
  const order = await driver.call('order:look-up', asked)
  if (!order.ok) throw new Error(order.fault.message)
  const request = { client_orderid: order.value.clientOrderid, orderid, comment: 'by hand' }
  const review = await driver.call('attempt:review', {
    ...{ connectionId: 'sandbox', operation: 'return', request },
  })
  if (!review.ok) throw new Error(review.fault.message)
  const { attemptId, token } = review.value
  await driver.call('attempt:confirm', { attemptId, token })
  await expect.poll(async () => (await driver.effects(orderid)).length).toBe(1)
}

/** As from another program: what is copied there lies in the clipboard of the window's browser. */
async function copied(): Promise<void> {
  await driver.page.evaluate((lines) => {
    const box = document.createElement('textarea')
    box.value = lines
    box.id = 'mail'
    document.body.append(box)
    box.select()
  }, text)
  await driver.page.keyboard.press('Control+C')
  await driver.page.evaluate(() => document.getElementById('mail')?.remove())
}

describe('sixty lines out of an e-mail', () => {
  it('are mended, refunded and saved in at most 120 keys', async () => {
    await refundWhole(orderids[58]!)
    await copied()
    await keysAlone(driver, async () => {
      // On a busy machine the second key may come too late to belong to the first.
      await expect
        .poll(async () => {
          pressed = 0
          await keys.press('g')
          await keys.press('r')
          await driver.page.waitForURL(/#\/runs$/, { timeout: 2000 }).catch(() => undefined)
          return driver.page.url()
        })
        .toMatch(/#\/runs$/)
      await driver.sees('runs-from-list', 'Run from a list…')
      await keys.tabTo('[data-testid=runs-from-list]')
      await keys.press('Enter')
      await driver.at('list-pasted').waitFor()
      await keys.tabTo('[data-testid=list-pasted]')
      await keys.press('Control+V')
      await driver.sees('list-counts', '56 of 60 rows')
      await expect.poll(() => driver.at('wrong-line').count()).toBe(4)
      await mend()
      await driver.sees('list-counts', '59 of 60 rows')
      await keys.tabTo('[data-testid=list-leave-out]')
      await keys.press('Space')
      await keys.tabTo('[data-testid=list-left-out-reason]')
      await keys.type('twice')
      await keys.tabTo('[data-testid=list-reason]')
      await keys.type('damaged')
      await keys.press('Enter')
      await driver.sees('run-state', /Checked/, 60_000)
      await driver.sees('run-left-out', '1 line of the list stayed out: twice')
      await keys.tabTo('[data-testid=run-to-review]')
      await keys.press('Enter')
      await driver.sees('run-sums', /1.160\.00 EUR/)
      await driver.page.waitForSelector('[data-testid=run-confirm][data-armed]')
      await keys.tabTo('[data-testid=run-confirm]')
      await keys.press('Enter')
      await driver.sees('run-state', /All sent|Finished/, 120_000)
      await keys.tabTo('[data-testid=run-save]')
      await keys.press('Enter')
      await driver.at('export-save').waitFor()
      await keys.tabTo('[data-testid=export-save]')
      await keys.press('Enter')
      await driver.at('export-done').waitFor()
    })
    process.stdout.write(`sixty lines: ${pressed} keys\n`)
    expect(pressed).toBeLessThanOrEqual(most)
    const refunds = await Promise.all(orderids.map((id) => driver.effects(id)))
    expect(refunds.map((all) => all.length)).toEqual(orderids.map(() => 1))
    expect(refunds.slice(0, 58).map(([one]) => one?.amountMinor)).toEqual(
      orderids.slice(0, 58).map(() => 2_000),
    )
    const [name] = readdirSync(driver.saveFolder).filter((file) => file.endsWith('.csv'))
    const lines = readFileSync(join(driver.saveFolder, name!), 'utf8').trim().split('\r\n')
    expect(lines.slice(1).map((line) => line.split(',')[1])).toEqual(
      orderids.map((id) => `"${id}"`),
    )
  })

  /** The focus waits on the first cell that is wrong, with all of it selected. */
  async function mend(): Promise<void> {
    const wrong = [
      [11, 0, orderids[9]!],
      [21, 2, '20.00 EUR'],
      [31, 0, orderids[29]!],
    ] as const
    for (const [line, column, right] of wrong) {
      await keys.tabTo(`[data-testid=wrong-${line}-${column}]`)
      await keys.type(right)
    }
    await keys.press('Enter')
  }
})

describe('the same list once more', () => {
  it('is known again, goes on only with a reason, and nothing serious is found on it', async () => {
    await driver.go('#/runs/new')
    await copied()
    await driver.at('list-pasted').focus()
    await driver.page.keyboard.press('Control+V')
    await driver.at('list-known').waitFor()
    expect(await axeFindings(driver)).toEqual([])
    await driver.at('list-leave-out').click()
    await driver.at('list-left-out-reason').fill('typing errors')
    await driver.at('list-reason').fill('damaged')
    await driver.at('list-check').click()
    await driver.page.getByText('Write at least 10 characters.').waitFor()
    expect(await driver.at('run-state').count()).toBe(0)
    await driver.at('list-another').click()
    await driver.at('list-choose').waitFor()
  })
})

describe('a file', () => {
  it('is chosen in the system’s dialog; what nobody can know is asked, and columns can be changed', async () => {
    writeFileSync(file, 'Order;Sum;Was;Why\n700101;2.614;9.999;x\n700102;3.125;8.888;y\n')
    await driver.at('list-choose').click()
    await driver.sees('list-questions', '“2.614” has two readings')
    await driver.at('list-say-amount-unclear').first().click()
    await driver.sees('list-questions', 'Currency of lines that name none')
    await driver.at('list-currency').fill('kwd')
    await driver.at('list-currency-read').click()
    await driver.sees('list-sums', '5.739 KWD')
    await driver.at('list-role-1').selectOption('none')
    // The next choice does not wait for the reading.
    await driver.at('list-role-2').selectOption('amount')
    await driver.sees('list-sums', '18.887 KWD')
    expect(await axeFindings(driver)).toEqual([])
    writeFileSync(file, 'Order;Sum;Was;Why\n700101;1.000;1.000;x\n')
    await driver.at('list-do-capture').click()
    await driver.sees('list-questions', 'This file changed while Paydesk read the rows')
    await driver.at('list-reread').click()
    await driver.sees('list-counts', /1 of 1 row/)
  })
})

describe('equal lines of a list', () => {
  it('are kept together with one reason, by keys', async () => {
    const fresh = await driver.freshPractice()
    const { orderid } = fresh.find(({ about }) => about.includes('paid sale of 120.00 EUR'))!
    const lines = ['Order,Amount,Currency,Reason', ...Array(3).fill(`${orderid},10,EUR,x`)]
    const asked = { connectionId: 'sandbox', operation: 'return' } as const
    const pasted = await driver.call('file:paste', { ...asked, text: lines.join('\n') })
    const readingId = pasted.ok ? pasted.value!.id : ''
    const choices = { keepEqual: true }
    const read = await driver.call('file:again', { ...asked, readingId, choices })
    if (!read.ok) throw new Error(read.fault.message)
    const { stamp, meaning, id } = read.value!
    const made = await driver.call('run:from-file', {
      ...{ readingId: id, stamp, meaning, leftOut: 0, leftOutReason: '', reason: '' },
      ...{ againReason: '', depth: 'gateway' as const },
    })
    if (!made.ok) throw new Error(made.fault.message)
    await driver.go(`#/runs/${made.value.id}`)
    await driver.sees('run-state', /Checked/, 60_000)
    await driver.sees('run-looks', /2 rows ask for the same as an earlier line/)
    expect(await axeFindings(driver)).toEqual([])
    await keysAlone(driver, async () => {
      await keys.tabTo('[data-testid=run-keep-equal]')
      await keys.press('Enter')
      await driver.at('keep-dialog').waitFor()
      await expect.poll(() => keys.focusIs('[data-testid=keep-dialog]')).toBe(true)
      await keys.tabTo('[data-testid=keep-dialog] :is(input, textarea)')
      await keys.type('short')
      await keys.tabTo('[data-testid=keep-confirm]')
      await keys.press('Enter')
      await driver.sees('keep-dialog', /at least 10 characters/)
      await expect.poll(() => keys.focusIs('[data-testid=keep-dialog] textarea')).toBe(true)
      await keys.press('End')
      await keys.type(' and then told')
      await keys.tabTo('[data-testid=keep-confirm]')
      await keys.press('Enter')
      await driver.at('run-looks').waitFor({ state: 'detached' })
    })
    await driver.sees('run-ready-sums', '30.00 EUR')
    expect((await driver.effects(orderid)).length).toBe(0)
  }, 120_000)
})
