// What the gateway, the wire and a colleague can do next.
import { ok, fail } from '#shared/fault.ts'
import { clientOrderid, orderid, type Tx } from './books.ts'
import type { Fate, Kind } from './oracle/truth.ts'
import type { Add } from './step.ts'
import type { Late, Walk } from './walk.ts'
import {
  accepted,
  foreign,
  noOrder,
  type Question,
  refused,
  type Sending,
  strange,
  unknown,
  unreached,
  unread,
} from './wire.ts'

const mostBooked = 8
const mostDates = 3

export function gatewaySteps(walk: Walk, add: Add): void {
  for (const call of walk.life.calls) {
    if (call.kind === 'question') questionSteps(walk, call, add)
    else if (call.kind === 'sending') sendingSteps(walk, call, add)
    else {
      add(12, `${call.kind} goes on`, () => call.end(false))
      add(0.7, `${call.kind} is refused`, () => call.end(true))
    }
  }
  for (const one of walk.late) {
    const gone = (): void => void walk.late.splice(walk.late.indexOf(one), 1)
    add(3, `late ${one.operation} arrives`, () => {
      gone()
      arrive(walk, one)
    })
    add(1, `late ${one.operation} is lost`, gone)
  }
  for (const tx of walk.books.booked) bookSteps(walk, tx, add)
  if (walk.world.work !== 'payouts') colleagueSteps(walk, add)
}

function questionSteps(walk: Walk, call: Question, add: Add): void {
  const what = `question ${call.asked}`
  if (call.reply === undefined) {
    add(14, `${what} is answered`, () => {
      call.reply = walk.books.tell(call.fields)
      deliver(walk, call)
    })
    add(3, `${what} is answered, on its way`, () => {
      call.reply = walk.books.tell(call.fields)
    })
  } else add(5, `the answer to ${what} comes`, () => deliver(walk, call))
  add(1, `${what} is lost`, () => call.end(fail(unread)))
}

function deliver(walk: Walk, call: Question): void {
  const { reply, fields, asked } = call
  if (reply === 'strange' || reply === undefined) return call.end(fail(strange))
  for (const row of walk.rows)
    if (
      (row.orderid !== '' && row.orderid === fields.orderid) ||
      row.clientOrderid === fields.client_orderid
    ) {
      const looks = walk.truth.looks.get(row.id) ?? []
      walk.truth.looks.set(row.id, [...looks, { asked, at: walk.time.mono() }])
    }
  if (reply === null) return call.end(fail(noOrder))
  walk.tell(call, reply)
  const { answer } = reply
  const serialNumber = answer['serial-number'] ?? null
  call.end(ok({ answer, typed: answer as never, serialNumber, date: null, skewMs: null }))
}

function sendingSteps(walk: Walk, call: Sending, add: Add): void {
  const what = `the ${call.operation}`
  if (call.outcome !== undefined) {
    const { outcome } = call
    add(10, `${what} is answered ${outcome.kind}`, () => call.end(outcome))
    add(3, `the answer to ${what} is lost`, () => call.end(unknown))
    return
  }
  add(10, `${what} arrives`, () => {
    const arrival = arrive(walk, call)
    call.outcome = arrival
  })
  add(1, `no connection for ${what}`, () => call.end(unreached))
  add(2, `${what} is lost`, () => call.end(unknown))
  add(2, `nobody waits for ${what} any more`, () => {
    walk.late.push(call)
    call.end(unknown)
  })
}

/** The gateway takes a request or not; what it answers need not fit. */
function arrive(walk: Walk, call: Late): Sending['outcome'] {
  const { world, random, books } = walk
  const isLying = world.gateway === 'lying'
  const of = bookable(walk, call)
  const isUnwilling = random.chance(8)
  if (of === null || isUnwilling || books.booked.length >= mostBooked)
    return isLying && random.chance(30) ? accepted('sn-none', '') : refused
  const fates: Fate[] = ['processing', 'processing', 'approved', 'approved', 'declined', 'error']
  const tx = books.book({ ...of, by: call.attemptId, fate: random.pick(fates) })
  if (isLying && random.chance(30)) return random.pick([refused, foreign])
  return accepted(tx.serial, call.operation === 'payout' ? tx.order : '')
}

function bookable(
  walk: Walk,
  { operation, fields }: Late,
): Pick<Tx, 'order' | 'kind' | 'minor' | 'clientOrderid'> | null {
  const { books, world } = walk
  const asked = fields.amount === undefined ? null : Math.round(Number(fields.amount) * 100)
  const place = { order: orderid, clientOrderid }
  if (operation === 'payout') {
    const own = fields.client_orderid ?? ''
    const first = books.booked.find((tx) => tx.clientOrderid === own)
    if (first !== undefined && world.refusesTwins) return null
    const order = first?.order ?? `800000${books.booked.length}`
    return { order, clientOrderid: own, kind: 'payout', minor: asked ?? 0 }
  }
  const fit = (kind: Kind, left: number): ReturnType<typeof bookable> =>
    left <= 0 || (world.checksSums && (asked ?? left) > left)
      ? null
      : { ...place, kind, minor: asked ?? left }
  if (operation === 'void') return books.isHeld() ? { ...place, kind: 'void', minor: 3000 } : null
  if (operation === 'capture')
    return books.isGone() ? null : fit('capture', 3000 - books.captured())
  if (books.isHeld()) return { ...place, kind: 'cancel', minor: 3000 }
  return fit('reversal', books.captured() - books.returned())
}

function bookSteps(walk: Walk, tx: Tx, add: Add): void {
  if (tx.fate === 'processing')
    for (const fate of ['approved', 'declined', 'error'] as const)
      add(fate === 'approved' ? 3 : 0.7, `${tx.kind} ${tx.at} is ${fate}`, () =>
        walk.books.turn(tx, fate),
      )
  if (tx.date < mostDates)
    add(0.5, `${tx.kind} ${tx.at} gets another date`, () => {
      tx.date += 1
    })
}

/** Somebody else at the gateway, with the amounts that are asked for here. */
function colleagueSteps(walk: Walk, add: Add): void {
  const { books, world } = walk
  if (books.booked.length >= mostBooked) return
  const book = (kind: Kind, minor: number, fate: Fate): void =>
    add(fate === 'declined' ? 0.5 : 1, `a colleague’s ${kind} of ${minor} is ${fate}`, () => {
      books.book({ by: 'colleague', order: orderid, clientOrderid, kind, minor, fate })
    })
  const left = books.captured() - books.returned()
  for (const minor of [1000, 2000])
    if (left >= minor)
      for (const fate of ['approved', 'processing', 'declined'] as const)
        book('reversal', minor, fate)
  if (world.origin === 'preauth' && !books.isGone() && 3000 - books.captured() >= 1000)
    book('capture', 1000, 'approved')
}
