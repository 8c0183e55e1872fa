// The story: somebody gets hold of everything a desk leaves behind after cards were typed into each
// of its forms, one of them just before the plug was pulled: database, write-ahead log, search
// file, exports, logs, the browser's profile and storages, a full trace of the calls between page
// and main, the text of every screen, and the page's heap. The number is in none of it.
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PageDriver, newFolder, openPageDriver } from '../screens/page-driver.ts'
import {
  canaryAmex,
  canaryCvv,
  foundBelow,
  foundIn,
  numberNeedles,
  typedNeedles,
} from './canary.ts'

const place = newFolder()
const traceFile = join(place, 'trace.jsonl')
const screensFile = join(place, 'screens.txt')
const profile = newFolder()
let driver: PageDriver
beforeAll(async () => {
  driver = await openPageDriver({
    keychainDir: newFolder(),
    env: { PAYDESK_HOST_TRACE_FILE: traceFile, PAYDESK_HOST_PROFILE_DIR: profile },
  })
  await driver.call('connection:set-card-entry', { connectionId: 'sandbox', isOn: true })
})
afterAll(() => driver.close())

/** Runs in the page: all that a screenshot could show, and what its fields hold. */
function visible(): string {
  const fields = [...document.querySelectorAll('input, textarea, select')].map(
    (field) => (field as HTMLInputElement).value,
  )
  // A picture of a card is drawn from its attributes.
  const drawn = [
    ...document.querySelectorAll<HTMLElement>('[data-digits], [data-expires]'),
  ].flatMap(({ dataset }) => Object.values(dataset))
  return [document.title, location.href, document.body.innerText, ...fields, ...drawn].join('\n')
}

/** Writes the screen down; returns what of the card is on it. */
async function look(): Promise<string[]> {
  const text = await driver.page.evaluate(visible)
  appendFileSync(screensFile, `${text}\n`)
  return foundIn(Buffer.from(text), typedNeedles)
}

const field = (name: string) => driver.at(`field-${name}`)

/** Key by key, as a person does, or pasted. */
async function typeCard(asks: readonly string[], isPasted = false): Promise<void> {
  await field('credit_card_number').focus()
  if (isPasted) await driver.page.keyboard.insertText(canaryAmex)
  else
    for (const digit of canaryAmex) {
      await driver.page.keyboard.press(digit)
      expect(await look()).toEqual([])
    }
  if (asks.includes('cvv2')) await field('cvv2').pressSequentially(canaryCvv)
  await field('expiry').fill('12/31')
  await field('card_printed_name').fill('ZOE MULLER')
  expect(await look()).toEqual([])
}

const customer = {
  order_desc: 'By telephone',
  email: 'zoe@example.org',
  ipaddress: '203.0.113.7',
}

async function openForm(route: string, fields: Record<string, string>): Promise<void> {
  await driver.go(route)
  await driver.at('operation-form').waitFor()
  if (route === '/payouts/new') await driver.at('way-number').check()
  await driver.at('card-entry').waitFor()
  for (const [name, value] of Object.entries(fields)) await field(name).fill(value)
}

async function review(): Promise<void> {
  await driver.at('review-open').click()
  await driver.at('review').waitFor()
  expect(await look()).toEqual([])
}

const forms = [
  ['a sale', '/terminal/sale', { ...customer, amount: '20.00', currency: 'EUR' }],
  ['a hold', '/terminal/preauth', { ...customer, amount: '30.00', currency: 'EUR' }],
  ['a card check', '/terminal/account-verification', customer],
  [
    'a payout',
    '/payouts/new',
    { order_desc: 'Back', ipaddress: '203.0.113.7', amount: '15.00', currency: 'EUR' },
  ],
] as const

describe('a card typed into', () => {
  it.each(forms)('%s reaches the gateway, and no screen shows it', async (_name, route, fields) => {
    await openForm(route, fields)
    await typeCard(route === '/payouts/new' ? [] : ['cvv2'])
    await review()
    await driver.send()
    await driver.at('result-order').waitFor()
    const orderid = await driver.at('result-order').innerText()
    expect(await look()).toEqual([])
    const order = await driver.call('order:check', { connectionId: 'sandbox', orderid })
    // It did arrive: there was something to leak.
    if (!order.ok) throw new Error(order.fault.message)
    expect(order.value.answer).toMatchObject({ bin: '374929', 'last-four-digits': '2670' })
  })

  it('a form that is refused first keeps it for the next try, and shows no more of it', async () => {
    await openForm('/terminal/sale', { ...customer, amount: '2.614', currency: 'EUR' })
    await typeCard(['cvv2'], true)
    await driver.at('review-open').click()
    await driver.at('amount-choice').first().waitFor()
    expect(await look()).toEqual([])
    await field('amount').fill('21.00')
    await review()
    await driver.at('back').click()
    // It waits in main still; of it the page has the last four digits.
    await driver.sees('held-number', /^Card 2670$/)
    expect(await look()).toEqual([])
    await review()
    await driver.at('back').click()
    await driver.at('held-another').click()
    await driver.at('card-entry').waitFor()
    expect(await field('credit_card_number').inputValue()).toBe('')
  })
})

