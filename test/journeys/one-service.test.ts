import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { connectionRecord } from '#shared/connections/connection.ts'
import { createMemoryVault } from '../../src/main/vault/memory.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import {
  effectsOf,
  faultOf,
  handleOf,
  must,
  type OpenDesk,
  openDesk,
  trainingOrder,
} from './story.ts'

let folder: string
let sandbox: Sandbox
let open: OpenDesk
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-one-service-'))
  sandbox = await startSandbox({ processingMs: 50 })
  // Keeps its secrets as a keychain does: else nothing but the embedded sandbox sends.
  const vault: Vault = { ...createMemoryVault(), kind: 'keychain' }
  open = await openDesk({ folder, sandbox: handleOf(sandbox), vault })
})
afterEach(async () => {
  await open.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Another record of the sandbox’s account, as a person would make it. */
async function record(name: string, more: Record<string, unknown> = {}): Promise<string> {
  const { endpointId, login, merchantControlKey: key } = sandbox.identity
  const { baseUrl } = sandbox
  const asked = { name, environment: 'test', baseUrl, endpointId, login, ...more }
  const { id: _id, ...draft } = connectionRecord
    .omit({ isEmbedded: true })
    .parse({ ...asked, id: 'x', settings: { statusAmount: 'latest', money: { undoMs: 0 } } })
  const { id } = must(await open.desk['connection:save'](draft))
  must(await open.desk['key:set-control']({ connectionId: id, key }))
  return id
}
const lookUp = async (connectionId: string, value: string) =>
  must(await open.desk['order:look-up']({ connectionId, by: 'orderid', value }))
const review = async (connectionId: string, orderid: string, amount: string) => {
  const { clientOrderid: client_orderid } = await lookUp(connectionId, orderid)
  const request = { client_orderid, orderid, amount, currency: 'EUR', comment: 'damaged' }
  return open.desk['attempt:review']({ connectionId, operation: 'return', request })
}

describe('one gateway under several connection records', () => {
  it('sends a refund once, and shows on every record’s order page what stops the next one', async () => {
    const orderid = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
    const byEndpoint = await record('By endpoint')
    const byGroup = await record('By group', { endpointId: `group/${sandbox.identity.groupId}` })
    const late = must(await review('sandbox', orderid, '40.00'))
    // Carried out by nobody yet: the gateway never saw it.
    sandbox.setFault({ operation: 'return', kind: 'reset-without-effect', times: 1 })
    const first = must(await review(byEndpoint, orderid, '40.00'))
    const outcome = faultOf(await open.desk['attempt:confirm'](first))
    expect(outcome.kind).toBe('outcome-unknown')

    for (const other of [byGroup, 'sandbox']) {
      const page = await lookUp(other, orderid)
      expect(page.hasUnknown).toBe(true)
      expect(page.attempts.filter((one) => one.state === 'UNKNOWN')).toMatchObject([
        { id: first.attemptId, connectionName: 'By endpoint' },
      ])
      for (const action of Object.values(page.actions))
        expect(action).toMatchObject({
          isPossible: false,
          why: expect.stringMatching(/is unknown.*It was sent over the connection “By endpoint”/),
        })
      expect(page.timeline.some(({ attemptId }) => attemptId === first.attemptId)).toBe(true)
      expect(faultOf(await review(other, orderid, '40.00'))).toMatchObject({ sent: 'no' })
    }
    expect(faultOf(await open.desk['attempt:confirm'](late))).toMatchObject({ sent: 'no' })
    expect(effectsOf(sandbox, orderid, 'return')).toBe(0)
    const returns = sandbox.requests().filter(({ operation }) => operation === 'return')
    expect(returns).toHaveLength(1)
  })

  it('offers nothing on an order that was read before the connection was pointed elsewhere', async () => {
    const orderid = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
    const id = await record('By endpoint')
    expect((await lookUp(id, orderid)).actions.return.isPossible).toBe(true)
    const { endpointId } = sandbox.identity
    const elsewhere = { name: 'By endpoint', environment: 'test', endpointId, login: 'other' }
    const { id: _id, ...draft } = connectionRecord
      .omit({ isEmbedded: true })
      .parse({ ...elsewhere, id: 'x', baseUrl: sandbox.baseUrl, settings: {} })
    must(await open.desk['connection:save']({ ...draft, connectionId: id }))
    const page = must(await open.desk['order:show']({ connectionId: id, orderid }))
    expect(page.actions.return).toMatchObject({
      isPossible: false,
      why: expect.stringContaining('belongs to another gateway account. Look it up again.'),
    })
  })
})
