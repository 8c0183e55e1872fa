// What the steps of the tour share: the launched program, its page, screenshots in order, and
// checks that fail loudly and say what was expected.
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { askDesk } from './books.ts'
import { launchPaydesk, type Launched, type LaunchOptions } from '../../scripts/launch.ts'

export interface Fixture {
  readonly page: Page
  readonly host: Launched['host']
  readonly userData: string
  /** Prints one line for what was done. */
  say(message: string): void
  /**
   * A picture, numbered in the order of the steps, or in a folder of its own under its bare name.
   */
  shot(name: string, folder?: string): Promise<void>
  /** Opens a screen as a person does who types its address: a full load of the page. */
  go(route: string): Promise<void>
  /** Looks an order up by typing its id. */
  lookUp(id: string): Promise<void>
  expectText(testId: string, message: RegExp | string, withinMs?: number): Promise<void>
  /** A training order's ids, found by words of its description. */
  practiceOrder(pattern: RegExp): Promise<{ orderid: string; clientOrderid: string }>
  /** Kills the program as a pulled plug would, and starts it again on the same records. */
  crash(): Promise<void>
  /**
   * How long a confirmed request of the sandbox’s connection waits, so that it can be undone.
   */
  holdBack(undoMs: number): Promise<void>
  /** Other window sizes and colours, without a new start. */
  show(viewport: { width: number; height: number }, colorScheme: 'light' | 'dark'): Promise<void>
  close(): Promise<number | null>
}

export interface FixtureOptions {
  userData: string
  shotsFolder: string
  saveFolder: string
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
  /** Otherwise than the tour itself is started. */
  started?: Pick<LaunchOptions, 'program' | 'keychainDir'>
  /** False plays without a line for each step. */
  isTold?: boolean
}

export async function openFixture(options: FixtureOptions): Promise<Fixture> {
  const launch = async (): Promise<Launched> => {
    const launched = await launchPaydesk({
      userData: options.userData,
      viewport: options.viewport,
      colorScheme: options.colorScheme,
      env: { PAYDESK_HOST_SAVE_DIR: options.saveFolder },
      ...options.started,
    })
    // A tour that root plays shows what everybody else sees as well.
    await launched.page.getByTestId('rail-orders').waitFor()
    const seen = launched.page.getByTestId('root-seen')
    if (await seen.isVisible()) await seen.click()
    return launched
  }
  mkdirSync(options.shotsFolder, { recursive: true })
  mkdirSync(options.saveFolder, { recursive: true })
  let program = await launch()
  const holdBack: Fixture['holdBack'] = async (undoMs) => {
    await askDesk(program.page, 'connection:set-money', {
      connectionId: 'sandbox',
      money: { undoMs },
    })
  }
  // What the tour confirms is sent at once, but where it shows Undo.
  await holdBack(0)
  // A second fixture goes on where the first one ended.
  let shots = readdirSync(options.shotsFolder).filter((file) => /^\d\d-/.test(file)).length

  const textOf = (testId: string): Promise<string> =>
    program.page
      .getByTestId(testId)
      .first()
      .innerText({ timeout: 2_000 })
      .catch((error: unknown) => `(not there: ${String(error).split('\n')[0]})`)

  const expectText: Fixture['expectText'] = async (testId, message, withinMs = 15_000) => {
    const limit = Date.now() + withinMs
    for (;;) {
      const seen = await textOf(testId)
      if (typeof message === 'string' ? seen.includes(message) : message.test(seen)) return
      if (Date.now() > limit)
        throw new Error(`${testId} should show ${message}, but shows: ${seen}`)
      await program.page.waitForTimeout(100)
    }
  }

  const shot: Fixture['shot'] = async (name, folder) => {
    if (folder === undefined) shots += 1
    // Two frames: what was just rendered has been painted.
    await program.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    const place = folder ?? '.'
    const numbered = `${String(shots).padStart(2, '0')}-${name}`
    await program.page.screenshot({
      path: join(options.shotsFolder, place, `${folder === undefined ? numbered : name}.png`),
      animations: 'disabled',
    })
  }

  return {
    get page() {
      return program.page
    },
    get host() {
      return program.host
    },
    userData: options.userData,
    say: (message) => {
      if (options.isTold !== false) process.stdout.write(`  ✓ ${message}\n`)
    },
    shot,
    go: async (route) => {
      await program.page.evaluate((hash) => {
        window.location.hash = hash
      }, route)
      await program.page.getByRole('heading', { level: 1 }).waitFor()
    },
    lookUp: async (id) => {
      const field = program.page.getByTestId('omnibox')
      await program.page.getByTestId('omnibox-open').click()
      await field.fill(id)
      await program.page.keyboard.press('Enter')
      await field.waitFor({ state: 'detached' })
      await program.page.getByTestId('money-facts').waitFor()
    },
    expectText,
    practiceOrder: async (pattern) => {
      const { connections } = await askDesk(program.page, 'app:state', {})
      const orders = (connections as { trainingOrders: Practice[] }[]).flatMap(
        ({ trainingOrders }) => trainingOrders,
      )
      const found = orders.find((order) => pattern.test(order.about))
      if (found === undefined) throw new Error(`the sandbox has no practice order like ${pattern}`)
      return found
    },
    crash: async () => {
      await program.kill('SIGKILL')
      program = await launch()
    },
    holdBack,
    show: async (viewport, colorScheme) => {
      await program.page.setViewportSize(viewport)
      await program.page.emulateMedia({ colorScheme })
    },
    close: () => program.close(),
  }
}

interface Practice {
  orderid: string
  clientOrderid: string
  about: string
}
