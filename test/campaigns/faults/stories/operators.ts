// What operators do with the buttons: twice, too early, too late, from the wrong window. Each step
// checks what it can see at once; the oracle looks at the rest.
import type { Review } from '#shared/bridge/views.ts'
import * as calls from '../calls.ts'
import type { OperatorStep } from '../matrix.ts'
import type { Action } from '../oracle/check.ts'
import { tellAsIs } from '../retell.ts'
import {
  check,
  confirm,
  lookUp,
  moneyLeft,
  orderFor,
  pause,
  reasonOf,
  review,
  type Run,
  stateOf,
  want,
} from '../run.ts'
import type { Order } from '../requests.ts'
import { checkSums } from '../steps.ts'
import { sendAndSettle } from './acts.ts'
import { resolveByHand } from './people.ts'
import { visit } from './told.ts'

interface Scene {
  run: Run
  order: Order
  action: Action
  made: Review
  sent: () => number
  expect: (isSo: boolean, message: string) => void
}

export async function playOperator(run: Run, step: OperatorStep): Promise<void> {
  const order = orderFor(run, 'return')
  await lookUp(run, order.orderid)
  const waits = waitOf[step]
  if (waits !== undefined) await calls.setUndo(run.life, run.fixture.places.main, waits)
  const action = want(run, 'return', order)
  const made = await review(run, action)
  if (!made.ok) return
  const since = run.fixture.place()
  await acts[step]({
    run,
    order,
    action,
    made: made.value,
    sent: () => moneyLeft(run, 'return', since),
    expect: (isSo, message) => {
      if (!isSo) run.say('broken-rule', `${step}: ${message}`)
    },
  })
  if (waits !== undefined) await calls.setUndo(run.life, run.fixture.places.main, 0)
  await checkSums(run)
}

const waitOf: Partial<Record<OperatorStep, number>> = {
  undo: 20_000,
  'undo-too-late': 400,
  'closed-while-waiting': 20_000,
}

