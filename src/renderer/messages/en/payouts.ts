// English of payouts, links, subscriptions and transfers.
export const payouts = {
  'copied-link': 'Copied link',
  'copy-link': 'Copy link',
  'label-of-order-orderid': '{label} of order {orderid}',
  'the-customer-enters-card-data-on-the-gateways':
    'The customer enters card data on the gateway’s own page. None of it reaches Paydesk.',
  'kind-of-link': 'Kind of link',
  'it-was-used-the-gateway-reports-success': 'The link was used. The gateway reports success.',
  'it-was-used-and-the-gateway-declined':
    'The link was used, and the gateway declined the request. Create a new link for another try.',
  'hand-it-to-the-person':
    'Share it with the person it is for. Until they have used it, the request stays under Open requests, and Paydesk keeps checking its status.',
  'look-at-where-the-link-leads': 'Check where the link leads',
  'the-link-to-hand-over': 'Link to share',
  'qr-code-of-the-link': 'QR code of the link',
  'hand-over-the-link': 'Share the link',
  'whoever-has-the-link-can-use-it-send':
    'Anyone with the link can use it. Send it only to the person it is for.',
  'a-link-leads-a-customer-to-a-page':
    'A link takes a customer to a page of the gateway, where they pay, agree to a hold, or have their card checked.',
  'new-link': 'New link…',
  'made-on-this-computer': 'Created on this computer',
  'a-link-that-was-not-used-stays-open': 'An unused link stays open until the gateway ends it.',
  'a-link-appears-here-once-it-was-made': 'Links appear here after you create them.',
  'check-first-then-pay': 'Check first, then pay',
  'first-the-gateway-checks-the-recipient-and-nothing':
    'First the gateway checks the recipient, and no money leaves. Then you pay exactly what was checked.',
  'paying-what-was-checked': 'Pay the checked payout',
  'that-check-is-not-known-here': 'This check is not known here',
  'check-may-belong-to-another-connection':
    'It may belong to another connection. You can start a new one below.',
  'reading-the-check': 'Loading the check…',
  'checked-recipient': 'Checked recipient',
  pay: 'Pay…',
  'it-cant-be-paid-it-was-paid-already':
    'This check can’t be paid. It was paid already, or it did not succeed.',
  'being-checked': 'Being checked',
  'the-check-is-not-final-yet-this-page':
    'The check is not final yet. This page follows it; it also stays on Payouts.',
  'this-check-cant-be-paid': 'This check can’t be paid.',
  'new-payout': 'New payout',
  'payout-link': 'Payout link',
  'reading-the-recipients': 'Loading recipients…',
  'money-that-goes-out-to-a-card':
    'Send money to a card, a bank account, a wallet or a phone number.',
  'new-payout-dots': 'New payout…',
  'check-first-then-pay-dots': 'Check first, then pay…',
  'payout-link-dots': 'Payout link…',
  'no-payout-is-waiting-for-its-outcome': 'No payout is waiting for its outcome.',
  'unknown-payouts-count-as-sent': '{unknown} of them with an unknown outcome, counted as sent',
  'unstated-payouts-of-no-known-amount': '{unstated} of an amount that is not known here',
  'in-count-payouts': 'in {count, plural, one {one payout} other {{count} payouts}}',
  'payouts-of-the-gateway-are-not-listed':
    'Only payouts from this computer. The gateway can’t list its own.',
  to: 'To',
  'a-payout-appears-here-once-it-was-sent': 'Payouts appear here after you send them.',
  'pay-order-orderid': 'Pay order {orderid}',
  'name-saved': '{name} saved.',
  'change-recipient': 'Change recipient',
  'reading-the-recipient': 'Loading the recipient…',
  'how-the-recipient-is-called-here': 'The recipient’s name in Paydesk. It is not sent.',
  'nothing-is-sent-the-change': 'Nothing is sent. The audit log records the change.',
  'name-was-changed-since-money-last-went-there': '{name} was changed since money last went there',
  'destination-was-was-is-now-is': '{destination}: was {was}, is now {is}',
  'changed-by-changed-time-make-sure':
    'Changed by {changed}, {time}. Confirm the change with the recipient in another way than the one it came by, such as a phone number you already knew.',
  'no-money-has-gone-to-name-from-here': 'No money has gone to {name} from here yet.',
  'money-last-went-to-name-time': 'Money last went to {name} {time}, to the same destination.',
  'saved-recipient': 'Saved recipient',
  'none-as-typed-below': 'None: enter it below',
  'none-is-saved-on-this-connection': 'No recipients are saved on this connection.',
  'name-removed': '{name} removed.',
  'whom-payouts-go-to-again-saved-here':
    'Recipients that you pay again. They are saved for this connection, without card numbers. The audit log records each change.',
  'new-recipient-dots': 'New recipient…',
  'nobody-is-saved-yet': 'No recipients yet',
  'save-one-here-a-payout-then-begins':
    'Save a recipient here to choose it for a payout instead of entering a number.',
  'saved-recipients': 'Saved recipients',
  kind: 'Kind',
  where: 'Destination',
  'last-used': 'Last used',
  'changed-since': 'Changed since',
  'not-yet': 'Never',
  'pay-name': 'Pay {name}',
  'change-name': 'Change {name}',
  change: 'Change…',
  'remove-name': 'Remove {name}',
  'remove-name-label': 'Remove {name}?',
  'payouts-that-were-sent-stay':
    'Payouts that were sent stay as they are. The audit log keeps what was saved.',
  'remove-label': 'Remove',
  keep: 'Keep recipient',
  'days-of-the-schedule': 'Charge dates',
  'days-it-would-be-charged': 'Charge dates',
  'choose-the-first-day-to-see-them-without':
    'Choose the first day to see the dates. Without one, the gateway chooses when to begin.',
  'that-is-all-of-them-by-the-calendar':
    'These are all dates by the calendar. The gateway keeps the schedule itself and may differ at month ends.',
  'the-first-most-by-the-calendar-the-gateway':
    'The first {most} dates by the calendar. The gateway keeps the schedule itself and may differ at month ends.',
  'mark-as-running': 'Mark as running',
  'mark-as-stopped': 'Mark as stopped',
  'subscription-recurring-nothing-is-sent-the-gateway':
    'Subscription {recurring}. Nothing is sent: the gateway has no call for it, and only its support can stop one. The mark is recorded in the audit log.',
  'for-example-stopped-by-the-gateways-support-ticket':
    'For example: stopped by the gateway’s support, ticket 4711.',
  'the-subscription-id': 'the subscription ID',
  'next-charge-by-the-calendar': 'next charge by the calendar: {nextDay}',
  'marked-as-stopped-time-by-actor-reason': 'Marked as stopped {time} by {actor}: {reason}',
  'changed-here-change': 'Changed here: {change}',
  'payments-taken-here':
    '{count} {count, plural, one {payment} other {payments}} taken here: {payments}',
  'first-payments-taken-here':
    '{count} {count, plural, one {payment} other {payments}} taken here: {payments}; the rest is above',
  'a-subscription-charges-a-card-by-a-schedule':
    'A subscription charges a card on a schedule that the gateway keeps.',
  'new-subscription': 'New subscription…',
  'take-a-payment': 'Take a payment…',
  'what-the-gateway-cant-do': 'What the gateway can’t do',
  'it-cant-list-show-pause-or-cancel-subscriptions':
    'The gateway can’t list, show, pause or cancel subscriptions. It also can’t tell which payments it took on schedule. To stop a subscription, give its ID to the gateway’s support. Dates shown here are calculated from what was sent, not read from the gateway.',
  'taking-a-single-payment-and-changing-a-subscription':
    'Only some gateways can take a single payment or change a subscription. If yours can, switch these extensions on in the settings of this connection.',
  'not-all-subscriptions-of-the-gateway':
    'Only subscriptions from this computer. The gateway can’t list its own.',
  'a-subscription-appears-here-once-it-was-created':
    'Subscriptions appear here after you create them.',
  'mark-as-running-dots': 'Mark as running…',
  'mark-as-stopped-dots': 'Mark as stopped…',
  'may-not-send-money': 'May not send money',
  'the-merchant': 'the merchant',
  'a-card': 'a card',
  'from-from-to-destination-card-recurring-payment-id':
    'from {from} to {destinationCardRecurringPaymentId}',
  'money-from-card-to-card-or-a-deposit':
    'Move money from one card to another, or deposit it to a card.',
  'new-transfer': 'New transfer…',
  'may-a-card-send': 'Check eligibility…',
  'transfers-of-the-gateway-are-not-listed':
    'Only transfers from this computer. The gateway can’t list its own.',
  'a-transfer-appears-here-once-it-was-sent': 'Transfers appear here after you send them.',
} as const
