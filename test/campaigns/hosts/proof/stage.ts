// A real desk at a foreign gateway of one trait: the real client, ledger and socket, and no window.
// Flows act on it as screens do, through the bridge's methods, and a person who knows the books
// resolves by hand what the gateway does not tell.
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOpen, isWatched } from '#shared/attempt.ts'
import type { Output } from '#shared/contract/bridge.ts'
import { connectionSettings } from '#shared/connections/connection.ts'
import type { Fault, Result } from '#shared/fault.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { Desk } from '../../../../src/main/desk/base/desk.ts'
import { createMemoryVault } from '../../../../src/main/vault/memory.ts'
import { openDeskAt } from '../../faults/fixture.ts'
import type { Trait } from '../foreign/trait.ts'
import { type Call, type ForeignGateway, startForeignGateway } from '../foreign/gateway.ts'
import type { Notes } from './verdict.ts'

export type Fields = Record<string, string>
export type Attempt = Output['attempt:confirm']
export type View = Output['order:check']

export interface Stage {
  trait: Trait
  gateway: ForeignGateway
  desk: Desk
  connectionId: string
  /** Of the flow that is played. */
  notes: Notes
  /** Incidents that the program reported: bugs. */
  reported: string[]
  close(): Promise<void>
}

/** Paydesk refused to send, or could not: nothing left. */
export class Shut extends Error {}

const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
const merchant = {
  login: 'shop',
  endpointId: '1144',
  key: 'B17F59B4-A7DC-41B4-8FF9-37D986B43D20',
  publicKeyPem: keys.publicKey,
}
/** Files as on a disk, without waiting for one. */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(wordsOf(result.fault))
  return result.value
}

export const wordsOf = (fault: Fault): string =>
  [fault.message, 'detail' in fault ? fault.detail : ''].filter(Boolean).join(' ')

