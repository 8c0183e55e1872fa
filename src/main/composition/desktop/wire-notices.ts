// Wires what tells a person: events out of the ledger, the number of lines that Today has, and the
// system's notifications. Called by assemble.ts. It holds no rule of its own; it only connects.
import { createHash } from 'node:crypto'
import type { NoticeLevel } from '#shared/desktop/person-events.ts'
import type { SavedDraft } from '#shared/bridge/drafts.ts'
import { draftLastsMs } from '#shared/bridge/drafts.ts'
import { countNeeds, draftsOfOrders } from '#shared/notices/needs.ts'
import type { Desk, NoticePorts } from '../../desk/base/desk.ts'
import type { UpdateView } from '#shared/desktop/updates.ts'
import { createNotifier, type Notifier } from '../../desk/notices/notifier.ts'
import { openEvents } from '../../desk/notices/open-events.ts'
import type { Preferences } from '../../ledger/settings/preferences.ts'
import type { NotifiedEvents } from '../../ledger/settings/notified-events.ts'
import type { WiredLedger } from '../wire-ledger.ts'
import type { Payments } from '../../desk/payments/payments.ts'

export function wireNotices(parts: {
  desk: Pick<Desk, 'app:state' | 'attempt:list' | 'today:show'>
  ledger: Pick<WiredLedger, 'stops' | 'connections'>
  payments: Pick<Payments, 'ports'>
  notified: NotifiedEvents
  preferences: Preferences
  system: NoticePorts
  update: () => UpdateView
}): Notifier {
  const { desk, ledger, notified, preferences, system } = parts
  const { journal, clock, report } = parts.payments.ports
  // A person who only practises has nothing that the other stops hold back.
  const stops = () => {
    const isAtWork = ledger.connections.all().some((one) => !one.isEmbedded)
    return ledger.stops.all().filter(({ reach }) => reach === 'all' || isAtWork)
  }
  const drafts = (now: number): SavedDraft[] =>
    ((preferences.find('drafts') ?? []) as SavedDraft[]).filter(
      ({ at }) => now - at <= draftLastsMs,
    )
  return createNotifier({
    ...{ notified, system, report },
    level: () => (preferences.find('notices') as { level: NoticeLevel } | null)?.level ?? 'count',
    events: () =>
      openEvents({
        unknown: journal.inStates(['UNKNOWN']),
        contradicted: journal.contradicted(),
        stops: stops(),
        resumedAt: notified.resumedAt(),
        happened: notified.happened(),
        update: offered(parts.update()),
        digest: (text) => createHash('sha256').update(text).digest('hex').slice(0, 16),
      }),
    countNeeds: async () => {
      const now = clock()
      const [state, attempts, today] = await Promise.all([
        desk['app:state']({}),
        desk['attempt:list']({ isOpen: true }),
        desk['today:show']({}),
      ])
      if (!state.ok || !attempts.ok || !today.ok) return 0
      return countNeeds({
        state: state.value,
        attempts: attempts.value,
        ...{ holds: today.value.holds, reports: today.value.reports },
        ...{ exports: today.value.exports, disputes: today.value.disputes },
        moreDisputes: today.value.moreDisputes,
        ...{ found: today.value.found, moreFound: today.value.moreFound },
        drafts: draftsOfOrders(drafts(now)),
        now,
      })
    },
  })
}

/** Until it is installed, or the feed has it no more. */
const offered = ({ phase, offered: update }: UpdateView): string | null =>
  ['available', 'downloading', 'downloaded', 'installing'].includes(phase)
    ? (update?.version ?? null)
    : null
