// English sentences about what the desk answers beside payments.
export const desk = {
  'this-copy-is-not-there-any-more': 'This copy no longer exists. Open the list again.',
  'save-the-result-as-csv': 'Save the result as CSV',
  'no-list-was-looked-up-yet-since-paydesk-was':
    'No list has been looked up since Paydesk started.',
  'an-order-takes-no-more-tags': 'An order takes at most {mostTags} tags. Remove one first.',
  'paydesk-has-not-looked-up-that-order-yet': 'Paydesk has not looked up that order yet.',
  'operation-changes-something':
    '“{operation}” changes something, so it has to be reviewed and confirmed. Nothing was sent.',
  'there-is-a-recipient-called-name-already':
    'There is already a recipient called {name}. Choose a name that looks different.',
  'no-more-recipients-are-kept': 'At most {mostRecipients} recipients are kept.',
  'this-recipient-is-not-here-any-more': 'This recipient no longer exists.',
  'there-is-no-such-attempt-here': 'There is no such request here.',
  'leave-card-data-out': 'Leave card data out. A made-up card stands in for it.',
  'the-question-in-the-systems-dialog-was-answered-with':
    'The system dialog was cancelled. Nothing was changed or sent.',
  'a-question-in-the-systems-dialog-waits':
    'A question in the system’s dialog waits for an answer. Answer it first.',
  'paydesk-is-closing': 'Paydesk is closing.',
  'paydesk-closed-before-this-was-done':
    'Paydesk closed before this was done. If you were sending money, check the order.',
  'the-list-cant-go-on-from-there': 'The list can’t go on from there. Load it again.',
  'this-computer-has-no-such-request': 'This computer has no such request.',
  'no-amount-is-sent': 'No amount is sent.',
  'send-this-operation': 'Send this {operation}?',
  'a-request-like-this-left': 'A request like this left {ago}: {amount}, {state}.',
  'requests-like-this-left':
    'A request like this left {ago}: {amount}, {state}. Others like it: {others}.',
  'a-request-like-this-waits': 'A request like this waits to be sent: {amount}.',
  'money-goes-to': 'Pay to: {payee}',
  'charged-is': 'Charged: {payee}',
  'on-this-card': 'Card: {payee}',
  'a-field-that-decides': 'With {name}: {value}',
  'in-production': 'Environment: production',
  'in-a-test-environment': 'Environment: test',
  'at-this-host': 'Host: {host}',
  'by-this-login': 'Merchant login: {login}',
  'of-this-order': 'Order: {order}',
  'over-this-connection': 'Connection: {connection}',
  'send-button': 'Send',
  'reason-given': 'Reason given: {reason}',
  'let-money-move-again': 'Let money move again?',
  'let-money-move-again-button': 'Let money move again',
  'clear-the-chargeback-question': 'Clear the chargeback?',
  'clear-the-chargeback-button': 'Clear the chargeback',
  'clear-the-contradiction-question': 'Clear the contradiction?',
  'clear-the-contradiction-button': 'Clear the contradiction',
  'clear-what-contradicts-the-request':
    'The {request} has answers that contradict each other. Money can move on its order again.\n\nOrder: {order}\nConnection: {connection}\nReason given: {reason}',
  'did-this-request-happen': 'Record that this request happened?',
  'did-this-request-not-happen': 'Record that this request did not happen?',
  'it-happened-button': 'It happened',
  'it-did-not-happen-button': 'It did not happen',
  'resolve-the-request-as-done':
    'The outcome of the {request} is not known. It counts as done from now on.\n\nOrder: {order}\nConnection: {connection}\nReason given: {reason}',
  'resolve-the-request-as-not-done':
    'The outcome of the {request} is not known. If it happened after all, sending it again moves the money twice.\n\nOrder: {order}\nConnection: {connection}\nReason given: {reason}',
  'charged-back-amount': 'Charged back: {amount}',
  'clearing-a-chargeback-may-pay-twice':
    'If the bank still has the money, a refund pays the customer twice.',
  'clearing-a-contradiction-lets-money-move':
    'Money can move on this order again, up to the most cautious of these answers.',
  'clearance-order-connection-and-reason':
    '{what}\n\n{risk}\n\nOrder: {order}\nConnection: {connection}\nReason given: {reason}',
  'an-amount-nobody-told': 'an amount that the gateway does not tell',
  'nothing-to-clear-stands-on-this-order':
    'What was to be cleared does not stand on this order. Nothing was changed.',
  'something-else-goes-through-the-log-at-the-moment':
    'The audit log is busy with other work. Wait until that ends, or cancel it.',
  'this-is-under-way-already': 'This is running already. Wait until it ends, or cancel it.',
  'something-went-wrong-inside-paydesk':
    'Something went wrong inside Paydesk. Reading moves no money.',
  'there-is-no-id-in-it': 'The text contains no ID. Paste one ID per line.',
  'a-list-is-being-looked-up-already':
    'Another list is being looked up. Wait until it ends, or stop it.',
  'the-gateways-own-word': 'the gateway’s own word is “{told}”',
  'the-amount-unreadable-amount-cant-be-read-exactly':
    'the amount “{unreadableAmount}” can’t be read exactly',
  'it-was-sent-over-another-connection': '{why} It was sent over the connection “{connection}”.',
  'the-request-could-not-be-read': 'The request could not be read.',
  'the-request-has-too-many-levels': 'The request has too many levels.',
  'there-is-no-field-of-this-name': 'There is no field of this name.',
  'only-the-paydesk-window-may-ask-for-this': 'Only the Paydesk window may ask for this.',
  'paydesk-has-no-such-function': 'Paydesk has no such function.',
  'something-went-wrong-inside-paydesk-if-you-were-sending':
    'Something went wrong inside Paydesk. If you were sending money, check the order before you try again. Reference {incident}.',
  'look-ups-failed-in-turn': '{name}: {failures} look-ups failed in turn. {message}',
  'it-could-not-be-saved-as-path': 'The file could not be saved as {path}: {why}.',
  // Why a packaged program does not start.
  'a-file-is-not-as-it-was-packed':
    'A file of the program was changed after it was packaged: {path}. Install Paydesk again. Your records are elsewhere and stay as they are.',
  'switch-would-let-others-watch':
    '--{name} would let another program watch or control the window. Start Paydesk without it.',
  'switch-would-take-a-guard-away':
    '--{name} would remove a protection of the window. Start Paydesk without it.',
  'switch-would-run-other-code':
    '--{name} would run code that does not belong to Paydesk. Start Paydesk without it.',
  'switch-would-reroute':
    '--{name} would send the window’s traffic elsewhere. Start Paydesk without it. A proxy is set in each connection.',
  'switch-would-write-down':
    '--{name} would write down what the window works with. Start Paydesk without it.',
  'switch-would-move-the-records':
    '--{name} would look for your records in another folder, and they would seem to be gone. Start Paydesk without it.',
  'word-is-not-taken-at-start':
    'Paydesk does not take “{word}” at its start. Start Paydesk without it.',
  'switch-is-not-known': 'Paydesk has no option --{name}. Start Paydesk without it.',
  'so-much': '{amount}',
  'a-reason-about': '{reason} ({what})',
} as const
