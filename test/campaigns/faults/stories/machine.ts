// Stories of the machine: clocks, restarts, older copies of the ledger, keychains, settings and
// other gateways.
import type { Result } from '#shared/fault.ts'
import * as calls from '../calls.ts'
import type { End } from '../end.ts'
import { type LedgerCopy, putBack, takeCopy } from '../life.ts'
import type { Cell, Moment } from '../matrix.ts'
import { nameOf } from '../matrix.ts'
import {
  check,
  confirm,
  lookUp,
  moneyLeft,
  orderFor,
  pause,
  review,
  type Run,
  settled,
  until,
  want,
} from '../run.ts'
import { settingsAt } from '../hosts.ts'
import { isRequest } from '../requests.ts'
import { settingsWith } from '../set-up.ts'
import { checkSums } from '../steps.ts'
import {
  confirmToSigning,
  hasLeft,
  insist,
  leaveAlone,
  lose,
  send,
  sendAndSettle,
  wish,
} from './acts.ts'

type Of<Name extends Cell['story']> = Extract<Cell, { story: Name }>

/** The clock jumps, or the program goes down and comes back, at one moment of a request's life. */
export async function playMoment(run: Run, cell: Of<'clock'> | Of<'restart'>): Promise<void> {
  const order = orderFor(run, 'return')
  await lookUp(run, order.orderid)
  const { wire } = run.fixture
  const at = async (moment: Moment): Promise<void> => {
    if (cell.moment !== moment) return
    run.hits.add(nameOf(cell))
    if (cell.story === 'clock') run.life.clock.aheadMs += cell.byMs
    else await goDownAndUp(run, cell.how)
  }
  if (cell.moment === 'undo') await calls.setUndo(run.life, run.fixture.places.main, 6_000)
  const action = want(run, 'return', order)
  const made = await review(run, action)
  if (!made.ok) return
  await at('reviewed')
  const { spoilt } = lossAt[cell.moment]
  if (spoilt.length > 0) wire.spoil('return', run.random.pick(spoilt))
  const since = run.fixture.place()
  const sending = confirm(run, made.value)
  if (cell.moment === 'undo') await pause(run, 1_000)
  await at('undo')
  if (cell.moment === 'confirming') await pause(run, run.random.below(400))
  await at('confirming')
  if (cell.moment === 'waiting' && (await hasLeft(run, 'return', since))) await at('waiting')
  await sending
  // MONEY: half a minute after it was due nobody sits before the countdown any more.
  if (cell.story === 'clock' && cell.moment === 'undo' && cell.byMs > 0)
    if (moneyLeft(run, 'return', since) > 0)
      run.say('broken-rule', 'it left though the clock says that it is minutes late')
  await at('answered')
  await checkSums(run)
  run.fixture.sandbox.advance(3_000)
  if (cell.moment === 'unknown') await at('unknown')
  await settled(run, made.value.attemptId, 8_000)
  if (cell.moment === 'settled') await at('settled')
  // Somebody puts the clock right, while Paydesk is closed or while it runs, or not.
  const putRight = (): void => {
    if (cell.story === 'clock' && run.random.chance(0.4)) run.life.clock.aheadMs = 0
  }
  const isDown = cell.story === 'clock' && run.random.chance(0.5)
  putRight()
  if (isDown) await goDownAndUp(run, 'dropped')
  putRight()
  await leaveAlone(run, 6_000)
  await insist(run, action)
}

const lossAt: Record<Moment, { spoilt: readonly ('swallowed' | 'answer-held' | 'late')[] }> = {
  reviewed: { spoilt: [] },
  undo: { spoilt: [] },
  confirming: { spoilt: [] },
  waiting: { spoilt: ['answer-held', 'swallowed', 'late'] },
  answered: { spoilt: [] },
  unknown: { spoilt: ['swallowed'] },
  settled: { spoilt: [] },
}

async function goDownAndUp(run: Run, how: 'in-order' | 'dropped'): Promise<void> {
  if (how === 'in-order') await run.life.close()
  else await run.life.drop()
  await run.life.open()
}

/**
 * An older copy of the ledger is put back. When something left in between, money has to be stopped,
 * whatever the keychain says.
 */
