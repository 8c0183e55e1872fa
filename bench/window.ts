// How soon the window is of use, how light the omnibox is, and what Paydesk takes while nobody does
// anything: the built program in software-rendered Chromium on a generated ledger. A first start,
// warm ones after runs that were open long enough for the whole ledger to be looked at, and ones
// after a run that was closed at once, which look at all of it first. The JavaScript that was read
// until the first rows; what a keystroke in the omnibox costs with all commands and orders in
// reach; how soon the refund sheet stands; memory and processor of all its processes when idle.
// Small by default; --full takes 1,000,000 entries and 200,000 orders. One JSON line last; exit 1
// when a goal of --full is missed.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { type Launched, launchPaydesk } from '../scripts/launch.ts'
import { idleOf } from './idle.ts'
import { keysOf } from './keys.ts'
import { orderAt } from './ledger-facts.ts'
import { leaveLedger } from './ledger-left.ts'
import { createReport, rounded, spreadOf } from './measure.ts'
import { sheetTimes } from './sheet.ts'

const { values: asked } = parseArgs({ options: { full: { type: 'boolean', default: false } } })
const sizes = asked.full
  ? { entries: 1_000_000, orders: 200_000 }
  : { entries: 25_000, orders: 5_000 }
const starts = asked.full ? 5 : 1
const idleMs = asked.full ? 30_000 : 3_000
const report = createReport('window', asked.full)
const built = join(import.meta.dirname, '../out/app/renderer/assets')

/** A request among the newest ones, which Today shows beside its figures. */
const rowOfToday = '[data-testid=activity] li'

/** The phases of main, as the application log tells them, from its first statement. */
const phases = ['held', 'looked', 'ledger', 'keys', 'sandbox', 'practice', 'ms'] as const

