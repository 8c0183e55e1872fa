// A whole desk without a window: real perform, client, transport, ledger file and sandbox on
// 127.0.0.1. A story opens it, acts as the renderer would through the bridge's methods, and looks
// into the sandbox's own books for what really happened.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Change, Output } from '#shared/contract/bridge.ts'
import type { OrderView, Review } from '#shared/bridge/views.ts'
import type { AttemptState } from '#shared/attempt.ts'
import { connectionRecord } from '#shared/connections/connection.ts'
import { type Fault, ok, type Result } from '#shared/fault.ts'
import { assemble, type Assembled } from '../../src/main/assemble.ts'
import type { NoticePorts, Question, ShellPorts } from '../../src/main/desk/base/desk.ts'
import type { UpdateOptions } from '../../src/main/composition/updates/wire-updates.ts'
import type { BackupTiming } from '../../src/main/ledger/copies/backup.ts'
import { probeCodes } from '../../src/main/ledger/db/lock-file.ts'
import type { ProbeLock } from '../../src/main/composition/try-lock.ts'
import type { SandboxHandle } from '../../src/main/composition/sandbox-connection.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { createBoxes } from '../../src/main/shell/system/boxes.ts'
import { quietShell } from '../fakes/shell/quiet-shell.ts'
import { bareQuestions } from './bare-questions.ts'
import { formatMessages } from '#wording/format-messages.ts'

const root = new URL('../../', import.meta.url).pathname
const readerEntry = new URL('../../src/main/ledger/worker/reader-worker.ts', import.meta.url)
const fileEntry = new URL('../../src/main/files/read-worker.ts', import.meta.url)

/** A sandbox that outlives desks, as a gateway does. */
export const handleOf = (sandbox: Sandbox): SandboxHandle => ({
  baseUrl: sandbox.baseUrl,
  identity: sandbox.identity,
  trainingOrders: sandbox.trainingOrders(),
  close: () => Promise.resolve(),
})

export interface OpenDesk extends Assembled {
  folder: string
  changes: Change[]
  reports: unknown[]
  exportFolder: string
}

/** A question as the dialog shows it. */
export type ShownQuestion = Omit<Question, 'detail'> & { detail: string }
const shownQuestion = (question: Question): ShownQuestion => {
  const { detail, ...rest } = formatMessages(question)
  return { ...rest, detail: detail.join('\n') }
}

export async function openDesk(options: {
  folder: string
  sandbox: SandboxHandle
  /** Chosen by whether the ledger knows of a keychain, where that matters. */
  vault?: Vault | ((hasSecrets: boolean) => Vault)
  clock?: () => number
  backupTiming?: BackupTiming
  /** How long a confirmed request waits on the sandbox; by default it is sent at once. */
  undoMs?: number
  /** By default nobody hears. */
  notices?: NoticePorts
  /** By default the person names no file. */
  saveText?: ShellPorts['saveText']
  onRestart?: () => void
  /** By default the lock is said to hold. */
  probeLock?: ProbeLock
  /** Keys for updates; by default there are none. */
  updates?: UpdateOptions
  /**
   * Lists and long work have threads of their own, as in the program; by default they run in this
   * one, as the start of a thread takes longer than most journeys.
   */
  threads?: boolean
  /** The file that a person chooses to open; by default they cancel. */
  fileToOpen?: () => string | null
  /** The folder that a person chooses; by default they cancel. */
  folderToUse?: () => string | null
  /** How the system's dialog is answered; by default the action is chosen. */
  ask?: (question: ShownQuestion) => Promise<boolean>
  /** Gets what tells the desk that the computer sleeps or is locked. */
  away?: (tell: (why: 'suspend' | 'screen-lock') => void) => void
}): Promise<OpenDesk> {
  const changes: Change[] = []
  const reports: unknown[] = []
  const exportFolder = join(options.folder, 'export')
  const boxes = createBoxes()
  const assembled = await assemble({
    folder: options.folder,
    resourcesDir: join(root, 'resources'),
    version: '0.0.0-test',
    host: 'test',
    actor: 'anna',
    openVault: (hasSecrets) => {
      const { vault = createMemoryVault() } = options
      return Promise.resolve(typeof vault === 'function' ? vault(hasSecrets) : vault)
    },
    startSandbox: () => Promise.resolve(options.sandbox),
    probeLock: options.probeLock ?? (() => Promise.resolve(probeCodes.lockedOut)),
    ...(options.clock === undefined ? {} : { clock: options.clock }),
    ...(options.updates === undefined ? {} : { updates: options.updates, version: '1.2.0' }),
    ...(options.backupTiming === undefined ? {} : { backupTiming: options.backupTiming }),
    ...(options.threads === true ? { readerEntry, fileEntry } : {}),
    shell: {
      ...quietShell,
      ask: (question) =>
        boxes.ask(() => options.ask?.(shownQuestion(question)) ?? Promise.resolve(true)),
      chooseExportFolder: () => boxes.choose(() => Promise.resolve(exportFolder)),
      chooseFile: ({ suggestedName }) =>
        boxes.choose(() => Promise.resolve(join(options.folder, suggestedName))),
      chooseToOpen: () => boxes.choose(() => Promise.resolve(options.fileToOpen?.() ?? null)),
      takeDropped: (name) =>
        Promise.resolve(ok(name === 'dropped' ? (options.fileToOpen?.() ?? null) : null)),
      chooseFolder: () => boxes.choose(() => Promise.resolve(options.folderToUse?.() ?? null)),
      // The page itself stands in for its print: what is in it can be read.
      printPage: (html) => Promise.resolve(new TextEncoder().encode(html)),
      restart: () => options.onRestart?.(),
      whenAway: (listener) => options.away?.(listener),
      notices: options.notices ?? quietShell.notices,
      saveText: options.saveText ?? quietShell.saveText,
    },
    onChange: (change) => changes.push(change),
    screenFailed: () => 'ABCD2345',
    ...{ wrapCost: { N: 2, r: 8, p: 1 } },
    report: (incident, error) => reports.push([incident, error]),
  })
  if (!assembled.ok) throw new Error(JSON.stringify(formatMessages(assembled.fault)))
  const money = { undoMs: options.undoMs ?? 0 }
  // Where somebody has to sign in first, an earlier start set it; a desk that moved sets none.
  const { isOn } = must(await assembled.value.desk['people:standing']({}))
  if (!isOn && must(await assembled.value.desk['app:state']({})).moved === null)
    must(await assembled.value.desk['connection:set-money']({ connectionId: 'sandbox', money }))
  const desk = asThePageReads(assembled.value.desk)
  return { ...assembled.value, desk, folder: options.folder, changes, reports, exportFolder }
}