export async function playCopy(run: Run, cell: Of<'copy'>): Promise<End> {
  const { form, how, mood } = cell
  const { keychain } = run.life
  const isLasting = mood === 'memory' || mood === 'absent'
  // With no keychain at all it has been like that from the beginning, or only this once.
  if (isLasting && run.random.chance(0.5)) {
    await run.life.close()
    keychain.mood = mood
    await run.life.open()
  }
  const copies: LedgerCopy[] = []
  const keep = (chance: number): void => {
    if (!run.random.chance(chance)) return
    const copy = takeCopy(run.fixture, run.life, form)
    if (copy !== null) copies.push(copy)
  }
  if (form === 'daily') await pause(run, 5_000)
  keep(0.4)
  const before = await wish(run, run.random.pick(['return', 'capture', 'payout']))
  if (before !== null && run.random.chance(0.6)) await sendAndSettle(run, before)
  keep(0.6)
  const action = await wish(run, run.random.pick(['return', 'capture', 'payout', 'make-rebill']))
  if (action === null) return {}
  if (copies.length === 0) keep(1)
  const loss = run.random.pick(['answer-lost', 'late', 'none'] as const)
  if (loss === 'none') await send(run, action)
  else await lose(run, action, loss)
  keep(0.2)
  if (run.random.chance(0.3)) await sendAndSettle(run, want(run, 'payout', null))
  if (how === 'in-order') await run.life.close()
  else await run.life.drop()
  if (form === 'lost-wal')
    copies.push({ form, files: new Map([['ledger.sqlite-wal', null]]), place: 0 })
  const copy = run.random.pick(copies.length > 0 ? copies : [null])
  if (copy === null) {
    await run.life.open()
    return {}
  }
  const present = takeCopy(run.fixture, run.life, 'file')
  putBack(run.life, copy)
  const usual = keychain.mood
  keychain.mood = mood
  run.hits.add(nameOf(cell))
  // A file that was copied while pages were written to it may be torn. A ledger that can't be
  // opened stops everything; the ledger that was there before opens again.
  if (present !== null && !(await run.life.tryOpen())) {
    putBack(run.life, present)
    keychain.mood = usual
    await run.life.open()
    return {}
  }
  await checkCopy(run, copy)
  return { isOldCopy: true }
}

async function checkCopy(run: Run, copy: LedgerCopy): Promise<void> {
  const left = run.fixture.wire.passages.filter(
    ({ operation, left: at }) => isRequest(operation) && at > copy.place,
  )
  const rows = (await calls.list(run.life, false)) ?? []
  const isMissing = run.actions
    .flatMap(({ tries }) => tries)
    .some(({ attemptId }) => !rows.some(({ id }) => id === attemptId))
  // A copy without its newest pages may hold them all the same: nothing is lost then, and nothing
  // to be noticed.
  const isBehind = left.length > 0 && (isMissing || copy.form !== 'lost-wal')
  const stop = await calls.moneyStop(run.life)
  const since = run.fixture.place()
  if (isBehind && stop === null)
    run.say('unnoticed-copy', `${left.length} requests left since the copy, and money goes on`)
  // Somebody in a hurry asks for everything again at once: the screen says nothing of it.
  for (const action of run.actions) {
    const made = await review(run, action)
    if (made.ok) await confirm(run, made.value)
  }
  const again = run.fixture.wire.passages.filter(
    ({ operation, left: at }) => isRequest(operation) && at > since,
  )
  if (isBehind && again.length > 0)
    run.say('unnoticed-copy', `${again.length} requests left again after the copy was put back`)
}

/** The keychain is in some mood as the program starts, and comes to itself later, or does not. */
export async function playKeychain(run: Run, cell: Of<'keychain'>): Promise<End> {
  const { operation, mood } = cell
  const { keychain } = run.life
  const first = await wish(run, operation)
  if (first !== null) await lose(run, first, 'answer-lost')
  if (run.random.chance(0.5)) await run.life.close()
  else await run.life.drop()
  keychain.mood = mood
  await run.life.open()
  run.hits.add(nameOf(cell))
  if (mood === 'memory' || mood === 'absent') await enterKeysAgain(run)
  run.fixture.sandbox.advance(3_000)
  await leaveAlone(run, 6_000)
  const next = await wish(run, operation)
  if (next !== null) await send(run, next)
  const comesBack = run.random.chance(0.5)
  if (comesBack && mood !== 'memory' && mood !== 'absent') {
    keychain.mood = 'good'
    await pause(run, 30_000)
    if (run.random.chance(0.5)) await calls.retryKeychain(run.life)
  }
  await leaveAlone(run, 9_000)
  if (next !== null) await insist(run, next)
  return { isMute: keychain.mood === 'locked' || keychain.mood === 'silent' }
}

/**
 * Without its key the log can't be proven, and no key is saved then: a person says that money may
 * move, and enters the keys of the connections.
 */
async function enterKeysAgain(run: Run): Promise<void> {
  const stops = await calls.moneyStops(run.life)
  if (stops.length === 0) return
  await calls.resume(
    run.life,
    stops.map(({ id }) => id),
  )
  await run.life.enterKeys()
}

