// The areas of the window in the groups and the order of the rail, each with the key that leads
// there after "g".
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
    title: 'Work',
    areas: [
      area('today', 'Today', 'h'),
      area('orders', 'Orders', 'o'),
      area('payouts', 'Payouts', 'p'),
      area('open-requests', 'Open requests', 'u'),
    ],
  },
  {
    title: 'Payments',
    areas: [
      area('links', 'Links', 'l'),
      area('subscriptions', 'Subscriptions', 's'),
      area('cards', 'Cards', 'k'),
      area('transfers', 'Transfers', 't'),
      area('terminal', 'Terminal', 'm'),
    ],
  },
  { title: 'Records', areas: [area('audit', 'Audit log', 'a')] },
  { title: 'Setup', areas: [area('connections', 'Connections', 'c')] },
  {
    title: 'Tools',
    areas: [
      area('secure3d', '3-D Secure', 'd'),
      area('callbacks', 'Callback check', 'b'),
      area('inspector', 'Signature inspector', 'i'),
    ],
  },
]

export const areas: readonly Area[] = areaGroups.flatMap((group) => group.areas)

/** The area a route stands in, or null for one of none. */
export const areaOf = (route: string): Area | null =>
  areas.find(({ to }) => route === to || route.startsWith(`${to}/`)) ?? null
