// English sentences about reviewing a request before it is confirmed.
export const review = {
  'operation-takes-no-card-number': '“{operation}” takes no card number.',
  'typing-card-numbers-is-switched-off-for-this-connection':
    'Manual card entry is switched off for this connection. Use a card reference or a hosted form, or have it switched on in the connection’s settings.',
  'card-data-is-taken-from-the-cards-own-fields':
    'Card data is taken from the card’s own fields only, where it is sealed. Nothing was sent or kept.',
  'the-card-is-no-longer-held':
    'The card is no longer held. It is cleared five minutes after it was entered. Nothing was sent. Enter it again.',
  'the-card-is-no-longer-held-it-is-forgotten':
    'The card is no longer held. It is cleared after five minutes and when another card is entered. Nothing was sent. Enter it again.',
  'the-card-did-not-arrive-whole':
    'The card data did not arrive complete. Nothing was sent. Review it again.',
  'requests-on-this-order-were-sent-from-here-as':
    'Requests on this order were sent from here as “{other}”. Use that number, because sums and outcomes are kept under it. Nothing was sent.',
  'the-gateway-does-not-repeat-this-order-id':
    'The gateway does not repeat the order ID “{orderid}”, so it may mean another order. Use the order ID as the gateway shows it. Nothing was sent.',
  'this-iban-has-a-wrong-length':
    'The account number has {has} characters, and an IBAN of {country} has {needs}. Compare it with what the recipient gave you.',
  'this-iban-has-wrong-check-digits':
    'The check digits of the account number (IBAN) are wrong. Compare each character with what the recipient gave you.',
  'the-account-number-cant-be-checked':
    'The account number is not an IBAN, so Paydesk can’t check it. Compare it with what the recipient gave you.',
  'enter-the-amount-because-of-a-doubt': '{doubt} Enter the amount to {verb}.',
  'enter-the-amount-that-is-not-known':
    'Paydesk has not seen the whole amount of this order, so it can’t tell what remains. Enter the amount to {verb}.',
  'a-hold-can-only-be-released-as-a-whole':
    'A hold can only be released as a whole, or this order allows no partial amounts. Choose the full amount.',
  'this-order-allows-no-partial-amounts':
    'This order allows no partial amounts. Choose the full amount.',
  'this-order-is-in-another-currency':
    'This order is in {currency}. {typedCurrency} can’t be used.',
  'can-still-be-refunded': 'can still be refunded',
  'can-still-be-captured': 'can still be captured',
  'that-is-more-than-is-left': 'At most {most} {use}; {amount} is more.',
  'an-earlier-request-was-found-done':
    'The {request} that had no clear answer went through after all. Check the order, then review again if you want another one. Nothing was sent.',
  'nobody-named-the-one-that-was-declined':
    'A {request} on this order was closed as not done. The gateway showed one like it as declined, and not whose it was. If it was somebody else’s, yours may still arrive.',
  'one-of-this-amount-was-sent-before':
    'A {operation} of {amount} on this order was sent before. Confirm only if you want another one.',
  'a-request-is-about-to-be-sent': 'The {request} is confirmed and about to be sent.',
  'and-nothing-was-sent': '{why} Nothing was sent.',
  'the-address-or-the-login-of-this-connection-changed':
    'The address or the login of this connection changed after this order was read, so the order belongs to another gateway account.',
  'the-connections-settings-changed-since-the-review':
    'The connection’s settings changed since the review. Nothing was sent. Review it again.',
  'connection-name-may-use-currencies-and-not-currency':
    '“{connectionName}” may use {currencies}, not {currency}. If that is wrong, change the connection’s settings. Nothing was sent.',
  'money-is-stopped-nothing-was-sent': 'Money is stopped: {why} Nothing was sent.',
  'operation-only-reads':
    '“{operation}” only reads, so there is nothing to confirm. Nothing was sent.',
  'a-destination-changed': '{field} was “{was}” and is now “{is}”',
  'name-was-changed-by-changed-by-since-money-last-went':
    '“{name}” was changed by {changedBy} since money last went there: {changes}. Confirm the change with the recipient in another way than the one it came by.',
  'enter-a-reason': 'Enter a reason. On this connection a void needs one.',
  'type-the-reason-of-this-amount':
    'Type the reason for {amount} in your own words. This connection requires it from this amount.',
  'type-the-reason-the-amount-is-not-known':
    'Type the reason in your own words. The amount is not known here, and this connection requires it from a set amount.',
  'the-gateway-knows-this-order-as-client-orderid':
    'The gateway knows this order as “{clientOrderid}”. Look the order up again.',
  'the-gateway-tells-the-amount-unreadable-amount':
    'The gateway reports the amount “{unreadableAmount}”, which can’t be read exactly. The sums here may be incomplete, and such answers won’t resolve this request.',
  'the-gateway-does-not-say-the-merchant-order-id':
    'The gateway does not say the merchant order ID of this order. Look the order up by its merchant order ID, then review again.',
  'this-request-cant-be-sent-again-here':
    'This request can’t be sent again here, because it is a different one.',
  'sent-again-under-its-order-id':
    'Sent again under its order ID, the request must be the one that was sent first. Put this field back, or make a new request.',
  'this-is-sent-again-under-the-merchant-order-id':
    'This is sent again under the merchant order ID {clientOrderid}, after a person resolved the first request as not done. That is safe only if this gateway refuses an ID that it knows. If it takes an ID twice, the money may move twice.',
  'only-a-request-that-was-resolved-as-not-done':
    'Only a request that was resolved as not done can be sent again.',
  'this-request-was-sent-again-already': 'This request was sent again already.',
  'the-gateway-shows-an-order-under-this-merchant-order':
    'The gateway shows an order under this merchant order ID by now. Look it up instead of sending the request again.',
  'the-check-of-this-payout-carries-the-merchant-order':
    'The check of this payout carries the merchant order ID “{clientOrderid}”. Nothing was sent.',
  'paydesk-has-no-check-of-that-payout':
    'Paydesk has no check of that payout, so it can’t tell what would be paid. Nothing was sent.',
  'the-gateways-answers-about-this-check-contradict-each-other':
    'The gateway’s answers about this check contradict each other ({conflict}). Nothing was sent.',
  'the-check-of-this-payout-did-not-succeed':
    'The check of this payout did not succeed. Nothing was sent.',
  'this-check-was-paid':
    'This check was paid, or may have been. A check is paid once. Nothing was sent.',
  'another-order-was-checked':
    'The gateway knows this order as “{clientOrderid}”, but “{checkedClientOrderid}” was checked.',
  'the-gateway-shows-a-transaction-type-status-on-this-order':
    'The gateway shows a {transactionType} “{status}” on this order. It is no longer only checked.',
  'the-gateway-now-reports-the-check-as-status': 'The gateway now reports the check as “{status}”.',
  'the-gateway-tells-the-amount-unreadable-amount-which-cant-be':
    'The gateway reports the amount “{unreadableAmount}”, which can’t be read exactly.',
  'another-amount-was-checked': '{checked} was checked, but the gateway shows {amount}.',
  'this-gateway-does-not-tell-a-payout-from-its':
    'This gateway does not tell a payout from its check, so Paydesk can’t see whether somebody else paid it. Ask whether somebody may have.',
  'operation-is-not-part-of-the-gateways-interface':
    '“{operation}” is not part of the gateway’s interface. Switch it on in the connection’s settings if your gateway has it.',
  'paydesk-makes-this-id-itself': 'Paydesk makes this ID itself, so that it is never used twice.',
  'actor-marked-this-subscription-as-stopped':
    '{actor} marked this subscription as stopped: “{reason}”.',
  'paydesk-makes-this-id-itself-so-that-it-is':
    'Paydesk makes this ID itself, so that it is never used twice. The connection’s rules about fields can say that you type it.',
  'the-gateway-knows-an-order-of-this-id-already':
    'The gateway knows an order of this ID already. Type another one.',
  'this-id-was-used-already':
    'This ID was used already, for another request or order. Type another one.',
  'the-same-payment-was-sent-already':
    '{twin} to the same destination was sent by {actor} already. Nothing was sent. Review it again and say there whether you want a second one.',
  'an-operation-of-an-amount': 'A {operation} of {amount}',
  'an-operation': 'A {operation}',
  'the-same-payment-was-confirmed-already':
    '{twin} to the same destination was confirmed by {actor} already. Nothing was sent. Review it again and say there whether you want a second one.',
  'a-nameless-transaction': 'transaction without a type',
} as const
