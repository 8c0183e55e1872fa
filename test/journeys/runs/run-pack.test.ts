// The evidence pack of a run as its reader gets it: the digest is of what was confirmed, each row
// says what became of it, both verifiers accept it, and they find a byte that was changed.
import { createHash } from 'node:crypto'
import { appendFileSync, cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openVerifiers } from '../../campaigns/tamper/verifiers.ts'
import { faultOf, must } from '../story.ts'
import { checkSums, unzip } from '../unzip.ts'
import { eachWorld } from '../world.ts'
import { checked, confirmed, outcomesOf, paidOrders, until } from './run-story.ts'

const world = eachWorld(20)

/** What both verifiers say, which is the same. */
async function verified(pack: string) {
  const manifest = readFileSync(join(pack, 'manifest.json'), 'utf8')
  const { fingerprint } = JSON.parse(manifest) as { fingerprint: string }
  const verifiers = await openVerifiers()
  const { node, python } = await verifiers.ask([pack, '--fingerprint', fingerprint])
  verifiers.close()
  expect(python).toEqual(node)
  return node
}

describe('the evidence pack of a run', () => {
  it('holds what was confirmed and what became of it, and shows any change', async () => {
    const open = await world.start({ undoMs: 0 })
    const orderids = paidOrders(world.sandbox, 2)
    const { id: runId } = await confirmed(open, orderids)
    await until(open, runId, 'DONE')
    await expect.poll(() => outcomesOf(open, runId), { timeout: 15_000 }).toEqual(['done', 'done'])
    const { digest } = must(await open.desk['run:show']({ runId }))
    const report = must(await open.desk['run:evidence']({ runId }))!
    const folder = unzip(report.file)
    const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
    expect(checkSums(folder).filter(([, isRight]) => !isRight)).toEqual([])
    const hash = createHash('sha256').update(read('confirmed.jsonl')).digest('hex')
    expect(hash).toBe(digest)
    expect(JSON.parse(read('run.json'))).toMatchObject({ id: runId, digest, state: 'DONE' })
    expect(JSON.parse(read('rows.json'))).toMatchObject(
      orderids.map((orderid) => ({ orderid, outcome: 'done', asked: null })),
    )
    const requests = JSON.parse(read('requests.json')) as { orderid: string; state: string }[]
    expect(requests.map(({ orderid, state }) => [orderid, state])).toEqual(
      orderids.map((orderid) => [orderid, 'SUCCEEDED']),
    )
    const bodies = read('audit/audit.jsonl')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { body?: string })
      .flatMap(({ body }) => (body === undefined ? [] : [Buffer.from(body, 'base64').toString()]))
      .map((body) => JSON.parse(body) as { subject: string; kind: string })
    expect(bodies.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['run:confirmed', 'run:done', 'run:evidence', 'attempt:sending']),
    )
    expect(new Set(bodies.map(({ subject }) => subject))).toEqual(
      new Set([`run/${runId}`, ...orderids.map((orderid) => `order/sandbox/${orderid}`)]),
    )
    expect((await verified(folder)).code).toBe(0)
    for (const name of ['confirmed.jsonl', 'rows.json', 'run.json', 'requests.json']) {
      const forged = join(world.newFolder(), 'pack')
      cpSync(folder, forged, { recursive: true })
      const bytes = readFileSync(join(forged, name))
      bytes[bytes.length >> 1]! ^= 1
      writeFileSync(join(forged, name), bytes)
      const said = await verified(forged)
      expect([said.code, said.text.split('\n')[0]]).toEqual([2, `tampered: ${name} was changed`])
    }
    appendFileSync(join(folder, 'rows.json'), ' ')
    expect((await verified(folder)).code).toBe(2)
  }, 600_000)

  it('is not made of a run that has not ended', async () => {
    const open = await world.start({ undoMs: 0 })
    const run = await checked(open, paidOrders(world.sandbox, 1))
    const fault = faultOf(await open.desk['run:evidence']({ runId: run.id }))
    expect(fault.message).toMatch(/has not ended/)
  })
})
