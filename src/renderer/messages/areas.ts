// The areas of the window in the groups and the order of the rail, each with the key that leads
// there after "g".
import { t } from './message.ts'

export interface Area {
  to: string
  label: string
  /** Names the icon, and the entry to tests. */
  glyph: AreaGlyph
  key: string
}

type AreaGlyph =
  | 'today'
  | 'orders'
  | 'open-requests'
  | 'payouts'
  | 'runs'
  | 'links'
  | 'subscriptions'
  | 'cards'
  | 'transfers'
  | 'terminal'
  | 'audit'
  | 'reports'
  | 'reconcile'
  | 'connections'
  | 'secure3d'
  | 'callbacks'
  | 'inspector'

const area = (glyph: AreaGlyph, label: string, key: string): Area => ({
  to: `/${glyph}`,
  label,
  glyph,
  key,
})

export const areaGroups: readonly { title: string; areas: readonly Area[] }[] = [
  {
    title: t('frame.work'),
    areas: [
      area('today', t('frame.today'), 'h'),
      area('orders', t('everywhere.orders'), 'o'),
      area('payouts', t('everywhere.payouts'), 'p'),
      area('runs', t('runs.runs'), 'r'),
      area('open-requests', t('everywhere.open-requests'), 'u'),
    ],
  },
  {
    title: t('frame.payments'),
    areas: [
      area('links', t('everywhere.links'), 'l'),
      area('subscriptions', t('everywhere.subscriptions'), 's'),
      area('cards', t('everywhere.cards'), 'k'),
      area('transfers', t('everywhere.transfers'), 't'),
      area('terminal', t('everywhere.terminal'), 'm'),
    ],
  },
  {
    title: t('frame.records'),
    areas: [
      area('reports', t('reports.title'), 'e'),
      area('reconcile', t('reconcile.title'), 'n'),
      area('audit', t('everywhere.audit-log'), 'a'),
    ],
  },
  { title: t('frame.setup'), areas: [area('connections', t('everywhere.connections'), 'c')] },
  {
    title: t('frame.tools'),
    areas: [
      area('secure3d', t('everywhere.three-d-secure'), 'd'),
      area('callbacks', t('everywhere.callback-check'), 'b'),
      area('inspector', t('everywhere.signature-inspector'), 'i'),
    ],
  },
]

export const areas: readonly Area[] = areaGroups.flatMap((group) => group.areas)

/** The area a route stands in, or null for one of none. */
export const areaOf = (route: string): Area | null =>
  areas.find(({ to }) => route === to || route.startsWith(`${to}/`)) ?? null
