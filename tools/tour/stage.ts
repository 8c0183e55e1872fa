// What a tour step stands on: the launched program, its page, screenshots in order, and checks that fail loudly with their words.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { launchPaydesk, type Launched } from '../launch.ts'

export interface Stage {
  readonly page: Page
  readonly host: Launched['host']
  readonly userData: string
  /** Prints one line for what was done. */
  say(words: string): void
  shot(name: string): Promise<void>
  /** Opens a screen as a person does who types its address: a full load of the page. */
  go(route: string): Promise<void>
  /** Looks an order up by typing its id. */
  lookUp(id: string): Promise<void>
  expectText(testId: string, words: RegExp | string, withinMs?: number): Promise<void>
  /** A training order's ids, found by words of its description. */
  practiceOrder(words: RegExp): Promise<{ orderid: string; clientOrderid: string }>
  /** Kills the program as a pulled plug would, and starts it again on the same records. */
  crash(): Promise<void>
  close(): Promise<number | null>
}

export interface StageOptions {
  userData: string
  shotsFolder: string
  saveFolder: string
  viewport: { width: number; height: number }
  colorScheme: 'light' | 'dark'
}

export async function openStage(options: StageOptions): Promise<Stage> {
  const launch = (): Promise<Launched> =>
    launchPaydesk({
      userData: options.userData,
      viewport: options.viewport,
      colorScheme: options.colorScheme,
      env: { PAYDESK_HOST_SAVE_DIR: options.saveFolder },
    })
  mkdirSync(options.shotsFolder, { recursive: true })
  mkdirSync(options.saveFolder, { recursive: true })
  let program = await launch()
  // What the tour confirms is sent at once.
  await program.page.evaluate(async () => {
    const bridge = (window as unknown as { paydesk: MoneyBridge }).paydesk
    await bridge.call('connection:set-money', { connectionId: 'sandbox', money: { undoMs: 0 } })
  })
  let shots = 0

  const textOf = (testId: string): Promise<string> =>
    program.page
      .getByTestId(testId)
      .first()
      .innerText({ timeout: 2_000 })
      .catch((error: unknown) => `(not there: ${String(error).split('\n')[0]})`)

  const expectText: Stage['expectText'] = async (testId, words, withinMs = 15_000) => {
    const limit = Date.now() + withinMs
    for (;;) {
      const seen = await textOf(testId)
      if (typeof words === 'string' ? seen.includes(words) : words.test(seen)) return
      if (Date.now() > limit) throw new Error(`${testId} should show ${words}, but shows: ${seen}`)
      await program.page.waitForTimeout(100)
    }
  }

  const shot: Stage['shot'] = async (name) => {
    shots += 1
    // Two frames: what was just rendered has been painted.
    await program.page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    )
    const file = `${String(shots).padStart(2, '0')}-${name}.png`
    await program.page.screenshot({ path: join(options.shotsFolder, file), animations: 'disabled' })
  }

  return {
    get page() {
      return program.page
    },
    get host() {
      return program.host
    },
    userData: options.userData,
    say: (words) => {
      process.stdout.write(`  ✓ ${words}\n`)
    },
    shot,
    go: async (route) => {
      await program.page.evaluate((hash) => {
        window.location.hash = hash
      }, route)
      await program.page.getByRole('heading', { level: 1 }).waitFor()
    },
    lookUp: async (id) => {
      await program.page.getByTestId('rail-orders').click()
      await program.page.getByLabel('Look up an order', { exact: true }).last().fill(id)
      await program.page.keyboard.press('Enter')
      await program.page.getByTestId('money-facts').waitFor()
    },
    expectText,
    practiceOrder: async (words) => {
      const orders = await program.page.evaluate(async () => {
        const bridge = (window as unknown as { paydesk: StateBridge }).paydesk
        const state = await bridge.call('desk:state', {})
        return state.value.connections.flatMap((connection) => connection.trainingOrders)
      })
      const found = orders.find((order) => words.test(order.about))
      if (found === undefined) throw new Error(`the sandbox has no practice order like ${words}`)
      return found
    },
    crash: async () => {
      await program.kill('SIGKILL')
      program = await launch()
    },
    close: () => program.close(),
  }
}

interface MoneyBridge {
  call(
    method: 'connection:set-money',
    input: { connectionId: string; money: { undoMs: number } },
  ): Promise<unknown>
}

interface StateBridge {
  call(
    method: 'desk:state',
    input: object,
  ): Promise<{
    value: {
      connections: {
        trainingOrders: { orderid: string; clientOrderid: string; about: string }[]
      }[]
    }
  }>
}
