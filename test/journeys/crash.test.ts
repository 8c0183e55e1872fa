import type { ChildProcess } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { killDesk } from './kill-desk.ts'
import { effectsOf, handleOf, must, type OpenDesk, openDesk, trainingOrder } from './story.ts'

let sandbox: Sandbox
let child: ChildProcess | undefined
let desk: OpenDesk | undefined
beforeEach(async () => {
  sandbox = await startSandbox({ processingMs: 50 })
})
afterEach(async () => {
  child?.kill('SIGKILL')
  await desk?.close()
  await sandbox.close()
})

/** Kills a desk that returns `amount` of the order, and opens another one on its folder. */
async function killWhen(amount: string, isTime: (said: string) => boolean) {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-crash-'))
  const orderid = orderidOf()
  const onStart = (running: ChildProcess): void => void (child = running)
  await killDesk({ folder, sandbox, orderid, amount, isTime, onStart })
  desk = await openDesk({ folder, sandbox: handleOf(sandbox) })
  return { orderid, desk }
}
const shown = async (orderid: string) =>
  must(await desk!.desk['order:show']({ connectionId: 'sandbox', orderid }))
const check = async (orderid: string) =>
  must(await desk!.desk['order:check']({ connectionId: 'sandbox', orderid }))
const returns = (orderid: string) =>
  sandbox
    .requests()
    .filter(
      (row) =>
        row.operation === 'return' &&
        row.fields.some(([name, value]) => name === 'orderid' && value === orderid),
    )

describe('a desk killed in mid-send', () => {
  it('shows the refund as UNKNOWN at the next start, settles it by status and never sends it again', async () => {
    // The gateway carries it out and does not answer; the desk is killed while it waits.
    const { orderid } = await killWhen('1.11', () => effectsOf(sandbox, orderidOf(), 'return') > 0)
    // The look at the gateway may be over by now: the log tells that it was UNKNOWN first.
    const { rows } = must(
      await desk!.desk['audit:list']({ filter: { kind: 'attempt:unknown' }, limit: 9 }),
    )
    expect(rows).toHaveLength(1)
    await expect.poll(async () => (await check(orderid)).attempts[0]?.state).toBe('SUCCEEDED')
    expect(effectsOf(sandbox, orderid, 'return')).toBe(1)
    expect(returns(orderid)).toHaveLength(1)
    expect((await shown(orderid)).returned).toEqual({ amount: '1.11', currency: 'EUR' })
  })
  it('stays UNKNOWN and blocks the order when the gateway shows no trace of it', async () => {
    const { orderid } = await killWhen('1.12', () => returns(orderidOf()).length > 0)
    expect((await check(orderid)).attempts[0]?.state).toBe('UNKNOWN')
    const view = await check(orderid)
    expect(view.attempts[0]?.state).toBe('UNKNOWN')
    expect(view.actions.return.isPossible).toBe(false)
    expect(effectsOf(sandbox, orderid, 'return')).toBe(0)
    expect(returns(orderid)).toHaveLength(1)
  })
  it('expires a review that was not confirmed yet', async () => {
    const { orderid } = await killWhen('1.04', (said) => said.includes('reviewed'))
    const [attempt] = (await shown(orderid)).attempts
    // The kill may come before or just after the confirmation reached the socket; it is never sent
    // afterwards.
    expect(['EXPIRED', 'UNKNOWN']).toContain(attempt?.state)
    const sent = returns(orderid).length
    await check(orderid)
    expect(returns(orderid)).toHaveLength(sent)
  })
})

const orderidOf = (): string => trainingOrder(sandbox, /5000\.00 EUR for test/)
