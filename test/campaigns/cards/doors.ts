// Drawn spellings at every door of a desk, and in what somebody else wrote: a callback, a list of
// ids, an account number. Afterwards every file below the desk's folder is searched for them.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Method, methods } from '#shared/contract/bridge.ts'
import type { OrderView, Review } from '#shared/bridge/views.ts'
import { fail, type Result } from '#shared/fault.ts'
import { faultOf } from '../../../src/main/shell/ipc.ts'
import { openAppLog, factsOf } from '../../../src/main/shell/log/app-log.ts'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { connectionId, doors, passed, payout, prepared } from '../../abuse/doors.ts'
import { filesBelow } from '../../files-below.ts'
import { handleOf, must, openDesk, trainingOrder } from '../../journeys/story.ts'
import { makeRandom, type Random } from '../faults/random.ts'
import { drawSpelling, type Spelling } from './typed/spelling.ts'
import { tracesOf, withoutGaps } from './typed/traces.ts'

export interface DoorsSummary {
  doors: number
  asked: number
  passed: number
  /** Spellings of which a file holds the digits. */
  atRest: number
}

interface Place {
  ask: (method: Method, input: unknown) => Promise<Result<unknown>>
  order: OrderView
  random: Random
}

export async function tryDoors(
  { perDoor, seed }: { perDoor: number; seed: number },
  show: (line: string) => void,
): Promise<DoorsSummary> {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-cards-'))
  const sandbox = await startSandbox({ processingMs: 0 })
  const open = await openDesk({ folder, threads: true, sandbox: handleOf(sandbox) })
  const log = openAppLog(folder, Date.now)
  let asked = 0
  const ask: Place['ask'] = async (method, input) => {
    asked += 1
    const parsed = methods[method].safeParse(input)
    const run = open.desk[method] as (input: unknown) => Promise<Result<unknown>>
    const answer = parsed.success ? await run(parsed.data) : fail(faultOf(parsed.error))
    // As the channel does (shell/ipc.ts).
    if (!answer.ok) log.note('refused', { method, ...factsOf(answer.fault) })
    return answer
  }
  try {
    const order = await anOrder(ask, sandbox)
    const place = { ask, order, random: makeRandom(seed) }
    const typed: Spelling[] = []
    const through = await typeAtDoors(place, perDoor, typed)
    await pasteFromOthers(place, perDoor, typed)
    await ask('audit:export', { filter: {} })
    await ask('order:evidence', { connectionId, orderid: order.orderid })
    // The write-ahead log is looked into as well: nothing was closed yet.
    const left = [...leftBelow(folder, typed)]
    await open.close()
    left.push(...leftBelow(folder, typed))
    for (const line of [...through, ...left].slice(0, 20)) show(line)
    const counts = { doors: Object.keys(doors).length, asked }
    return { ...counts, passed: through.length, atRest: left.length }
  } finally {
    await sandbox.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function anOrder(ask: Place['ask'], sandbox: Sandbox): Promise<OrderView> {
  const value = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
  return must(await ask('order:look-up', { connectionId, by: 'orderid', value })) as OrderView
}

/** In a list of ids two entries are never one number: decision 26. */
const endsEntry = /[\t\r\n,;]/

async function typeAtDoors(
  { ask, order, random }: Place,
  perDoor: number,
  typed: Spelling[],
): Promise<string[]> {
  const through: string[] = []
  for (const [name, door] of Object.entries(doors))
    for (let count = 0; count < perDoor; count += 1) {
      const drawn = drawSpelling(random)
      if (door.field === 'value.0.fields.text' && endsEntry.test(drawn.text)) continue
      typed.push(drawn)
      const why = passed(await ask(...door.ask(drawn.text, order)), door)
      if (why !== null) through.push(`${name}, ${why}: ${JSON.stringify(drawn)}`)
    }
  return through
}

async function pasteFromOthers(
  { ask, random }: Place,
  count: number,
  typed: Spelling[],
): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const drawn = drawSpelling(random)
    const { text } = drawn
    typed.push(drawn)
    const callback = { status: 'approved', orderid: text, comment: text, [text]: 'x' }
    await ask('callback:check', { connectionId, text: new URLSearchParams(callback).toString() })
    if (!endsEntry.test(text)) {
      await ask('look-ups:start', { connectionIds: [connectionId], text, as: null })
      while (/running|stopping/.test(JSON.stringify(await ask('look-ups:state', { since: 0 }))))
        await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const payee = { ...payout, account_number: text.slice(0, 64) }
    const review = await ask(...prepared('payout', payee))
    if (!review.ok) continue
    const { attemptId, token } = review.value as Review
    await ask('attempt:confirm', { attemptId, token })
  }
}

function leftBelow(folder: string, typed: readonly Spelling[]): string[] {
  return filesBelow(folder).flatMap(({ path, content }) => {
    const text = content.toString('utf8')
    const squeezed = withoutGaps(text)
    return typed
      .filter(
        (drawn) =>
          squeezed.includes(drawn.card) || tracesOf(drawn).some((trace) => text.includes(trace)),
      )
      .map((drawn) => `${path}: ${JSON.stringify(drawn)}`)
  })
}
