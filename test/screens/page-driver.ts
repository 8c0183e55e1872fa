// Drives the page in screen tests and in the tour: starts the built program with its real window,
// reads and presses what is on the screen, and reads the sandbox's own books, in which every test
// ends. The driver never reaches into the page's stores.
import { formatMessages } from '#wording/format-messages.ts'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { Locator, Page } from 'playwright-core'
import type { Input, Method, Output } from '#shared/contract/bridge.ts'
import type { Result } from '#shared/fault.ts'
import type {} from '../../src/renderer/api/bridge.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { launchPaydesk, type Launched, type LaunchOptions } from '../../scripts/launch.ts'
import type { Place } from '../sandbox/merchant.ts'

export interface Effect {
  operation: string
  amountMinor: number
  currency: string
}

interface Practice {
  orderid: string
  clientOrderid: string
  about: string
}

interface Books {
  effects: (Effect & { orderid: string | number })[]
  requests: { serial: string; operation: string | null }[]
  trainingOrders: Practice[]
  /** `sent`: the whole signed address. */
  callbacks: { url: string; sent: string | null }[]
}

declare global {
  interface Window {
    /** Messages that the page showed by their code. */
    references?: string[]
  }
}

export interface PageDriver {
  readonly page: Page
  readonly program: Launched
  readonly userData: string
  readonly saveFolder: string
  at(testId: string): Locator
  /** Calls main as a script in the page would. */
  call<M extends Method>(method: M, input: Input<M>): Promise<Result<Output[M]>>
  /** A training order by words of its description. */
  practice(pattern: RegExp): Promise<Practice>
  lookUp(id: string): Promise<void>
  /** The same address again; waits until its screen is there. */
  reload(): Promise<void>
  go(route: string): Promise<void>
  /** Waits until the text is there. */
  sees(testId: string, message: RegExp | string, withinMs?: number): Promise<void>
  /** The amount beside a label of the order's money. */
  money(label: string): Promise<string>
  /**
   * Opens the form of the action on the order that is shown and fills it; without an amount it is
   * the whole.
   */
  fill(action: 'return' | 'capture' | 'void', amount?: string, reason?: string): Promise<void>
  review(): Promise<void>
  send(): Promise<void>
  /** Waits until the outcome on the screen is that the gateway did it. */
  isDone(): Promise<void>
  /**
   * Lets the sandbox's time pass, presses Check now and waits until nothing is open on the order.
   */
  settle(): Promise<void>
  /** A switch of the sandbox's console. */
  console(path: string, fields: Record<string, string>): Promise<void>
  /** What the sandbox's console tells. */
  books(): Promise<Books>
  /** Fresh practice orders at the sandbox. */
  freshPractice(): Promise<Practice[]>
  /** What the gateway really carried out on an order, by its own books. */
  effects(orderid: string): Promise<Effect[]>
  /** How many requests for an operation the gateway has received, by its own books. */
  requests(operation: string): Promise<number>
  /**
   * The merchant's shop, which makes orders at the same gateway beside Paydesk, with the keys of
   * `settleIn`.
   */
  shop(identity: Place['identity']): Promise<Place>
  kill(): Promise<void>
  start(more?: Partial<LaunchOptions>): Promise<void>
  /** Ends it in order; its exit code. */
  close(): Promise<number | null>
}

/** Amounts are written with spaces that don't break. */
export const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ')

let reads = 0
/** How often anyone has looked into the sandbox's books. */
export const booksRead = (): number => reads

/** The books of a gateway that a test started itself. */
export function booksOf(sandbox: Sandbox): ReturnType<Sandbox['requests']> {
  reads += 1
  return sandbox.requests()
}

/**
 * Lets the sandbox make its file before Paydesk starts on it, and says who it takes its merchant
 * for.
 */
export async function settleIn(userData: string): Promise<Place['identity']> {
  const sandbox = await startSandbox({ db: join(userData, 'sandbox.sqlite') })
  await sandbox.close()
  return sandbox.identity
}

