// English of orders that the shop's own lists name: known from a file, and not from the gateway
// until it is asked.
export const shop = {
  'shop.title': 'Shop orders',
  'shop.about': 'Orders from your shop’s lists. Check them to see the gateway’s status.',
  'shop.from-a-list': 'From a list',
  'shop.command-also': 'import csv spreadsheet list customers',
  'shop.import-a-list': 'Import shop orders',
  'shop.import-a-list-dots': 'Import shop orders…',
  'shop.import-intro':
    'Import your shop’s order list to search its orders on this computer: by ID, customer, e-mail address, last four digits and amount. Only what the list says is kept; each order’s status is checked when it is opened.',
  'shop.import-count': 'Import {count, plural, one {# order} other {# orders}}',
  'shop.import-note': 'Nothing is sent to the gateway.',
  'shop.imported-before': 'This list was imported before',
  'shop.same-file':
    '{actor} imported this very file with {rows, plural, one {# row} other {# rows}}, {time}. Rows that say nothing new add nothing.',
  'shop.same-rows':
    '{actor} imported the same {rows, plural, one {# order} other {# orders}} from another file, {time}. Rows that say nothing new add nothing.',
  'shop.imported': 'Imported',
  'shop.nothing-new': 'Nothing in this list was new',
  'shop.import-ended': 'The import was ended',
  'shop.to-the-orders': 'Show the orders',
  'shop.list': 'List',
  'shop.lists-title': 'Imported lists',
  'shop.result': 'What it said',
  'shop.taken': '{added} added · {changed} changed · {same} known already',
  'shop.cut-off':
    '{taken} of {rows, plural, one {# row} other {# rows}} imported. Import the list again to go on.',
  'shop.left-out': '{count, plural, one {# line left out} other {# lines left out}}',
  'shop.filter': 'Filter the shop orders',
  'shop.searched-fields': 'ID, customer, e-mail address, last four digits, amount',
  'shop.search-scope':
    'IDs, customers, e-mail addresses, last four digits and amounts of imported lists are searched.',
  'shop.index-incomplete':
    '{unindexed, plural, one {# row is} other {# rows are}} not searchable yet. Something may be missing.',
  'shop.none-yet': 'No list was imported yet.',
  'shop.none-yet-note':
    'The gateway can’t list orders. Import the shop’s list to find orders that were never looked up here.',
  'shop.known': 'At the gateway',
  'shop.chip-unread': 'From a list, not checked',
  'shop.chip-read': 'Found',
  'shop.chip-differs': 'Found, differs',
  'shop.chip-not-there': 'Not at the gateway',
  'shop.hint-unread': 'Only a list says so. The gateway was not asked.',
  'shop.hint-read': 'The gateway told its status. What this row says is the list’s.',
  'shop.hint-not-there': 'The gateway has no order with this ID.',
  'shop.list-amount': 'Amount in the list',
  'shop.day': 'Date',
  'shop.hits-title': 'From lists, not checked with the gateway',
  'shop.all-hits': 'Show all from lists',
  'shop.says-title': 'What the list says',
  'shop.said-in': 'Line {line} of {list}, imported {time}',
  'shop.gateway-says': 'The gateway says {told}',
  'shop.list-differs':
    'The shop’s list and the gateway disagree on: {what}. Compare them before you send.',
  'shop.gateway-counts': 'The list differs in {what}. What the gateway says counts.',
  'shop.asking-the-gateway': 'Checking the status',
  'shop.nothing-before-it-is-read':
    'The gateway has not reported this order yet. Actions appear once the status is checked.',
  'shop.counts': '{unread} not checked · {read} checked · {notThere} not found',
  'shop.ask-about-count': 'Check {count, plural, one {# order} other {# orders}} now',
  'shop.resume': 'Resume',
  'shop.pause': 'Pause',
  'shop.stop': 'Stop',
  'shop.export-note':
    'The orders shown, in this order. Each row says that it comes from a list, and whether the gateway confirmed it. E-mail addresses stay here.',
  'shop.no-such-order': 'No imported list names this order.',
  'shop.nothing-is-asked': 'No look-ups run for this connection.',
  'shop.some-not-read':
    '{count, plural, one {# order} other {# orders}} could not be checked. Resume checks the rest.',
  'shop.failed-in-turn':
    'Paused after {failures, plural, one {# failure} other {# failures}} in a row: {message}',
} as const
