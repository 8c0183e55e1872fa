// English of payouts, links, subscriptions, transfers, cards and 3-D Secure.
export const payouts = {
  'payouts.copied-link': 'Copied link',
  'payouts.copy-link': 'Copy link',
  'payouts.copy-message': 'Copy a message',
  'payouts.message-label': 'Message',
  'payouts.message-about-link': '{about}. Please continue on this page: {link}',
  'payouts.message-of-link': 'Please continue on this page: {link}',
  'payouts.link-made-for': 'Link made for',
  'payouts.link-is-for': 'For {email}',
  'payouts.e-mail-address': 'E-mail address',
  'payouts.label-of-order-orderid': '{label} of order {orderid}',
  'payouts.link-card-data':
    'The customer enters card data on the gateway’s own page. None of it reaches Paydesk.',
  'payouts.kind-of-link': 'Kind of link',
  'payouts.link-declined':
    'The link was used, and the gateway declined the request. Create a new link for another try.',
  'payouts.link-check-target': 'Check where the link leads',
  'payouts.the-link-to-hand-over': 'Link to share',
  'payouts.qr-code-of-the-link': 'QR code of the link',
  'payouts.waiting-for-the-customer': 'Waiting for the customer',
  'payouts.hand-over-the-link': 'Share the link',
  'payouts.link-share-warning':
    'Anyone with the link can use it. Send it only to the person it is for.',
  'payouts.links-intro':
    'A link takes a customer to a page of the gateway, where they pay, agree to a hold, or have their card checked.',
  'payouts.made-on-this-computer': 'Created on this computer',
  'payouts.link-for': 'For',
  'payouts.link-unused': 'An unused link stays open until the gateway expires it.',
  'payouts.links-empty': 'Links appear here after you create them.',
  'payouts.check-intro':
    'First the gateway checks the recipient, and no money leaves. Then you pay exactly what was checked.',
  'payouts.paying-what-was-checked': 'What was checked',
  'payouts.check-unknown': 'Check not found on this computer',
  'payouts.check-of-other-connection':
    'It may belong to another connection. You can start a new one below.',
  'payouts.reading-the-check': 'Loading the check…',
  'payouts.checked-recipient': 'Checked recipient',
  'payouts.pay': 'Pay…',
  'payouts.pay-amount': 'Pay {amount}…',
  'payouts.pay-later': 'Pay later',
  'payouts.check-not-payable':
    'This check can’t be paid. It was paid already, or it did not succeed.',
  'payouts.being-checked': 'Being checked',
  'payouts.check-not-final':
    'The check is not final yet. This page follows it, and so does Payouts.',
  'payouts.this-check-cant-be-paid': 'This check can’t be paid.',
  'payouts.reading-the-recipients': 'Loading recipients…',
  'payouts.payouts-intro': 'Send money to a card, a bank account, a wallet or a phone number.',
  'payouts.unknown-payouts-count-as-sent':
    '{unknown} of them with an unknown outcome, counted as sent',
  'payouts.amount-unknown-count': '{unstated} of an amount that is not known here',
  'payouts.in-count-payouts':
    'in {count, plural, one {one payout} other {{count} payouts}}, whenever sent',
  'payouts.sum-paid-out': '{sums} paid out, {period}',
  'payouts.since-day': 'since {from}',
  'payouts.until-day': 'until {until}',
  'payouts.all-days': 'all days',
  'payouts.payouts-local-only': 'Only payouts from this computer. The gateway can’t list them.',
  'payouts.to': 'To',
  'payouts.payouts-empty': 'Payouts appear here after you send them.',
  'payouts.pay-order-orderid': 'Pay order {orderid}',
  'payouts.name-saved': '{name} saved.',
  'payouts.change-recipient': 'Change recipient',
  'payouts.reading-the-recipient': 'Loading the recipient…',
  'payouts.recipient-name-hint': 'The recipient’s name in Paydesk. It is not sent.',
  'payouts.nothing-is-sent-the-change': 'Nothing is sent. The audit log records the change.',
  'payouts.recipient-changed': '{name} has changed since your last payout',
  'payouts.recipient-changed-lately': 'The account of {name} changed in the last 30 days',
  'payouts.destination-earlier': '{label} before the change',
  'payouts.destination-before': '{label} of the last payout',
  'payouts.destination-now': '{label} now',
  'payouts.recipient-changed-by': 'Changed by {changed}, {time}.',
  'payouts.confirm-account':
    'Confirm the account with the recipient through a different channel, such as a phone number you already knew.',
  'payouts.recipient-unpaid': 'No money has gone to {name} from here yet.',
  'payouts.recipient-last-paid': 'Money last went to {name} {time}, to the same destination.',
  'payouts.saved-recipient': 'Saved recipient',
  'payouts.none-as-typed-below': 'None: enter it below',
  'payouts.recipients-none': 'No recipients are saved on this connection.',
  'payouts.name-removed': '{name} removed.',
  'payouts.recipients-intro':
    'Recipients that you pay again. They are saved for this connection, without card numbers. The audit log records each change.',
  'payouts.new-recipient-dots': 'New recipient…',
  'payouts.nobody-is-saved-yet': 'No recipients yet',
  'payouts.recipients-empty':
    'Save a recipient here to choose it for a payout instead of entering a number.',
  'payouts.saved-recipients': 'Saved recipients',
  'payouts.kind': 'Kind',
  'payouts.where': 'Destination',
  'payouts.last-used': 'Last used',
  'payouts.changed-since': 'Changed since',
  'payouts.not-yet': 'Never',
  'payouts.changed-at': 'Changed',
  'payouts.changed-by': 'Changed by',
  'payouts.count-recipients': '{count} {count, plural, one {recipient} other {recipients}}',
  'payouts.pay-name': 'Pay {name}',
  'payouts.change-name': 'Change {name}',
  'payouts.change': 'Change…',
  'payouts.remove-name': 'Remove {name}',
  'payouts.remove-name-label': 'Remove {name}?',
  'payouts.payouts-that-were-sent-stay':
    'Payouts that were sent stay as they are. The audit log keeps what was saved.',
  'payouts.remove-label': 'Remove',
  'payouts.keep': 'Keep recipient',
  'payouts.days-of-the-schedule': 'Charge dates',
  'payouts.days-it-would-be-charged': 'Charge dates',
  'payouts.dates-need-first-day':
    'Choose the first day to see the dates. Without one, the gateway chooses when to begin.',
  'payouts.dates-all':
    'These are all dates by the calendar. The gateway keeps the schedule itself and may differ at month ends.',
  'payouts.dates-first':
    'The first {most} dates by the calendar. The gateway keeps the schedule itself and may differ at month ends.',
  'payouts.mark-as-running': 'Mark as running',
  'payouts.mark-as-stopped': 'Mark as stopped',
  'payouts.mark-stopped-note':
    'Subscription {recurring}. Nothing is sent: the gateway has no call for it, and only its support can stop one. The mark is recorded in the audit log.',
  'payouts.mark-stopped-example': 'For example: stopped by the gateway’s support, ticket 4711.',
  'payouts.the-subscription-id': 'the subscription ID',
  'payouts.next-charge-by-the-calendar': 'next {nextDay}',
  'payouts.marked-stopped': 'Marked as stopped {time} by {actor}: {reason}',
  'payouts.changed-here-change': 'Changed here: {change}',
  'payouts.payments-taken-here':
    '{count} {count, plural, one {payment} other {payments}} taken here: {payments}',
  'payouts.first-payments-taken-here':
    '{count} {count, plural, one {payment} other {payments}} taken here: {payments}; the rest is above',
  'payouts.subscriptions-intro':
    'A subscription charges a card on a schedule that the gateway keeps.',
  'payouts.charge-dots': 'Charge…',
  'payouts.what-the-gateway-cant-do':
    'The gateway can’t list, show, pause or cancel subscriptions.',
  'payouts.subscriptions-limits':
    'It also can’t tell which payments it took on schedule. To stop a subscription, give its ID to the gateway’s support. Dates shown here are calculated from what was sent, not read from the gateway.',
  'payouts.subscription-cant-be-stopped-here':
    'To stop a subscription later, give its ID to the gateway’s support. Paydesk can’t stop one.',
  'payouts.subscriptions-extensions':
    'Only some gateways can take a single payment or change a subscription. If yours can, switch these extensions on in the settings of this connection.',
  'payouts.subscriptions-local-only':
    'Only subscriptions from this computer. The gateway can’t list them.',
  'payouts.subscriptions-empty': 'Subscriptions appear here after you create them.',
  'payouts.mark-as-running-dots': 'Mark as running…',
  'payouts.mark-as-stopped-dots': 'Mark as stopped…',
  'payouts.may-not-send-money': 'May not send money',
  'payouts.the-merchant': 'the merchant',
  'payouts.a-card': 'a card',
  'payouts.card-of-number': 'card {id}',
  'payouts.from-to-card': '{from} → {destinationCardRecurringPaymentId}',
  'payouts.transfers-intro': 'Move money from one card to another, or deposit it to a card.',
  'payouts.transfers-local-only': 'Only transfers from this computer. The gateway can’t list them.',
  'payouts.transfers-empty': 'Transfers appear here after you send them.',
  'payouts.number-complete': 'Number complete',
  'payouts.name-complete': '{name}, complete',
  'payouts.card-number': 'Card number',
  'payouts.security-code': 'Security code',
  'payouts.card-number-that-receives': 'Recipient’s card number',
  'payouts.card-entry-off': 'Manual card entry is switched off',
  'payouts.card-entry-off-hint':
    'It is off by default, because a typed card number passes through this computer. A link or a saved card needs no card number here.',
  'payouts.card-entry-where': 'Switch it on in the connection…',
  'payouts.by-control': 'the request with the control checksum',
  'payouts.signed-by-rsa': 'Signed with the RSA key. Most gateways accept {link}.',
  'payouts.by-rsa': 'sign it with the RSA key',
  'payouts.signed-by-control':
    'Signed with the control checksum. If your gateway requires it, {link} instead.',
  'payouts.charge-this-card': 'Charge this card…',
  'payouts.references-intro':
    'A reference stands for a card that paid an order. The card number stays with the gateway.',
  'payouts.references-here': 'Saved and charged on this computer',
  'payouts.references-unlisted':
    'The gateway can’t list references. Keep your own record of references saved elsewhere.',
  'payouts.references-empty': 'Cards appear here after you save or charge them.',
  'payouts.the-card-reference': 'the card reference',
  'payouts.type-another': 'Enter another card',
  'payouts.card-held-until': 'Held in memory until {time}. Cleared when you leave this form.',
  'payouts.method-timer': 'Ten-second limit of the method step',
  'payouts.ten-seconds': '10 s',
  'payouts.seconds-elapsed': '{elapsedMs} s',
  'payouts.over-the-result-is-n': 'Time is up: choose N',
  'payouts.seconds-left': '{left} s left',
  'payouts.the-method-page-opens-now': 'Start the 10 seconds',
  'payouts.start-again': 'Start again',
  'payouts.take-n': 'Use N',
  'payouts.it-finished': 'The page finished',
  'payouts.there-was-no-method-address': 'There was no method address',
  'payouts.method-timer-hint':
    'The step has 10 seconds. The timer is only a guide: the value chosen above is sent.',
  'payouts.what-comes-next': 'Next step',
  'payouts.asking-where-the-order-stands': 'Checking the order’s status…',
  'payouts.secure3d-paste-hint':
    'Paste it unchanged, in one line. It proves who the payer is. Paydesk sends it and does not keep it.',
  'payouts.secure3d-intro':
    'For orders whose payer is being authenticated by their bank. Submit what the customer’s browser brought back, step by step.',
  'payouts.which-order': 'Order',
  'payouts.handed-in-on-this-computer': 'Submitted on this computer',
  'payouts.results-are-not-kept':
    'The results themselves are not kept, because they prove who the payer is.',
  'payouts.secure3d-empty': 'Results appear here after you submit them.',
  'payouts.the-address': 'the address',
  'payouts.secure3d-browser-goes-to': 'The customer’s browser goes to {id}',
  'payouts.secure3d-page':
    'The gateway sent a page for the customer’s browser ({count} characters).',
  'payouts.page': 'Page',
  'payouts.copy-the-page': 'Copy page',
  'payouts.the-gateway-says': 'The gateway says: {says}',
  'payouts.secure3d-may-follow':
    'Until the status is final, the card’s bank may want to authenticate the customer first. {link} shows how to continue.',
  'payouts.terminal-intro':
    'For customers who give you their card details, for example by phone. A link is safer if customers can enter the card themselves.',
  'payouts.terminal-kept-digits': 'Only the last four digits of a card are kept.',
  'payouts.card-and-customer': 'Card and customer',
  'payouts.terminal-empty': 'Payments appear here after you send them.',
  'payouts.card-in-sandbox':
    'Sandbox: no real money moves. A test card is a 4 followed by fifteen 1s.',
  'payouts.code-in-sandbox': 'Sandbox: no real money moves.',
  'payouts.card-in-test':
    'Test connection: enter a test card of the gateway. Never enter a customer’s card here.',
  'payouts.card-in-production': 'Production: this is a customer’s card, and real money moves.',
  'payouts.card-shown-digits': 'Only the first six and the last four digits are shown.',
  'payouts.expiry-hint': 'Month and year, like 07/29.',
  'payouts.holder-hint': 'As printed on the card.',
  'payouts.number-full': 'A card number has at most 19 digits. Nothing was added.',
  'payouts.card-cleared-idle':
    'The card was cleared after two minutes without typing. Enter it again.',
  'payouts.card-cleared-with-review': 'The card was cleared with its review. Enter it again.',
  'payouts.card-cleared-after-five':
    'The card was cleared five minutes after it was entered. Enter it again.',
  'payouts.card-cleared-hidden':
    'The card was cleared because the window was hidden. Enter it again.',
  'payouts.numbers-or-last-number': '{numbers} or {last}',
  'payouts.number-length': 'A card number has 12 to 19 digits; this has {count}.',
  'payouts.number-length-of-scheme': 'A {name} number has {list} digits; this has {count}.',
  'payouts.number-wrong':
    'This is not a valid card number. A digit is wrong, or two are swapped. Compare it with the card.',
  'payouts.security-code-length': 'The security code has 3 or 4 digits; this has {count}.',
  'payouts.security-code-length-of-scheme':
    'The security code has {codeLength} digits; this has {count}.',
  'payouts.expiry-missing': 'Enter when the card expires, like 07/29.',
  'payouts.expiry-incomplete': 'Enter month and year, like 07/29.',
  'payouts.card-expired': 'This card expired at the end of {month}/{year}. Ask for another card.',
  'payouts.holder-missing': 'Enter the name on the card.',
  'payouts.holder-is-number': 'Remove the card number: only the name goes here.',
  'payouts.secure3d-method-hint':
    '3-D Secure 2, first step: the result of the bank’s background check (10 seconds).',
  'payouts.secure3d-challenge-hint': '3-D Secure 2, after the payer answered the bank’s challenge.',
  'payouts.secure3d-pares-hint': '3-D Secure 1, after the payer came back from their bank.',
  'payouts.secure3d-nothing': 'Nothing to submit',
  'payouts.secure3d-over': 'The order is {status}. 3-D Secure is over or was not requested.',
  'payouts.secure3d-processing': 'The gateway is processing the order',
  'payouts.secure3d-not-waiting': 'Nothing to submit now. Check again in a moment.',
  'payouts.it-waits-for-the-pares': 'The gateway is waiting for the PaRes',
  'payouts.secure3d-to-bank':
    'Send the customer to the bank’s page. It posts a PaRes to your return address. Submit that PaRes here.',
  'payouts.secure3d-waits-challenge': 'The gateway is waiting for the challenge response',
  'payouts.secure3d-to-challenge':
    'Send the customer to the challenge page. It posts a CRes to your return address. Submit that CRes here.',
  'payouts.secure3d-waits-method': 'The gateway is waiting for the method result',
  'payouts.secure3d-to-method':
    'Open the method page in a hidden frame of the customer’s browser, and submit how it ended. After 10 seconds the result is N.',
  'payouts.secure3d-waits': 'The gateway is waiting for a 3-D Secure result',
  'payouts.secure3d-waits-which':
    'The gateway does not say which one. 3-D Secure 2 needs the method result first, then the CRes. 3-D Secure 1 needs the PaRes.',
  'payouts.security-code-hint': 'On the back. American Express has four digits on the front.',
  'payouts.security-code-full': 'A security code has 3 or 4 digits. Nothing was added.',
} as const
