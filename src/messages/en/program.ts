// English of the program itself: its start, its end, dialogs of the system, updates.
export const program = {
  'program.copy-gone': 'This copy no longer exists. Open the list again.',
  'program.save-the-evidence-pack': 'Save the evidence pack',
  'program.rows-of-another-width': 'The list was not exported: its rows do not fit its columns.',
  'program.no-list-yet': 'No list has been looked up since Paydesk started.',
  'program.tags-full': 'An order takes at most {mostTags} tags. Remove one first.',
  'program.order-not-looked-up-yet': 'Paydesk has not looked up that order yet.',
  'program.operation-changes-something':
    '“{operation}” changes something, so it has to be reviewed and confirmed. Nothing was sent.',
  'program.recipient-name-taken':
    'There is already a recipient called {name}. Choose a name that looks different.',
  'program.no-more-recipients-are-kept': 'At most {mostRecipients} recipients are kept.',
  'program.recipient-gone': 'This recipient no longer exists.',
  'program.no-such-attempt': 'There is no such request here.',
  'program.leave-card-data-out': 'Leave card data out. A made-up card stands in for it.',
  'program.question-declined': 'The system dialog was cancelled. Nothing was changed or sent.',
  'program.question-open':
    'A question in the system’s dialog waits for an answer. Answer it first.',
  'program.paydesk-is-closing': 'Paydesk is closing.',
  'program.closed-before-done':
    'Paydesk closed before this was done. If you were sending money, check the order.',
  'program.list-place-gone': 'The list can’t go on from there. Load it again.',
  'program.no-such-request': 'This computer has no such request.',
  'program.no-amount-is-sent': 'No amount is sent.',
  'program.send-this-operation': 'Send this {operation}?',
  'program.a-request-like-this-left': 'A request like this left {ago}: {amount}, {state}.',
  'program.requests-like-this-left':
    'A request like this left {ago}: {amount}, {state}. Others like it: {others}.',
  'program.a-request-like-this-waits': 'A request like this waits to be sent: {amount}.',
  'program.money-goes-to': 'Pay to: {payee}',
  'program.charged-is': 'Charged: {payee}',
  'program.on-this-card': 'Card: {payee}',
  'program.a-field-that-decides': 'With {name}: {value}',
  'program.in-production': 'Environment: production',
  'program.in-a-test-environment': 'Environment: test',
  'program.at-this-host': 'Host: {host}',
  'program.by-this-login': 'Merchant login: {login}',
  'program.of-this-order': 'Order: {order}',
  'program.over-this-connection': 'Connection: {connection}',
  'program.send-button': 'Send',
  'program.reason-given': 'Reason given: {reason}',
  'program.let-money-move-again': 'Let money move again?',
  'program.let-money-move-again-button': 'Let money move again',
  'program.clear-the-chargeback-question': 'Clear the chargeback?',
  'program.clear-the-chargeback-button': 'Clear the chargeback',
  'program.clear-the-contradiction-question': 'Clear the contradiction?',
  'program.clear-the-contradiction-button': 'Clear the contradiction',
  'program.clear-what-contradicts-the-request':
    'The {request} has answers that contradict each other. Money can move on its order again.\n\nOrder: {order}\nConnection: {connection}\nReason given: {reason}',
  'program.did-this-request-happen': 'Record that this request happened?',
  'program.did-this-request-not-happen': 'Record that this request did not happen?',
  'program.it-happened-button': 'It happened',
  'program.it-did-not-happen-button': 'It did not happen',
  'program.resolve-as-done':
    'The outcome of the {request} is not known. It counts as done from now on.\n\nOrder: {order}\nConnection: {connection}\nReason given: {reason}',
  'program.resolve-as-not-done':
    'The outcome of the {request} is not known. If it happened after all, sending it again moves the money twice.\n\nOrder: {order}\nConnection: {connection}\nReason given: {reason}',
  'program.charged-back-amount': 'Charged back: {amount}',
  'program.clear-chargeback-risk':
    'If the bank still has the money, a refund pays the customer twice.',
  'program.clear-contradiction-risk':
    'Money can move on this order again, up to the most cautious of these answers.',
  'program.clearance-order-connection-and-reason':
    '{what}\n\n{risk}\n\nOrder: {order}\nConnection: {connection}\nReason given: {reason}',
  'program.an-amount-nobody-told': 'an amount that the gateway does not report',
  'program.nothing-to-clear': 'This order has nothing of that kind to clear. Nothing was changed.',
  'program.log-busy': 'The audit log is busy with other work. Wait until that ends, or cancel it.',
  'program.this-is-under-way-already': 'This is running already. Wait until it ends, or cancel it.',
  'program.something-went-wrong-inside-paydesk':
    'Something went wrong inside Paydesk. Reading moves no money.',
  'program.no-id-in-line': 'The text contains no ID. Paste one ID per line.',
  'program.list-under-way': 'Another list is being looked up. Wait until it ends, or stop it.',
  'program.the-gateways-own-word': 'the gateway’s own word is “{reported}”',
  'program.amount-not-exact': 'the amount “{unreadableAmount}” can’t be read exactly',
  'program.sent-over-other-connection': '{why} It was sent over the connection “{connection}”.',
  'program.request-unreadable': 'The request could not be read.',
  'program.request-too-deep': 'The request has too many levels.',
  'program.no-such-field': 'There is no field of this name.',
  'program.asked-elsewhere': 'Only the Paydesk window may ask for this.',
  'program.paydesk-has-no-such-function': 'Paydesk has no such function.',
  'program.bug':
    'Something went wrong inside Paydesk. If you were sending money, check the order before you try again. Reference {incident}.',
  'program.look-ups-failed-in-turn':
    '{name}: {failures} look-ups failed one after the other. {message}',
  'program.not-saved': 'The file could not be saved as {path}: {why}.',
  'program.packed-file-differs':
    'A file of the program was changed after it was packaged: {path}. Install Paydesk again. Your records are elsewhere and stay as they are.',
  'program.switch-would-let-others-watch':
    '--{name} would let another program watch or control the window. Start Paydesk without it.',
  'program.switch-drops-guard':
    '--{name} would remove a protection of the window. Start Paydesk without it.',
  'program.switch-would-run-other-code':
    '--{name} would run code that does not belong to Paydesk. Start Paydesk without it.',
  'program.switch-would-reroute':
    '--{name} would send the window’s traffic elsewhere. Start Paydesk without it. A proxy is set in each connection.',
  'program.switch-would-write-down':
    '--{name} would write down what the window works with. Start Paydesk without it.',
  'program.switch-would-move-the-records':
    '--{name} would look for your records in another folder, and they would seem to be gone. Start Paydesk without it.',
  'program.word-refused': 'Paydesk does not accept “{word}” at startup. Start Paydesk without it.',
  'program.switch-is-not-known': 'Paydesk has no option --{name}. Start Paydesk without it.',
  'program.so-much': '{amount}',
  'program.reason-about': '{reason} ({what})',
  'program.quit-unsent-one': 'A confirmed request is not sent yet.',
  'program.quit-unsent':
    'Confirmed requests that are not sent yet: {count}. If you wait, Paydesk sends them. Paydesk closes after their answers. If you quit without sending, the next start names them.',
  'program.quit-without-sending': 'Quit without sending',
  'program.paydesk-waits-for-an-answer': 'Paydesk is waiting for an answer before it closes.',
  'program.quit-unanswered':
    'Requests that were sent and have no answer yet: {count}. Paydesk closes when the answer arrives or its time is over. Nothing new is sent.',
  'program.quit-without-the-answer': 'Quit without the answer?',
  'program.the-outcome-will-be-unknown':
    'Requests whose outcome will be unknown: {count}. The next start asks the gateway for their status and sends none of them again. Don’t repeat them in the meantime.',
  'program.paydesk-had-to-stop':
    'Something went wrong inside Paydesk. Incident {incident}, also in paydesk.log. Start Paydesk again. Open requests are resolved by their status, and nothing is sent twice.',
  'program.the-window-ended': 'The window closed unexpectedly',
  'program.the-window-did-not-answer': 'The window did not respond and was closed',
  'program.no-request-lost':
    'No request is lost by this. Paydesk itself keeps running. A request that is being sent is sent once, a confirmed request is sent when its Undo window ends, and every answer is recorded.',
  'program.typed-forms-are-kept':
    'What you typed into forms is kept, except card data, keys and passwords.',
  'program.window-ends-again-and-again':
    'This has happened {count} times within a minute. If it goes on, close Paydesk and start it again.',
  'program.reload-the-window': 'Reload',
  'program.incident-stands-in-the-log': 'Incident {incident}, also in paydesk.log',
  'program.window-not-shown': 'Paydesk runs, but its window can’t be shown.',
  'program.not-now': 'Not now',
  'program.file-gone': 'The file is no longer there. Save it again.',
  'program.menu-file': '&File',
  'program.menu-view': '&View',
  'program.menu-go': '&Go',
  'program.menu-help': '&Help',
  'program.menu-find': '&Find an order…',
  'program.menu-open-file': '&Open a list or a callback…',
  'program.menu-today': '&Today',
  'program.menu-orders': '&Orders',
  'program.menu-payouts': '&Payouts',
  'program.menu-open-requests': 'Open &requests',
  'program.menu-links': '&Links',
  'program.menu-subscriptions': '&Subscriptions',
  'program.menu-audit-log': '&Audit log',
  'program.menu-connections': '&Connections',
  'program.menu-callback-check': 'Callback chec&k',
  'program.menu-actual-size': 'Actual &size',
  'program.menu-zoom-in': 'Zoom &in',
  'program.menu-zoom-out': 'Zoom &out',
  'program.menu-keep-out-of-screenshots': '&Keep production out of screenshots',
  'program.menu-open-logs': 'Open the &log folder',
  'program.menu-save-diagnostics': 'Save &diagnostics…',
  'program.save-diagnostics': 'Save diagnostics',
  'program.menu-copy-order-id': 'Copy order &ID',
  'program.this-link-was-not-opened':
    'This link was not opened. Paydesk only opens paydesk://order/ followed by an order ID of digits.',
  'program.let-screenshots-in': 'Show production in screenshots?',
  'program.who-records-the-screen-sees':
    'Anyone who shares or records the screen then sees the orders of a production connection.',
  'program.let-them-in': 'Show in screenshots',
  'program.open-file-title': 'Open a list or a callback',
  'program.this-file-is-too-long': 'This file is too long for a list of IDs and for a callback.',
  'program.this-file-holds-no-text': 'This file contains no text.',
  'program.file-with-card': 'This file contains what looks like a card number. Nothing was read.',
  'program.this-file-holds-no-id': 'This file contains no ID and no callback.',
  'program.file-not-opened': 'The file could not be opened.',
  'program.disk-full': 'no space is left on the disk',
  'program.the-disk-takes-no-changes': 'the disk is read-only',
  'program.not-writable': 'this account may not write there',
  'program.the-folder-is-not-there': 'the folder is not there',
  'program.folder-in-the-way': 'a folder of this name is there',
  'program.the-name-is-too-long': 'the name is too long',
  'program.file-in-use': 'another program has the file open',
  'program.disk-fault': 'the disk reports a fault',
  'program.too-many-files': 'too many files are open on this computer',
  'program.system-says': 'the system says “{text}”',
  'program.log-folder-not-opened': 'The log folder could not be opened. It is {folder}.',
  'program.clipboard-not-written': 'The clipboard could not be written. Nothing was copied.',
  'program.quit-now': 'Quit now',
  'program.wait': 'Wait',
  'program.update-description-too-long':
    'The update’s description is far too long. None of it was read.',
  'program.update-description-not-canonical':
    'The description of the update is not written in the one way that can be signed.',
  'program.update-description-not-understood':
    'The description of the update has a field that is missing, unknown or of another kind.',
  'program.update-key-signed-twice':
    'One key signed the description twice. Two different keys have to sign.',
  'program.update-key-not-known':
    'The description is signed with a key that this Paydesk does not know, or no longer trusts.',
  'program.update-key-expired': 'The description is signed with a key that has expired.',
  'program.update-signature-wrong':
    'A signature does not fit the description: it was changed, or signed as another one.',
  'program.update-signatures-too-few':
    'Fewer than two of the three keys signed the description. One signature is not enough.',
  'program.update-keys-older':
    'The description names a set of keys that was replaced. It may have been signed by a key that leaked.',
  'program.update-keys-newer':
    'The description names a newer set of keys, and the feed does not show how it came to be.',
  'program.update-key-set-not-next':
    'The feed offers a set of keys that does not follow the one that is trusted here.',
  'program.update-key-set-repeats':
    'The feed offers a set of keys in which one key stands more than once.',
  'program.update-key-sets-too-many':
    'The keys changed more often than this Paydesk follows. Install the newest version by hand.',
  'program.update-for-another-channel': 'The feed offers an update of another channel.',
  'program.update-for-another-platform': 'The feed offers an update for another operating system.',
  'program.update-for-another-processor': 'The feed offers an update for another processor.',
  'program.update-for-another-form':
    'The feed offers an update in a different form from the one Paydesk was installed in.',
  'program.update-clock-went-back':
    'This computer’s clock is earlier than it was at the last check of the feed. Correct it, then check again.',
  'program.update-not-yet':
    'The description is not valid yet. Check this computer’s clock, or wait.',
  'program.update-expired':
    'The description is no longer valid. Somebody may be holding the feed back on purpose: ask whoever runs it.',
  'program.update-valid-too-long': 'The description claims to be valid for more than ninety days.',
  'program.update-older-than-seen':
    'The feed shows an older description than it did before. It may be held back on purpose: ask whoever runs it.',
  'program.update-two-of-one-time':
    'The feed shows another description with the same time as the last one. There must be only one.',
  'program.update-version-older-than-seen':
    'The feed offers an older version than the one it described before.',
  'program.update-version-with-another-file':
    'The feed offers another file under a version that was described before.',
  'program.update-version-older-than-installed':
    'The feed offers an older version than the one installed.',
  'program.update-version-installed': 'This version is installed already.',
  'program.update-memory-unreadable':
    'Paydesk can’t prove the update history in this ledger. Switch updates off, then enter the address of the feed again.',
  'program.update-file-cut': 'The file ended before its described size.',
  'program.update-file-too-long':
    'The file is longer than described. What was downloaded was deleted.',
  'program.update-file-differs': 'The file is not the one that was described and signed.',
  'program.update-file-replaced':
    'The downloaded file was moved or replaced after it was checked. Download it again.',
  'program.update-feed-not-https': 'The feed address must start with https:// and name a folder.',
  'program.update-feed-redirects': 'The feed leads to another address. Paydesk does not follow it.',
  'program.update-feed-answers-encoded':
    'The feed answered in compressed form, which Paydesk did not ask for.',
  'program.update-feed-unreached': 'The feed did not answer ({why}). Nothing was changed.',
  'program.update-download-broke-off': 'The download stopped ({why}). Nothing was installed.',
  'program.update-install-failed':
    'The update could not be installed ({why}). Nothing was changed.',
  'program.update-no-installer-here':
    'This Paydesk has no installer for the form {form}. The file was checked and can be installed by hand.',
  'program.update-no-keys':
    'This Paydesk was built without keys to check updates with. It is updated by hand.',
  'program.take-updates-from-this-feed': 'Use this feed for Paydesk updates?',
  'program.take-updates-button': 'Use this feed',
  'program.switch-updates-off': 'Switch off Paydesk updates?',
  'program.switch-updates-off-button': 'Switch off',
  'program.updates-off-means': 'Paydesk then checks no feed and has to be updated by hand.',
  'program.install-paydesk-version': 'Install Paydesk {version}?',
  'program.install-means':
    'Two of the three keys signed it for this computer. SHA-512 of the file: {sha512}',
  'program.install-button': 'Install',
  'program.update-waits-for-unknown':
    'Requests with an unknown outcome: {count}. Paydesk waits until each has one.',
  'program.update-waits-for-requests':
    'Requests that wait or are being processed: {count}. Paydesk waits until each has an outcome.',
  'program.update-waits-for-a-stop':
    'Money is stopped. The update waits until a person has checked the reason.',
} as const
