// One line of the queue of what needs a person. Pure.
import type { DisputeNeed } from '#shared/disputes/dispute-methods.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Happened } from '#shared/desktop/person-events.ts'
import type { MoneyText } from '#shared/money.ts'
import type { Tone } from '../../theme/tokens.ts'

export type NeedAction =
  | { kind: 'go'; label: string; to: string; seen?: Pick<Happened, 'kind' | 'seq'> }
  | { kind: 'see'; label: string; to: string | null; attemptId: string }
  | { kind: 'check'; label: string; attempt: AttemptView }
  | { kind: 'dispute'; label: string; dispute: DisputeNeed }
  | { kind: 'resume' | 'unlock' | 'reload'; label: string }

/** One line of the queue: a sentence whose amount is loud, and the text around that amount. */
export interface Need {
  id: string
  tone: Tone
  chip: string
  before: string
  money: MoneyText | null
  after: string
  /** Milliseconds since 1970; null where nobody knows since when. */
  at: number | null
  /** Null for what belongs to no connection. */
  connectionId: string | null
  action: NeedAction
  /** What it is about: an order, or the lines of a report. */
  about?: { kind: 'order'; orderid: string } | { kind: 'report'; id: string; count: number }
  /** How many it stands for; left out: one. */
  counts?: number
}

/** Of nothing new that the gateway has not named an order for. */
export const aboutOrder = (orderid: string): Pick<Need, 'about'> =>
  orderid === '' ? {} : { about: { kind: 'order', orderid } }

export const orderPath = (connectionId: string, orderid: string): string =>
  `/orders/${encodeURIComponent(connectionId)}/${encodeURIComponent(orderid)}`
