// Stories of what comes between a confirmation and the socket: the ledger is taken away, which
// stops money, or the same thing is confirmed twice in one moment.
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import * as calls from '../calls.ts'
import type { Cell, Gap } from '../matrix.ts'
import { nameOf } from '../matrix.ts'
import {
  confirm,
  moneyLeft,
  pause,
  reasonOf,
  review,
  type Run,
  settled,
  stateOf,
  until,
} from '../run.ts'
import { checkSums } from '../steps.ts'
import { insist, leaveAlone, soon, wish } from './acts.ts'

type Of<Name extends Cell['story']> = Extract<Cell, { story: Name }>

/**
 * The ledger's file is moved away while a request is on its way to the socket: it must not leave.
 */
export async function playStopped(run: Run, cell: Of<'stopped'>): Promise<void> {
  const { operation, gap } = cell
  const { wire } = run.fixture
  const action = await wish(run, operation)
  if (action === null) return
  if (gap === 'undo') await calls.setUndo(run.life, run.fixture.places.main, 6_000)
  const made = await review(run, action)
  if (!made.ok) return
  const since = run.fixture.place()
  const mark = gap === 'marked' ? run.life.keychain.keep('mark') : null
  const release = gap === 'reread' ? wire.hold('status') : () => mark?.release()
  if (gap === 'signing' || gap === 'marking') run.life.keychain.mood = 'slow'
  const ledger = join(run.life.folder(), 'ledger.sqlite')
  let isAway = false
  const take = (): void => {
    renameSync(ledger, `${ledger}.away`)
    isAway = true
  }
  if (gap === 'reviewed') take()
  const answer = confirm(run, made.value)
  const isMarking = (): boolean => mark === null || mark.isAsked()
  const { attemptId } = made.value
  if (gap !== 'reviewed' && (await isThere(run, { gap, attemptId, since, isMarking }))) take()
  release()
  const reported = await answer
  if (isAway) renameSync(`${ledger}.away`, ledger)
  run.life.keychain.mood = 'good'
  if (gap === 'undo') await calls.setUndo(run.life, run.fixture.places.main, 0)
  if (!isAway) return
  run.hits.add(nameOf(cell))
  if (moneyLeft(run, operation, since) > 0)
    run.say('broken-rule', `${operation}: it left though its ledger was taken away before`)
  if (reasonOf(reported) !== 'money-stopped')
    run.say('broken-rule', `${operation}: ${reasonOf(reported)} with its ledger taken away`)
  // It is there again, and still nothing leaves: a person has to say so first.
  await insist(run, action)
  if (moneyLeft(run, operation, since) > 0)
    run.say('broken-rule', `${operation}: it left before a person let money move again`)
  // What the keychain was still asked for as it was slow comes to its end.
  await leaveAlone(run, 6_000)
}

interface Place {
  gap: Gap
  attemptId: string
  since: number
  isMarking: () => boolean
}

/** Until the request has come so far and no further. */
function isThere(run: Run, at: Place): Promise<boolean> {
  const { gap, attemptId, since, isMarking } = at
  const { passages } = run.fixture.wire
  const isRead = (): boolean =>
    passages.some((one) => one.operation === 'status' && one.left > since)
  switch (gap) {
    case 'reviewed':
      return Promise.resolve(true)
    case 'undo':
      return pause(run, 1_000).then(() => true)
    case 'reread':
      return soon(run, isRead)
    case 'signing':
      // What makes something new is not read before: it is signed at once.
      return pause(run, 300).then(() => true)
    case 'marking':
    case 'marked':
      return soon(run, async () => isMarking() && (await stateOf(run, attemptId)) === 'SENDING')
  }
}

/** Two reviews of one wish, confirmed in one moment: one of them leaves. */
export async function playAtOnce(run: Run, cell: Of<'at-once'>): Promise<void> {
  const { operation } = cell
  const action = await wish(run, operation)
  if (action === null) return
  const first = await review(run, action)
  const second = await review(run, action)
  if (!first.ok || !second.ok) return
  const since = run.fixture.place()
  const both = await Promise.all([first.value, second.value].map((made) => confirm(run, made)))
  run.hits.add(nameOf(cell))
  const left = moneyLeft(run, operation, since)
  if (left > 1)
    run.say('broken-rule', `${operation}: ${left} left at once: ${both.map(reasonOf).join(', ')}`)
  run.fixture.sandbox.advance(3_000)
  await until(run, async () => (await calls.list(run.life, true))?.length === 0, 14_000)
  await settled(run, first.value.attemptId, 1_000)
  await leaveAlone(run, 3_000)
  await checkSums(run)
}