export async function openStage(trait: Trait): Promise<Stage> {
  const gateway = await startForeignGateway(trait, merchant)
  const folder = mkdtempSync(join(scratch, 'paydesk-foreign-'))
  const { baseUrl } = gateway
  const reported: string[] = []
  const opened = must(
    await openDeskAt({
      folder,
      // The sandbox inside Paydesk has no part in this.
      baseUrl: 'http://127.0.0.1:1/paynet',
      sandbox: {
        identity: {
          ...{ ...merchant, groupId: '1', merchantControlKey: merchant.key },
          privateKeyPem: keys.privateKey,
        },
        trainingOrders: () => [],
      },
      vault: { ...createMemoryVault(), kind: 'keychain' },
      clock: Date.now,
      onReport: (incident, error) => void reported.push(`${incident}: ${String(error)}`),
    }),
  )
  const { desk } = opened
  const { login, endpointId, key } = merchant
  const { id: connectionId } = must(
    await desk['connection:save']({
      name: 'A foreign gateway',
      environment: 'test',
      ...{ baseUrl, endpointId, login },
      settings: connectionSettings.parse({
        answerTimeoutMs: 5_000,
        ...trait.sooner,
        ...trait.settings,
        money: { undoMs: 0, ...trait.settings?.money },
      }),
    }),
  )
  must(await desk['key:set-control']({ connectionId, key }))
  must(await desk['key:import-rsa']({ connectionId, pem: keys.privateKey }))
  return {
    ...{ trait, gateway, desk, connectionId, reported },
    notes: [],
    close: async () => {
      await opened.close()
      await gateway.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export interface Acted {
  attempt: Attempt
  call: Call
}

/** Reviews, confirms and follows a request to its end, as a person does who says yes. */
export async function act(
  stage: Stage,
  operation: OperationId,
  request: Fields,
  /** What happens between its answer and its end. */
  meanwhile: (attempt: Attempt, call: Call) => void = () => undefined,
): Promise<Acted> {
  let sent = await send(stage, operation, request)
  if ('refused' in sent) {
    await goOn(stage)
    sent = await send(stage, operation, request)
  }
  if ('refused' in sent) throw new Shut(sent.refused)
  const { call } = sent
  meanwhile(sent.attempt, call)
  const attempt = await watched(stage, await followed(stage, sent.attempt, call))
  checkAttempt(stage, attempt, call)
  return { attempt, call }
}

async function send(
  stage: Stage,
  operation: OperationId,
  request: Fields,
): Promise<Acted | { refused: string }> {
  const { desk, connectionId, gateway, notes } = stage
  const review = await desk['attempt:review']({ connectionId, operation, request })
  if (!review.ok) return { refused: wordsOf(review.fault) }
  const { attemptId, token, twins } = review.value
  const before = gateway.calls.length
  const twinsSeen = twins.map(({ id }) => id)
  const confirmed = await desk['attempt:confirm']({ attemptId, token, twinsSeen })
  const [call, ...more] = gateway.calls.slice(before)
  if (more.length > 0) notes.push(['wrong', `one ${operation} was sent ${more.length + 1} times`])
  if (call === undefined)
    return { refused: confirmed.ok ? 'nothing left' : wordsOf(confirmed.fault) }
  return { attempt: await attemptOf(stage, attemptId), call }
}

/** What a person does who is refused: looks into contradictions, waits, and tries again. */
async function goOn(stage: Stage): Promise<void> {
  await clearConflicts(stage)
  stage.gateway.books.pass(stepMs)
}

async function attemptOf({ desk }: Stage, id: string): Promise<Attempt> {
  const found = must(await desk['attempt:list']({ isOpen: false })).find((row) => row.id === id)
  if (found === undefined) throw new Error(`there is no attempt ${id}`)
  return found
}

const rounds = 7
const stepMs = 31_000

async function followed(stage: Stage, { id }: Attempt, call: Call): Promise<Attempt> {
  for (let round = 0; round < rounds; round += 1) {
    const row = await attemptOf(stage, id)
    if (!isOpen(row.state)) return row
    await stage.desk['attempt:check']({ attemptId: id })
    stage.gateway.books.pass(stepMs)
  }
  const row = await attemptOf(stage, id)
  return isOpen(row.state) ? byHand(stage, row, call) : row
}

/** Some minutes later Paydesk looks again at what was closed so that money may be sent again. */
async function watched(stage: Stage, attempt: Attempt): Promise<Attempt> {
  if (!isWatched(attempt.state)) return attempt
  stage.gateway.books.pass(300_000)
  await stage.desk['attempt:check']({ attemptId: attempt.id })
  return attemptOf(stage, attempt.id)
}

const hasHappened = ({ transaction, cardRef }: Call): boolean =>
  transaction === null ? cardRef !== '' : transaction.end === 'approved'

/** A person asks the gateway's support, which reads the books. */
async function byHand(stage: Stage, row: Attempt, call: Call): Promise<Attempt> {
  const { desk, notes } = stage
  notes.push(['by hand', `${row.operation} ${row.state}: ${row.message}`])
  const resolved = await desk['attempt:resolve']({
    attemptId: row.id,
    outcome: hasHappened(call) ? 'happened' : 'did-not-happen',
    reason: 'asked the support of the gateway',
    override: 'the customer waits',
    reportedSeq: row.reportedSeq,
  })
  if (!resolved.ok) notes.push(['stuck', `${row.operation}: ${wordsOf(resolved.fault)}`])
  return attemptOf(stage, row.id)
}

/** A final state that the books contradict, while the desk raises no contradiction itself. */
function checkAttempt({ notes }: Stage, attempt: Attempt, call: Call): void {
  const { operation, state, message, conflict } = attempt
  if (conflict !== null) return
  const happened = hasHappened(call)
  const isDenied = ['DECLINED', 'FAILED', 'REJECTED', 'NOT_SENT'].includes(state)
  const named = `${operation} ${state}: ${message}`
  if (happened ? isDenied : state === 'SUCCEEDED') notes.push(['wrong', named])
}

/** A contradiction that the gateway caused is cleared by the same person. */
export async function clearConflicts(stage: Stage): Promise<void> {
  const { desk, notes } = stage
  for (const row of must(await desk['attempt:list']({ isOpen: true }))) {
    if (row.conflict === null) continue
    notes.push(['by hand', `${row.operation}: ${row.conflict}`])
    const cleared = await desk['attempt:resolve']({
      attemptId: row.id,
      outcome: 'happened',
      reason: 'asked the support of the gateway',
      override: 'the customer waits',
      reportedSeq: row.reportedSeq,
    })
    if (!cleared.ok) notes.push(['stuck', `${row.operation}: ${wordsOf(cleared.fault)}`])
  }
}

/** Both ids are tried, since a shop has both, and one of them again. */
export async function found(
  stage: Stage,
  order: { orderid: string; clientOrderid: string },
): Promise<View> {
  const { desk, connectionId } = stage
  const byMerchantId = { by: 'client_orderid', value: order.clientOrderid } as const
  const ways = [byMerchantId, { by: 'orderid', value: order.orderid } as const, byMerchantId]
  let words = ''
  for (const way of ways) {
    const looked = await desk['order:look-up']({ connectionId, ...way })
    if (looked.ok) return looked.value
    words = wordsOf(looked.fault)
  }
  throw new Shut(words)
}
