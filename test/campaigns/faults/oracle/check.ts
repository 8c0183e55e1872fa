// Says what is wrong after a run: the gateway's books, the wire's passages and the ledger file
// against each other. Pure; nothing of the program is asked.
import { type Booked, booksFault } from './books.ts'
import { type Ledger, type Row, trailFault } from './ledger.ts'
import {
  type Fields,
  orderidOf,
  type Passage,
  plainMinor,
  realIdOf,
  statusPassages,
  typeOf,
  wasTold,
} from './witness.ts'

export const kinds = [
  'double-effect',
  'lost-action',
  'closed-unnamed',
  'wrong-sums',
  'over-sent',
  'not-asked',
  'too-many-questions',
  'unnoticed-copy',
  'not-sealed',
  'wrong-state',
  'broken-rule',
] as const
export type Kind = (typeof kinds)[number]
export interface Finding {
  kind: Kind
  message: string
}

/** One confirmation of a person, and the request that left for it. */
export interface Try {
  attemptId: string
  digest: string
  /**
   * By what a request of this confirmation is known at the service: a comment, an order and amount,
   * or an id of its own.
   */
  key: string
  fields: readonly { name: string; value: string }[]
  /** Null while nothing left for it. */
  passage: Passage | null
  /** Whether the row may be missing from the ledger: an older copy was put back. */
  isForgotten: boolean
  hand: { outcome: 'happened' | 'did-not-happen'; isTrue: boolean } | null
}

/** What a person wanted to happen once, however often they tried. */
export interface Action {
  name: string
  operation: string
  place: string
  orderid: string
  amountMinor: number
  currency: string
  tries: Try[]
}

/** A request's effect in the books: the transaction, or what was registered. */
export interface Effect {
  key: string
  processorTxId: string | null
  /** The gateway's number of the request behind it. */
  serial: string | null
  status: string
}

/** What the host does otherwise than another, as far as it decides what a desk can know. */
export interface HostTraits {
  /** Status names a transaction so that it is told apart from every other. */
  tellsMarks: boolean
  /** The first answer may say how it ended. */
  tellsEndAtOnce: boolean
  /** Operations whose first answer says nothing: status tells the rest. */
  tellsLater: readonly string[]
  /** What status calls a transaction instead, by its type in the books. */
  toldTypes: Readonly<Record<string, string>>
}

export interface Case {
  actions: readonly Action[]
  passages: readonly Passage[]
  ledger: Ledger
  effectsOf(action: Action): readonly Effect[]
  bookedOf(orderid: string): readonly Booked[]
  /** Orders on which nothing was done by others, nor told in a way that can't be read. */
  isClear(action: Action): boolean
  /** The gateway refused this request in so many words and carried it out. */
  isLie(one: Try): boolean
  /** Whether the desk could sign a question to the end. */
  couldAsk: boolean
  hostTraits: HostTraits
}

const unsent = ['DRAFT', 'APPROVED', 'EXPIRED', 'UNDONE', 'NOT_SENT']
const openStates = ['SENDING', 'UNKNOWN', 'ACCEPTED']
const byStatus = ['SUCCEEDED', 'DECLINED', 'FAILED']
/** What a first answer says where it says the end. */
const endOf: Readonly<Record<string, string>> = {
  approved: 'SUCCEEDED',
  declined: 'DECLINED',
  filtered: 'DECLINED',
  error: 'FAILED',
}
/** Operations whose own answer is their last word. */
const answeredAtOnce = ['create-recurring-payment', 'create-card-ref', 'create-card-ref-v4']
const named: Readonly<Record<string, readonly string[]>> = {
  return: ['reversal', 'refund', 'cancel'],
  capture: ['capture'],
  void: ['void', 'cancel'],
  payout: ['payout'],
  'payout-check': ['payout check'],
  'payout-pay': ['payout'],
  transfer: ['transfer'],
  'make-rebill': ['sale'],
  'process-recurring-payment': ['sale'],
}

export function findingsOf(that: Case): Finding[] {
  const found: Finding[] = []
  const { ledger, actions } = that
  if (ledger.chainFault !== null) found.push({ kind: 'broken-rule', message: ledger.chainFault })
  for (const action of actions) found.push(...checkAction(that, action))
  for (const row of ledger.rows) {
    const trail = trailFault(ledger.trails.get(row.id) ?? [], row.state)
    if (trail !== null) found.push({ kind: 'broken-rule', message: `${row.id}: ${trail}` })
  }
  found.push(...checkClosings(that), ...checkOrders(that))
  return found
}

