// English of the system's dialogs around the window: the end, a crash, links, files.
export const desktop = {
  'paydesk-waits-for-an-answer': 'Paydesk waits for an answer before it ends.',
  'requests-were-sent-and-are-not-answered':
    'Requests that were sent and have no answer yet: {count}. Paydesk ends by itself when the answer is here, or when its time is over. Nothing new is sent.',
  'quit-without-the-answer': 'Quit without the answer?',
  'the-outcome-will-be-unknown':
    'Requests whose outcome will be unknown: {count}. The next start asks the gateway for their status and sends none of them again. Don’t repeat them meanwhile.',
  'paydesk-had-to-stop':
    'Something went wrong inside Paydesk. Incident {incident}, also in paydesk.log. Start Paydesk again: what was open is resolved by its status, and nothing is sent twice.',
  'the-window-ended': 'The window ended unexpectedly',
  'the-window-did-not-answer': 'The window did not answer and was ended',
  'no-request-is-lost-by-this':
    'No request is lost by this. Paydesk itself goes on: what is being sent is sent once, what you confirmed is sent when its time for Undo is over, and every answer is written down.',
  'typed-forms-are-kept':
    'What you typed into forms is kept, except card data, keys and passwords.',
  'window-ends-again-and-again':
    'This has happened {count} times within a minute. If it goes on, close Paydesk and start it again.',
  'reload-the-window': 'Reload',
  'incident-stands-in-the-log': 'Incident {incident}, also in paydesk.log',
  'the-window-can-not-be-shown': 'Paydesk runs, but its window can’t be shown.',
  'not-now': 'Not now',
  'the-file-is-not-there-any-more': 'The file is no longer there. Save it again.',
  'menu-file': '&File',
  'menu-view': '&View',
  'menu-go': '&Go',
  'menu-help': '&Help',
  'menu-find': '&Find an order…',
  'menu-open-file': '&Open a list or a callback…',
  'menu-today': '&Today',
  'menu-orders': '&Orders',
  'menu-payouts': '&Payouts',
  'menu-open-requests': 'Open &requests',
  'menu-links': '&Links',
  'menu-subscriptions': '&Subscriptions',
  'menu-audit-log': '&Audit log',
  'menu-connections': '&Connections',
  'menu-callback-check': 'Callback chec&k',
  'menu-actual-size': 'Actual &size',
  'menu-zoom-in': 'Zoom &in',
  'menu-zoom-out': 'Zoom &out',
  'menu-keep-out-of-screenshots': '&Keep production out of screenshots',
  'menu-open-logs': 'Open the &log folder',
  'menu-save-diagnostics': 'Save &diagnostics…',
  'save-diagnostics': 'Save diagnostics',
  'menu-copy-order-id': 'Copy order &ID',
  'this-link-was-not-opened':
    'This link was not opened. Paydesk opens paydesk://order/ with an order ID of digits behind it, and nothing else.',
  'let-screenshots-in': 'Let screenshots show production?',
  'who-records-the-screen-sees':
    'Whoever shares or records the screen then sees the orders of a production connection.',
  'let-them-in': 'Let screenshots in',
  'open-a-list-or-a-callback': 'Open a list or a callback',
  'this-file-is-too-long': 'This file is too long for a list of ids and for a callback.',
  'this-file-holds-no-text': 'This file holds no text.',
  'this-file-holds-a-card-number':
    'This file holds what looks like a card number. Nothing was read.',
  'this-file-holds-no-id': 'This file holds no id and no callback.',
  'the-file-could-not-be-opened': 'The file could not be opened.',
  'quit-now': 'Quit now',
  wait: 'Wait',
} as const
