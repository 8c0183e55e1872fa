// The program is asked to end in the moments between a confirmation and the socket: the request is
// sent and answered before the end, or the next start says that it was not sent.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
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
let orderid: string
const start = async (undoMs: number): Promise<void> => {
  open = await openDesk({ folder, sandbox: handleOf(sandbox), undoMs })
}
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-quitting-'))
  sandbox = await startSandbox({ processingMs: 50 })
  orderid = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
})
afterEach(async () => {
  await open.close()
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

async function review() {
  const { desk } = open
  const asked = { connectionId: 'sandbox', by: 'orderid', value: orderid } as const
  const { clientOrderid } = must(await desk['order:look-up'](asked))
  const request = { client_orderid: clientOrderid, orderid, comment: 'damaged' }
  const action = { connectionId: 'sandbox', operation: 'return' as const, request }
  return must(await desk['attempt:review'](action))
}

it('waits until a confirmed request is sent, also while its order is read once more', async () => {
  await start(400)
  const answer = open.desk['attempt:confirm'](await review())
  await expect.poll(() => open.unsent().count()).toBe(1)
  await open.unsent().whenNone
  const held = open.hold()
  await held.whenNone
  must(await answer)
  await open.close()
  expect(effectsOf(sandbox, orderid, 'return')).toBe(1)
})

it('tells at the next start what was left unsent while its order was read once more', async () => {
  await start(0)
  const reviewed = await review()
  const asked = () => sandbox.requests().filter(({ operation }) => operation === 'status').length
  const before = asked()
  sandbox.setFault({ operation: 'status', kind: 'hang-without-effect', times: 1 })
  const answer = open.desk['attempt:confirm'](reviewed)
  await expect.poll(asked).toBe(before + 1)
  expect(open.unsent().count()).toBe(1)
  expect(open.hold().count()).toBe(0)
  expect(faultOf(await answer).sent).toBe('no')
  expect(open.unsent().count()).toBe(0)
  await open.close()
  expect(effectsOf(sandbox, orderid, 'return')).toBe(0)
  await start(0)
  const state = must(await open.desk['app:state']({}))
  expect(state.leftUnsent).toMatchObject([{ id: reviewed.attemptId, state: 'EXPIRED' }])
})