/** Settings change while something is not settled: refused, or without harm. */
export async function playSetting(run: Run, cell: Of<'setting'>): Promise<void> {
  const { setting, when } = cell
  const isYen = setting === 'digitsRule'
  const order = orderFor(run, isYen ? 'yen' : 'return')
  await lookUp(run, order.orderid)
  const first = want(run, 'return', order, isYen ? { amountMinor: 50 } : {})
  await sendAndSettle(run, first)
  const action = want(run, 'return', order, isYen ? { amountMinor: 5_000 } : {})
  const { main } = run.fixture.places
  if (when === 'undo') await calls.setUndo(run.life, main, 6_000)
  const made = await review(run, action)
  if (!made.ok) return
  run.fixture.wire.spoil('return', 'swallowed')
  const since = run.fixture.place()
  const signing =
    when === 'signing'
      ? await confirmToSigning(run, { orderid: order.orderid, made: made.value })
      : null
  const answer = signing?.answer ?? confirm(run, made.value)
  if (when === 'undo') await pause(run, 1_500)
  else if (when === 'unknown') await answer
  const changed = await changeOf(run, setting)
  // A key is for one place: whoever moves a connection enters it for the new one.
  if (when === 'undo' && changed.ok)
    await calls.enterKey(run.life, main, run.fixture.sandbox.identity.merchantControlKey)
  if (signing?.isWaiting !== false) run.hits.add(nameOf(cell))
  if (changed.ok) {
    run.freedom.noSums.add(order.orderid)
    // MONEY: the place where its outcome is asked for must stay, however much somebody wants it to
    // change. A path may be mended: nothing is found at a wrong one, and it is put back below.
    if (when === 'unknown' && setting !== 'currencies' && setting !== 'paths')
      run.say('broken-rule', `${setting} of a connection was changed while an outcome is unknown`)
  }
  signing?.release()
  await answer
  const places = ['address', 'endpoint', 'login', 'currencies', 'removed']
  const left = [run.fixture.wire, run.fixture.neighbour].flatMap(({ passages }) =>
    passages.filter((one) => one.operation === 'return' && one.left > since),
  )
  const mustStay = when === 'signing' || (when === 'undo' && places.includes(setting))
  if (mustStay && changed.ok && left.length > 0)
    run.say('broken-rule', `it left though ${setting} of its connection had changed`)
  await leaveAlone(run, 9_000)
  await check(run, order.orderid)
  await leaveAlone(run, 5_000)
  // Back again, as somebody would who sees that nothing works.
  if (changed.ok && setting !== 'removed')
    await calls.changeConnection(run.life, main, {
      record: {
        baseUrl: run.fixture.wire.baseUrl,
        endpointId: run.fixture.sandbox.identity.endpointId,
        login: run.fixture.sandbox.identity.login,
      },
      settings: { ...settingsWith(settingsAt(run.host)) },
    })
  await insist(run, action)
}

function changeOf(run: Run, setting: Of<'setting'>['setting']): Promise<Result<unknown>> {
  const { main } = run.fixture.places
  const change = (of: Parameters<typeof calls.changeConnection>[2]) =>
    calls.changeConnection(run.life, main, of)
  switch (setting) {
    case 'statusAmount':
      return change({ settings: { statusAmount: 'initial' } })
    case 'digitsRule':
      return change({ settings: { digitsRule: 'always-2' } })
    case 'address':
      return change({ record: { baseUrl: run.fixture.neighbour.baseUrl } })
    case 'endpoint':
      return change({ record: { endpointId: `group/${run.fixture.sandbox.identity.groupId}` } })
    case 'login':
      return change({ record: { login: 'somebody-else' } })
    case 'paths':
      return change({ settings: { paths: { status: '/api/v2/elsewhere' } } })
    case 'currencies':
      return change({ settings: { currencies: ['JPY', 'KWD'] } })
    case 'removed':
      return calls.removeConnection(run.life, main)
  }
}

/**
 * Many outcomes are unknown at once: nobody presses anything, and the gateway is not flooded with
 * questions.
 */
export async function playMany(run: Run, cell: Of<'many'>): Promise<void> {
  const { operation, count } = cell
  run.fixture.wire.spoil(operation, 'swallowed', count)
  const actions = Array.from({ length: count }, () => want(run, operation, null))
  await Promise.all(actions.map((action) => send(run, action)))
  run.fixture.wire.clear()
  run.hits.add(nameOf(cell))
}

/**
 * Several outcomes are unknown at a gateway that does not answer any more; a request elsewhere
 * comes to its end all the same.
 */
export async function playNeighbour(run: Run, cell: Of<'neighbour'>): Promise<End> {
  const { neighbour, places } = run.fixture
  const uses = ['dollar', 'yen', 'dinar'] as const
  const through = { connectionId: places.neighbour }
  for (const use of uses.slice(0, cell.hanging)) {
    const order = orderFor(run, use)
    run.freedom.noSums.add(order.orderid)
    await lookUp(run, order.orderid, places.neighbour)
    const action = want(run, 'return', order, { place: 'neighbour' })
    neighbour.spoil('return', 'swallowed')
    await send(run, action, through)
    neighbour.clear()
  }
  neighbour.isHanging = true
  await pause(run, 8_000)
  const action = await wish(run, 'return')
  const sent = action === null ? null : await send(run, action)
  if (sent !== null) {
    run.hits.add(nameOf(cell))
    run.fixture.sandbox.advance(3_000)
    const isOver = await until(
      run,
      async () => !(await calls.list(run.life, true))?.some(({ id }) => id === sent.made.attemptId),
      20_000,
    )
    if (!isOver && moneyLeft(run, 'return') > 0)
      run.say('not-asked', 'a request waited for another gateway that does not answer')
  }
  return { isNeighbourHanging: true }
}