/** Every answer with its messages as sentences, as the page’s end of the bridge hands it on. */
export const asThePageReads = (desk: Assembled['desk']): Assembled['desk'] =>
  Object.fromEntries(
    Object.entries(desk).map(([method, act]) => [
      method,
      async (input: never) => formatMessages<unknown>(await act(input)),
    ]),
  ) as unknown as Assembled['desk']

export interface Story {
  sandbox: Sandbox
  desk: OpenDesk
  /** Opens an order by its id, as the Orders screen does. */
  lookUp(orderid: string): Promise<OrderView>
  review(action: string, order: OrderView, more?: Record<string, string>): Promise<Result<Review>>
  confirm(review: Review): Promise<Result<Output['attempt:confirm']>>
  /** Waits until the attempt is in the state, checking the status as the poller does. */
  until(order: OrderView, attemptId: string, state: AttemptState): Promise<OrderView>
  /** How often the gateway carried the operation out on the order. */
  effects(orderid: string, operation: string): number
  close(): Promise<void>
}

/** `processingMs`: how long the gateway takes to become final what it accepted. */
export async function openStory(processingMs = 50): Promise<Story> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-story-'))
  const sandbox = await startSandbox({ processingMs })
  const vault: Vault = { ...createMemoryVault(), kind: 'keychain' }
  const desk = await openDesk({ folder, sandbox: handleOf(sandbox), vault })
  const story: Story = {
    sandbox,
    desk,
    lookUp: async (orderid) =>
      must(
        await desk.desk['order:look-up']({
          connectionId: 'sandbox',
          by: 'orderid',
          value: orderid,
        }),
      ),
    review: (action, order, more = {}) =>
      desk.desk['attempt:review']({
        connectionId: 'sandbox',
        operation: action as 'return',
        request: { client_orderid: order.clientOrderid, orderid: order.orderid, ...more },
      }),
    confirm: ({ attemptId, token }) => desk.desk['attempt:confirm']({ attemptId, token }),
    until: async (order, attemptId, state) => {
      for (let tries = 0; tries < 100; tries += 1) {
        const view = must(
          await desk.desk['order:check']({ connectionId: 'sandbox', orderid: order.orderid }),
        )
        const now = view.attempts.find((attempt) => attempt.id === attemptId)?.state
        if (now === state) return view
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
      throw new Error(`attempt ${attemptId} never became ${state}`)
    },
    effects: (orderid, operation) => effectsOf(sandbox, orderid, operation),
    close: async () => {
      await desk.close()
      const bare = bareQuestions(sandbox)
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
      if (bare.length > 0) throw new Error(bare.join('\n'))
    },
  }
  return story
}

export const effectsOf = (sandbox: Sandbox, orderid: string, operation: string): number =>
  sandbox.effects().filter((row) => row.orderid === orderid && row.operation === operation).length

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
}

export function faultOf(result: Result<unknown>): Fault {
  if (result.ok) throw new Error('a fault was expected')
  return result.fault
}

/**
 * A connection of the person's own to the same service: what holds back production holds it back,
 * and not the embedded one.
 */
export async function addShop(
  desk: OpenDesk,
  { baseUrl, identity }: Sandbox,
  more: { name?: string; endpointId?: string; settings?: object } = {},
): Promise<string> {
  const { id: _id, ...record } = connectionRecord.omit({ isEmbedded: true }).parse({
    ...{ id: 'x', name: 'Shop', environment: 'test', baseUrl, login: identity.login },
    endpointId: identity.endpointId,
    ...more,
    settings: { statusAmount: 'latest', money: { undoMs: 0 }, ...more.settings },
  })
  const { id } = must(await desk.desk['connection:save'](record))
  const key = identity.merchantControlKey
  must(await desk.desk['key:set-control']({ connectionId: id, key }))
  return id
}

/** A training order by words of its description. */
export function trainingOrder(sandbox: Sandbox, pattern: RegExp): string {
  const found = sandbox.trainingOrders().find((order) => pattern.test(order.about))
  if (found === undefined)
    throw new Error(`no training order ${pattern}: ${JSON.stringify(sandbox.trainingOrders())}`)
  return found.orderid
}
