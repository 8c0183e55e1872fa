// English of the system's notifications: each event once alone, once as a number, and once with its
// order, for those who chose that.
export const notices = {
  'notice-outcome-unknown': 'A request has an unknown outcome. Don’t repeat the request.',
  'notices-outcome-unknown': '{count} requests have an unknown outcome. Don’t repeat them.',
  'notice-outcome-unknown-of': '{order}: the outcome is unknown. Don’t repeat the request.',
  'notice-contradicted': 'The gateway shows a different result from Paydesk.',
  'notices-contradicted': 'The gateway shows different results from Paydesk for {count} requests.',
  'notice-contradicted-of': '{order}: the gateway shows a different result from Paydesk.',
  'notice-money-stopped': 'Money is stopped. Open Paydesk to see why.',
  'notices-money-stopped': 'Money is stopped for {count} reasons. Open Paydesk to see them.',
  'notice-look-ups-open': 'A list was looked up. Some of its rows have no answer.',
  'notices-look-ups-open': '{count} lists were looked up. Some of their rows have no answer.',
  'notice-callback-contradicts': 'A callback contradicts what this computer knows.',
  'notices-callback-contradicts': '{count} callbacks contradict what this computer knows.',
  'notice-update-available': 'A Paydesk update is available.',
  'notices-update-available': '{count} Paydesk updates are available.',
  'an-amount-and-an-order': '{amount}, {order}',
} as const
