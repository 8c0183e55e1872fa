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
  | 'links'
  | 'subscriptions'
  | 'cards'
  | 'transfers'
  | 'terminal'
  | 'audit'
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
    title: t('work'),
    areas: [
      area('today', t('today'), 'h'),
      area('orders', t('orders'), 'o'),
      area('payouts', t('payouts'), 'p'),
      area('open-requests', t('open-requests'), 'u'),
    ],
  },
  {
    title: t('payments'),
    areas: [
      area('links', t('links'), 'l'),
      area('subscriptions', t('subscriptions'), 's'),
      area('cards', t('cards'), 'k'),
      area('transfers', t('transfers'), 't'),
      area('terminal', t('terminal'), 'm'),
    ],
  },
  { title: t('records'), areas: [area('audit', t('audit-log'), 'a')] },
  { title: t('setup'), areas: [area('connections', t('connections'), 'c')] },
  {
    title: t('tools'),
    areas: [
      area('secure3d', t('three-d-secure'), 'd'),
      area('callbacks', t('callback-check'), 'b'),
      area('inspector', t('signature-inspector'), 'i'),
    ],
  },
]

export const areas: readonly Area[] = areaGroups.flatMap((group) => group.areas)

/** The area a route stands in, or null for one of none. */
export const areaOf = (route: string): Area | null =>
  areas.find(({ to }) => route === to || route.startsWith(`${to}/`)) ?? null
