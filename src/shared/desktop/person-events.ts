// Events that need a person and are told by a notification of the system: which there are, how much
// is said of them, and what of them Today shows until a person has seen it. Pure data.
import { z } from 'zod'

/** How much a notification says. Amounts and ids stand in none unless a person chose so. */
export const noticeLevels = ['off', 'count', 'order', 'amount'] as const
export type NoticeLevel = (typeof noticeLevels)[number]

/**
 * Each event that is told, and where a click on its notification leads. An event of `when:
 * 'happened'` stands in the log once and lasts until a person has seen it; `when: 'open'` lasts for
 * as long as it is so. To tell of another event: a row here, its two sentences in
 * src/messages/en/ledger.ts, and its source in desk/notices/open-events.ts.
 */
export const personEvents = {
  'outcome-unknown': { when: 'open', place: '/open-requests' },
  contradicted: { when: 'open', place: '/open-requests' },
  'money-stopped': { when: 'open', place: '/today' },
  'look-ups-open': { when: 'happened', place: '/orders/pasted' },
  'callback-contradicts': { when: 'happened', place: '/callbacks' },
  'run-paused': { when: 'happened', place: '/runs' },
  'run-ended': { when: 'happened', place: '/runs' },
  'shop-asking-paused': { when: 'happened', place: '/shop-orders' },
  'shop-asking-done': { when: 'happened', place: '/shop-orders' },
  'update-available': { when: 'open', dialog: 'about' },
} as const satisfies Record<
  string,
  { when: 'open' | 'happened' } & ({ place: `/${string}` } | { dialog: 'about' })
>

export type PersonEventKind = keyof typeof personEvents

const happenedKinds = [
  'look-ups-open',
  'callback-contradicts',
  'run-paused',
  'run-ended',
  'shop-asking-paused',
  'shop-asking-done',
] as const
export type HappenedKind = (typeof happenedKinds)[number]

/** What happened once and nobody has seen yet. */
export interface Happened {
  /** The number of its entry in the log. */
  seq: number
  kind: HappenedKind
  at: number
}

export const noticeMethods = {
  /** A person has seen what happened: this one and what of its kind came before it. */
  'notice:seen': z.strictObject({
    kind: z.enum(happenedKinds),
    seq: z.int().min(0),
  }),
} as const

export interface NoticeOutput {
  'notice:seen': null
}
