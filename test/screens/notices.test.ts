// Notifications and the number on the taskbar, as the program asked the system for them: once for
// each event, over a kill too, without an amount unless one was chosen, gone once it is over.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PageDriver, newFolder, openPageDriver } from './page-driver.ts'
import { hostTray } from './host-tray.ts'

interface Shown {
  id: string
  body: string
}

const tray = hostTray(newFolder())
let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver({ env: tray.env, keychainDir: newFolder() })
})
afterAll(() => driver.close())

const shown = (): Shown[] => tray.asked<Shown>('notified')
const bodies = (): string[] => shown().map(({ body }) => body)
const lines = (): Promise<number> => driver.at('need').count()
const badge = (): number | undefined => tray.asked<number>('badge').at(-1)

async function loseOne(amount: string): Promise<string> {
  await driver.console('faults', { operation: 'payout', kind: 'reset-without-effect', times: '1' })
  const prepared = await driver.call('attempt:review', {
    connectionId: 'sandbox',
    operation: 'payout',
    request: {
      amount,
      currency: 'EUR',
      order_desc: 'Deposit back',
      ipaddress: '203.0.113.7',
      account_number: 'DE89370400440532013000',
    },
  })
  if (!prepared.ok) throw new Error(prepared.fault.message)
  const { attemptId, token } = prepared.value
  await driver.call('attempt:confirm', { attemptId, token })
  return attemptId
}

it('tells of an unknown outcome once, without amount or id, and leads to it by a click', async () => {
  await loseOne('12.50')
  await expect.poll(bodies).toEqual(['A request has an unknown outcome. Don’t repeat the request.'])
  await expect.poll(badge).toBe(1)
  await driver.go('/today')
  await expect.poll(lines).toBe(1)
  await driver.go('/audit')
  const sends = async () =>
    (await driver.books()).requests.filter(({ operation }) => operation !== 'status').length
  const before = await sends()
  tray.press('notice', shown()[0]?.id ?? '')
  await driver.at('open-requests').waitFor()
  expect(await sends()).toBe(before)
})

it('does not tell it again at the next start, and tells the next one', async () => {
  await driver.kill()
  await driver.start()
  await expect.poll(lines).toBe(1)
  await loseOne('13.60')
  await expect.poll(bodies).toHaveLength(2)
  await expect.poll(badge).toBe(2)
  await expect.poll(lines).toBe(2)
})

it('names the order and the amount for those who chose so', async () => {
  await driver.at('operator-menu').click()
  await driver.at('notice-level').selectOption('amount')
  await driver.page.keyboard.press('Escape')
  const id = await loseOne('14.70')
  await expect.poll(() => bodies().at(-1)).toMatch(/^14\.70\sEUR, \S+: the outcome is unknown/)
  await driver.call('attempt:resolve', {
    attemptId: id,
    outcome: 'did-not-happen',
    reportedSeq: null,
    reason: 'Their support finds no trace of it',
    override: 'The recipient stands at the counter',
  })
  const last = shown().at(-1)?.id
  await expect
    .poll(() => tray.asked<{ id: string }>('withdrawn').map((one) => one.id))
    .toContain(last)
  await expect.poll(badge).toBe(2)
})

it('tells of a list whose rows have no answer until a person has seen it', async () => {
  await driver.console('faults', { operation: 'status', kind: 'http-500-without-effect' })
  const { orderid: text } = await driver.practice(/paid sale/)
  await driver.call('look-ups:start', { connectionIds: ['sandbox'], text, as: null })
  await expect.poll(() => bodies().at(-1)).toMatch(/A list was looked up/)
  await driver.go('/today')
  await expect.poll(badge).toBe(3)
  await expect.poll(lines).toBe(3)
  await driver.at('need').filter({ hasText: 'Look-ups finished' }).getByTestId('need-act').click()
  await expect.poll(badge).toBe(2)
})
