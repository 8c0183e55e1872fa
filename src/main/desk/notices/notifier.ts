// Tells a person of events by the system's notifications and the number on the dock or taskbar:
// looks whenever something changed, lets decide() decide, writes down, then shows. It acts on
// nothing: a click opens a place.
import { say } from '#shared/message.ts'
import type { Place } from '#shared/desktop/window-methods.ts'
import {
  type NoticeLevel,
  type PersonEventKind,
  personEvents,
} from '#shared/desktop/person-events.ts'

import type { NotifiedEvents } from '../../ledger/settings/notified-events.ts'
import type { NoticePorts } from '../base/desk.ts'
import { decide, type Notice, type NotifiedBy } from './decide.ts'
import type { PersonEvent } from './open-events.ts'

/** What comes at once is told at once, and what a person is looking at has been seen by then. */
const restMs = 400
/** All that Today shows is read for the number, and a run changes some of it at every moment. */
const countEveryMs = 2_000

export interface Notifier {
  /** Something changed. */
  look(): void
  stop(): void
}

export function createNotifier(parts: {
  events: () => PersonEvent[]
  /** How many lines Today has. */
  countNeeds: () => Promise<number>
  level: () => NoticeLevel
  notified: NotifiedEvents
  system: NoticePorts
  report: (incident: string, error: unknown) => void
}): Notifier {
  const { notified, system } = parts
  let timer: NodeJS.Timeout | undefined
  let counting: NodeJS.Timeout | undefined
  let mayCountAt = -Infinity
  let isStopped = false

  function tell(): void {
    const level = parts.level()
    const { by, ...rest } = notified.read()
    const isAsBefore = rest.level === level
    const decided = decide(parts.events(), isAsBefore ? by : standingNoMore(by), level)
    // What says more than a person now wants goes. Withdrawn twice is withdrawn once, so this comes
    // before it is written down; shown twice is not shown once, so that comes after.
    const gone = isAsBefore ? decided.withdraw : new Set(Object.values(by))
    for (const id of gone) if (id !== '') system.withdraw(id)
    notified.write({ ...rest, level, by: { ...decided.by } })
    for (const notice of decided.show)
      system.show({
        id: notice.id,
        body: sentence(notice),
        opens: placeOf(notice.kind),
      })
  }

  const failed = (error: unknown): void => {
    if (!isStopped) parts.report('notices', error)
  }
  async function count(): Promise<void> {
    try {
      const needs = await parts.countNeeds()
      if (!isStopped) system.badge(needs)
    } catch (error) {
      failed(error)
    }
  }
  function countInTime(): void {
    if (counting !== undefined) return
    const now = performance.now()
    const at = Math.max(now, mayCountAt)
    mayCountAt = at + countEveryMs
    counting = setTimeout(() => {
      counting = undefined
      void count()
    }, at - now)
    counting.unref()
  }

  return {
    look: () => {
      if (isStopped || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        try {
          tell()
        } catch (error) {
          failed(error)
        }
        countInTime()
      }, restMs)
      timer.unref()
    },
    stop: () => {
      isStopped = true
      clearTimeout(timer)
      clearTimeout(counting)
    },
  }
}

function placeOf(kind: PersonEventKind): Place {
  const event = personEvents[kind]
  return 'dialog' in event ? { dialog: event.dialog } : { screen: event.place }
}

const standingNoMore = (by: NotifiedBy): NotifiedBy =>
  Object.fromEntries(Object.keys(by).map((key) => [key, '']))

const sentences: Readonly<
  Record<
    PersonEventKind,
    { one: string; many: (count: number) => string; of?: (order: string) => string }
  >
> = {
  'outcome-unknown': {
    one: say('ledger.notice-outcome-unknown'),
    many: (count) => say('ledger.notices-outcome-unknown', { count }),
    of: (order) => say('ledger.notice-outcome-unknown-of', { order }),
  },
  contradicted: {
    one: say('ledger.notice-contradicted'),
    many: (count) => say('ledger.notices-contradicted', { count }),
    of: (order) => say('ledger.notice-contradicted-of', { order }),
  },
  'money-stopped': {
    one: say('ledger.notice-money-stopped'),
    many: (count) => say('ledger.notices-money-stopped', { count }),
  },
  'look-ups-open': {
    one: say('ledger.notice-look-ups-open'),
    many: (count) => say('ledger.notices-look-ups-open', { count }),
  },
  'callback-contradicts': {
    one: say('ledger.notice-callback-contradicts'),
    many: (count) => say('ledger.notices-callback-contradicts', { count }),
  },
  'run-paused': {
    one: say('ledger.notice-run-paused'),
    many: (count) => say('ledger.notices-run-paused', { count }),
  },
  'run-ended': {
    one: say('ledger.notice-run-ended'),
    many: (count) => say('ledger.notices-run-ended', { count }),
  },
  'shop-asking-paused': {
    one: say('ledger.notice-shop-asking-paused'),
    many: (count) => say('ledger.notices-shop-asking-paused', { count }),
  },
  'shop-asking-done': {
    one: say('ledger.notice-shop-asking-done'),
    many: (count) => say('ledger.notices-shop-asking-done', { count }),
  },
  'update-available': {
    one: say('ledger.notice-update-available'),
    many: (count) => say('ledger.notices-update-available', { count }),
  },
}

/** Without an order or an amount in the notice there is none in the sentence. */
export function sentence({ kind, count, order, amount }: Notice): string {
  const { one, many, of } = sentences[kind]
  if (order !== null && of !== undefined)
    return of(amount === null ? order : say('ledger.an-amount-and-an-order', { amount, order }))
  return count === 1 ? one : many(count)
}
