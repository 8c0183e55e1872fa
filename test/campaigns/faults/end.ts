// The end of every run: a time in which nobody presses anything and the desk goes on by itself, the
// last words of people, the closing in order, and the oracle's findings.
import * as calls from './calls.ts'
import { join } from 'node:path'
import { signIn } from '../runner/own-people.ts'
import { caseOf, effectsOf, passagesOf } from './case.ts'
import { approvalsIn } from './oracle/approvals.ts'
import { type Finding, findingsOf } from './oracle/check.ts'
import { graceMs, isAskedFor, type OpenOne, questionRush, youngEveryMs } from './oracle/quiet.ts'
import { pause, type Run, tryOf, until } from './run.ts'
import { checkSums } from './steps.ts'
import { teamAtRest, teamFaults } from './team-ends.ts'

export interface End {
  /** The other gateway does not answer in all of that time. */
  isNeighbourHanging?: boolean
  /** Nothing can be asked: the keychain that signs questions is out of reach. */
  isMute?: boolean
  /**
   * An older ledger was put back, or a copy of the folder went on: it is only looked whether money
   * is stopped.
   */
  isOldCopy?: boolean
}

/** Nobody presses anything. Whatever can be known comes to be known. */
async function quietTime(run: Run, end: End): Promise<void> {
  const { fixture, life } = run
  for (const wire of [fixture.wire, fixture.neighbour]) {
    wire.clear()
    wire.teller = null
    wire.isHanging = wire === fixture.neighbour && end.isNeighbourHanging === true
  }
  fixture.sandbox.clearFaults()
  await fixture.wire.idle()
  // Whatever the gateway still works on is done now.
  fixture.sandbox.advance(20 * 60_000)
  if (end.isMute === true) return
  const since = fixture.time.now()
  const waiting = (await openOnes(run)).filter((one) => one.operation !== '')
  // What an answer closes that was asked for just before needs no question any more.
  const unasked = async (): Promise<OpenOne[]> => {
    const left = waiting.filter((one) => !isAskedFor(one, passagesOf(run), since))
    const open = left.length === 0 ? [] : (await openOnes(run)).map(keyOfOpen)
    return left.filter((one) => open.includes(keyOfOpen(one)))
  }
  await until(run, async () => (await unasked()).length === 0, youngEveryMs + graceMs)
  for (const one of await unasked())
    run.say('not-asked', `${one.operation} ${one.orderid || one.clientOrderid} was not asked for`)
  // What was asked for may be told now: an honest answer settles what it names.
  if (waiting.length > 0) await pause(run, 6_000)
  const rush = questionRush(passagesOf(run), since)
  if (rush !== null) run.say('too-many-questions', rush)
  if (life.openedAt() > 0) await checkSums(run)
}

const keyOfOpen = ({ place, operation, orderid, clientOrderid }: OpenOne): string =>
  JSON.stringify([place, operation, orderid, clientOrderid])

async function openOnes(run: Run): Promise<OpenOne[]> {
  const open = (await calls.list(run.life, true)) ?? []
  return open
    .filter(({ state }) => state === 'UNKNOWN' || state === 'ACCEPTED')
    .map(({ operation, connectionId, orderid, clientOrderid }) => ({
      operation,
      place: connectionId === run.fixture.places.neighbour ? 'neighbour' : 'main',
      orderid,
      clientOrderid,
    }))
}

/** Somebody asks the gateway's support about what is still open, and says what they heard. */
async function lastChecks(run: Run): Promise<void> {
  const open = (await calls.list(run.life, true)) ?? []
  for (const { id, state } of open) {
    const found = tryOf(run, id)
    if (found === null || (state !== 'UNKNOWN' && state !== 'ACCEPTED')) continue
    const { action, one } = found
    // What took effect should have been found by the desk itself: that is left for the oracle to
    // see.
    const hasEffect = effectsOf(run, action).some(({ key }) => key === one.key)
    if (hasEffect || run.random.chance(0.5)) continue
    const said = await calls.resolve(
      run.life,
      id,
      'did-not-happen',
      'the gateway’s support found nothing of it',
    )
    if (said.ok) one.hand = { outcome: 'did-not-happen', isTrue: true }
  }
}

export async function endRun(run: Run, end: End): Promise<Finding[]> {
  if (end.isOldCopy === true) {
    await run.life.close()
    return run.findings
  }
  // The hours that a story let pass have locked the desk.
  if (run.approver !== null) await signIn(calls.deskOf(run.life), 'Bo')
  await quietTime(run, end)
  await lastChecks(run)
  if (end.isMute !== true) await teamAtRest(run)
  const shown = await calls.unknownCount(run.life)
  const isSealed = run.life.keychain.mood === 'good'
  await run.life.close()
  const that = caseOf(run, end.isMute !== true)
  const { ledger } = that
  if (end.isMute !== true)
    for (const fault of await teamFaults(run, ledger.rows)) run.say('broken-rule', fault)
  const unknown = ledger.rows.filter(({ state }) => state === 'UNKNOWN').length
  if (shown !== null && shown !== unknown)
    run.say('broken-rule', `${unknown} outcomes are unknown, ${shown} are shown`)
  if (ledger.lastKind !== 'log:closed')
    run.say('not-sealed', `the log ends with ${ledger.lastKind}, not with its closing`)
  if (isSealed && ledger.signedTo !== ledger.entries)
    run.say('not-sealed', `${ledger.signedTo} of ${ledger.entries} entries are signed`)
  if (isSealed && ![...run.life.keychain.slots.values()].some((text) => text.includes(ledger.head)))
    run.say('not-sealed', 'the keychain has no mark of the log’s end')
  if (run.approver !== null)
    for (const fault of approvalsIn(join(run.life.folder(), 'ledger.sqlite')).faults)
      run.say('broken-rule', fault)
  return [...run.findings, ...findingsOf(that)]
}
