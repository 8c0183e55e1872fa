// How soon the window is of use and how light the omnibox is: the built program in
// software-rendered Chromium on a generated ledger. From the start of the process, cold and then
// warm: the page is asked for, painted, shows the figures of Today and the first rows of Orders;
// the JavaScript it read until then, compressed; what a keystroke in the omnibox costs with all
// commands and orders in reach. Small by default; --full takes 1,000,000 entries and 200,000
// orders. One JSON line last; exit 1 when a goal of --full is missed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { type Launched, launchPaydesk } from '../scripts/launch.ts'
import { orderAt } from './ledger-facts.ts'
import { leaveLedger } from './ledger-left.ts'
import { createReport, rounded, spreadOf } from './measure.ts'

const { values: asked } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const sizes = asked.full
  ? { entries: 1_000_000, orders: 200_000 }
  : { entries: 25_000, orders: 5_000 }
const warmStarts = asked.full ? 5 : 1
const report = createReport('window', asked.full)
const built = join(import.meta.dirname, '../out/app/renderer/assets')

/** A request among the newest ones, which Today shows beside its figures. */
const rowOfToday = '[data-testid=activity] li'

interface Start {
  /** What Paydesk itself takes: the ledger opened, and the page from being asked for to Today. */
  own: number
  /**
   * Milliseconds from the start of the process, that of Chromium included, to each of these.
   */
  asked: number
  painted: number
  today: number
  /** From the moment Orders was asked for. */
  list: number
  scriptKb: number
}

/** Runs in the page: when something that matches is first in the document, by the clock. */
const seen = (selector: string): Promise<number> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (document.querySelector(selector) === null) requestAnimationFrame(look)
      else resolve(performance.timeOrigin + performance.now())
    }
    look()
  })

/** Milliseconds from the start of main to an open desk, as the application log says it. */
function openedIn(userData: string): number {
  const lines = readFileSync(join(userData, 'paydesk.log'), 'utf8').matchAll(/ opened ms=(\d+)/g)
  return Number([...lines].at(-1)?.[1] ?? Number.NaN)
}

async function started(userData: string): Promise<{ program: Launched; start: Start }> {
  const from = Date.now()
  const program = await launchPaydesk({
    userData,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
  })
  const { page } = program
  const today = await page.evaluate(seen, rowOfToday)
  const { origin, painted } = await page.evaluate(() => ({
    origin: performance.timeOrigin,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  const scriptKb = rounded(await scriptSize(page))
  const left = await page.evaluate(() => {
    window.location.hash = '#/orders?connections=all'
    return performance.timeOrigin + performance.now()
  })
  const rows = await page.evaluate(seen, '[data-testid=order-row]')
  const since = (at: number): number => rounded(at - from)
  return {
    program,
    start: {
      own: openedIn(userData) + rounded(today - origin),
      asked: since(origin),
      painted: since(origin + painted),
      today: since(today),
      list: rounded(rows - left),
      scriptKb,
    },
  }
}

/** Kilobytes, compressed, of what the page read so far. */
async function scriptSize(page: Page): Promise<number> {
  const names = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((name) => name.endsWith('.js')),
  )
  return names.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(built, basename(name)))).length / 1024,
    0,
  )
}

/**
 * Runs in the page: what one key costs, from the event to the list laid out anew. The wait for a
 * frame, which no program can shorten, is not in it.
 */
function watchKeys(): void {
  const keys = { costs: [] as number[], last: 0 }
  Object.assign(window, { keys })
  const { port1, port2 } = new MessageChannel()
  // After Vue has followed the key, which it does in the same task.
  port1.onmessage = () => {
    void document.body.offsetHeight
    keys.costs.push(performance.now() - keys.last)
  }
  document.addEventListener('keydown', () => (keys.last = performance.now()), { capture: true })
  document.addEventListener('input', () => port2.postMessage(null))
}

/** Runs in the page: from the last key to the frame that shows an order with this id. */
const found = (orderid: string): Promise<number> =>
  new Promise((resolve) => {
    const { last } = (window as unknown as { keys: { last: number } }).keys
    const look = (): void => {
      const option = document.querySelector(
        `[data-testid^=omnibox-order-][data-testid$="-${orderid}"]`,
      )
      if (option === null) requestAnimationFrame(look)
      else resolve(performance.now() - last)
    }
    look()
  })

async function measureOmnibox(page: Page): Promise<{ keys: number[]; answers: number[] }> {
  await page.evaluate(watchKeys)
  const answers: number[] = []
  const type = async (text: string): Promise<void> => {
    await page.keyboard.press('Control+k')
    await page.getByTestId('omnibox').fill('')
    await page.keyboard.type(text, { delay: 40 })
  }
  for (const text of ['audit log', 'refund 6760150 20.00', 'payout', 'settings of', 'theme']) {
    await type(text)
    await page.keyboard.press('Escape')
  }
  for (let n = 0; n < (asked.full ? 25 : 3); n += 1) {
    const { orderid, answer } = orderAt((n * 7_919) % sizes.orders)
    await type(answer.name)
    await page.keyboard.press('Escape')
    await type(orderid)
    answers.push(await page.evaluate(found, orderid))
    await page.keyboard.press('Escape')
  }
  const { costs } = await page.evaluate(
    () => (window as unknown as { keys: { costs: number[] } }).keys,
  )
  return { keys: costs, answers }
}

function tellStart(name: string, starts: readonly Start[], isJudged: boolean): void {
  const phase = (of: keyof Start) => spreadOf(starts.map((one) => one[of]))
  for (const [of, words] of [
    ['own', 'figures of Today, Chromium’s start left out'],
    ['asked', 'page asked for'],
    ['painted', 'first paint'],
    ['today', 'figures of Today'],
    ['list', 'first rows of Orders, once asked for'],
  ] as const) {
    const ms = phase(of)
    const goal = of === 'own' && isJudged ? { below: 1000 } : undefined
    report.tell(`${name}: ${words}`, ms.p50, 'ms p50', goal, { ms })
  }
}

async function run(userData: string): Promise<void> {
  const cold = await started(userData)
  await cold.program.close()
  tellStart('first start', [cold.start], false)
  const warm: Start[] = []
  for (let n = 1; n < warmStarts; n += 1) {
    const { program, start } = await started(userData)
    warm.push(start)
    await program.close()
  }
  const { program, start } = await started(userData)
  try {
    warm.push(start)
    tellStart('warm start', warm, true)
    report.tell('JavaScript of the first screen', start.scriptKb, 'kB gzip', { below: 350 })
    const { keys, answers } = await measureOmnibox(program.page)
    const [key, answer] = [spreadOf(keys), spreadOf(answers)]
    report.tell(
      'a key in the omnibox',
      key.p95,
      'ms p95',
      { below: 16 },
      { ms: key, keys: keys.length },
    )
    report.tell('order found, from the last key', answer.p95, 'ms p95', undefined, { ms: answer })
  } finally {
    await program.close()
  }
}

const build = spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/build.mjs')], {
  stdio: 'inherit',
})
if (build.status !== 0) throw new Error('Paydesk could not be built.')
const userData = mkdtempSync(join(tmpdir(), 'paydesk-window-'))
try {
  leaveLedger(userData, sizes, (words) => process.stderr.write(`${words}\n`))
  await run(userData)
} finally {
  rmSync(userData, { recursive: true, force: true })
}
report.end(sizes)
