// How the orders list feels with many orders: the built program in software-rendered Chromium, a
// generated ledger, frames while the wheel turns over page after page, and the time from a
// keystroke in the search, and from a press on a head, to its first page on the screen. Small by
// default; --full takes 100,000 orders. One JSON line last; exit 1 when a goal of --full is missed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import { type Launched, launchPaydesk } from '../scripts/launch.ts'
import { orderAt } from './ledger-facts.ts'
import { leaveLedger } from './ledger-left.ts'
import { rounded, spreadOf } from './measure.ts'

const { values: asked } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const sizes = asked.full
  ? { entries: 250_000, orders: 100_000 }
  : { entries: 25_000, orders: 10_000 }
const scrollMs = asked.full ? 8_000 : 4_000
/** About four notches of a wheel in each frame: a list flung past as fast as anybody does. */
const wheelPx = 480
const searches = asked.full ? 12 : 5
const sorts = asked.full ? 16 : 6
const sortedBy = ['original', 'customer', 'returnable', 'phase']
const say = (message: string): void => {
  process.stdout.write(`${message}\n`)
}

/** Runs in the page: each frame's time, and whether the list had rows where one looks. */
function watchFrames(): void {
  const grid = document.querySelector<HTMLElement>('.row-grid')
  const body = document.querySelector('.grid-body')
  if (grid === null || body === null) throw new Error('there is no list')
  const seen = { gaps: [] as number[], blank: 0, isOver: false }
  Object.assign(window, { seen })
  const topOf = (row: Element | null): number =>
    row instanceof HTMLElement ? Number.parseFloat(row.style.top) : Number.NaN
  let last = 0
  const frame = (at: number): void => {
    if (last > 0) seen.gaps.push(at - last)
    last = at
    const middle = grid.scrollTop + grid.clientHeight / 2
    if (!(topOf(body.firstElementChild) <= middle && topOf(body.lastElementChild) >= middle))
      seen.blank += 1
    if (!seen.isOver) requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
}

async function measureScroll(page: Page) {
  const box = await page.locator('.row-grid').boundingBox()
  if (box === null) throw new Error('the list is not on the screen')
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.evaluate(watchFrames)
  const end = performance.now() + scrollMs
  while (performance.now() < end) {
    await page.mouse.wheel(0, wheelPx)
    await sleep(4)
  }
  const seen = await page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { gaps: number[]; blank: number; isOver: boolean }
    }
    seen.isOver = true
    return { ...seen, scrolledPx: document.querySelector('.row-grid')?.scrollTop ?? 0 }
  })
  const rows = await page.getByTestId('orders-count').innerText()
  return { ...seen, rowsRead: Number.parseInt(rows, 10) }
}

/**
 * Runs in the page: from the key or the button going down to the second frame that has the answer
 * to what is then asked.
 */
function watchAnswer({ event, part }: { event: string; part: string }): void {
  const answered = (): boolean =>
    document.querySelector<HTMLElement>('.row-grid')?.dataset['question']?.includes(part) === true
  const painted = new Promise<number>((resolve) => {
    document.addEventListener(
      event,
      ({ timeStamp }) => {
        const look = (): void => {
          if (answered()) requestAnimationFrame(() => resolve(performance.now() - timeStamp))
          else requestAnimationFrame(look)
        }
        requestAnimationFrame(look)
      },
      { once: true, capture: true },
    )
  })
  Object.assign(window, { painted })
}
const paintedMs = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { painted: Promise<number> }).painted)

/** Each press sorts by another fact than the one before, so none finds its page made already. */
async function measureSorts(page: Page): Promise<number[]> {
  await page.getByTestId('orders-filter').fill('')
  await page.getByTestId('sort-original').waitFor()
  const times: number[] = []
  for (let n = 0; n < sorts; n += 1) {
    const field = sortedBy[n % sortedBy.length]!
    const sort = ['original', 'returnable'].includes(field) ? `-${field}` : field
    await page.evaluate(watchAnswer, { event: 'pointerdown', part: `"sort":"${sort}"` })
    await page.getByTestId(`sort-${field}`).click()
    times.push(await paintedMs(page))
  }
  await page.getByTestId('sort-checkedAt').click()
  return times
}

async function measureKeystrokes(page: Page): Promise<number[]> {
  const field = page.getByTestId('orders-filter')
  const times: number[] = []
  for (let n = 0; n < searches; n += 1) {
    await field.fill('')
    const id = orderAt((n * 7_919) % sizes.orders).orderid
    for (let length = 1; length <= id.length; length += 1) {
      const text = `"text":${JSON.stringify(id.slice(0, length))}`
      await page.evaluate(watchAnswer, { event: 'keydown', part: text })
      await page.keyboard.press(id[length - 1]!)
      times.push(await paintedMs(page))
    }
  }
  return times
}

const goal = (value: number, limit: number) => ({ value, goal: `<${limit}`, met: value < limit })

async function run(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.location.hash = '#/orders?connections=all'
  })
  await page.getByTestId('order-row').first().waitFor()
  await sleep(1_000)
  const scroll = await measureScroll(page)
  const gaps = spreadOf(scroll.gaps)
  say(
    `Scrolled ${Math.round(scroll.scrolledPx)} px, ${scroll.rowsRead} orders read, ${scroll.gaps.length} frames: p50 ${gaps.p50} ms, p95 ${gaps.p95} ms, worst ${gaps.max} ms; ${scroll.blank} frames without rows.`,
  )
  const keys = spreadOf(await measureKeystrokes(page))
  say(`Keystroke to first page: p50 ${keys.p50} ms, p95 ${keys.p95} ms, worst ${keys.max} ms.`)
  const sorted = spreadOf(await measureSorts(page))
  say(`Head to sorted page: p50 ${sorted.p50} ms, p95 ${sorted.p95} ms, worst ${sorted.max} ms.`)
  const goals = {
    scrollP50Ms: goal(gaps.p50, 17),
    scrollP95Ms: goal(gaps.p95, 25),
    keystrokeWorstMs: goal(keys.max, 100),
    sortP95Ms: goal(sorted.p95, 150),
  }
  const blankShare = rounded(scroll.blank / Math.max(1, scroll.gaps.length))
  const facts = { rowsRead: scroll.rowsRead, blankShare, frames: gaps, keystroke: keys, sorted }
  say(JSON.stringify({ bench: 'scroll', ...sizes, ...facts, goals }))
  if (asked.full && Object.values(goals).some(({ met }) => !met)) process.exitCode = 1
}

const built = spawnSync(process.execPath, [join(import.meta.dirname, '../scripts/build.mjs')], {
  stdio: 'inherit',
})
if (built.status !== 0) throw new Error('Paydesk could not be built.')
const userData = mkdtempSync(join(tmpdir(), 'paydesk-scroll-'))
let program: Launched | undefined
try {
  leaveLedger(userData, sizes, say)
  program = await launchPaydesk({
    userData,
    viewport: { width: 1280, height: 800 },
    colorScheme: 'light',
  })
  await run(program.page)
} finally {
  await program?.close()
  rmSync(userData, { recursive: true, force: true })
}