const acts: Record<OperatorStep, (scene: Scene) => Promise<void>> = {
  'double-confirm': async ({ run, made, sent, expect }) => {
    const all = await Promise.all(Array.from({ length: 50 }, () => confirm(run, made)))
    const burnt = all.filter((one) => reasonOf(one) === 'already-confirmed').length
    expect(burnt === 49 && sent() <= 1, `${50 - burnt} got through, ${sent()} sent`)
  },
  'two-reviews': async ({ run, order, made, sent, expect }) => {
    const other = await review(run, want(run, 'return', order))
    if (!other.ok) return
    const both = await Promise.all([made, other.value].map((one) => confirm(run, one)))
    expect(sent() <= 1, `${sent()} sent: ${both.map(reasonOf).join(', ')}`)
  },
  'older-review': async ({ run, order, made, sent, expect }) => {
    const other = await review(run, want(run, 'return', order))
    if (!other.ok) return
    run.fixture.wire.spoil('return', 'swallowed')
    await confirm(run, made)
    await resolveByHand(run, made, 'did-not-happen', true)
    const before = sent()
    const late = await confirm(run, other.value)
    expect(!late.ok && sent() === before, `${reasonOf(late)}, ${sent()} sent`)
  },
  discard: async ({ run, made, sent, expect }) => {
    await calls.undoAttempt(run.life, made.attemptId)
    const late = await confirm(run, made)
    expect(reasonOf(late) === 'already-confirmed' && sent() === 0, reasonOf(late))
  },
  'wrong-token': async ({ run, made, sent, expect }) => {
    const guess = await confirm(run, { ...made, token: 'guess' })
    expect(reasonOf(guess) === 'confirmation-mismatch' && sent() === 0, reasonOf(guess))
    await confirm(run, made)
    expect(sent() <= 1, `${sent()} sent`)
  },
  'replayed-after-restart': async ({ run, made, sent, expect }) => {
    await confirm(run, made)
    const before = sent()
    await run.life.close()
    await run.life.open()
    const replayed = await confirm(run, made)
    expect(reasonOf(replayed) === 'already-confirmed' && sent() === before, reasonOf(replayed))
  },
  'check-storm': async ({ run, order, made, sent, expect }) => {
    const storm = Array.from({ length: 10 }, () => check(run, order.orderid))
    await Promise.all([confirm(run, made), ...storm])
    expect(sent() <= 1, `${sent()} sent`)
  },
  'review-expires': async ({ run, made, sent, expect }) => {
    run.life.clock.aheadMs += 16 * 60_000
    const late = await confirm(run, made)
    expect(reasonOf(late) === 'confirmation-expired' && sent() === 0, reasonOf(late))
  },
  'two-instances': async ({ run, made, sent, expect }) => {
    const second = await run.life.openSecond()
    expect(!second.ok, 'two programs have one ledger open')
    if (second.ok) await second.value.close()
    await confirm(run, made)
    expect(sent() <= 1, `${sent()} sent`)
  },
  'order-moved': async ({ run, order, made, sent, expect }) => {
    if (!(await visit(run, 'return', order, 177))) return
    const late = await confirm(run, made)
    expect(!late.ok && sent() === 0, `${reasonOf(late)}, ${sent()} sent`)
  },
  'identical-return': async ({ run, order, action, made }) => {
    await confirm(run, made)
    run.fixture.sandbox.advance(60_000)
    await check(run, order.orderid)
    run.fixture.sandbox.setSwitch('accepts-identical-return', false)
    await sendAndSettle(run, alike(run, order, action))
    run.fixture.sandbox.setSwitch('accepts-identical-return', true)
  },
  'same-again-lost': (scene) => sameAgain(scene, false),
  'older-shown-again': (scene) => sameAgain(scene, true),
  undo: async ({ run, made, sent, expect }) => {
    const answer = confirm(run, made)
    await pause(run, 50)
    const undone = await calls.undoAttempt(run.life, made.attemptId)
    const late = reasonOf(await answer)
    expect(undone.ok && late === 'undone' && sent() === 0, `${late}, ${sent()} sent`)
  },
  'undo-too-late': async ({ run, made, sent, expect }) => {
    const answer = confirm(run, made)
    // Around the moment at which it is due: whoever is first, the other one finds nothing.
    await pause(run, run.random.below(800))
    const undone = await calls.undoAttempt(run.life, made.attemptId)
    const late = reasonOf(await answer)
    expect(undone.ok ? late === 'undone' && sent() === 0 : sent() <= 1, late)
  },
  'closed-while-waiting': async ({ run, made, sent, expect }) => {
    const answer = confirm(run, made)
    await pause(run, 100)
    await run.life.close()
    await run.life.open()
    await answer
    const state = await stateOf(run, made.attemptId)
    expect(sent() === 0 && state === 'EXPIRED', `${state}, ${sent()} sent`)
  },
  'outlived-review': async ({ run, made, sent, expect }) => {
    // The wall says that the review was made in an hour; the page was open for longer than a review
    // lasts.
    run.life.clock.aheadMs -= 60 * 60_000
    await pause(run, 16 * 60_000)
    const late = await confirm(run, made)
    expect(reasonOf(late) === 'confirmation-expired' && sent() === 0, reasonOf(late))
    run.life.clock.aheadMs += 60 * 60_000
  },
}

const alike = (run: Run, order: Order, { amountMinor }: Action): Action => {
  const action = want(run, 'return', order, { amountMinor })
  action.name = `${action.name} again`
  return action
}

/**
 * The same refund once more, which never arrives; perhaps every status this order ever had is shown
 * once more.
 */
async function sameAgain(scene: Scene, isOlderShown: boolean): Promise<void> {
  const { run, order, action, made, expect } = scene
  await confirm(run, made)
  run.fixture.sandbox.advance(60_000)
  await check(run, order.orderid)
  if (isOlderShown) await sendAndSettle(run, want(run, 'return', order))
  const again = await review(run, alike(run, order, action))
  if (!again.ok) return
  run.fixture.wire.spoil('return', 'swallowed')
  await confirm(run, again.value)
  let turn = 0
  if (isOlderShown)
    run.fixture.wire.teller = (honest, history) =>
      tellAsIs(history[(turn += 1) % Math.max(1, history.length)] ?? honest)
  for (let tries = 0; tries < 4; tries += 1) await check(run, order.orderid)
  run.fixture.wire.teller = null
  const state = await stateOf(run, again.value.attemptId)
  expect(state === 'UNKNOWN' || state === 'UNDONE', `it became ${state}`)
}
