// English sentences about checks of a callback.
export const callbacks = {
  'paydesk-has-no-such-connection': 'Paydesk has no such connection.',
  'it-has-no-client-orderid':
    'The callback has no client_orderid. merchant_order was used instead.',
  'status-order-id-and-merchant-order-id-are-as':
    'Status, order ID and merchant order ID are as they were signed with this connection’s key. The control covers nothing else: amount, type and all other fields could have been changed.',
  'the-control-is-not-what-this-connections-key-gives':
    'The control does not match this connection’s key for the status, order ID and merchant order ID. Something was changed on the way, or the callback was signed with another key. Don’t trust anything in it.',
  'the-paste-is-not-clean':
    'The paste is not clean, so the control can’t be checked. Look at {fields}. A gateway writes no blank, quote or mark there. A control has 40 hexadecimal or 28 Base64 characters. Paste the whole address or body as it arrived.',
  'it-has-no-control':
    'The callback has no control, so nothing shows who wrote it. Don’t trust anything in it.',
  'without-rest-there-is-nothing-to-check-a-control':
    'Without {rest} there is nothing to check a control against. Don’t trust anything in it.',
  'paydesk-has-not-looked-up-that-order':
    'Paydesk has not looked up that order, so there is nothing to compare with.',
  'paydesk-knows-the-order': 'Paydesk knows the order.',
  'the-same-callback-was-checked-here-before':
    'The same callback was checked here before. A gateway repeats a callback until it is answered. Count it once.',
  'it-names-two-merchant-order-ids':
    'The callback names two merchant order IDs: “{own}” and “{repeated}”.',
  'the-merchant-order-id-is-the-orders': 'The merchant order ID matches the order.',
  'paydesk-knows-the-order-as-client-orderid':
    'Paydesk knows the order as “{clientOrderid}”, not “{own}”.',
  'nothing-of-a-type-is-known-here-yet': 'No {type} is known here yet. Check the status.',
  'the-status-is-known-here-too': 'The status “{status}” is known here too.',
  'the-callback-is-older':
    'The callback is older than what is known here. After “{toldStatus}” the gateway said “{transactionType} {status}”.',
  'it-is-newer-than-what-is-known-here-transaction-type':
    'The callback is newer than what is known here (“{transactionType} {status}”). Check the status.',
  'it-is-older-than-what-is-known-here-transaction-type':
    'The callback is older than what is known here. “{transactionType} {status}” is final.',
  'it-speaks-of-a-transaction-that-is-not-known':
    'The callback is about a transaction that is not known here yet. Check the status.',
  'it-contradicts-what-the-gateway-said-here':
    'The callback contradicts what the gateway said here: “{transactionType} {status}”, which is final.',
  'it-names-no-amount': 'The callback names no amount.',
  'the-callback-is-in-another-currency':
    'The callback is in {currency}. The order is in {orderCurrency}.',
  'amount-currency-is-no-exact-amount-of-that-currency':
    '“{amount} {currency}” is not an exact amount in that currency.',
  'no-amount-of-a-type-is-known-here-to': 'No amount of a {type} is known here to compare it with.',
  'the-amount-is-known-here-too': 'The amount {amount} is known here too.',
  'the-callback-says-another-amount':
    'The callback says {amount}. Paydesk knows {knownAmount} of this {type} ({status}).',
  'a-field-of-it-holds-control-characters': 'one of its fields holds invisible control characters',
  'it-holds-two-callbacks': 'it contains more than one callback',
  'it-mixes-two-escapings': 'some of its “&” are escaped as “&amp;” and some are not',
  'it-is-another-dump': 'it is a list of fields in one line. Write each field on its own line',
  'the-address-has-no-query': 'the address has no query',
  'this-cant-be-read-as-a-callback':
    'This can’t be read as a callback: {why}. Paste the whole address, its query, or the body, as it arrived.',
  'paste-a-callback': 'Paste a callback: its address, its query or its body.',
  'that-is-too-long-for-a-callback': 'That is too long for a callback.',
} as const
