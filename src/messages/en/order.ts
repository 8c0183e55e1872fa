// English of one order: what it allows, why not, and the sheets beside it.
export const order = {
  'order.answers-contradict': 'The gateway’s answers contradict each other ({conflict}).',
  'order.request-contradicted':
    'The answers about a request on this order contradict each other ({conflict}).',
  'order.request-unknown':
    'The outcome of the {request} is unknown. Nothing more is sent for this order until it is known.',
  'order.request-processing': 'The {request} is still being processed by the gateway.',
  'order.took-nothing':
    'This order is a {type}. Nothing was taken from a customer, so there is nothing to capture, void or refund.',
  'order.status-not-read': 'The status of this order has not been read yet.',
  'order.still-processing': 'The gateway is still processing this order.',
  'order.status-not-final':
    'The gateway reports the status “{status}”, which is not final. No money may move until it is.',
  'order.status-not-known':
    'The gateway reports the status “{status}”, which Paydesk does not know. No money may move until it reports a final one.',
  'order.capture-hold-ended': 'The hold has ended. There is nothing left to capture.',
  'order.capture-no-payment': 'The payment did not succeed. Nothing is held.',
  'order.capture-of-sale':
    'Only a hold can be captured. This is a sale, which is captured already.',
  'order.capture-no-hold-seen':
    'Paydesk has not seen a hold on this order, so there is nothing to capture.',
  'order.capture-refunded': 'This payment is already captured.',
  'order.capture-rest-released':
    'Part of the hold was captured, and on this connection the gateway releases the rest at once.',
  'order.capture-effect': 'Captures the amount from the hold. The customer is charged.',
  'order.capture-limit-unknown':
    'Part or all of this payment is already captured. Paydesk has not seen how much was held, so it can’t check the remainder. The gateway will.',
  'order.capture-all-done': 'The whole hold is captured already.',
  'order.capture-rest-uncertain':
    'A capture that is in progress or uncertain may have taken the rest of the hold.',
  'order.void-done': 'The order is voided already.',
  'order.void-hold-ended': 'The hold has ended already.',
  'order.void-no-payment': 'The payment did not succeed. There is nothing to void.',
  'order.void-effect': 'Cancels the whole hold. The customer is not charged.',
  'order.void-or-release':
    'Some gateways can’t void a hold. If this one refuses, release the hold instead.',
  'order.refund-hold-ended':
    'The hold has ended and the customer has the whole amount. There is nothing to refund.',
  'order.refund-voided':
    'The order is voided and the customer is not charged. There is nothing to refund.',
  'order.refund-no-payment': 'The payment did not succeed. No money was taken.',
  'order.refund-charged-back':
    'The customer’s bank has charged this payment back. A refund would pay the customer twice.',
  'order.refund-part-charged-back':
    'The customer’s bank has charged {amount} of this payment back. Only what is left beside it can be refunded.',
  'order.chargeback-cleared':
    'The gateway shows a chargeback on this order. {actor} cleared it with the reason “{reason}”. If the bank still has the money, a refund pays the customer twice.',
  'order.type-not-known':
    'The gateway shows a transaction of the type “{type}”, which Paydesk does not know. It may have moved money either way, so its amount is held back.',
  'order.type-does-not-fit':
    'The gateway shows a transaction of the type “{type}”, which does not go with this payment. It may have moved money either way, so its amount is held back.',
  'order.type-missing':
    'The gateway shows a transaction without a type. It may have moved money either way, so its amount is held back.',
  'order.type-contradicts-stage':
    'The gateway calls a transaction “{type}” and, in its stage, “{stageType}”. Neither is believed, so its amount is held back.',
  'order.release-effect': 'Releases the hold.',
  'order.release-may-refund': 'If the hold is captured first, a release may refund that money.',
  'order.refund-all-done': 'Everything that was captured is refunded already.',
  'order.refund-all-known-done': 'Everything that is known to be captured is refunded already.',
  'order.refund-rest-in-progress':
    'A refund that is in progress takes the rest of what was captured.',
  'order.capture-amount-uncertain': 'No amount is certain to be capturable. {uncertainty}',
  'order.refund-amount-uncertain': 'No amount is certain to be refundable. {uncertainty}',
  'order.refund-effect': 'Refunds the money to the customer.',
  'order.doubt-and-whole-only':
    '{uncertainty} This order allows no partial amounts, so no amount is certain.',
  'order.refund-disputed':
    'The gateway shows a {type} on this order. If the customer’s bank charges it back as well, a refund pays the customer twice. Find out first.',
  'order.refund-limit-unknown':
    'Paydesk may not have seen all that was captured, so it can’t check the remainder. The gateway will.',
  'order.sees-release':
    'The hold is released and nothing is charged. The customer’s bank decides how soon the money can be spent again.',
  'order.sees-release-unless-captured':
    'The hold is released, unless somebody captures it first. The customer’s bank decides how soon the money can be spent again.',
  'order.sees-refund':
    'The charge stays on the statement. The refund is a separate entry, often some days later.',
  'order.why-void': 'This payment is on hold. A void cancels the whole hold before settlement.',
  'order.why-release': 'This payment is on hold. On this connection, the whole hold is released.',
  'order.back-to-the-order': 'Back to the order',
  'order.read-later': 'Read by Paydesk {at}',
  'order.why-refund':
    'This payment was captured, so it needs a refund. A void works only before settlement.',
  'order.way-void': 'Voids the whole hold.',
  'order.way-release': 'Releases the whole hold.',
  'order.way-refund': 'Refunds what was captured, in full or in part.',
  'order.way-if-refused': '{aboutWay} Choose this only if the gateway refuses the recommended one.',
  'order.why-release-after-void':
    'The money is only held, and the last void did not succeed. Release hold ends the whole hold as well.',
  'order.why-void-after-release':
    'The money is only held, and the last release did not succeed. A void ends the whole hold as well.',
  'order.refund-captured-part-only':
    'Part of the hold was captured, and only that part can be refunded. {rest}',
  'order.release-nothing-held': 'Nothing is held on this order. What was captured is refunded.',
  'order.refund-nothing-captured':
    'Nothing was captured yet, so there is nothing to refund. The hold is released.',
  'order.rest-unknown': 'The rest may stay on hold until the bank releases it.',
  'order.rest-stays': 'The rest stays held and can still be captured, until the bank releases it.',
  'order.rest-released': 'The gateway releases the rest at once. It can’t be captured later.',
  'order.two-amounts': 'one {transaction} is reported with different amounts: {amounts}',
  'order.captures-beyond': 'captures of {captured} on a hold of {held}',
  'order.refunds-beyond': 'refunds of {refunded} of {captured} that was captured',
  'order.two-decimals': 'amounts in {currency} with {digits} and with {otherDigits} decimals',
  'order.two-currencies': 'amounts in {currency} and {otherCurrency}',
  'order.contradiction-cleared':
    'The gateway’s answers contradict each other ({conflict}). {actor} cleared this with the reason “{reason}”. No more than the most cautious of these answers leaves is allowed here.',
  'order.sum-uncertain':
    'The gateway’s answers do not show for certain how much was {sums}: some have no transaction ID, no amount or no final status. No more than these answers leave is allowed here.',
  'order.other-gate-tried': 'One gate declined, and the gateway is still trying another.',
  'order.capture-unseen':
    'The gateway shows a refund on this hold and no capture, so how much was captured is not known. Only what is certain is allowed here.',
  'order.void-charged-back':
    'A void cancels a hold before settlement. The customer’s bank has charged this payment back.',
  'order.void-captured-refund':
    'A void cancels a hold before settlement. This payment is captured.',
  'order.void-captured':
    'A void cancels a hold before settlement. Money of this payment is captured.',
  'order.void-no-hold-seen':
    'Paydesk has not seen a hold on this order, so there is nothing to void.',
  'order.void-uncertain':
    'It is not certain whether this hold was captured, and a captured one can’t be voided.',
  'order.end-clear-on-order':
    'Ask the gateway’s support which is true. Then clear the contradiction on the order’s page with your reason.',
  'order.end-clear-under-requests':
    'Ask the gateway’s support which is true. Then clear the contradiction under Open requests.',
  'order.end-asked-or-by-hand':
    'Paydesk asks again by itself. If that takes too long, resolve it by hand with your reason.',
  'order.end-asked': 'Wait. Paydesk asks again by itself.',
  'order.end-undo-or-wait': 'Undo it, or wait for its outcome.',
  'order.end-look-up': 'Look it up again.',
  'order.end-check-now': 'Press “Check now” on the order’s page.',
  'order.end-wait-and-check': 'Wait, then press “Check now” on the order’s page.',
  'order.end-check-or-back-office':
    'Press “Check now” on the order’s page. If nothing changes, use the gateway’s own back office.',
  'order.end-teach-word':
    'Ask the gateway’s support what it means. Then enter that under “Words of this gateway” in the connection’s settings.',
  'order.end-set-rest':
    'If your gateway keeps the rest on hold, set that in the connection’s settings.',
  'order.end-refund': 'Refund it instead.',
  'order.end-compare':
    'Compare with the gateway’s own records. Anything more can be moved in the gateway’s own back office.',
  'order.end-bank-reverses':
    'Once the bank reverses it and the gateway tells so, the money can be refunded again. If the gateway’s support says it is over, clear it on the order’s page with your reason.',
  'order.end-ask-support':
    'Ask the gateway’s support what happened. What is held back here can be moved in the gateway’s own back office.',
  'order.end-check-payout': 'Check the payout here, then pay it.',
  'order.end-check-other-payout': 'For another payout, make a new check.',
  'order.request-of-amount': '{operation} of {amount}',
  'order.sum-captured': 'captured',
  'order.sum-refunded': 'refunded',
  'order.not-possible-actions': 'Not possible now: {actions}',
  'order.what-actions-do': 'What these do: {actions}',
  'order.paid-by-customer': 'Paid',
  'order.hold-placed': 'Hold placed',
  'order.this-noun': 'This {noun}',
  'order.up-to-amount': 'Up to {amount}.',
  'order.certain-amount': '{amount} is refundable for certain. A report puts the rest in doubt.',
  'order.amount-only-as-a-whole': 'Full amount only: {amount}.',
  'order.money-of-this-order': 'Amounts of this order',
  'order.evidence-pack-written': 'Evidence pack saved.',
  'order.cancelled-nothing-was-left-behind': 'Cancelled. Nothing was left behind.',
  'order.evidence-pack': 'Evidence pack',
  'order.pack-intro':
    'A zip file for a dispute or an audit. It holds the timeline as PDF, the gateway’s answers with card data masked, and this order’s audit entries with their proof.',
  'order.make-evidence-pack': 'Save evidence pack…',
  'order.pack-content':
    '{count} files. {entries} audit entries are in the pack in full, {stubs} other entries as digests only.',
  'order.pack-digest':
    'SHA-256 {sha256}, recorded in the audit log. README.txt in the pack says how to check it.',
  'order.last-action-failed-title-status': 'Last action: {failedTitle} {status}',
  'order.newest-failed':
    'The newest action on this order did not succeed. The order’s own status is shown beside it.',
  'order.the-gateway-gave-no-reason': 'The gateway gave no reason.',
  'order.money': 'Amounts',
  'order.note-kept': 'Note saved.',
  'order.tag-tag-added': 'Tag {tag} added.',
  'order.tag-tag-removed': 'Tag {tag} removed.',
  'order.notes-and-tags': 'Notes and tags',
  'order.notes-local': 'Stored on this computer only. The gateway never sees them.',
  'order.tags': 'Tags',
  'order.remove-tag-tag': 'Remove tag {tag}',
  'order.new-tag': 'New tag',
  'order.add-tag': 'Add tag',
  'order.new-note': 'New note',
  'order.keep-note': 'Save note',
  'order.note-final': 'A note can’t be changed or removed later. Correct it with a new one.',
  'order.count-of-longest-note': '{count} of {longestNote}',
  'order.notes-newest-first': 'Notes, newest first',
  'order.came-from': 'Created from',
  'order.made-here': 'Created here',
  'order.made-with-it': 'Created with it',
  'order.related': 'Related',
  'order.the-reference': 'the reference',
  'order.others': 'Other orders of this customer',
  'order.others-known': 'Known on this computer, by the e-mail address {email}.',
  'order.others-all': 'Show all',
  'order.others-same-amount': 'Same amount',
  'order.others-same-amount-hint':
    'Paid within 24 hours of this order, for the same amount. It may be another purchase.',
  'order.others-first-seen': 'First seen {time}',
  'order.local-records': 'From this computer’s records. The gateway can’t list these.',
  'order.not-known-to-paydesk': 'Not known to Paydesk',
  'order.checked-with-the-gateway': 'Checked with the gateway.',
  'order.look-up-this': 'Look up this order',
  'order.may-be-stale': 'The details below may be out of date.',
  'order.money-stopped': 'Money is stopped on this order. The actions say how it can go on.',
  'order.still-open': 'Waiting for the gateway',
  'order.answer-title': 'The gateway’s last answer, word for word',
  'order.answer-unknown-fields':
    '{count} of these fields are not known to Paydesk. They are shown as received and have no effect here.',
  'order.last-status-answer': 'Last status answer',
  'order.answer-none': 'No answer has been received yet.',
  'order.keep-this-card': 'Save this card…',
  'order.keep-this-card-for': '{link} for a rebill or a subscription',
  'order.gateways-answers': 'Gateway’s answers',
  'order.requests': 'Requests',
  'order.look-ups': 'Status checks',
  'order.notes-and-the-rest': 'Notes and other',
  'order.timeline': 'Timeline',
  'order.steps-of-the-request': 'Steps',
  'order.amount-and-event': '{amount} {event}',
  'order.event-state': '{event} {state}',
  'order.event-and-its-state': '{event}: {state}',
  'order.status-checked': '{count, plural, one {Status checked} other {Status checked # times}}',
  'order.processed-by-the-processor': 'Processing date',
  'order.processors-transaction-id': 'Processor’s transaction ID',
  'order.step-reviewed': 'Reviewed',
  'order.step-confirmed': 'Confirmed',
  'order.step-sending-started': 'Sending started',
  'order.stage-confirmed': 'Confirmed, and not sent yet.',
  'order.show-in-the-timeline': 'Show in the timeline',
  'order.nothing-has-been-recorded-yet': 'Nothing has been recorded yet',
  'order.newest-count-of-all': 'The newest {count} of {all}',
  'order.show-all-count': 'Show all {count}',
  'order.needs-a-valid-amount': 'Needs a valid amount',
  'order.way': 'Send as',
  'order.another-way': 'Other ways to send this',
  'order.no-refund-now': 'Nothing can be refunded or released on this order now',
  'order.no-action-now': 'A {noun} is not possible on this order now',
  'order.reading-the-status-again': 'Checking the status again…',
  'order.full-only-no-currency':
    'Paydesk has not seen the order’s currency, so only the full amount is possible.',
  'order.full-only-hold': 'A hold can only be released as a whole.',
  'order.full-only-void': 'A hold can only be voided as a whole.',
  'order.full-only': 'Only the full amount is possible here.',
  'order.left-in-doubt':
    'The refundable amount is in doubt until the report is explained, so no amount is filled in.',
  'order.left-at-least':
    'At least {amount} is refundable. The rest is in doubt until the report is explained, so no amount is filled in.',
  'order.left-unknown': 'The remaining amount is not known here. The gateway checks the amount.',
  'order.full-amount-label': 'In full. The gateway sets the amount.',
  'order.comment-optional': 'Reason (optional)',
  'order.reason-hint': 'Sent to the gateway with the {noun} and recorded in the audit log.',
  'order.reasons': 'Reasons',
  'order.reason-as-free-text': 'Reason in your own words',
  'order.free-text-from-an-amount': 'Required on this connection from {amount}.',
  'order.say-what-a-word-means': 'Say what “{term}” means on this connection',
  'order.clear-the-chargeback': 'Clear the chargeback…',
  'order.found-refund':
    'Paydesk read this order by itself and found a refund of {amount} that nobody asked for on this computer.',
  'order.found-look': 'Mark as checked…',
  'order.found-title': 'Mark this refund as checked',
  'order.found-what': 'What did you find out?',
  'order.found-what-inside': 'what you found out',
  'order.found-about':
    'The refund leaves the list on Today. The log keeps your reason. The refundable amount stays as this page says.',
  'order.found-say': 'Mark as checked',
  'order.found-said': 'The refund is marked as checked.',
  'order.order-chargeback-cleared': 'Chargeback cleared.',
  'order.order-contradiction-cleared': 'Contradiction cleared.',
  'order.which-way': 'Send as',
  'order.right-for-this-order': 'Recommended',
  'order.the-customer-cardholder': 'Customer: {cardholder}',
  'order.full-amount': '{full}, {amount}',
  'order.all-events': 'All events',
  'order.next-order': 'Next order',
} as const