interface Start extends Record<(typeof phases)[number], number> {
  /**
   * What Paydesk adds: to the first rows of Today, less the time at which an empty program in the
   * same host, started right before, asked for its page.
   */
  own: number
  /** Milliseconds from the start of the process, Chromium's included, to each of these. */
  empty: number
  loading: number
  begun: number
  opened: number
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

/** What main said of its own start, in milliseconds, and when by the clock the desk was open. */
function openedIn(userData: string): { at: number; of: (phase: string) => number } {
  const lines = readFileSync(join(userData, 'paydesk.log'), 'utf8').split('\n')
  const line = lines.findLast((one) => / opened ms=/.test(one)) ?? ''
  const of = (phase: string): number =>
    Number(new RegExp(` ${phase}=(\\d+)`).exec(line)?.[1] ?? Number.NaN)
  return { at: Date.parse(line.split(' ')[0] ?? ''), of }
}

const shown = { viewport: { width: 1280, height: 800 }, colorScheme: 'light' } as const

/** Asks an empty program in the same host. */
async function ofEmpty<T>(ask: (program: Launched) => Promise<T>): Promise<T> {
  const userData = mkdtempSync(join(tmpdir(), 'paydesk-empty-'))
  const program = await launchPaydesk({
    ...{ userData, main: join(import.meta.dirname, 'empty-main.ts') },
    ...shown,
  })
  try {
    return await ask(program)
  } finally {
    await program.close()
    rmSync(userData, { recursive: true, force: true })
  }
}

/** Milliseconds from the start of a process to the page of an empty program being asked for. */
const emptyStart = (): Promise<number> =>
  ofEmpty(
    async (program) =>
      (await program.page.evaluate(() => performance.timeOrigin)) - beganOf(program).process,
  )

function beganOf({ began }: Launched): { process: number; main: number } {
  if (began === undefined) throw new Error('Only the Chromium host says when it began.')
  return began
}

async function started(userData: string): Promise<{ program: Launched; start: Start }> {
  const empty = rounded(await emptyStart())
  const program = await launchPaydesk({ userData, ...shown })
  const { page } = program
  const began = beganOf(program)
  const today = await page.evaluate(seen, rowOfToday)
  const { origin, painted } = await page.evaluate(() => ({
    origin: performance.timeOrigin,
    painted: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
  }))
  const scriptKb = rounded(await scriptSize(page, today))
  const left = await page.evaluate(() => {
    window.location.hash = '#/orders?connections=all'
    return performance.timeOrigin + performance.now()
  })
  const rows = await page.evaluate(seen, '[data-testid=order-row]')
  const opened = openedIn(userData)
  const since = (at: number): number => rounded(at - began.process)
  const ofMain = Object.fromEntries(phases.map((phase) => [phase, opened.of(phase)]))
  return {
    program,
    start: {
      ...(ofMain as Record<(typeof phases)[number], number>),
      own: rounded(since(today) - empty),
      empty,
      loading: since(began.main),
      begun: since(opened.at - opened.of('ms')),
      opened: since(opened.at),
      asked: since(origin),
      painted: since(origin + painted),
      today: since(today),
      list: rounded(rows - left),
      scriptKb,
    },
  }
}

/** The lock file says 1 once a run has looked at all of the ledger (lock-file.ts). */
async function untilSound(userData: string): Promise<void> {
  const isSound = (): boolean =>
    readFileSync(join(userData, 'ledger.sqlite-lock')).readUInt32BE(60) === 1
  for (const limit = Date.now() + 120_000; !isSound(); await sleep(100))
    if (Date.now() > limit) throw new Error('The ledger was not looked at in time.')
}

/** Soon after the start the ledger is copied, where no copy of the day is there. */
async function untilCopied(userData: string): Promise<void> {
  const isCopied = (): boolean => {
    const names = readdirSync(userData).includes('backups')
      ? readdirSync(join(userData, 'backups'))
      : []
    return names.some((name) => name.endsWith('.db'))
  }
  for (const limit = Date.now() + 300_000; !isCopied(); await sleep(500))
    if (Date.now() > limit) throw new Error('The ledger was not copied in time.')
  await sleep(idleMs / 3)
}

/** Kilobytes, compressed, of what the page read before its first rows. */
async function scriptSize(page: Page, rowsAt: number): Promise<number> {
  const names = await page.evaluate(
    (at) =>
      performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => performance.timeOrigin + startTime < at)
        .map(({ name }) => new URL(name).pathname)
        .filter((name) => name.endsWith('.js')),
    rowsAt,
  )
  return names.reduce(
    (sum, name) => sum + gzipSync(readFileSync(join(built, basename(name)))).length / 1024,
    0,
  )
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

async function measureOmnibox(page: Page): Promise<void> {
  const keys = await keysOf(page)
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
  const costs = await keys()
  const work = spreadOf(costs.map((one) => one.handled + one.frame))
  const drawn = spreadOf(costs.map((one) => one.drawn))
  const more = { ms: work, keys: costs.length }
  report.tell('a key in the omnibox, until its list is drawn', work.p95, 'ms p95', less(16), more)
  report.tell('the same with the wait for a frame', drawn.p95, 'ms p95', undefined, { ms: drawn })
  const answer = spreadOf(answers)
  report.tell('order found, from the last key', answer.p95, 'ms p95', undefined, { ms: answer })
}

const less = (below: number): { below: number } => ({ below })

function tellStarts(name: string, of: readonly Start[], hasGoal: boolean): void {
  const tell = (part: keyof Start, words: string, goal?: { below: number }): void => {
    const ms = spreadOf(of.map((one) => one[part]))
    report.tell(`${name}: ${words}`, ms.p50, 'ms p50', goal, { ms })
  }
  tell('own', 'rows of Today, without the host', hasGoal ? less(1000) : undefined)
  for (const [part, words] of [
    ['empty', 'page of an empty program requested'],
    ['loading', 'main requested'],
    ['begun', 'main loaded'],
    ['opened', 'desk open'],
    ['asked', 'page requested'],
    ['painted', 'first paint'],
    ['today', 'rows of Today'],
    ['held', 'main: lock held'],
    ['looked', 'main: pages checked'],
    ['ledger', 'main: ledger open'],
    ['keys', 'main: keychain answered, rows compared'],
    ['practice', 'main: practice connection ready'],
    ['list', 'rows of Orders, once requested'],
  ] as const)
    tell(part, words)
}

async function run(userData: string): Promise<void> {
  const once = async (act: (program: Launched) => Promise<void>): Promise<Start> => {
    const { program, start } = await started(userData)
    try {
      await act(program)
    } finally {
      await program.close()
    }
    return start
  }
  const looked = (): Promise<void> => untilSound(userData)
  const atOnce = (): Promise<void> => Promise.resolve()
  tellStarts('first start', [await once(looked)], false)
  const warm: Start[] = []
  while (warm.length < starts) warm.push(await once(looked))
  tellStarts('warm start', warm, true)
  await once(atOnce)
  const unlooked: Start[] = []
  while (unlooked.length < starts) unlooked.push(await once(atOnce))
  tellStarts('after a run cut short', unlooked, true)
  // Before the last start: two programs at once would share the pages of Chromium.
  const empty = await ofEmpty(async ({ mainPid }) => {
    await sleep(idleMs / 3)
    return idleOf(mainPid, idleMs / 3)
  })
  const last = await once(async ({ page, mainPid }) => {
    await measureOmnibox(page)
    const sheet = spreadOf(await sheetTimes(page, asked.full ? 25 : 5))
    const words = 'refund sheet, from the key'
    report.tell(words, sheet.p95, 'ms p95', less(100), { ms: sheet })
    // What a start leaves to later is no part of an idle desk.
    await looked()
    await untilCopied(userData)
    const { allMb, cpuPercent, kinds } = await idleOf(mainPid, idleMs)
    report.tell('idle memory, all processes', allMb, 'MB', less(350))
    report.tell('idle memory of an empty program in this host', empty.allMb, 'MB')
    for (const [kind, mb] of Object.entries(empty.kinds))
      report.tell(`idle memory of an empty program, ${kind}`, mb, 'MB')
    report.tell('idle memory, without the host', rounded(allMb - empty.allMb), 'MB')
    for (const [kind, mb] of Object.entries(kinds)) report.tell(`idle memory, ${kind}`, mb, 'MB')
    report.tell('idle processor', cpuPercent, '% of one core', less(1), { idleMs })
  })
  report.tell('JavaScript of the first screen', last.scriptKb, 'kB gzip', less(350))
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