function checkAction(that: Case, action: Action): Finding[] {
  const found: Finding[] = []
  const name = `${action.operation} ${action.name}`
  const effects = that.effectsOf(action).filter(({ status }) => isMoved(status))
  if (effects.length > 1 && action.operation !== 'payout-check')
    found.push({ kind: 'double-effect', message: `${name}: ${effects.length} effects` })
  for (const one of action.tries) {
    const row = that.ledger.rows.find(({ id }) => id === one.attemptId)
    const say = (kind: Kind, message: string): void =>
      void found.push({ kind, message: `${name} (${row?.state ?? 'no row'}): ${message}` })
    if (row === undefined) {
      if (!one.isForgotten) say('lost-action', 'its row is gone')
      continue
    }
    const hasLeft = one.passage !== null
    if (row.digest !== one.digest) say('broken-rule', 'the digest is not the confirmed one')
    if (one.passage !== null && differs(one, one.passage.fields))
      say('broken-rule', 'other fields left than were confirmed')
    if (unsent.includes(row.state) && hasLeft && !one.isForgotten)
      say('lost-action', 'it left the desk')
    checkState(that, action, one, row, say)
  }
  return found
}

const isMoved = (status: string): boolean =>
  status === 'approved' || status === 'processing' || status === 'unknown'

/** Signatures are made anew; everything else is what the person saw. */
const differs = (one: Try, left: Fields): boolean =>
  one.fields.some(
    ({ name, value }) => name !== 'control' && !name.startsWith('oauth') && left[name] !== value,
  )

function checkState(
  that: Case,
  action: Action,
  one: Try,
  row: Row,
  say: (kind: Kind, message: string) => void,
): void {
  const own = effectOf(that, action, one)
  const happened = own !== null && isMoved(own.status)
  switch (row.state) {
    case 'SUCCEEDED':
      if (!happened && that.isClear(action)) say('wrong-state', 'there is no effect')
      return
    case 'DECLINED':
    case 'FAILED':
      if (happened && that.isClear(action)) say('wrong-state', 'there is an effect')
      return
    case 'REJECTED':
      if (happened && !that.isLie(one)) say('wrong-state', 'there is an effect and no refusal')
      else if (happened && row.conflict === null && isReported(that, action))
        say('wrong-state', 'there is an effect, and no contradiction is noted')
      return
    case 'RESOLVED_BY_HAND': {
      if (one.hand === null) return say('wrong-state', 'nobody resolved it')
      const isWrong = (row.handOutcome === 'happened') !== happened
      // MONEY: a person may be wrong; then the gateway's own word has to show it.
      if (isWrong && happened && row.conflict === null && isReported(that, action))
        say('wrong-state', 'there is an effect, and no contradiction is noted')
      if (isWrong && one.hand.isTrue) say('wrong-state', 'the person was told wrong')
      return
    }
    case 'UNKNOWN':
    case 'ACCEPTED':
      if (happened && that.couldAsk && isReported(that, action))
        say('wrong-state', 'it took effect, the gateway tells so, and it is still open')
      return
    case 'SENDING':
    case 'APPROVED':
      say('wrong-state', 'it was left behind')
  }
}

/** Whether status surely told what became of it. */
const isReported = (that: Case, action: Action): boolean =>
  that.isClear(action) &&
  (!answeredAtOnce.includes(action.operation) ||
    that.hostTraits.tellsLater.includes(action.operation)) &&
  (that.hostTraits.tellsMarks || !hasTwin(that, action))

/** Where nothing but its looks is told of a transaction, one that looks the same hides it. */
function hasTwin(that: Case, { orderid, operation, amountMinor }: Action): boolean {
  const alike = that
    .bookedOf(orderid)
    .filter((row) => row.amountMinor === amountMinor && named[operation]?.includes(row.type))
  return alike.length > 1
}

/**
 * The effect of one request, by what it alone is known by, or by its number at the gateway. Where
 * no answer named one, the first to leave has the first effect.
 */
function effectOf(that: Case, action: Action, one: Try): Effect | null {
  const effects = that.effectsOf(action)
  if (action.tries.filter(({ key }) => key === one.key).length === 1)
    return effects.find(({ key }) => key === one.key) ?? null
  const serial = one.passage?.serial ?? null
  if (serial !== null) return effects.find((effect) => effect.serial === serial) ?? null
  const named = action.tries.map(({ passage }) => passage?.serial ?? null)
  const left = effects.filter((effect) => effect.key === one.key && !named.includes(effect.serial))
  const alike = action.tries.filter(
    ({ key, passage }) =>
      key === one.key && passage !== null && passage.forwarded !== null && passage.serial === null,
  )
  return left[alike.indexOf(one)] ?? null
}

interface Mine {
  action: Action
  one: Try
}

/**
 * MONEY: an outcome is closed only by a transaction nobody had told of before the request left,
 * told to a question asked after.
 */
