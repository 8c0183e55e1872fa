// Stories of a program that is held up: its ledger can't be written as an answer comes, it is
// closed while it signs, or it is asked to send something again and again.
import { renameSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import * as calls from '../calls.ts'
import type { Cell } from '../matrix.ts'
import { nameOf } from '../matrix.ts'
import {
  confirm,
  moneyLeft,
  pause,
  reasonOf,
  review,
  type Run,
  stateOf,
  until,
  want,
} from '../run.ts'
import { hasLeft, leaveAlone, lose, wish } from './acts.ts'
import { resolveByHand } from './people.ts'

type Of<Name extends Cell['story']> = Extract<Cell, { story: Name }>

/** Another program holds the ledger while an answer comes, for longer than any backup tool does. */
export async function playUnwritten(run: Run, cell: Of<'unwritten'>): Promise<void> {
  const { operation } = cell
  const { wire } = run.fixture
  const action = await wish(run, operation)
  if (action === null) return
  const other = await review(run, want(run, 'payout', null))
  const made = await review(run, action)
  if (!made.ok || !other.ok) return
  const since = run.fixture.place()
  const release = wire.hold(operation)
  const answer = confirm(run, made.value)
  if (!(await hasLeft(run, operation, since))) return release()
  const ledger = join(run.life.folder(), 'ledger.sqlite')
  const holder = new BetterSqlite3(ledger)
  holder.exec('BEGIN IMMEDIATE')
  release()
  const reported = await answer
  const isStopped = await until(run, async () => (await calls.moneyStop(run.life)) !== null, 12_000)
  holder.exec('ROLLBACK')
  holder.close()
  run.hits.add(nameOf(cell))
  if (!isStopped)
    run.say('broken-rule', `${operation}: its outcome can’t be written, and money goes on`)
  const isWritten = await until(
    run,
    async () => (await stateOf(run, made.value.attemptId)) !== 'SENDING',
    12_000,
  )
  if (!isWritten)
    run.say(
      'lost-action',
      `${operation}: ${reasonOf(reported)} was forgotten as the ledger was held`,
    )
  const shown = await calls.moneyStops(run.life)
  if (shown.length > 0) await stopOnceMore(run, ledger, { shown, other: other.value })
  run.fixture.sandbox.advance(3_000)
  await leaveAlone(run, 6_000)
}

/** Something else stops money, which the person who lets it go on has not been shown. */
async function stopOnceMore(
  run: Run,
  ledger: string,
  { shown, other }: { shown: { id: string }[]; other: Parameters<typeof confirm>[1] },
): Promise<void> {
  const since = run.fixture.place()
  renameSync(ledger, `${ledger}.away`)
  await confirm(run, other)
  renameSync(`${ledger}.away`, ledger)
  await calls.resume(
    run.life,
    shown.map(({ id }) => id),
  )
  if ((await calls.moneyStops(run.life)).length === 0)
    run.say('broken-rule', 'a stop that nobody was shown ended with another one')
  await confirm(run, other)
  if (moneyLeft(run, 'payout', since) > 0)
    run.say('broken-rule', 'it left though a person was not shown why money is stopped')
}

/** The program is closed while a confirmed request is signed: it must not leave any more. */
export async function playClosing(run: Run, cell: Of<'closing'>): Promise<void> {
  const { operation } = cell
  const action = await wish(run, operation)
  if (action === null) return
  const made = await review(run, action)
  if (!made.ok) return
  const since = run.fixture.place()
  const release = run.life.keychain.hold()
  const answer = confirm(run, made.value)
  // What makes something new is not read before: it is signed at once.
  await pause(run, 500)
  const closed = run.life.close()
  release()
  await closed
  await answer
  run.hits.add(nameOf(cell))
  if (moneyLeft(run, operation, since) > 0)
    run.say('broken-rule', `${operation}: it left while the program ended`)
  await run.life.open()
  await leaveAlone(run, 3_000)
}

/**
 * What was found not to have happened is sent again, once: that one is lost as well, and a third
 * one must not leave.
 */
export async function playAgain(run: Run, cell: Of<'again'>): Promise<void> {
  const { operation } = cell
  const action = await wish(run, operation)
  if (action === null) return
  const first = await lose(run, action, 'swallowed')
  if (first === null || !(await resolveByHand(run, first, 'did-not-happen', true))) return
  const again = { again: first.attemptId }
  run.fixture.wire.spoil(operation, 'swallowed')
  const second = await review(run, action, again)
  if (!second.ok) return
  const since = run.fixture.place()
  await confirm(run, second.value)
  run.fixture.wire.clear()
  if (moneyLeft(run, operation, since) === 0) return
  if (!(await resolveByHand(run, second.value, 'did-not-happen', true))) return
  run.hits.add(nameOf(cell))
  const third = await review(run, action, again)
  if (!third.ok) return
  run.say('broken-rule', `${operation}: what was sent again already could be reviewed once more`)
  await confirm(run, third.value)
}
