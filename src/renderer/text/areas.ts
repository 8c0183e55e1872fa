// The areas of the window in the order of the rail, each with the key that leads there after "g".
export const areas = [
  { to: '/orders', words: 'Orders', glyph: 'orders', key: 'o' },
  { to: '/payouts', words: 'Payouts', glyph: 'payouts', key: 'p' },
  { to: '/links', words: 'Links', glyph: 'links', key: 'l' },
  { to: '/terminal', words: 'Terminal', glyph: 'terminal', key: 'm' },
  { to: '/cards', words: 'Cards', glyph: 'cards', key: 'k' },
  { to: '/subscriptions', words: 'Subscriptions', glyph: 'subscriptions', key: 's' },
  { to: '/secure3d', words: '3-D Secure', glyph: 'secure3d', key: 'd' },
  { to: '/transfers', words: 'Transfers', glyph: 'transfers', key: 't' },
  { to: '/callbacks', words: 'Callbacks', glyph: 'callbacks', key: 'b' },
  { to: '/unsettled', words: 'Unsettled', glyph: 'unsettled', key: 'u' },
  { to: '/audit', words: 'Audit log', glyph: 'audit', key: 'a' },
  { to: '/connections', words: 'Connections', glyph: 'connections', key: 'c' },
] as const