function checkClosings(that: Case): Finding[] {
  const found: Finding[] = []
  const claimed = new Map<string, string>()
  const tries = that.actions.flatMap((action) => action.tries.map((one) => ({ action, one })))
  for (const row of that.ledger.rows) {
    if (!byStatus.includes(row.state) || answeredAtOnce.includes(row.operation)) continue
    const mine = tries.find(({ one }) => one.attemptId === row.id)
    if (mine === undefined) continue
    const say = (message: string): void =>
      void found.push({ kind: 'closed-unnamed', message: `${row.operation} ${row.id}: ${message}` })
    const { passage } = mine.one
    if (passage === null) {
      say(`${row.state}, and nothing left`)
      continue
    }
    const { place } = mine.action
    if (that.hostTraits.tellsEndAtOnce && passage.serial === row.resolvedBySerial) {
      if (endOf[passage.reported?.['status'] ?? ''] !== row.state)
        say(`${row.state} by a first answer that says ${passage.reported?.['status']}`)
      continue
    }
    const tellings = statusPassages(that.passages).filter((one) => one.place === place)
    const by = tellings.find((one) => one.reported?.['serial-number'] === row.resolvedBySerial)
    if (row.resolvedBySerial === null || by === undefined || by.reported === null) {
      say(`${row.state} without an answer`)
      continue
    }
    const id = realIdOf(by.real)
    const type = typeOf(by.real)
    if (wasTold(that.passages, place, id, passage.left))
      say(`${row.state} by ${type} ${id}, which was told before it left`)
    const isAskedAfter = tellings.some(
      (one) => one.left > passage.left && realIdOf(one.real) === id && one.reported !== null,
    )
    const kept = tellings.filter((one) => one.reported?.['serial-number'] === row.resolvedBySerial)
    if (kept.every((one) => one.left < passage.left))
      say(`${row.state} by an answer of ${id} that was asked for before it left`)
    if (!isAskedAfter) say(`${row.state} by ${type} ${id}, asked for before it left`)
    const reported = by.reported['transaction-type'] ?? type
    const isNamed = (name: string): boolean => named[row.operation]?.includes(name) === true
    if (!isNamed(type) || (!isNamed(reported) && reported !== that.hostTraits.toldTypes[type]))
      say(`${row.state} by a ${type} told as a ${reported}, which is no ${row.operation}`)
    if (row.operation !== 'void' && !isAmountTold(by, by.reported, mine))
      say(`${row.state} by an amount of ${by.reported['amount']} ${by.reported['currency']}`)
    const key = `${orderidOf(by.real)} ${id}`
    const other = claimed.get(key)
    if (other !== undefined) say(`${id} had closed ${other} before`)
    claimed.set(key, row.id)
  }
  return found
}

/**
 * MONEY: no amount need be told of a request that made an order of its own, that was asked for by
 * its number, or that is done as a whole or not at all; one that can't be read proves nothing of
 * any.
 */
function isAmountTold(by: Passage, reported: Fields, { action, one }: Mine): boolean {
  const serial = one.passage?.serial ?? ''
  if (reported['amount'] === undefined)
    return (
      action.orderid === '' ||
      reported['transaction-type'] === 'cancel' ||
      (serial !== '' && by.fields['by-request-sn'] === serial)
    )
  // An order has one currency: an amount without one is in that.
  const currency = reported['currency'] ?? action.currency
  return (
    plainMinor({ ...reported, currency }) === action.amountMinor && currency === action.currency
  )
}

/**
 * Per order: never two open, never more moved than there is, and the status read again before
 * anything leaves.
 */
function checkOrders(that: Case): Finding[] {
  const found: Finding[] = []
  for (const action of that.actions) {
    if (action.orderid === '') continue
    const open = that.ledger.rows.filter(
      (row) => row.orderid === action.orderid && openStates.includes(row.state),
    )
    const fault =
      open.length > 1
        ? `${open.length} open requests on ${action.orderid}`
        : booksFault(that.bookedOf(action.orderid))
    if (fault !== null && !found.some(({ message }) => message === fault))
      found.push({ kind: open.length > 1 ? 'broken-rule' : 'over-sent', message: fault })
  }
  for (const one of that.passages) {
    if (!['return', 'capture', 'void', 'payout-pay'].includes(one.operation)) continue
    const before = that.passages.findLast(
      (other) =>
        other.left < one.left &&
        other.place === one.place &&
        other.fields['orderid'] === one.fields['orderid'],
    )
    if (before?.operation !== 'status')
      found.push({
        kind: 'broken-rule',
        message: `a ${one.operation} left without its status being read again`,
      })
  }
  return found
}
