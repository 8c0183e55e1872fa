// What a journey happens in, anew for each test of a file: a sandbox, a folder, a keychain, and
// desks that end before them.
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import type { AttemptView, OrderView, Review } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { effectsOf, handleOf, must, openDesk, type OpenDesk, type ShownQuestion } from './story.ts'

type Options = Omit<Parameters<typeof openDesk>[0], 'sandbox'>

export interface World {
  sandbox: Sandbox
  folder: string
  /** Keeps its secrets as a keychain does: else nothing but the embedded sandbox sends. */
  vault: Vault
  /** The desk that was opened last. */
  open: OpenDesk
  /** On the folder and the keychain of this test, where nothing else is said. */
  start(options?: Partial<Options>): Promise<OpenDesk>
  newFolder(): string
  /** The folder as it is at one moment, of a desk that is open. */
  copyOf(folder: string): string
  stops(): Promise<string[]>
  lookUp(orderid: string, connectionId?: string): Promise<OrderView>
  /** Of a refund, of all that is left where no fields are given. */
  review(
    orderid: string,
    more?: Record<string, string>,
    connectionId?: string,
  ): Promise<Result<Review>>
  send(
    orderid: string,
    more?: Record<string, string>,
    connectionId?: string,
  ): Promise<Result<AttemptView | null>>
  refunds(orderid: string): number
}

/** One euro: what most refunds of the journeys are of. */
export const oneEuro = { amount: '1.00', currency: 'EUR' }

export function eachWorld(processingMs = 50): World {
  const opened: OpenDesk[] = []
  const folders: string[] = []
  const world = {
    async start(options = {}) {
      const { folder, vault } = world
      world.open = await openDesk({ folder, vault, sandbox: handleOf(world.sandbox), ...options })
      opened.push(world.open)
      return world.open
    },
    newFolder() {
      const folder = mkdtempSync(join(tmpdir(), 'paydesk-journey-'))
      folders.push(folder)
      return folder
    },
    copyOf(folder) {
      // A file may go away while it is copied; that was no moment, and the copy is made again.
      for (let left = 20; ; left -= 1) {
        const copy = world.newFolder()
        try {
          cpSync(folder, copy, { recursive: true })
          return copy
        } catch (error) {
          if (left === 0 || !String(error).includes('ENOENT')) throw error
        }
      }
    },
    stops: async () =>
      must(await world.open.desk['app:state']({})).moneyStops.map(({ message }) => message),
    lookUp: async (orderid, connectionId = 'sandbox') =>
      must(await world.open.desk['order:look-up']({ connectionId, by: 'orderid', value: orderid })),
    async review(orderid, more = {}, connectionId = 'sandbox') {
      const { clientOrderid: client_orderid } = await world.lookUp(orderid, connectionId)
      const request = { client_orderid, orderid, comment: 'damaged', ...more }
      return world.open.desk['attempt:review']({ connectionId, operation: 'return', request })
    },
    async send(orderid, more, connectionId) {
      const reviewed = await world.review(orderid, more, connectionId)
      return reviewed.ok ? world.open.desk['attempt:confirm'](reviewed.value) : reviewed
    },
    refunds: (orderid) => effectsOf(world.sandbox, orderid, 'return'),
  } as World
  beforeEach(async () => {
    world.sandbox = await startSandbox({ processingMs })
    world.folder = world.newFolder()
    world.vault = { ...createMemoryVault(), kind: 'keychain' }
  })
  afterEach(async () => {
    for (const one of opened.splice(0)) await one.close()
    await world.sandbox.close()
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
  })
  return world
}

export interface Person {
  asked: ShownQuestion[]
  /** Whether the action is chosen in the system's dialog. */
  answer: boolean
  whileAsked: () => Promise<unknown>
  ask: (question: ShownQuestion) => Promise<boolean>
}

/** Whoever sits at the system's dialogs: says yes until a test lets them say no. */
export function eachPerson(): Person {
  const person: Person = {
    ...{ asked: [], answer: true, whileAsked: () => Promise.resolve() },
    async ask(question) {
      person.asked.push(question)
      await person.whileAsked()
      return person.answer
    },
  }
  beforeEach(() => {
    Object.assign(person, { asked: [], answer: true, whileAsked: () => Promise.resolve() })
  })
  return person
}