/** Of this run: the fullest trace of the calls there can be. */
const trace = (): Buffer => readFileSync(traceFile)

describe('what is left behind', () => {
  it('in the page is no number: not in its storages, nor in its heap', async () => {
    await driver.go('/audit')
    await driver.at('audit-row').first().waitFor()
    const stored = await driver.page.evaluate(async () =>
      JSON.stringify([
        { ...localStorage },
        { ...sessionStorage },
        await indexedDB.databases(),
        await caches.keys(),
        document.cookie,
        history.state,
      ]),
    )
    expect(foundIn(Buffer.from(stored), typedNeedles)).toEqual([])

    const wire = await driver.page.context().newCDPSession(driver.page)
    const planted = `PLANTED-${process.pid}-${Date.now()}`
    await driver.page.evaluate((text) => {
      Object.assign(window, { planted: text })
    }, planted)
    const chunks: string[] = []
    wire.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
    await wire.send('HeapProfiler.enable')
    await wire.send('HeapProfiler.collectGarbage')
    await wire.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
    await wire.detach()
    const heap = chunks.join('')
    // The search finds what is there, so that finding nothing means something.
    expect(heap.includes(planted)).toBe(true)
    expect(foundIn(Buffer.from(heap), numberNeedles)).toEqual([])
  })

  it('in exports, ledger, search file, logs and profile is no number', async () => {
    await driver.at('audit-export').click()
    await driver.at('export-report').waitFor()
    mkdirSync(driver.saveFolder, { recursive: true })
    expect(foundBelow(driver.userData, typedNeedles)).toEqual([])
    expect(foundBelow(profile, numberNeedles)).toEqual([])
    expect(foundIn(Buffer.from(driver.program.output()), typedNeedles)).toEqual([])
  })

  it('in a trace of every call is no number, although it holds every call', async () => {
    const text = trace().toString()
    for (const method of [
      'card:begin',
      'card:forget',
      'card:shown',
      'attempt:review',
      'attempt:confirm',
    ])
      expect(text).toContain(`"${method}"`)
    expect(text.match(/"box":"/g)?.length).toBe(forms.length + 1)
    expect(foundIn(trace(), typedNeedles)).toEqual([])
  })
})

describe('a program killed while a card is on its way', () => {
  it('knows nothing of the card at the next start, and settles by the gateway’s status', async () => {
    // Ends in .11: carried out, and the answer never comes.
    await openForm('/terminal/sale', { ...customer, amount: '50.11', currency: 'EUR' })
    await typeCard(['cvv2'])
    await review()
    await driver.at('send').click()
    const sales = async () =>
      (await driver.books()).effects.filter(({ amountMinor }) => amountMinor === 5011)
    await expect.poll(async () => (await sales()).length).toBe(1)
    await driver.kill()
    expect(foundBelow(driver.userData, typedNeedles)).toEqual([])
    expect(foundBelow(profile, numberNeedles)).toEqual([])

    await driver.start()
    await driver.console('advance', { ms: '60000' })
    const killed = async () => {
      const asked = { connectionId: 'sandbox', operations: ['sale' as const] }
      const { rows } = must(await driver.call('register:list', asked))
      return rows.find(({ amount }) => amount?.amount === '50.11')
    }
    await expect.poll(async () => (await killed())?.state).toBe('SUCCEEDED')
    const filter = { kind: 'attempt:unknown', text: (await killed())!.clientOrderid }
    expect(must(await driver.call('audit:list', { filter })).rows).toHaveLength(1)
    expect(await sales()).toHaveLength(1)
    expect(foundBelow(driver.userData, typedNeedles)).toEqual([])
    expect(foundIn(trace(), typedNeedles)).toEqual([])
    expect(foundIn(readFileSync(screensFile), typedNeedles)).toEqual([])
  })

  it('and the search finds a number where there is one', async () => {
    await driver.go('/terminal/sale')
    await field('order_desc').fill(canaryAmex)
    expect(await look()).toContain('the card number as it is')
    await field('order_desc').fill('')
  })
})

function must<T>(result: { ok: true; value: T } | { ok: false; fault: { kind: string } }): T {
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
}
