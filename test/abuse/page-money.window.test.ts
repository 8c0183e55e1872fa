// A script got into the page of the real program and calls the bridge. What weakens money is asked
// by the system; nobody there says yes.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type {} from '../../src/renderer/api/bridge.ts'
import { launchPaydesk, type Launched } from '../../scripts/launch.ts'
import { newFolder } from '../fakes/shell/launch-shell.ts'

let paydesk: Launched
const traceFile = join(newFolder(), 'trace.jsonl')
beforeAll(async () => {
  paydesk = await launchPaydesk({
    userData: newFolder(),
    env: { PAYDESK_HOST_ANSWER: 'Cancel', PAYDESK_HOST_TRACE_FILE: traceFile },
  })
  await paydesk.page.waitForFunction(() => window.paydesk !== undefined)
})
afterAll(() => paydesk.close())

const call = (method: string, input: unknown) =>
  paydesk.page.evaluate(
    ([name, given]) =>
      (window.paydesk!.call as (method: string, input: unknown) => Promise<unknown>)(name, given),
    [method, input] as [string, unknown],
  )
const questions = (): string[] =>
  readFileSync(traceFile, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"questioned"'))

describe('a script in the page', () => {
  it.each([
    ['switch undo off', 'connection:set-money', { connectionId: 'sandbox', money: { undoMs: 0 } }],
    ['allow card numbers', 'connection:set-card-entry', { connectionId: 'sandbox', isOn: true }],
    [
      'let stopped money move',
      'money:resume',
      { stopIds: ['stop-1'], reason: 'nothing to see here' },
    ],
  ])('can’t %s: the question is outside the page', async (_story, method, input) => {
    const before = questions().length
    expect(await call(method, input)).toMatchObject({
      ok: false,
      fault: { kind: 'denied', sent: 'no', reason: 'not-permitted' },
    })
    expect(questions()).toHaveLength(before + 1)
  })
})
