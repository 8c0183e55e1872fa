// English of payouts, links, subscriptions and transfers.
export const payouts = {
  'copied-link': 'Copied link',
  'copy-link': 'Copy link',
  'label-of-order-orderid': '{label} of order {orderid}',
  'the-customer-enters-card-data-on-the-gateways':
    'The customer enters card data on the gateway’s own page; none of it reaches Paydesk.',
  'kind-of-link': 'Kind of link',
  'it-was-used-the-gateway-reports-success': 'The link was used. The gateway reports success.',
  'it-was-used-and-the-gateway-declined':
    'The link was used, and the gateway declined the request. Make a new link for another try.',
  'hand-it-to-the-person':
    'Hand it to the person it is for. Until they have used it, the request stays under Open requests, and Paydesk keeps asking for its status.',
  'look-at-where-the-link-leads': 'Look at where the link leads',
  'the-link-to-hand-over': 'The link to hand over',
  'qr-code-of-the-link': 'QR code of the link',
  'hand-over-the-link': 'Hand over the link',
  'whoever-has-the-link-can-use-it-send':
    'Whoever has the link can use it. Send it to the person it is for, and to nobody else.',
  'a-link-leads-a-customer-to-a-page':
    'A link leads a customer to a page of the gateway, where they pay, agree to a hold, or have their card checked.',
  'new-link': 'New link…',
  'made-on-this-computer': 'Made on this computer',
  'a-link-that-was-not-used-stays-open':
    'A link that was not used stays open until the gateway ends it.',
  for: 'For',
  'a-link-appears-here-once-it-was-made': 'A link appears here once it was made.',
  'check-first-then-pay': 'Check first, then pay',
  'first-the-gateway-checks-the-recipient-and-nothing':
    'First the gateway checks the recipient, and nothing leaves. Then you pay exactly what was checked.',
  'paying-what-was-checked': 'Paying what was checked',
  'that-check-is-not-known-here': 'That check is not known here',
  'check-may-belong-to-another-connection':
    'It may belong to another connection. You can begin a new one below.',
  'reading-the-check': 'Reading the check…',
  'checked-recipient': 'Checked recipient',
  pay: 'Pay…',
  'it-cant-be-paid-it-was-paid-already':
    'It can’t be paid: it was paid already, or its check did not succeed.',
  'being-checked': 'Being checked',
  'the-check-is-not-final-yet-this-page':
    'The check is not final yet. This page follows it; it also stays on Payouts.',
  'this-check-cant-be-paid': 'This check can’t be paid.',
  'new-payout': 'New payout',
  'payout-link': 'Payout link',
  'reading-the-recipients': 'Reading the recipients…',
  'money-that-goes-out-to-a-card':
    'Money that goes out: to a card, to a bank account or wallet, or to a phone number.',
  'new-payout-dots': 'New payout…',
  'check-first-then-pay-dots': 'Check first, then pay…',
  'payout-link-dots': 'Payout link…',
  'under-way': 'Under way',
  'no-payout-is-waiting-for-its-outcome': 'No payout is waiting for its outcome.',
  'unknown-payouts-count-as-sent': '{unknown} of them with an unknown outcome, counted as sent',
  'unstated-payouts-of-no-known-amount': '{unstated} of an amount that is not known here',
  'in-count-payouts': 'in {count, plural, one {one payout} other {{count} payouts}}',
  'payouts-of-the-gateway-are-not-listed': 'Not all payouts of the gateway: it can’t list them.',
  to: 'To',
  'a-payout-appears-here-once-it-was-sent': 'A payout appears here once it was sent.',
  'pay-order-orderid': 'Pay order {orderid}',
  'name-saved': '{name} saved.',
  'change-recipient': 'Change recipient',
  'reading-the-recipient': 'Reading the recipient…',
  'how-the-recipient-is-called-here': 'The name used for the recipient here. It is not sent.',
  'nothing-is-sent-the-change': 'Nothing is sent. The change is in the audit log.',
  'name-was-changed-since-money-last-went-there': '{name} was changed since money last went there',
  'destination-was-was-is-now-is': '{destination}: was {was}, is now {is}',
  'changed-by-changed-time-make-sure':
    'Changed by {changed}, {time}. Confirm the change with the recipient by another way than the one that brought it, like a phone number you knew before.',
  'no-money-has-gone-to-name-from-here': 'No money has gone to {name} from here yet.',
  'money-last-went-to-name-time': 'Money last went to {name} {time}, to the same place.',
  'saved-recipient': 'Saved recipient',
  'none-as-typed-below': 'None: as typed below',
  'none-is-saved-on-this-connection': 'None is saved on this connection.',
  'name-removed': '{name} removed.',
  'whom-payouts-go-to-again-saved-here':
    'Recipients that are paid again. They are saved here for this connection, without card numbers. The audit log records each change.',
  'new-recipient-dots': 'New recipient…',
  'nobody-is-saved-yet': 'Nobody is saved yet',
  'save-one-here-a-payout-then-begins':
    'Save a recipient here to choose it for a payout instead of typing a number.',
  'saved-recipients': 'Saved recipients',
  kind: 'Kind',
  where: 'Where',
  'last-used': 'Last used',
  'changed-since': 'Changed since',
  'not-yet': 'Not yet',
  'pay-name': 'Pay {name}',
  'change-name': 'Change {name}',
  change: 'Change…',
  'remove-name': 'Remove {name}',
  'remove-name-label': 'Remove {name}?',
  'payouts-that-were-sent-stay':
    'Payouts that were sent stay as they are. The audit log keeps what was saved.',
  'remove-label': 'Remove',
  keep: 'Keep',
  'days-of-the-schedule': 'Days of the schedule',
  'days-it-would-be-charged': 'Days it would be charged',
  'choose-the-first-day-to-see-them-without':
    'Choose the first day to see them. Without one, the gateway chooses when to begin.',
  'that-is-all-of-them-by-the-calendar':
    'These are all of them, by the calendar. The gateway keeps the schedule itself and may differ at month ends.',
  'the-first-most-by-the-calendar-the-gateway':
    'The first {most}, by the calendar. The gateway keeps the schedule itself and may differ at month ends.',
  'mark-as-running': 'Mark as running',
  'mark-as-stopped': 'Mark as stopped',
  'subscription-recurring-nothing-is-sent-the-gateway':
    'Subscription {recurring}. Nothing is sent: the gateway has no call for it, and only its support can stop one. The mark is written to the audit log.',
  'for-example-stopped-by-the-gateways-support-ticket':
    'For example: stopped by the gateway’s support, ticket 4711.',
  'the-subscription-id': 'the subscription id',
  'next-charge-by-the-calendar': 'next charge by the calendar: {nextDay}',
  'marked-as-stopped-time-by-actor-reason': 'Marked as stopped {time} by {actor}: {reason}',
  'changed-here-change': 'Changed here: {change}',
  'payments-taken-here':
    'Taken here, {count} {count, plural, one {payment} other {payments}}: {payments}',
  'first-payments-taken-here':
    'Taken here, {count} {count, plural, one {payment} other {payments}}: {payments}; the rest is above',
  'a-subscription-charges-a-card-by-a-schedule':
    'A subscription charges a card by a schedule that the gateway keeps.',
  'new-subscription': 'New subscription…',
  'take-a-payment': 'Take a payment…',
  'what-the-gateway-cant-do': 'What the gateway can’t do',
  'it-cant-list-show-pause-or-cancel-subscriptions':
    'It can’t list, show, pause or cancel subscriptions, nor tell which payments it took by a schedule. To stop one, ask the gateway’s support and give them its id. Days shown here are worked out from what was sent, not read from the gateway.',
  'taking-a-single-payment-and-changing-a-subscription':
    'Taking a single payment and changing a subscription are extensions that only some hosts have: switch them on in the settings of this connection.',
  'not-all-subscriptions-of-the-gateway': 'Not all subscriptions of the gateway.',
  'a-subscription-appears-here-once-it-was-created':
    'A subscription appears here once it was created.',
  'mark-as-running-dots': 'Mark as running…',
  'mark-as-stopped-dots': 'Mark as stopped…',
  'may-not-send-money': 'May not send money',
  'the-merchant': 'the merchant',
  'a-card': 'a card',
  'from-from-to-destination-card-recurring-payment-id':
    'from {from} to {destinationCardRecurringPaymentId}',
  'money-from-card-to-card-or-a-deposit':
    'Money from card to card, or a deposit to a card, by the ids that stand for the cards.',
  'new-transfer': 'New transfer…',
  'may-a-card-send': 'May a card send?…',
  'transfers-of-the-gateway-are-not-listed':
    'Not all transfers of the gateway: it can’t list them.',
  'a-transfer-appears-here-once-it-was-sent': 'A transfer appears here once it was sent.',
} as const