/** The same, from the file of a sandbox that is closed. */
export function identityIn(userData: string): Place['identity'] {
  const db = new DatabaseSync(join(userData, 'sandbox.sqlite'), { readOnly: true })
  const row = db.prepare("SELECT value FROM meta WHERE name = 'identity'").get()
  db.close()
  return JSON.parse(String(row?.['value'])) as Place['identity']
}

const scratch: string[] = []
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-screen-'))
  scratch.push(folder)
  return folder
}

/**
 * `undoMs`: how long a confirmed request waits; by default it is sent at once. `saveFolder`: where
 * a person saves files; by default among the records.
 */
export async function openPageDriver(
  options: Partial<LaunchOptions> & { undoMs?: number; saveFolder?: string } = {},
): Promise<PageDriver> {
  const userData = options.userData ?? newFolder()
  const saveFolder = options.saveFolder ?? join(userData, 'saved')
  const launch = (more: Partial<LaunchOptions> = {}): Promise<Launched> =>
    launchPaydesk({
      viewport: { width: 1280, height: 800 },
      colorScheme: 'light',
      ...options,
      ...more,
      userData,
      env: { PAYDESK_HOST_SAVE_DIR: saveFolder, ...options.env, ...more.env },
    })
  mkdirSync(saveFolder, { recursive: true })
  const open = async (more: Parameters<typeof launch>[0] = {}) => {
    const opened = await launch(more)
    await opened.page.evaluate(watchReferences)
    return opened
  }
  let program = await open()
  const at = (testId: string): Locator => program.page.getByTestId(testId)

  const call: PageDriver['call'] = async (method, input) =>
    formatMessages(
      await program.page.evaluate(
        ([name, given]) => {
          if (window.paydesk === undefined) throw new Error('no bridge')
          return (window.paydesk.call as (method: string, input: unknown) => Promise<unknown>)(
            name,
            given,
          )
        },
        [method, input] as [string, unknown],
      ),
    ) as never
  const money = { undoMs: options.undoMs ?? 0 }
  await call('connection:set-money', { connectionId: 'sandbox', money })
  const connection = async () => {
    const state = await call('app:state', {})
    const found = state.ok ? state.value.connections[0] : undefined
    if (found === undefined) throw new Error('the desk has no connection')
    return found
  }
  const sees: PageDriver['sees'] = async (testId, message, withinMs = 45_000) => {
    const limit = Date.now() + withinMs
    for (;;) {
      const seen = await at(testId).first().innerText({ timeout: 1_000 }).then(plain, String)
      if (typeof message === 'string' ? seen.includes(message) : message.test(seen)) return
      if (Date.now() > limit)
        throw new Error(`${testId} should show ${message}, but shows: ${seen}`)
      await program.page.waitForTimeout(40)
    }
  }
  const state = async (): Promise<Books & { token: string }> => {
    const answer = await fetch(new URL('/console/state.json', (await connection()).baseUrl))
    if (!answer.ok) throw new Error(`the sandbox's console answered ${answer.status}`)
    return (await answer.json()) as Books & { token: string }
  }
  const books = (): Promise<Books> => {
    reads += 1
    return state()
  }
  const tell: PageDriver['console'] = async (path, fields) => {
    const { token } = await state()
    const answer = await fetch(new URL(`/console/${path}`, (await connection()).baseUrl), {
      method: 'POST',
      body: new URLSearchParams({ ...fields, token }),
      redirect: 'manual',
    })
    if (answer.status !== 303) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }

  return {
    get page() {
      return program.page
    },
    get program() {
      return program
    },
    userData,
    saveFolder,
    at,
    call,
    sees,
    console: tell,
    books,
    freshPractice: async () => {
      await tell('training', {})
      return (await books()).trainingOrders
    },
    practice: async (pattern) => {
      const { trainingOrders } = await connection()
      const found = trainingOrders.find((order) => pattern.test(order.about))
      if (found === undefined) throw new Error(`no practice order like ${pattern}`)
      return found
    },
    lookUp: async (id) => {
      await at('omnibox-open').click()
      await at('omnibox').fill(id)
      await program.page.keyboard.press('Enter')
      await at('omnibox').waitFor({ state: 'detached' })
      await at('sheet').waitFor({ state: 'detached' })
      await at('money-facts').waitFor()
    },
    reload: async () => {
      await program.page.reload()
      // An address that is set before the first screen stands is not heard of. The heading that
      // stands there while the records are read is none of a screen.
      await program.page.locator('h1:not(.provider > main > h1)').first().waitFor()
    },
    go: async (route) => {
      await program.page.evaluate((hash) => {
        // A sheet beside an order leaves the order's screen where it is.
        const pathOf = (address: string): string =>
          (address.replace(/^#/, '').split('?')[0] ?? '').replace(
            /^(\/orders\/[^/]+\/[^/]+)\/(give-back|return|capture|void)$/,
            '$1',
          )
        if (pathOf(window.location.hash) !== pathOf(hash))
          document.querySelector('main > *')?.setAttribute('data-left', '')
        window.location.hash = hash
      }, route)
      // The screen that was left must not be taken for the one that comes.
      await program.page.locator('[data-left]').waitFor({ state: 'detached' })
      await program.page.getByRole('heading', { level: 1 }).waitFor()
    },
    money: (label) =>
      at('money-facts')
        .getByRole('row')
        .filter({ has: program.page.locator('th', { hasText: new RegExp(`^${label}`) }) })
        .locator('.amount')
        .innerText()
        .then(plain),
    fill: async (action, amount, reason) => {
      await at(`action-${action}`).click()
      await at('action-form').waitFor()
      const typeIn = (field: string, text: string): Promise<void> =>
        at('action-form').getByTestId(field).fill(text)
      if (amount !== undefined) await typeIn('amount', amount)
      if (action === 'return') await typeIn('reason', reason ?? 'Box arrived damaged')
    },
    review: async () => {
      await at('review-open').click()
      await at('review').or(at('fault')).waitFor()
      if (!(await at('review').isVisible()))
        throw new Error(`no review: ${await at('action-form').innerText()}`)
    },
    send: async () => {
      await at('send').click()
      await at('outcome').waitFor()
    },
    isDone: async () => {
      await at('outcome').and(program.page.locator('[data-outcome=done]')).waitFor()
    },
    settle: async () => {
      await at('sheet').waitFor({ state: 'detached' })
      await tell('advance', { ms: '60000' })
      await at('check-now').click()
      // What the page showed before the answer can look as if nothing were open.
      await at('check-now').and(program.page.locator(':enabled')).waitFor()
      await at('open-attempt').first().waitFor({ state: 'detached' })
    },
    effects: async (orderid) =>
      (await books()).effects
        .filter((effect) => String(effect.orderid) === orderid)
        .map(({ operation, amountMinor, currency }) => ({ operation, amountMinor, currency })),
    requests: async (operation) =>
      (await books()).requests.filter((request) => request.operation === operation).length,
    shop: async (identity) => ({ baseUrl: (await connection()).baseUrl, identity }),
    kill: () => program.kill(),
    start: async (more) => {
      program = await open(more)
    },
    close: async () => {
      const shown = await program.page.evaluate(() => window.references ?? []).catch(() => [])
      const exit = await program.close()
      for (const folder of scratch.splice(0)) rmSync(folder, { recursive: true, force: true })
      if (shown.length > 0) throw new Error(`The page showed messages by code: ${shown.join(' ')}`)
      return exit
    },
  }
}

/** Runs in the page: notes each message that the page shows by its code. */
function watchReferences(): void {
  window.references = []
  const look = (): void => {
    for (const found of document.body.textContent.match(/\{"code":"[^"]+"/g) ?? [])
      if (!window.references!.includes(found)) window.references!.push(found)
  }
  let isDue = false
  new MutationObserver(() => {
    if (isDue) return
    isDue = true
    setTimeout(() => {
      isDue = false
      look()
    }, 300)
  }).observe(document.body, { subtree: true, childList: true, characterData: true })
}

/** What was typed and lies in the ledger, as JSON. */
export async function savedDrafts(driver: PageDriver): Promise<string> {
  const kept = await driver.call('preference:find', { name: 'drafts' })
  return JSON.stringify(kept.ok ? kept.value : null)
}
