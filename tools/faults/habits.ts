// What people do with a desk, the hurried and the forgetful included. Each habit checks what it can see at once; the oracle looks at the rest.
import type { Fault, Result } from '#shared/fault.ts'
import { sandboxId } from '../../src/main/sandbox-connection.ts'
import { must } from './lane.ts'
import type { Habit } from './matrix.ts'
import {
  check,
  confirm,
  effectsOf,
  lookUp,
  orderFor,
  review,
  type Run,
  sentFor,
  stateOf,
} from './run.ts'

const reasonOf = (result: Result<unknown>): string => {
  if (result.ok) return 'ok'
  const fault: Fault = result.fault
  return fault.kind === 'denied' ? fault.reason : fault.kind
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

export async function playHabit(run: Run, habit: Habit): Promise<void> {
  const order = orderFor(run, 'return')
  await lookUp(run, order.orderid)
  const expect = (isSo: boolean, words: string): void => {
    if (!isSo) run.problems.push(`${habit}: ${words}`)
  }
  const waits = waitOf[habit]
  if (waits !== undefined) await setUndo(run, waits)
  const made = await review(run, 'return', order)
  if (!made.ok) return
  const intent = run.intents.at(-1)!
  const sent = (): number => sentFor(run, intent).length
  switch (habit) {
    case 'double-confirm': {
      const all = await Promise.all(Array.from({ length: 50 }, () => confirm(run, made.value)))
      const burnt = all.filter((one) => reasonOf(one) === 'already-confirmed').length
      return expect(burnt === 49 && sent() <= 1, `${50 - burnt} got through, ${sent()} sent`)
    }
    case 'two-reviews': {
      const other = await review(run, 'return', order)
      if (!other.ok) return
      const both = await Promise.all([made.value, other.value].map((one) => confirm(run, one)))
      const left = sent() + sentFor(run, run.intents.at(-1)!).length
      return expect(left <= 1, `${left} sent: ${both.map(reasonOf)}`)
    }
    case 'discard': {
      must(await run.desk()['attempt:discard']({ attemptId: made.value.attemptId }))
      const late = await confirm(run, made.value)
      return expect(reasonOf(late) === 'already-confirmed' && sent() === 0, reasonOf(late))
    }
    case 'wrong-token': {
      const guess = await confirm(run, { ...made.value, token: 'guess' })
      expect(reasonOf(guess) === 'confirmation-mismatch' && sent() === 0, reasonOf(guess))
      await confirm(run, made.value)
      return expect(sent() <= 1, `${sent()} sent`)
    }
    case 'replayed-after-restart': {
      await confirm(run, made.value)
      const before = sent()
      await run.restart()
      const replayed = await confirm(run, made.value)
      return expect(
        reasonOf(replayed) === 'already-confirmed' && sent() === before,
        reasonOf(replayed),
      )
    }
    case 'check-storm': {
      const storm = Array.from({ length: 10 }, () => check(run, order.orderid))
      await Promise.all([confirm(run, made.value), ...storm])
      return expect(sent() <= 1, `${sent()} sent`)
    }
    case 'by-hand': {
      run.lane.wire.spoil('return', run.random.pick(['swallowed', 'answer-lost', 'late']))
      await confirm(run, made.value)
      await run.lane.wire.idle()
      const outcome = effectsOf(run, intent).length > 0 ? 'happened' : 'did-not-happen'
      const { attemptId } = made.value
      const settle = (words: string) =>
        run.desk()['attempt:resolve']({ attemptId, outcome, reason: words })
      // The poller may have been quicker.
      const first = await settle('seen in the service’s back office')
      const second = await settle('and once more, just to be sure')
      return expect(!(first.ok && second.ok), 'it was settled by hand twice')
    }
    case 'review-expires': {
      run.time.now += 16 * 60_000
      const late = await confirm(run, made.value)
      return expect(reasonOf(late) === 'confirmation-expired' && sent() === 0, reasonOf(late))
    }
    case 'two-instances': {
      const second = await run.openSecond()
      expect(!second.ok, 'two programs have one ledger open')
      if (second.ok) await second.value.close()
      await confirm(run, made.value)
      return expect(sent() <= 1, `${sent()} sent`)
    }
    case 'order-moved': {
      if (!(await returnElsewhere(run, order))) return
      const late = await confirm(run, made.value)
      return expect(!late.ok && sent() === 0, `${reasonOf(late)}, ${sent()} sent`)
    }
    case 'same-again-lost':
    case 'older-shown-again': {
      const settle = async (): Promise<void> => {
        run.lane.sandbox.advance(60_000)
        await check(run, order.orderid)
      }
      await confirm(run, made.value)
      await settle()
      if (habit === 'older-shown-again') {
        const between = await review(run, 'return', order)
        if (between.ok) await confirm(run, between.value)
        await settle()
      }
      const again = await review(run, 'return', order, intent.amountMinor)
      if (!again.ok) return
      run.lane.wire.spoil('return', 'swallowed')
      await confirm(run, again.value)
      // Every status this order ever had is shown once more.
      for (let i = 0; i < 6; i += 1) {
        if (habit === 'older-shown-again') run.lane.wire.spoil('status', 'stale')
        await check(run, order.orderid)
      }
      const state = await stateOf(run, again.value.attemptId)
      return expect(state === 'UNKNOWN' || state === 'DISCARDED', `it became ${state}`)
    }
    case 'undo':
    case 'undo-too-late': {
      const { attemptId } = made.value
      const answer = confirm(run, made.value)
      // Around the moment at which it is due: whoever is first, the other one finds nothing.
      if (habit === 'undo-too-late') await pause(run.random.below(40))
      const undone = await run.desk()['attempt:discard']({ attemptId })
      const late = reasonOf(await answer)
      await setUndo(run, 0)
      const isSo = undone.ok ? late === 'taken-back' && sent() === 0 : sent() <= 1
      return expect(isSo && (undone.ok || habit !== 'undo'), `${late}, ${sent()} sent`)
    }
    case 'closed-while-waiting': {
      const answer = confirm(run, made.value)
      await run.restart()
      const late = reasonOf(await answer)
      const state = await stateOf(run, made.value.attemptId)
      await setUndo(run, 0)
      return expect(sent() === 0 && state === 'EXPIRED', `${late}, ${state}, ${sent()} sent`)
    }
    case 'identical-return': {
      await confirm(run, made.value)
      run.lane.sandbox.advance(60_000)
      await check(run, order.orderid)
      run.lane.sandbox.setSwitch('accepts-identical-return', false)
      const twin = await review(run, 'return', order, intent.amountMinor)
      if (twin.ok) await confirm(run, twin.value)
      run.lane.sandbox.setSwitch('accepts-identical-return', true)
      return expect(effectsOf(run, run.intents.at(-1)!).length <= 1, 'two effects')
    }
  }
}

const waitOf: Partial<Record<Habit, number>> = {
  undo: 20_000,
  'undo-too-late': 20,
  'closed-while-waiting': 20_000,
}

async function setUndo(run: Run, undoMs: number): Promise<void> {
  must(await run.desk()['connection:set-money']({ connectionId: sandboxId, money: { undoMs } }))
}

/** Whether it went through: on a busy machine an answer may come too late for the colleague as well. */
async function returnElsewhere(
  run: Run,
  order: { orderid: string; clientOrderid: string },
): Promise<boolean> {
  const { desk } = run.lane.colleague
  const made = await desk['attempt:prepare']({
    connectionId: sandboxId,
    operation: 'return',
    request: {
      client_orderid: order.clientOrderid,
      orderid: order.orderid,
      amount: '1.77',
      currency: 'EUR',
      comment: 'by a colleague',
    },
  })
  if (!made.ok) return false
  const { attemptId, token } = made.value
  const sent = await desk['attempt:confirm']({ attemptId, token })
  run.lane.sandbox.advance(60_000)
  return sent.ok
}
