// A real desk at the embedded sandbox that plays one host of the family: the real client, ledger
// and socket, and no window. Flows act on it as screens do, through the bridge's methods.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Output } from '#shared/contract/bridge.ts'
import type { AttemptState } from '#shared/attempt.ts'
import { connectionSettings } from '#shared/connections/connection.ts'
import type { Fault, Result } from '#shared/fault.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { Desk } from '../../src/main/desk/base/desk.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { HostName } from '../../src/sandbox/hosts/profiles.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { openDeskAt } from '../campaigns/faults/fixture.ts'

export type Fields = Record<string, string>
export type Attempt = Output['attempt:confirm']

export interface Fixture {
  host: HostName
  sandbox: Sandbox
  desk: Desk
  connectionId: string
  /** What was confirmed in the flow that is played, oldest first. */
  sent: string[]
  close(): Promise<void>
}

const processingMs = 3_600_000
/** In memory where that is possible: every step waits for the file it is written to. */
const scratch = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()

/** Nothing settles by itself: a flow moves the book's clock when its time has come. */
export async function openFixture(host: HostName): Promise<Fixture> {
  const folder = mkdtempSync(join(scratch, 'paydesk-host-'))
  const sandbox = await startSandbox({ processingMs, slowMs: 150, seedDays: 0, host })
  const { baseUrl, identity } = sandbox
  const opened = must(
    await openDeskAt({
      folder: join(folder, 'desk'),
      baseUrl,
      sandbox,
      vault: { ...createMemoryVault(), kind: 'keychain' },
      clock: Date.now,
    }),
  )
  const { desk } = opened
  const { id: connectionId } = must(
    await desk['connection:save']({
      name: 'A host',
      environment: 'test',
      baseUrl,
      endpointId: identity.endpointId,
      login: identity.login,
      settings: connectionSettings.parse({
        statusAmount: 'latest',
        statusBy: host === 'by-request' ? 'request' : 'order',
        extensions: ['process-recurring-payment', 'update-recurring-payment'],
        answerTimeoutMs: 5_000,
        money: { undoMs: 0 },
      }),
    }),
  )
  must(await desk['key:set-control']({ connectionId, key: identity.merchantControlKey }))
  must(await desk['key:import-rsa']({ connectionId, pem: identity.privateKeyPem }))
  return {
    host,
    sandbox,
    desk,
    connectionId,
    sent: [],
    close: async () => {
      await opened.close()
      await sandbox.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export function must<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.fault))
  return result.value
}

/** Reviews and confirms, as a person does who says yes to everything. */
export async function send(
  fixture: Fixture,
  operation: OperationId,
  request: Fields,
): Promise<{ id: string; fault: Fault | null }> {
  const { desk, connectionId } = fixture
  const review = must(await desk['attempt:review']({ connectionId, operation, request }))
  fixture.sent.push(review.attemptId)
  const twinsSeen = review.twins.map(({ id }) => id)
  const { attemptId, token } = review
  const sent = await desk['attempt:confirm']({ attemptId, token, twinsSeen })
  return { id: attemptId, fault: sent.ok ? null : sent.fault }
}

export async function attemptOf({ desk }: Fixture, id: string): Promise<Attempt> {
  const found = must(await desk['attempt:list']({ isOpen: false })).find((row) => row.id === id)
  if (found === undefined) throw new Error(`there is no attempt ${id}`)
  return found
}

/** What ends by the status alone ends here: the book's time passes, and the attempt is checked. */
export async function settled(fixture: Fixture, id: string): Promise<Attempt> {
  for (let tries = 0; tries < 4; tries += 1) {
    const row = await attemptOf(fixture, id)
    if (row.state !== 'ACCEPTED' && row.state !== 'UNKNOWN') return row
    if (tries > 0) fixture.sandbox.advance(processingMs + 1_000)
    await fixture.desk['attempt:check']({ attemptId: id })
  }
  return attemptOf(fixture, id)
}

/** Sends and follows it to its end. */
export async function done(
  fixture: Fixture,
  operation: OperationId,
  request: Fields,
): Promise<Attempt> {
  const { id } = await send(fixture, operation, request)
  return settled(fixture, id)
}

export function expectState(row: Attempt, state: AttemptState): Attempt {
  if (row.state !== state)
    throw new Error(`the ${row.operation} is ${row.state} and not ${state}: ${row.message}`)
  return row
}

export const succeeded = async (
  fixture: Fixture,
  operation: OperationId,
  request: Fields,
): Promise<Attempt> => expectState(await done(fixture, operation, request), 'SUCCEEDED')

/** What a person does with what the host does not tell: they say what they found out. */
export async function resolve(
  fixture: Fixture,
  attemptId: string,
  outcome: 'happened' | 'did-not-happen',
): Promise<void> {
  const reason = 'asked the support of the gateway'
  const override = 'the customer waits'
  const { reportedSeq } = await attemptOf(fixture, attemptId)
  must(await fixture.desk['attempt:resolve']({ attemptId, outcome, reason, override, reportedSeq }))
}
