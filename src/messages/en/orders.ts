// English sentences about what an order allows, and why not.
export const orders = {
  'the-gateways-answers-contradict-each-other':
    'The gateway’s answers contradict each other ({conflict}).',
  'the-answers-about-a-request-contradict-each-other':
    'The answers about a request on this order contradict each other ({conflict}).',
  'the-outcome-of-a-request-is-unknown':
    'The outcome of the {request} is unknown. Nothing more is sent for this order until its outcome is known.',
  'a-request-is-still-being-processed': 'The {request} is still being processed by the gateway.',
  'this-order-took-nothing-from-a-customer':
    'This order is a {type}. Nothing was taken from a customer, so there is nothing to capture, void or refund.',
  'the-status-of-this-order-has-not-been-read': 'The status of this order has not been read yet.',
  'the-gateway-is-still-processing-this-order': 'The gateway is still processing this order.',
  'the-status-is-not-final':
    'The gateway reports the status “{status}”, which is not final. No money may move until it is.',
  'the-status-is-not-known-here':
    'The gateway reports the status “{status}”, which Paydesk does not know. Money waits for one that is final.',
  'the-hold-has-ended-nothing-to-capture': 'The hold has ended. There is nothing left to capture.',
  'the-payment-did-not-succeed': 'The payment did not succeed. Nothing is held.',
  'only-a-pre-authorisation-can-be-captured':
    'Only a hold can be captured. This is a sale, which is captured already.',
  'paydesk-has-not-seen-a-hold-on-this-order':
    'Paydesk has not seen a hold on this order, so there is nothing to capture.',
  'a-part-of-the-hold-was-captured':
    'Part of the hold was captured, and on this connection the gateway releases the rest at once.',
  'captures-the-held-amount': 'Captures the amount from the hold. The customer is charged.',
  'paydesk-has-not-seen-how-much-was-held':
    'Paydesk has not seen how much was held, so it can’t check the remainder. The gateway will.',
  'the-whole-hold-is-captured-already': 'The whole hold is captured already.',
  'an-uncertain-capture-may-have-taken-the-rest':
    'A capture that is in progress or uncertain may have taken the rest of the hold.',
  'the-order-is-voided-already': 'The order is voided already.',
  'the-hold-has-ended-already': 'The hold has ended already.',
  'the-payment-did-not-succeed-there-is-nothing-to':
    'The payment did not succeed. There is nothing to void.',
  'cancels-the-authorisation-as-a-whole': 'Cancels the whole authorisation. The hold is released.',
  'release-hold-ends-the-hold-as-well':
    'Release hold ends the hold as well. Some gateways void only what was captured.',
  'the-hold-has-ended-nothing-to-refund':
    'The hold has ended and the customer has the whole amount. There is nothing to refund.',
  'the-payment-did-not-succeed-no-money-was-taken':
    'The payment did not succeed. No money was taken.',
  'the-customers-bank-has-charged-this-payment-back':
    'The customer’s bank has charged this payment back. A refund would pay the customer twice.',
  'the-bank-has-charged-a-part-back':
    'The customer’s bank has charged {amount} of this payment back. Only what is left beside it can be refunded.',
  'a-chargeback-was-cleared-by-a-person':
    'The gateway shows a chargeback on this order. {actor} cleared it with the reason “{reason}”. If the bank still has the money, a refund pays the customer twice.',
  'the-type-is-not-known-here':
    'The gateway shows a transaction of the type “{type}”, which Paydesk does not know. It may have moved money either way, so its amount is held back.',
  'the-type-does-not-go-with-this-order':
    'The gateway shows a transaction of the type “{type}”, which does not go with this payment. It may have moved money either way, so its amount is held back.',
  'the-gateway-told-a-transaction-without-a-type':
    'The gateway shows a transaction without a type. It may have moved money either way, so its amount is held back.',
  'the-type-and-the-stage-contradict-each-other':
    'The gateway shows a transaction as “{type}” and, in its stage, as “{stageType}”. Neither is believed, so its amount is held back.',
  'releases-the-hold': 'Releases the hold.',
  'a-release-may-refund-what-is-captured-meanwhile':
    'A release is sent as a return. If somebody captures this hold first, the gateway may refund that money. A void can’t refund.',
  'everything-that-was-captured-is-refunded-already':
    'Everything that was captured is refunded already.',
  'everything-known-to-be-captured-is-refunded-already':
    'Everything that is known to be captured is refunded already.',
  'a-refund-in-progress-takes-the-rest':
    'A refund that is in progress takes the rest of what was captured.',
  'no-amount-is-certain-to-be-capturable': 'No amount is certain to be capturable. {doubt}',
  'nothing-is-certain-to-be-left': 'No amount is certain to be refundable. {doubt}',
  'refunds-the-money-to-the-customer': 'Refunds the money to the customer.',
  'doubt-this-order-allows-no-partial-amounts':
    '{doubt} This order allows no partial amounts, so no amount is certain.',
  'the-gateway-shows-a-type-on-this-order':
    'The gateway shows a {type} on this order. If the customer’s bank charges it back as well, a refund pays the customer twice. Find out first.',
  'paydesk-has-not-seen-the-captured-amount':
    'Paydesk has not seen the captured amount, so it can’t check the remainder. The gateway will.',
  'the-hold-is-released-and-nothing-is-charged':
    'The hold is released and nothing is charged. The customer’s bank decides how soon the money can be spent again.',
  'the-hold-is-released-unless-somebody-captures-it':
    'The hold is released, unless somebody captures it first. The customer’s bank decides how soon the money can be spent again.',
  'the-charge-stays-on-the-statement':
    'The charge stays on the statement. The refund is a separate entry, often some days later.',
  'the-money-is-only-held':
    'The money is only held. A void cancels the whole hold before settlement, so nothing has to be refunded.',
  'the-money-is-only-held-on-this-connection-a':
    'The money is only held. On this connection, Release hold releases the whole hold.',
  'the-money-was-captured':
    'The money was captured, so it is refunded. A void would be too late, because it is possible only before settlement.',
  'voids-the-authorisation-as-a-whole': 'Voids the whole authorisation.',
  'releases-the-hold-as-a-whole': 'Releases the whole hold.',
  'refunds-what-was-captured': 'Refunds what was captured, in full or in part.',
  'about-way-for-the-customer-it-is-the-same':
    '{aboutWay} Use it if the gateway refuses the other one.',
  'the-money-is-only-held-and-the-last-void':
    'The money is only held, and the last void did not succeed. Release hold ends the whole hold as well.',
  'the-money-is-only-held-and-the-last-release':
    'The money is only held, and the last release did not succeed. A void ends the whole hold as well.',
  'a-part-of-the-hold-was-captured-and-only':
    'Part of the hold was captured, and only that part can be refunded. {rest}',
  'nothing-is-held-on-this-order': 'Nothing is held on this order. What was captured is refunded.',
  'nothing-was-captured-yet':
    'Nothing was captured yet, so there is nothing to refund. The hold is released.',
  'what-becomes-of-the-rest-of-the-hold':
    'The gateway’s description does not say what becomes of the rest of the hold. The rest may stay held until the bank releases it.',
  'the-rest-stays-held-and-can-still-be-captured':
    'The rest stays held and can still be captured, until the bank releases it.',
  'the-gateway-releases-the-rest-at-once':
    'The gateway releases the rest at once. It can’t be captured later.',
  'one-transaction-is-told-with-two-amounts':
    'one {transaction} is reported with different amounts: {amounts}',
  'captures-exceed-the-hold': 'captures of {captured} on a hold of {held}',
  'refunds-exceed-what-was-captured': 'refunds of {refunded} of {captured} that was captured',
  'amounts-have-different-decimals':
    'amounts in {currency} with {digits} and with {otherDigits} decimals',
  'amounts-are-in-two-currencies': 'amounts in {currency} and {otherCurrency}',
  'a-contradiction-was-cleared-by-a-person':
    'The gateway’s answers contradict each other ({conflict}). {actor} cleared this with the reason “{reason}”. No more than the most cautious of these answers leaves is allowed here.',
  'a-sum-is-not-certain':
    'The gateway’s answers do not show for certain how much was {sums}: some have no transaction ID, no amount or no final status. No more than these answers leave is allowed here.',
  'one-gate-declined-and-another-is-tried':
    'One gate declined, and the gateway is still trying another.',
  'the-gateway-shows-a-refund-on-this-hold-and':
    'The gateway shows a refund on this hold and no capture, so how much was captured is not known. Only what is certain is allowed here.',
  'a-void-is-too-late-after-a-chargeback':
    'A void cancels an authorisation before settlement. The customer’s bank has charged this payment back.',
  'a-void-is-too-late-refund-instead':
    'A void cancels an authorisation before settlement. This payment is captured.',
  'a-void-is-too-late-after-a-capture':
    'A void cancels an authorisation before settlement. Money of this payment is captured.',
  'paydesk-has-seen-no-hold-to-void':
    'Paydesk has not seen a hold on this order, so there is nothing to void.',
  'whether-this-hold-was-captured-is-not-certain':
    'It is not certain whether this hold was captured, and a captured one can’t be voided.',
  'way-clear-on-the-orders-page':
    'Ask the gateway’s support which is true. Then clear the contradiction on the order’s page with your reason.',
  'way-clear-under-open-requests':
    'Ask the gateway’s support which is true. Then clear the contradiction under Open requests.',
  'way-paydesk-asks-or-resolve-by-hand':
    'Paydesk asks again by itself. If that takes too long, resolve it under Open requests.',
  'way-wait-paydesk-asks-by-itself': 'Wait. Paydesk asks again by itself.',
  'way-undo-or-wait': 'Undo it, or wait for its outcome.',
  'way-look-the-order-up-again': 'Look it up again.',
  'way-check-now': 'Press “Check now” on the order’s page.',
  'way-wait-then-check-now': 'Wait, then press “Check now” on the order’s page.',
  'way-check-now-or-the-back-office':
    'Press “Check now” on the order’s page. If nothing changes, use the gateway’s own back office.',
  'way-say-what-the-word-means':
    'Ask the gateway’s support what it means. Then say so in the settings of the connection, under “Words of this gateway”.',
  'way-say-that-the-rest-stays-held':
    'If your gateway keeps the rest held, say so in the settings of the connection.',
  'way-refund-it-instead': 'Refund it instead.',
  'way-compare-with-the-gateway':
    'Compare with the gateway’s own records. Anything more can be moved in the gateway’s own back office.',
  'way-once-the-bank-reverses-it':
    'Once the bank reverses it and the gateway tells so, the money can be refunded again. If the gateway’s support says it is over, clear it on the order’s page with your reason.',
  'way-ask-what-happened':
    'Ask the gateway’s support what happened. What is held back here can be moved in the gateway’s own back office.',
  'way-check-the-payout-here': 'Check the payout here, then pay it.',
  'way-check-another-payout': 'For another payout, make a new check.',
  'request-of-amount': '{operation} of {amount}',
  'sum-captured': 'captured',
  'sum-refunded': 'refunded',
} as const
