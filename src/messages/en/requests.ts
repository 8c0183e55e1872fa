// English of requests: their review, sending, undoing and outcome.
export const requests = {
  'requests.two-transactions':
    'The gateway has shown two transactions of this kind since the request was sent, {one} and {other}. Paydesk can’t tell which of them is this {operation}. Compare with the gateway’s own records and resolve it by hand.',
  'requests.other-merchant-id':
    'the status of order {orderid} carries the merchant order ID “{clientOrderid}”, but “{sentClientOrderid}” was sent',
  'requests.final-status-changed': 'the {operation} was “{before}” and is now “{after}”',
  'requests.without-a-readable-amount': 'without a readable amount',
  'requests.shown-though-closed':
    'the {operation} {attempt}, but the gateway shows a {transactionType} “{status}” {amount}',
  'requests.closed-as-not-done': 'was closed as not done',
  'requests.closed-by-hand-done': 'was resolved by hand as done',
  'requests.closed-by-hand-not-done': 'was resolved by hand as not done',
  'requests.status-not-read': 'The status could not be read: {message}',
  'requests.not-found-yet':
    'Not found after {looks, plural, one {1 status check} other {# status checks}}.',
  'requests.not-found':
    'Not found in {lookUpsNeeded} status checks over at least 30 minutes. Once you know what happened, resolve it by hand.',
  'requests.answer-names-no-request':
    'The gateway answered without saying which request it is about.',
  'requests.answer-no-merchant-id': 'The answer has no merchant order ID.',
  'requests.taken-not-answered': 'The gateway received the request and has not answered it yet.',
  'requests.no-change': 'The gateway shows no change since before the request was sent.',
  'requests.latest-is-other':
    'The gateway’s latest transaction is a {transactionType}, not this {operation}.',
  'requests.known-before':
    'The gateway shows a {transactionType} that was known before the request was sent, or that belongs to another request.',
  'requests.approved': 'The gateway approved it.',
  'requests.ended-with-reason': 'The gateway reports “{status}” ({reason}). No money moved.',
  'requests.processing':
    'The gateway has the request. The outcome isn’t known yet. Don’t repeat it.',
  'requests.not-final': 'The gateway reports “{status}”, which is not final.',
  'requests.no-amount-named':
    'The request named no amount, so no answer can prove that a {type} is this one. Resolve it by hand.',
  'requests.amount-unreadable':
    'The gateway shows a {type} of “{unreadableAmount}”. That amount can’t be read exactly, so it proves nothing.',
  'requests.amount-off-by-factor':
    'The gateway shows a {type} of {shown}, but {sentAmount} was sent. One of the two may be in minor units. Check the connection’s setting “Amounts sent and read”.',
  'requests.amount-may-be-first':
    'The gateway shows a {type} with an amount that may be the order’s first one, so it proves nothing. Resolve the request by hand. Then say whose amount it is, in the connection’s settings.',
  'requests.amount-missing':
    'The gateway shows a {type} without its amount. It may be a different one, so it proves nothing. Compare with the gateway’s own records and resolve it by hand.',
  'requests.amount-differs': 'The gateway shows a {type} of {shown}, but {sentAmount} was sent.',
  'requests.answer-names-no-order': 'The gateway answered without saying which order it is about.',
  'requests.answer-no-order-id': 'The answer has no order ID.',
  'requests.closed-before-sending': 'Paydesk was closed before this was sent. Nothing was sent.',
  'requests.stopped-while-sending':
    'Paydesk stopped while this was being sent, so the outcome is unknown. Paydesk is checking the status. Don’t repeat the request.',
  'requests.told-since-shown':
    'The gateway reported something new about this order after this was shown. Nothing was changed.',
  'requests.no-id-to-ask-by':
    'The request has no ID, so Paydesk can’t check its status. Explain why you resolve it without a status check.',
  'requests.too-few-look-ups':
    'Only {looks} of {lookUpsNeeded} status checks over 30 minutes have been made. Wait for them, or explain why it can’t wait.',
  'requests.broke-while-sending':
    'Something unexpected happened while sending, so the outcome is unknown. Don’t repeat the request. Check the status.',
  'requests.it-was-undone': 'It was undone. Nothing was sent.',
  'requests.stopped-asking-team':
    'Stopped while the team’s database was asked for the order. Nothing was sent.',
  'requests.paydesk-was-closed': 'Paydesk was closed. Nothing was sent.',
  'requests.being-sent': 'Being sent. If Paydesk stops now, the outcome is unknown.',
  'requests.order-changed':
    'The order changed since it was reviewed: {moved}. It is now {transactionType} {status}. Nothing was sent. Review it again.',
  'requests.moved': 'its {what} from “{before}” to “{after}”',
  'requests.told-just-now':
    'The gateway reported something new about this order just before the request was sent. Nothing was sent. Review it again.',
  'requests.remainder-changed':
    'The remaining amount of this order changed since it was reviewed. Nothing was sent. Review it again.',
  'requests.unsent-because': 'Nothing was sent: {why}',
  'requests.unsent-could-not-go-on': 'Nothing was sent: Paydesk could not go on before sending.',
  'requests.unsent-status-not-read':
    'The order’s status could not be read just before sending, so nothing was sent. Trying again is safe.',
  'requests.answered': 'The gateway answers “{status}”.',
  'requests.taken-for-good': 'The gateway accepted the request. No further answer is expected.',
  'requests.unwritten-busy': 'because another program holds the ledger',
  'requests.unwritten-busy-advice': 'Let that program finish or end it',
  'requests.unwritten-full': 'because the disk is full',
  'requests.unwritten-advice': 'Check the disk and the ledger’s folder',
  'requests.unwritten':
    'The ledger could not be written {why}. {advice}, then explain here why it is safe to resume.',
  'requests.unsent-as-said': 'Nothing was sent. {why}',
  'requests.ledger-busy':
    'Another program, like a backup tool, held the ledger for more than two seconds. Nothing was sent. Try again in a moment.',
  'requests.taken-and-processing': 'The gateway accepted the request and is processing it.',
  'requests.taken': 'The gateway accepted the request.',
  'requests.refused': 'The gateway refused it: {message}',
  'requests.unknown': 'No clear answer: {why}',
  'requests.two-order-ids':
    'The answer names the order {orderid}, and status names {named} for the same request.',
  'requests.order-id-taken':
    'The answer gives this request the order ID {named}, which another order or request here has already.',
  'requests.order-of-other': 'The answer names the order {orderid}, which belongs to “{other}”.',
  'requests.order-of-other-request':
    'The answer names an order that another request made. Don’t repeat the request. Ask the gateway’s support.',
  'requests.due-too-long-ago':
    'More than 30 seconds passed after this was due. The computer slept, its clock was moved, or the status came late. Nothing was sent. Review it again.',
  'requests.review-too-old': 'The review is too old. Nothing was sent. Review it again.',
  'requests.restarted-since-review':
    'Paydesk was restarted since the review. Nothing was sent. Review it again.',
  'requests.undone-confirmed':
    'Undone after it was confirmed and before it was sent. Nothing was sent.',
  'requests.undone-unconfirmed': 'Undone before it was confirmed. Nothing was sent.',
  'requests.waits-no-more': 'This request is no longer waiting. The order shows its status.',
  'requests.of-its-amount': 'of its amount',
  'requests.unwritten-full-advice': 'Free disk space',
  'requests.moved-status': 'status',
  'requests.moved-type': 'type',
  'requests.moved-stage': 'stage',
  'requests.moved-amount': 'amount',
  'requests.moved-transaction-id': 'transaction ID',
  'requests.moved-date': 'date',
  'requests.shown-though-closed-by-id':
    'the {operation} {attempt}, but the gateway shows a {transactionType} “{status}” {amount} (transaction {id})',
  'requests.closed-refused': 'was refused',
  'requests.ended': 'The gateway reports “{status}”. No money moved.',
  'requests.answered-with-reason': 'The gateway answers “{status}” ({reason}).',
  'requests.resolved-by-hand-as-done': 'Resolved by hand as done: {reason}',
  'requests.resolved-not-done': 'Resolved by hand as not done: {reason}',
  'requests.takes-no-card': '“{operation}” takes no card number.',
  'requests.card-entry-off':
    'Manual card entry is switched off for this connection. Use a card reference or a hosted form, or have it switched on in the connection’s settings.',
  'requests.card-only-in-fields':
    'Card data is taken from the card’s own fields only, where it is sealed. Nothing was sent or kept.',
  'requests.card-gone':
    'The card is no longer held. It is cleared five minutes after it was entered. Nothing was sent. Enter it again.',
  'requests.card-forgotten':
    'The card is no longer held. It is cleared after five minutes and when another card is entered. Nothing was sent. Enter it again.',
  'requests.card-incomplete':
    'The card data did not arrive complete. Nothing was sent. Review it again.',
  'requests.order-sent-as':
    'Requests on this order were sent from here as “{other}”. Use that number, because sums and outcomes are kept under it. Nothing was sent.',
  'requests.order-id-not-repeated':
    'The gateway does not repeat the order ID “{orderid}”, so it may mean another order. Use the order ID as the gateway shows it. Nothing was sent.',
  'requests.iban-length':
    'The account number has {has} characters, and an IBAN of {country} has {needs}. Compare it with what the recipient gave you.',
  'requests.iban-check-digits':
    'The check digits of the account number (IBAN) are wrong. Compare each character with what the recipient gave you.',
  'requests.account-unchecked':
    'The account number is not an IBAN, so Paydesk can’t check it. Compare it with what the recipient gave you.',
  'requests.amount-needed-in-doubt': '{uncertainty} Enter the amount to {verb}.',
  'requests.amount-needed':
    'Paydesk has not seen the whole amount of this order, so it can’t tell what remains. Enter the amount to {verb}.',
  'requests.release-whole-only':
    'A hold can only be released as a whole, or this order allows no partial amounts. Choose the full amount.',
  'requests.whole-only': 'This order allows no partial amounts. Choose the full amount.',
  'requests.currency-differs': 'This order is in {currency}. {typedCurrency} can’t be used.',
  'requests.use-refunded': 'can still be refunded',
  'requests.use-captured': 'can still be captured',
  'requests.more-than-left': 'At most {most} {use}; {amount} is more.',
  'requests.found-done':
    'The {request} that had no clear answer went through after all. Check the order, then review again if you want another one. Nothing was sent.',
  'requests.decline-not-named':
    'A {request} on this order was closed as not done. The gateway showed one like it as declined, and not whose it was. If it was somebody else’s, yours may still arrive.',
  'requests.sent-before':
    'A {operation} of {amount} on this order was sent before. Confirm only if you want another one.',
  'requests.told-before':
    'The gateway already shows a {operation} of {amount} on this order. Confirm only if you want another one.',
  'requests.about-to-be-sent': 'The {request} is confirmed and about to be sent.',
  'requests.why-unsent': '{why} Nothing was sent.',
  'requests.account-changed':
    'The address or the login of this connection changed after this order was read, so the order belongs to another gateway account.',
  'requests.settings-changed':
    'The connection’s settings changed since the review. Nothing was sent. Review it again.',
  'requests.currency-not-permitted':
    '“{connectionName}” may use {currencies}, not {currency}. If that is wrong, change the connection’s settings. Nothing was sent.',
  'requests.money-stopped': 'Money is stopped: {why} Nothing was sent.',
  'requests.only-reads':
    '“{operation}” only reads, so there is nothing to confirm. Nothing was sent.',
  'requests.enter-a-reason': 'Enter a reason. On this connection a void needs one.',
  'requests.free-reason-for-amount':
    'Type the reason for {amount} in your own words. This connection requires it from this amount.',
  'requests.free-reason':
    'Type the reason in your own words. The amount is not known here, and this connection requires it from a set amount.',
  'requests.known-by-other-id':
    'The gateway knows this order as “{clientOrderid}”. Look the order up again.',
  'requests.amount-not-exact-warning':
    'The gateway reports the amount “{unreadableAmount}”, which can’t be read exactly. The sums here may be incomplete, and such answers won’t resolve this request.',
  'requests.merchant-id-not-told':
    'The gateway does not say the merchant order ID of this order. Look the order up by its merchant order ID, then review again.',
  'requests.again-other-request':
    'This request can’t be sent again here, because it is a different one.',
  'requests.again-must-be-same':
    'Sent again under its order ID, the request must be the one that was sent first. Put this field back, or make a new request.',
  'requests.again-warning':
    'This is sent again under the merchant order ID {clientOrderid}, after a person resolved the first request as not done. That is safe only if this gateway refuses an ID that it knows. If it takes an ID twice, the money may move twice.',
  'requests.again-only-not-done': 'Only a request that was resolved as not done can be sent again.',
  'requests.again-done': 'This request was sent again already.',
  'requests.again-order-there':
    'The gateway now shows an order with this merchant order ID. Look it up instead of sending the request again.',
  'requests.check-of-other-id':
    'The check of this payout carries the merchant order ID “{clientOrderid}”. Nothing was sent.',
  'requests.check-absent':
    'Paydesk has no check of that payout, so it can’t tell what would be paid. Nothing was sent.',
  'requests.check-contradicted':
    'The gateway’s answers about this check contradict each other ({conflict}). Nothing was sent.',
  'requests.check-not-succeeded': 'The check of this payout did not succeed. Nothing was sent.',
  'requests.check-paid':
    'This check was paid, or may have been. A check is paid once. Nothing was sent.',
  'requests.check-of-other-order':
    'The gateway knows this order as “{clientOrderid}”, but “{checkedClientOrderid}” was checked.',
  'requests.check-no-longer':
    'The gateway shows a {transactionType} “{status}” on this order. It is no longer only checked.',
  'requests.check-reported-as': 'The gateway now reports the check as “{status}”.',
  'requests.check-amount-not-exact':
    'The gateway reports the amount “{unreadableAmount}”, which can’t be read exactly.',
  'requests.check-of-other-amount': '{checked} was checked, but the gateway shows {amount}.',
  'requests.check-not-told-apart':
    'This gateway does not tell a payout from its check, so Paydesk can’t see whether somebody else paid it. Ask whether somebody may have.',
  'requests.not-of-interface':
    '“{operation}” is not part of the gateway’s interface. Switch it on in the connection’s settings if your gateway has it.',
  'requests.id-made-here': 'Paydesk makes this ID itself, so that it is never used twice.',
  'requests.subscription-stopped': '{actor} marked this subscription as stopped: “{reason}”.',
  'requests.id-made-here-unless-typed':
    'Paydesk makes this ID itself, so that it is never used twice. The connection’s rules about fields can say that you type it.',
  'requests.id-known-to-gateway':
    'The gateway knows an order of this ID already. Type another one.',
  'requests.id-used': 'This ID was used already, for another request or order. Type another one.',
  'requests.twin-sent':
    '{twin} to the same destination was sent by {actor} already. Nothing was sent. Review it again and say there whether you want a second one.',
  'requests.one-of-amount': 'A {operation} of {amount}',
  'requests.one-of-operation': 'A {operation}',
  'requests.twin-confirmed':
    '{twin} to the same destination was confirmed by {actor} already. Nothing was sent. Review it again and say there whether you want a second one.',
  'requests.a-nameless-transaction': 'transaction without a type',
  'requests.a-row-on-an-order': '{row} on order {order}',
  'requests.clear-the-contradiction': 'Clear contradiction…',
  'requests.resolve-by-hand': 'Resolve by hand…',
  'requests.in-full': 'In full',
  'requests.dont-repeat-it-hint': 'Don’t repeat it. {hint}',
  'requests.sent-time-by-actor': 'Sent {time} by {actor}',
  'requests.made-time-by-actor': 'Created {time} by {actor}',
  'requests.next-check-until': 'Next status check {until}',
  'requests.asked-checks-times': 'Checked {checks} {checks, plural, one {time} other {times}}',
  'requests.explain-at-least': 'Explain {what}, in at least {least} characters.',
  'requests.how-you-know': 'how you know',
  'requests.why-it-cant-wait': 'why it can’t wait',
  'requests.what-of-amount': '{what} of {amount}',
  'requests.clear-the-contradiction-label': 'Clear contradiction',
  'requests.resolve-by-hand-label': 'Resolve by hand',
  'requests.contradiction-on-order-stays':
    'The {what} on order {orderid} stays as it is ({label}). Clearing the contradiction lets money move on this order again. Ask the gateway’s support first. Your reason is recorded in the audit log.',
  'requests.contradiction-stays':
    'The {what} stays as it is ({label}). Clearing the contradiction lets money move on this order again. Ask the gateway’s support first. Your reason is recorded in the audit log.',
  'requests.by-hand-intro':
    'The {what} on order {orderid} has no final outcome here. Resolve it by hand only if you know what happened, for example from the gateway’s support or a bank statement. The outcome and your reason are recorded in the audit log.',
  'requests.request-has-no-final-outcome':
    'The {what} has no final outcome here. Resolve it by hand only if you know what happened, for example from the gateway’s support or a bank statement. The outcome and your reason are recorded in the audit log.',
  'requests.what-happened': 'What happened?',
  'requests.it-happened-the-money-moved': 'The request went through',
  'requests.by-hand-not-done': 'The request did not go through',
  'requests.choose-what-happened': 'Choose what happened.',
  'requests.no-id-to-check': 'The request has no ID, so Paydesk can’t check its status.',
  'requests.look-ups-too-few':
    'Paydesk checks the status {lookUpsNeeded} times in 30 minutes. {left, plural, one {1 check is} other {# checks are}} left.',
  'requests.why-cant-it-wait': 'Why can’t it wait?',
  'requests.resolve': 'Resolve',
  'requests.export-note':
    'All requests of this list, in its order, with who did each one, the amount, the outcome and the recipient. Times are in UTC. The audit log notes who exported what.',
  'requests.open-intro':
    'Sent requests without a final outcome, on all connections. Paydesk keeps checking them.',
  'requests.reading-open-requests': 'Loading open requests…',
  'requests.no-request-is-open': 'No open requests',
  'requests.none-open': 'Requests without a final outcome appear here.',
  'requests.requests-without-a-final-outcome': 'Requests without a final outcome',
  'requests.next-check': 'Next check',
  'requests.no-order-id-yet': 'The gateway has not assigned an order ID yet',
  'requests.by-hand': 'By hand',
  'requests.check-now-order-orderid': 'Check now: order {orderid}',
  'requests.clear-dots': 'Clear…',
  'requests.resolve-dots': 'Resolve…',
  'requests.contradiction-conflict': 'Contradiction: {conflict}.',
  'requests.review-nothing-is-sent-yet': 'Review. Nothing has been sent yet.',
  'requests.in-full-by-gateway': 'in full; the gateway sets the amount',
  'requests.pay-to': 'Pay to',
  'requests.technical-details': 'Technical details',
  'requests.payee-not-called':
    'The account is not the one this recipient was paid on. Confirm the account with the recipient by phone, and tick that you did. Nothing was sent.',
  'requests.call-tick': 'I confirmed the account with the recipient by phone',
  'requests.call-not-ticked': 'Call the recipient and tick the box above, or go back.',
  'requests.account-of-other-name': 'This account was paid before as {name}',
  'requests.account-of-other-name-at': 'The payout to {name} was sent {time}.',
  'requests.paid-before': 'Paid before',
  'requests.paid-before-never': 'No finished payment from this computer',
  'requests.paid-before-open': '{count} still open',
  'requests.paid-before-times': '{count, plural, one {Once} other {{count} times}}, last {time}',
  'requests.paid-before-times-as':
    '{count, plural, one {Once} other {{count} times}}, last {time} as {name}',
  'requests.twin-not-ticked': 'Tick the box above to pay a second time, or go back.',
  'requests.review-expired': 'This review expired. Go back and review it again.',
  'requests.review-valid': 'This review is valid for {span}.',
  'requests.review-undo':
    'The {noun} can be undone for {undo} after you confirm. Once sent, it can’t be undone.',
  'requests.review-at-once': 'The {noun} is sent as soon as you confirm, and can’t be undone.',
  'requests.review-link-at-once':
    'The link is created as soon as you confirm, and can’t be undone. Paydesk doesn’t send it to the customer.',
  'requests.review-payout-link-at-once':
    'The link is created as soon as you confirm, and can’t be undone. Paydesk doesn’t send it to the recipient.',
  'requests.practice-money': 'Practice money',
  'requests.test-money': 'Test money',
  'requests.real-money': 'Real money',
  'requests.review-amount': 'Review {amount}',
  'requests.sending-the-noun': 'Sending the {noun}…',
  'requests.waiting-for-answer': 'Waiting for the gateway’s answer. Keep Paydesk open.',
  'requests.amount-unknown': 'an amount not known here',
  'requests.sent-by': 'sent {time} by {actor} over {connection}',
  'requests.by-actor-over-connection': 'by {actor} over {connection}',
  'requests.show-it': 'Show request',
  'requests.twin-warning':
    'The destination and the amount are the same. Sending this payment pays a second time.',
  'requests.twin-tick': 'I want to make a second payment',
  'requests.waits-to-be-sent': 'The {noun} is confirmed but not sent yet',
  'requests.asks-team': 'Waiting for the team’s database',
  'requests.asks-team-note':
    'The {noun} is not sent before the team has answered. Nothing has been sent yet.',
  'requests.undo-below':
    'You can undo it in the bar below and keep working in the meantime. If Paydesk closes before the countdown ends, nothing is sent.',
  'requests.fields': 'Fields to be sent',
  'requests.fields-label': 'Request fields to be sent',
  'requests.how-it-is-signed': 'How it is signed',
  'requests.control-formula':
    'The values below are joined without separators and hashed with SHA-1. The key is never shown.',
  'requests.signed-by-oauth': 'Signed with OAuth 1.0a. The key is never shown.',
  'requests.fingerprint': 'Fingerprint of what you confirm: {digest}',
  'requests.card-not-encrypted':
    'The card could not be encrypted for the review. Nothing was sent. Enter the card again.',
  'requests.receiving-card': 'Receiving card',
  'requests.in-review': 'In review',
  'requests.state-reviewed': 'Reviewed, not confirmed. Nothing was sent.',
  'requests.confirmed': 'Confirmed',
  'requests.expired': 'Expired',
  'requests.state-not-in-time': 'Not confirmed in time. Nothing was sent.',
  'requests.undone': 'Undone',
  'requests.stopped-before-it-was-sent': 'Stopped before it was sent.',
  'requests.sending': 'Sending',
  'requests.state-sending': 'The request is being sent to the gateway.',
  'requests.not-sent-text': 'Not sent',
  'requests.no-connection-was-made':
    'No connection was made. The gateway did not receive the request.',
  'requests.the-gateway-refused-the-request': 'The gateway refused the request.',
  'requests.state-unknown':
    'The request may have reached the gateway, but no clear answer came back. Sending it again could move the money twice.',
  'requests.succeeded': 'Succeeded',
  'requests.the-gateway-confirmed-the-request': 'The gateway confirmed the request.',
  'requests.state-declined': 'The gateway or a bank declined the request.',
  'requests.state-failed': 'The request ended with an error.',
  'requests.resolved-by-hand-label': 'Resolved by hand',
  'requests.state-by-hand': 'An operator recorded the outcome and the reason.',
  'requests.cant-be-looked-up': 'status can’t be checked',
  'requests.look-ups-left':
    '{left, plural, one {1 status check is left} other {# status checks are left}}',
  'requests.look-ups-made': 'All status checks are made',
  'requests.release-hold': 'Release hold',
  'requests.all-that-is-refundable': 'Full refundable amount',
  'requests.a-part': 'Partial amount',
  'requests.refundable-afterwards': 'Refundable afterwards',
  'requests.the-whole-hold': 'Whole hold',
  'requests.can-still-be-captured-label': 'Can still be captured',
  'requests.not-captured-afterwards': 'Uncaptured afterwards',
  'requests.held-afterwards': 'On hold afterwards',
  'requests.release-of-the-hold': 'release of the hold',
  'requests.stopped-before-sending':
    'The request stopped before it was sent. What you typed is kept.',
  'requests.this-page-shows-the-result': 'This page shows the result.',
  'requests.try-again-or-another-way': 'Try again, or ask the gateway’s support for the reason.',
  'requests.advice-refund-otherwise':
    'Try again later, or refund the customer another way. Tell the customer that the refund has not been made yet.',
  'requests.advice-release-again':
    'The money is still on hold. Try again, or ask the gateway’s support to release it.',
  'requests.advice-other-card': 'Try again, or ask the customer for another card.',
  'requests.advice-check-recipient':
    'Check the recipient’s details with the recipient, then make a new payout.',
  'requests.subject-undone': '{subject} undone. Nothing was sent.',
  'requests.subject-state': '{subject} {state}.',
  'requests.advice-not-received': 'The gateway did not receive the request. Trying again is safe.',
  'requests.all-of-it': 'The full amount',
  'requests.what-done': '{what} {done}',
  'requests.done-amount': '{done}: {amount}',
  'requests.released-inside': 'released',
  'requests.the-gateway-accepted-the-subject': 'The gateway accepted the {subject}',
  'requests.subject-created': '{subject} created',
  'requests.send-amount': '{send} {amount}',
  'requests.send-of-amount': '{send} of {amount}',
} as const
