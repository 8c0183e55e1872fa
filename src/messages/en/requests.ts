// English sentences about sending a request and finding out its outcome.
export const requests = {
  'the-gateway-has-shown-two-transactions':
    'The gateway has shown two transactions of this kind since the request was sent, {one} and {other}. Paydesk can’t tell which of them is this {operation}. Compare with the gateway’s own records and resolve it by hand.',
  'the-status-carries-another-merchant-order-id':
    'the status of order {orderid} carries the merchant order ID “{clientOrderid}”, but “{sentClientOrderid}” was sent',
  'a-final-status-changed': 'the {operation} was “{before}” and is now “{after}”',
  'without-a-readable-amount': 'without a readable amount',
  'the-operation-attempt':
    'the {operation} {attempt}, but the gateway shows a {transactionType} “{status}” {amount}',
  'was-closed-as-not-done': 'was closed as not done',
  'was-resolved-by-hand-as-done': 'was resolved by hand as done',
  'was-resolved-by-hand-as-not-done': 'was resolved by hand as not done',
  'the-status-could-not-be-read': 'The status could not be read: {message}',
  'not-found-looks-of-looks-needed-look-ups': 'Not found, {looks} of {lookUpsNeeded} look-ups.',
  'not-found-in-all-look-ups':
    'Not found in {lookUpsNeeded} look-ups over at least 30 minutes. Once you know what happened, resolve it by hand.',
  'the-gateway-answered-without-saying-which-request-it-speaks':
    'The gateway answered without saying which request it is about.',
  'the-answer-has-no-merchant-order-id': 'The answer has no merchant-order-id.',
  'the-gateway-took-the-request-and-has-not-answered':
    'The gateway received the request and has not answered it yet.',
  'the-gateway-shows-no-change-since-before-the-request':
    'The gateway shows no change since before the request was sent.',
  'the-gateways-latest-transaction-is-a-transaction-type':
    'The gateway’s latest transaction is a {transactionType}, not this {operation}.',
  'the-gateway-shows-a-transaction-type-that-was-known-before':
    'The gateway shows a {transactionType} that was known before the request was sent, or that belongs to another request.',
  'the-gateway-approved-it': 'The gateway approved it.',
  'the-gateway-reports-status-reason': 'The gateway reports “{status}” ({reason}). No money moved.',
  'the-gateway-is-processing-it': 'The gateway is processing it.',
  'the-gateway-reports-status': 'The gateway reports “{status}”, which is not final.',
  'the-request-named-no-amount':
    'The request named no amount, so no answer can prove that a {type} is this one. Resolve it by hand.',
  'the-gateway-shows-a-type-of-unreadable-amount':
    'The gateway shows a {type} of “{unreadableAmount}”. That amount can’t be read exactly, so it proves nothing.',
  'the-gateway-shows-an-amount-off-by-a-factor':
    'The gateway shows a {type} of {shown}, but {sentAmount} was sent. One of the two may be in minor units. Check the connection’s setting “Amounts sent and read”.',
  'the-gateway-shows-a-type-with-the-first-amount':
    'The gateway shows a {type} with an amount that may be the order’s first one, so it proves nothing. Resolve the request by hand. Then say whose amount it is, in the connection’s settings.',
  'the-gateway-shows-a-type-without-its-amount':
    'The gateway shows a {type} without its amount. It may be a different one, so it proves nothing. Compare with the gateway’s own records and resolve it by hand.',
  'the-gateway-shows-another-amount':
    'The gateway shows a {type} of {shown}, but {sentAmount} was sent.',
  'the-gateway-answered-without-saying-which-order-it-speaks':
    'The gateway answered without saying which order it is about.',
  'the-answer-has-no-paynet-order-id': 'The answer has no paynet-order-id.',
  'paydesk-was-closed-before-this-was-sent':
    'Paydesk was closed before this was sent. Nothing was sent.',
  'paydesk-stopped-while-this-was-being-sent':
    'Paydesk stopped while this was being sent, so the outcome is unknown. Paydesk is checking the status. Don’t repeat the request.',
  'the-gateway-told-something-new-about-this-order-after':
    'The gateway reported something new about this order after this was shown. Nothing was changed.',
  'the-request-has-no-id':
    'The request has no ID, so Paydesk can’t check its status. Explain why you resolve it without a look-up.',
  'only-looks-of-looks-needed-look-ups-over-30-minutes-have':
    'Only {looks} of {lookUpsNeeded} look-ups over 30 minutes have been made. Wait for them, or explain why it can’t wait.',
  'something-unexpected-happened-while-sending':
    'Something unexpected happened while sending, so the outcome is unknown. Don’t repeat the request. Check the status.',
  'it-was-undone': 'It was undone. Nothing was sent.',
  'paydesk-was-closed': 'Paydesk was closed. Nothing was sent.',
  'being-sent-if-paydesk-stops-now': 'Being sent. If Paydesk stops now, the outcome is unknown.',
  'the-order-changed-since-it-was-reviewed':
    'The order changed since it was reviewed: {moved}. It is now {transactionType} {status}. Nothing was sent. Review it again.',
  'moved-from-to': 'its {what} from “{before}” to “{after}”',
  'the-gateway-told-something-new-about-this-order-just':
    'The gateway reported something new about this order just before the request was sent. Nothing was sent. Review it again.',
  'what-remains-on-this-order-changed-since-it-was':
    'The remaining amount of this order changed since it was reviewed. Nothing was sent. Review it again.',
  'nothing-was-sent-because': 'Nothing was sent: {why}',
  'nothing-was-sent-paydesk-could-not-go-on-before':
    'Nothing was sent: Paydesk could not go on before sending.',
  'the-orders-status-could-not-be-read-just-before':
    'The order’s status could not be read just before sending, so nothing was sent. Trying again is safe.',
  'the-gateway-answers-status': 'The gateway answers “{status}”.',
  'the-gateway-took-it': 'The gateway accepted the request. No further answer is expected.',
  'because-another-program-holds-the-ledger': 'because another program holds the ledger',
  'let-that-program-finish-or-end-it': 'Let that program finish or end it',
  'because-the-disk-is-full': 'because the disk is full',
  'look-at-the-disk-and-at-the-folder-of': 'Check the disk and the ledger’s folder',
  'the-ledger-could-not-be-written':
    'The ledger could not be written {why}. {advice}, then explain here why it is safe to resume.',
  'nothing-was-sent-as-said': 'Nothing was sent. {why}',
  'another-program-like-a-backup-tool':
    'Another program, like a backup tool, held the ledger for more than two seconds. Nothing was sent. Try again in a moment.',
  'the-gateway-took-the-request-and-is-processing-it':
    'The gateway accepted the request and is processing it.',
  'the-gateway-took-the-request': 'The gateway accepted the request.',
  'the-gateway-refused-it': 'The gateway refused it: {message}',
  'the-outcome-is-unknown': 'The outcome is unknown: {why}',
  'the-answer-names-the-order-orderid':
    'The answer names the order {orderid}, and status names {named} for the same request.',
  'the-answer-names-an-order-id-that-is-taken':
    'The answer gives this request the order ID {named}, which another order or request here has already.',
  'the-answer-names-an-order-of-another':
    'The answer names the order {orderid}, which belongs to “{other}”.',
  'the-answer-names-an-order-that-another-request-made':
    'The answer names an order that another request made. Don’t repeat the request. Ask the gateway’s support.',
  'more-than-30-seconds-passed-after-this-was-due':
    'More than 30 seconds passed after this was due. The computer slept, its clock was moved, or the status came late. Nothing was sent. Review it again.',
  'the-review-is-too-old': 'The review is too old. Nothing was sent. Review it again.',
  'paydesk-was-restarted-since-the-review':
    'Paydesk was restarted since the review. Nothing was sent. Review it again.',
  'undone-after-it-was-confirmed-and-before-it-was':
    'Undone after it was confirmed and before it was sent. Nothing was sent.',
  'undone-before-it-was-confirmed': 'Undone before it was confirmed. Nothing was sent.',
  'this-request-does-not-wait-any-more':
    'This request is no longer waiting. Its order shows its real state.',
  'of-its-amount': 'of its amount',
  'free-disk-space': 'Free disk space',
  'moved-status': 'status',
  'moved-type': 'type',
  'moved-stage': 'stage',
  'moved-amount': 'amount',
  'moved-transaction-id': 'transaction ID',
  'moved-date': 'date',
  'the-operation-attempt-and-transaction':
    'the {operation} {attempt}, but the gateway shows a {transactionType} “{status}” {amount} (transaction {id})',
  'was-refused': 'was refused',
  'the-gateway-reports-an-end': 'The gateway reports “{status}”. No money moved.',
  'the-gateway-answers-status-and-why': 'The gateway answers “{status}” ({reason}).',
  'resolved-by-hand-as-done': 'Resolved by hand as done: {reason}',
  'resolved-by-hand-as-not-done': 'Resolved by hand as not done: {reason}',
} as const
