// Orders from the shop's own lists, over the bridge: known from a file, and not from the gateway
// before it was asked. The page says which reading and which order; rows stay in main.
import { z } from 'zod'
import type { ListReport } from '../bridge/lists.ts'
import type { OrderView } from '../bridge/views.ts'
import { say } from '../message.ts'
import type { MoneyText } from '../money.ts'

const connectionId = z.string().min(1).max(64)
const number = z.int().min(1)

/** What came of asking the gateway about an order of a list. */
export const shopAnswers = ['unread', 'read', 'not-there'] as const
export type ShopAnswer = (typeof shopAnswers)[number]

export type AskingState = 'RUNNING' | 'PAUSED' | 'STOPPED' | 'DONE'

const shopQuestion = {
  /** All connections when left out. */
  connectionId: connectionId.optional(),
  text: z.string().max(200).optional(),
  answer: z.enum(shopAnswers).optional(),
} as const

export const shopMethods = {
  /**
   * Takes the good rows of a reading in; answers when all are. The reading is used up. `stamp`,
   * `meaning` and `leftOut` are what the person was shown.
   */
  'shop:take': z.strictObject({
    readingId: z.string().min(1).max(64),
    stamp: z.string().min(1).max(64),
    meaning: z.string().length(64),
    /** Lines that stay out because something is wrong with them, and why. */
    leftOut: z.int().min(0),
    leftOutReason: z.string().trim().max(500, say('operations.at-most-500-characters')),
  }),
  /** The newest lists, and what was asked about their orders. */
  'shop:lists': z.strictObject({}),
  'shop:orders': z.strictObject({
    ...shopQuestion,
    before: z.string().max(500).optional(),
    limit: z.int().min(1).max(500).default(100),
  }),
  'shop:show': z.strictObject({ number }),
  /** What a list says of an order that the gateway told of; null where none does. */
  'shop:of-order': z.strictObject({ connectionId, orderid: z.string().min(1).max(128) }),
  /** Asks the gateway about it, whatever it answered before. */
  'shop:open': z.strictObject({ number }),
  /** Look-ups of all orders of lists that nobody asked about yet. They only read. */
  'shop:ask': z.strictObject({ connectionId, to: z.enum(['start', 'pause', 'stop']) }),
  'shop:save': z.strictObject({ ...shopQuestion, as: z.enum(['csv', 'xlsx']) }),
} as const

export interface ShopOutput {
  /** Null when the person ended it: what was taken in stays. */
  'shop:take': ShopListView | null
  'shop:lists': { lists: ShopListView[]; asked: ShopAsked[] }
  'shop:orders': ShopPage
  'shop:show': ShopOrder
  'shop:of-order': ShopOrder | null
  'shop:open': OrderView
  'shop:ask': ShopAsked
  /** Null when the person named no file, or ended it. */
  'shop:save': ListReport | null
}

/** A list as it was taken in. */
export interface ShopListView {
  id: string
  connectionId: string
  name: string
  rows: number
  taken: number
  added: number
  changed: number
  leftOut: { count: number; reason: string } | null
  actor: string
  at: number
  /** Null where it was cut off before its last row. */
  endedAt: number | null
}

/** Of all lists of a connection. */
export interface ShopAsked {
  connectionId: string
  unread: number
  read: number
  notThere: number
  /** Null where nobody asked for look-ups yet. */
  state: AskingState | null
  why: string | null
}

/** What a file says of an order. None of it is the gateway's word. */
export interface ShopOrder {
  number: number
  connectionId: string
  /** Empty where the file has none. */
  orderid: string
  clientOrderid: string
  amount: MoneyText | null
  day: string | null
  email: string | null
  lastFour: string | null
  name: string | null
  /** Where that was said last. */
  list: { id: string; name: string; line: number; at: number }
  answer: ShopAnswer
  answeredAt: number | null
  /** The gateway's id of it, once it told; empty before. */
  knownAs: string
}

interface ShopPage {
  rows: ShopOrder[]
  /** Pass as `before` for the next page; null on the last one. */
  next: string | null
  /** Rows that the search has not read yet: with any, something may be missing. */
  unindexed?: number
}
