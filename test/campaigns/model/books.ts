// The gateway of the model: its books, and how it tells them. It checks as much as its world says,
// tells old transactions again with other dates and stages, and shares no code with the product.
import type { Booked, Fate, Kind } from './oracle/truth.ts'
import type { Random } from './random.ts'
import type { World } from './world.ts'

export const orderid = '7000001'
export const clientOrderid = 'inv-1'
const orderMinor = 3000

export interface Tx extends Booked {
  clientOrderid: string
  serial: string
  /** Moves on when it is told again with another date. */
  date: number
  /** How often it was told. */
  tellings: number
  changed: number
}

export interface Telling {
  tx: Tx
  /** As it was then. */
  fate: Fate
  answer: Record<string, string>
  text: string
  hasId: boolean
  hasAmount: boolean
  isByName: boolean
}

export interface Books {
  booked: Tx[]
  book(of: Pick<Tx, 'by' | 'order' | 'kind' | 'minor' | 'fate' | 'clientOrderid'>): Tx
  turn(tx: Tx, fate: Fate): void
  /** Null: there is no such order. 'strange': the number of a request means nothing here. */
  tell(question: Readonly<Record<string, string>>): Telling | 'strange' | null
  captured(): number
  returned(): number
  isHeld(): boolean
  /** The hold was let go, or there never was one. */
  isGone(): boolean
}

export function openBooks(world: World, random: Random): Books {
  const booked: Tx[] = []
  let changes = 0
  const book: Books['book'] = (of) => {
    const at = booked.length
    const tx = { ...of, at, serial: `sn-${at}`, date: 0, tellings: 0, changed: (changes += 1) }
    booked.push(tx)
    return tx
  }
  book({
    by: 'origin',
    order: orderid,
    kind: world.origin,
    minor: orderMinor,
    fate: 'approved',
    clientOrderid,
  })
  const sum = (kinds: readonly Kind[]): number =>
    booked
      .filter(
        ({ kind, fate }) => kinds.includes(kind) && (fate === 'approved' || fate === 'processing'),
      )
      .reduce((total, { minor }) => total + minor, 0)

  const reportedOf = (order: readonly Tx[]): Tx => {
    if (world.tells === 'any') return random.pick(order)
    if (world.tells === 'latest') return order.at(-1)!
    return order.reduce((a, b) => (b.changed > a.changed ? b : a))
  }

  const tell: Books['tell'] = (question) => {
    const order = booked.filter(
      (tx) => tx.order === question.orderid || tx.clientOrderid === question.client_orderid,
    )
    if (order.length === 0) return null
    const number = question['by-request-sn'] ?? ''
    if (number !== '' && !world.knowsNumbers && random.chance(50)) return 'strange'
    const named = world.knowsNumbers ? order.find(({ serial }) => serial === number) : undefined
    if (number !== '' && world.knowsNumbers && named === undefined) return 'strange'
    const tx = named ?? reportedOf(order)
    const telling = { ...answerOf(world, random, tx), isByName: named !== undefined }
    tx.tellings += 1
    return telling
  }
  return {
    booked,
    book,
    turn: (tx, fate) => {
      tx.fate = fate
      tx.changed = changes += 1
    },
    tell,
    captured: () => sum(['sale', 'capture']),
    returned: () => sum(['reversal']),
    isGone: () => world.origin === 'sale' || sum(['void', 'cancel']) > 0,
    isHeld: () =>
      world.origin === 'preauth' && sum(['capture']) === 0 && sum(['void', 'cancel']) === 0,
  }
}

function answerOf(world: World, random: Random, tx: Tx): Omit<Telling, 'isByName'> {
  const hasId = world.ids === 'always' || (world.ids === 'late' && tx.tellings > 0)
  const amountForm =
    world.amounts === 'always' ? 'told' : random.pick(['told', 'told', 'left out', 'unreadable'])
  const amount = (tx.minor / 100).toFixed(2)
  // A stage that moved on tells nothing that the status does not.
  const stage = `${tx.kind}_${tx.fate}`
  const reported: Record<string, string> = {
    type: 'status-response',
    status: tx.fate,
    'transaction-type': tx.kind,
    'order-stage': tx.date % 2 === 0 ? stage : `${stage}_again`,
    'paynet-order-id': tx.order,
    'merchant-order-id': tx.clientOrderid,
    'paynet-processing-date': `2026-11-21 10:${10 + tx.at}:0${tx.date} UTC`,
    'serial-number': tx.serial,
    ...(hasId ? { 'processor-tx-id': `tx-${tx.at}` } : {}),
    ...(amountForm === 'left out'
      ? {}
      : { amount: amountForm === 'told' ? amount : amount.replace('.', ':'), currency: 'EUR' }),
  }
  const { 'serial-number': _serial, 'paynet-processing-date': date, ...rest } = reported
  // The date tells two apart where nothing else does: refunds and captures without ids.
  const isDateAll = !hasId && ['capture', 'reversal'].includes(tx.kind)
  const matters = isDateAll ? { ...rest, date } : rest
  return {
    tx,
    fate: tx.fate,
    answer: reported,
    text: Object.values(matters).join('|'),
    hasId,
    hasAmount: amountForm === 'told',
  }
}
