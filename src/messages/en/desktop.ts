// English of the system's dialogs around the window: the end, a crash, links, files.
export const desktop = {
  'paydesk-waits-for-an-answer': 'Paydesk is waiting for an answer before it closes.',
  'requests-were-sent-and-are-not-answered':
    'Requests that were sent and have no answer yet: {count}. Paydesk closes when the answer arrives or its time is over. Nothing new is sent.',
  'quit-without-the-answer': 'Quit without the answer?',
  'the-outcome-will-be-unknown':
    'Requests whose outcome will be unknown: {count}. The next start asks the gateway for their status and sends none of them again. Don’t repeat them in the meantime.',
  'paydesk-had-to-stop':
    'Something went wrong inside Paydesk. Incident {incident}, also in paydesk.log. Start Paydesk again. Open requests are resolved by their status, and nothing is sent twice.',
  'the-window-ended': 'The window closed unexpectedly',
  'the-window-did-not-answer': 'The window did not respond and was closed',
  'no-request-is-lost-by-this':
    'No request is lost by this. Paydesk itself keeps running. A request that is being sent is sent once, a confirmed request is sent when its Undo window ends, and every answer is recorded.',
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
    'This link was not opened. Paydesk only opens paydesk://order/ followed by an order ID of digits.',
  'let-screenshots-in': 'Show production in screenshots?',
  'who-records-the-screen-sees':
    'Anyone who shares or records the screen then sees the orders of a production connection.',
  'let-them-in': 'Show in screenshots',
  'open-a-list-or-a-callback': 'Open a list or a callback',
  'this-file-is-too-long': 'This file is too long for a list of IDs and for a callback.',
  'this-file-holds-no-text': 'This file contains no text.',
  'this-file-holds-a-card-number':
    'This file contains what looks like a card number. Nothing was read.',
  'this-file-holds-no-id': 'This file contains no ID and no callback.',
  'the-file-could-not-be-opened': 'The file could not be opened.',
  'quit-now': 'Quit now',
  wait: 'Wait',
} as const
