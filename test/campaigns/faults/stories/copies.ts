// Stories of two copies of one folder with one keychain, and of a lid that is closed while a
// request is on its way: at most one request leaves for one wish, and none that is hours late.
import { randomUUID } from 'node:crypto'
import type { Assembled } from '../../../../src/main/assemble.ts'
import * as calls from '../calls.ts'
import { ownTransactions } from '../case.ts'
import type { End } from '../end.ts'
import { copyFolder, type Life } from '../life.ts'
import { type Cell, nameOf } from '../matrix.ts'
import { must } from '../must.ts'
import type { Action, Try } from '../oracle/check.ts'
import { keyOf, requestOf } from '../requests.ts'
import { confirm, moneyLeft, pause, review, type Run, stateOf } from '../run.ts'
import { hasLeft, insist, leaveAlone, soon, wish } from './acts.ts'

type Of<Name extends Cell['story']> = Extract<Cell, { story: Name }>

/** Another program on a copy of the folder, with the same keychain and the same clock. */
interface Copy {
  life: Life
  /** What was tried there; the first program knows nothing of it. */
  tries: Try[]
  /** Its person has what they want and asks for nothing more. */
  hasSent: boolean
  close(): Promise<void>
}

async function openCopy(run: Run): Promise<Copy> {
  const folder = `${run.life.folder()}-copy-${randomUUID().slice(0, 8)}`
  copyFolder(run.life.folder(), folder)
  const second: Assembled = must(await run.life.openSecond(folder))
  const life: Life = {
    ...run.life,
    folder: () => folder,
    call: (method, input) => (second.desk[method] as (given: unknown) => never)(input),
  }
  return { life, tries: [], hasSent: false, close: () => second.close() }
}

/** Looks up, reviews and confirms what the first program's person wants, as if nobody else did. */
async function sendFromCopy(run: Run, copy: Copy, action: Action): Promise<void> {
  const rows = (await calls.list(copy.life, false)) ?? []
  const isDone = action.tries.some(({ attemptId }) =>
    rows.some(({ id, state }) => id === attemptId && state === 'SUCCEEDED'),
  )
  if (copy.hasSent || isDone) return
  const { places, colleague } = run.fixture
  const order = run.orders.get(action.orderid) ?? null
  if (order !== null)
    await calls.lookUp(copy.life, places.main, 'client_orderid', order.clientOrderid)
  const request = requestOf(colleague, action, order)
  const made = await calls.prepare(copy.life, places.main, action.operation, request)
  if (!made.ok) return
  const { attemptId, digest, fields } = made.value
  const key = keyOf(action, fields)
  const one = { attemptId, digest, key, fields, passage: null, isForgotten: false, hand: null }
  copy.tries.push(one)
  run.confirming.add(one)
  const answer = await calls.confirm(copy.life, made.value)
  copy.hasSent = answer.ok || answer.fault.sent !== 'no'
  if (answer.ok || answer.fault.kind !== 'outcome-unknown') run.confirming.delete(one)
}

/**
 * The folder is copied at one moment of a request's life, and the copy is opened beside the first
 * program. Both want the same thing done.
 */
export async function playCopies(run: Run, cell: Of<'copies'>): Promise<End> {
  const { operation, moment, isAtOnce } = cell
  const action = await wish(run, operation)
  if (action === null) return {}
  const { wire, places } = run.fixture
  const since = run.fixture.place()
  if (moment === 'undo') await calls.setUndo(run.life, places.main, 6_000)
  // What one program does, the other one is not told of.
  run.freedom.noSums.add(action.orderid)
  const opened: Copy[] = []
  const at = async (name: typeof moment): Promise<void> => {
    if (name === moment) opened.push(await openCopy(run))
  }
  await at('idle')
  const made = await review(run, action)
  if (!made.ok) return { isOldCopy: true }
  await at('reviewed')
  if (moment === 'waiting') wire.spoil(operation, 'late')
  if (moment === 'unknown') wire.spoil(operation, 'answer-lost')
  // Whoever comes second finds the mark of the other one: it may be either of them.
  if (opened[0] !== undefined && !isAtOnce) await sendFromCopy(run, opened[0], action)
  const sending = confirm(run, made.value)
  if (moment === 'undo') await pause(run, 1_000)
  await at('undo')
  if (moment === 'confirming') await pause(run, run.random.below(400))
  await at('confirming')
  if (moment === 'waiting' && (await hasLeft(run, operation, since))) await at('waiting')
  if (moment === 'unknown') await sending
  await at('unknown')
  const [copy] = opened
  if (copy !== undefined) {
    run.hits.add(nameOf(cell))
    await sendFromCopy(run, copy, action)
  }
  await sending
  if (copy !== undefined) {
    await sendFromCopy(run, copy, action)
    await leaveAlone(run, 4_000)
  }
  if (moneyLeft(run, operation, since) > 1) run.say('double-effect', `${operation}: sent twice`)
  await copy?.close()
  wire.clear()
  await wire.idle()
  run.fixture.sandbox.advance(3_000)
  const both = { ...action, tries: [...action.tries, ...(copy?.tries ?? [])] }
  const effects = ownTransactions(run, both).filter(({ status }) => status !== 'declined')
  if (effects.length > 1)
    run.say('double-effect', `${operation}: ${effects.length} effects from two copies`)
  return { isOldCopy: true }
}

const eightHoursMs = 8 * 3_600_000

/**
 * The computer sleeps for a night at one place between confirmation and socket: the clock on the
 * wall goes on, the timers stand still. Nothing leaves that is hours late.
 */
export async function playLid(run: Run, cell: Of<'lid'>): Promise<void> {
  const { operation, gap } = cell
  const action = await wish(run, operation)
  if (action === null) return
  const { wire, places } = run.fixture
  if (gap === 'undo') await calls.setUndo(run.life, places.main, 6_000)
  const made = await review(run, action)
  if (!made.ok) return
  const since = run.fixture.place()
  const kept = gap === 'signing' || gap === 'marked' ? keep(run, gap) : null
  const tell = gap === 'reread' ? wire.hold('status') : () => undefined
  const answer = confirm(run, made.value)
  const { attemptId } = made.value
  const isRead = (): boolean =>
    wire.passages.some((one) => one.operation === 'status' && one.left > since)
  const isThere = await soon(run, async () => {
    if (gap === 'undo') return true
    if (gap === 'reread') return isRead()
    if (gap === 'signing') return kept?.isAsked() === true
    return kept?.isAsked() === true && (await stateOf(run, attemptId)) === 'SENDING'
  })
  const hasGone = moneyLeft(run, operation, since) > 0
  run.life.clock.aheadMs += eightHoursMs
  tell()
  kept?.release()
  await answer
  if (gap === 'undo') await calls.setUndo(run.life, places.main, 0)
  if (isThere && !hasGone) {
    run.hits.add(nameOf(cell))
    if (moneyLeft(run, operation, since) > 0)
      run.say('broken-rule', `${operation}: it left eight hours late (${gap})`)
  }
  await leaveAlone(run, 6_000)
  await insist(run, action)
}

const keep = (run: Run, gap: 'signing' | 'marked') =>
  run.life.keychain.keep(gap === 'signing' ? 'key' : 'mark')
