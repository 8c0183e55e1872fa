// Which notifications to show and which to withdraw: a pure function of the events of this moment,
// what was told before, and how much a person wants to be told. No event is told twice. What is
// decided is written down before it is shown: a program that is killed in between shows nothing
// more of it, and Today, where the next start begins, has the line.
import type { NoticeLevel, PersonEventKind } from '#shared/desktop/person-events.ts'
import type { MoneyText } from '#shared/money.ts'
import type { PersonEvent } from './open-events.ts'

/** One notification: of one event, or of several of a kind. */
export interface Notice {
  /** The key of its first event: no other notification ever has it. */
  id: string
  kind: PersonEventKind
  count: number
  order: string | null
  amount: MoneyText | null
}

/** Event to the notification that stands for it; '' where none stands any more. */
export type NotifiedBy = Readonly<Record<string, string>>

export interface Decision {
  show: Notice[]
  withdraw: string[]
  by: NotifiedBy
}

/** More at once than this are told as a number. */
const MOST_ALONE = 3
/**
 * Stops and updates are remembered beyond their end: a scan or a feed finds the same one again
 * after a restart.
 */
const MOST_ENDED = 200

const isLasting = (key: string): boolean => /^(stop|update)\//.test(key)

export function decide(
  open: readonly PersonEvent[],
  before: NotifiedBy,
  level: NoticeLevel,
): Decision {
  const openKeys = new Set(open.map(({ key }) => key))
  const fresh = open.filter(({ key }) => before[key] === undefined)
  const show = level === 'off' ? [] : noticesOf(fresh, level)
  const by: Record<string, string> = {}
  const ended = Object.keys(before).filter((key) => !openKeys.has(key))
  for (const key of ended.filter(isLasting).slice(-MOST_ENDED)) by[key] = ''
  for (const { key } of open) by[key] = before[key] ?? ''
  for (const { notice, events } of show) for (const { key } of events) by[key] = notice.id
  // Nothing stands for events that are over, and nothing at all once a person wants none.
  const standing = new Set(level === 'off' ? [] : Object.values(by))
  const withdraw = [...new Set(Object.values(before))].filter(
    (id) => id !== '' && !standing.has(id),
  )
  if (level === 'off') for (const key of Object.keys(by)) by[key] = ''
  return { show: show.map(({ notice }) => notice), withdraw, by }
}

function noticesOf(
  fresh: readonly PersonEvent[],
  level: NoticeLevel,
): { notice: Notice; events: readonly PersonEvent[] }[] {
  const kinds = [...new Set(fresh.map(({ kind }) => kind))]
  return kinds.flatMap((kind) => {
    const events = fresh.filter((event) => event.kind === kind)
    if (level === 'count' || events.length > MOST_ALONE) {
      const [first] = events
      const id = first?.key ?? ''
      const notice = { id, kind, count: events.length, order: null, amount: null }
      return [{ notice, events }]
    }
    return events.map((event) => ({
      notice: {
        id: event.key,
        kind,
        count: 1,
        order: event.order === '' ? null : event.order,
        amount: level === 'amount' ? event.amount : null,
      },
      events: [event],
    }))
  })
}
