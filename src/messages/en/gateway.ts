// English of the wire, checks of a callback and the signature inspector.
export const gateway = {
  'gateway.why-content-type': 'its content type is “{type}”',
  'gateway.why-not-json': 'it is not valid JSON',
  'gateway.why-not-an-object': 'it is not a JSON object',
  'gateway.it-is-nested-too-deeply': 'it is nested too deeply',
  'gateway.it-has-too-many-fields': 'it has too many fields',
  'gateway.why-not-a-record': 'it is not a record of the gateway',
  'gateway.it-has-one-field-twice': 'it has one field twice',
  'gateway.why-field-too-long': 'it has a field that is too long',
  'gateway.it-holds-a-broken-character': 'it contains an invalid character',
  'gateway.why-error-under-http': 'it is an error under HTTP {status}: {message}',
  'gateway.why-no-type': 'it does not say what it is',
  'gateway.it-points-to-another-address': 'it points to another address',
  'gateway.it-is-compressed': 'it is compressed, which was not asked for',
  'gateway.why-not-utf-8': 'it is not valid UTF-8',
  'gateway.nothing-marks-its-end': 'nothing marks its end, so it may be cut off',
  'gateway.answer-unreadable': 'An answer came with HTTP {httpStatus}, but {why}.',
  'gateway.why-no-order': 'it does not say which order it is about',
  'gateway.it-reads': 'It reads: “{excerpt}”',
  'gateway.too-many-requests':
    'The gateway gets too many requests from this connection (HTTP 429). Wait, then ask again.',
  'gateway.a-web-page-came-back': 'A web page came back instead of an answer (HTTP {status}).',
  'gateway.check-the-firewall':
    'A firewall in front of the gateway may refuse this computer or this program. Ask the gateway’s support. Also check the signing key and the rights of the login.',
  'gateway.check-the-signing-key':
    'Check the signing key, this computer’s clock and the rights of the login.',
  'gateway.refused-without-reason':
    'The gateway refused the request without a reason (HTTP {status}).',
  'gateway.asked-and-named': 'The request was about {asked}, but the answer’s {key} is {named}.',
  'gateway.the-request-was-sent':
    'The request may have reached the gateway, but no clear answer came back.',
  'gateway.no-clear-answer-came-back':
    'No clear answer came back. Asking changed nothing. Asking again is safe.',
  'gateway.unreached':
    'The gateway could not be reached, so nothing was sent. Trying again is safe.',
  'gateway.answer-of-other-order':
    'The answer is about a different order from the one asked about. Don’t repeat the request. Ask the gateway’s support.',
  'gateway.something-came-behind-the-answer':
    'Something came after the end of the answer, so the answer may belong to another request',
  'gateway.answered-unasked': 'The gateway sent something before the request was written.',
  'gateway.something-unexpected-happened': 'Something unexpected happened: {why}',
  'gateway.ca-file-unreadable':
    'The file of certificate authorities can’t be read. Choose a PEM file.',
  'gateway.not-prepared-here': 'This request was not prepared here for this, or was sent already.',
  'gateway.id-has-no-usable-address':
    '{id} has no usable address. Use a base URL and paths without user name, query, “#”, “..” or spaces.',
  'gateway.the-control-formula-needs-name': 'The control formula needs {name}.',
  'gateway.amount-not-in-minor-units':
    'The amount has no exact form in minor units of this currency.',
  'gateway.address-not-encoded': 'The address contains characters that must be encoded.',
  'gateway.address-form': 'The address must start with http:// or https:// and name a host.',
  'gateway.address-without-host': 'The address must name a host, without user name.',
  'gateway.address-port': 'The port is out of range.',
  'gateway.address-query-not-encoded': 'The query of the address is not properly encoded.',
  'gateway.name-holds-a-broken-character': '{name} contains an invalid character.',
  'gateway.private-key-unreadable':
    'The private key can’t be read. Import it again as PEM, PKCS#1 or PKCS#8.',
  'gateway.private-key-not-rsa': 'The private key is not an RSA key.',
  'gateway.private-key-too-short':
    'The private key has {bits} bits; the gateway accepts 2048 or more.',
  'gateway.the-certificate-names-no-host':
    'The certificate has no subject alternative name, and its common name is not accepted',
  'gateway.certificate':
    'The certificate is for {subject}, issued by {issuer}, valid from {from} to {to}.',
  'gateway.signed-requests-would-be-refused':
    '{skew} Requests signed with OAuth would be refused, so nothing was sent. Set this computer’s clock, then test the connection.',
  'gateway.stopped-while-connecting': 'Stopped while connecting.',
  'gateway.no-connection-in-time': 'No connection within {connectTimeoutMs} ms.',
  'gateway.closed-while-connecting': 'The connection was closed while it was being made.',
  'gateway.host-is-not-this-computer':
    'Plain http is for this computer only, and {host} is another computer.',
  'gateway.the-proxy-of-this-connection': 'The proxy of this connection',
  'gateway.whose-cant-be-used':
    '{whose} can’t be used. It must look like http://proxy.example:3128, or be “none” in the connection’s settings.',
  'gateway.proxy-silent': 'The proxy {place} closed the connection without an answer.',
  'gateway.proxy-not-http': 'The proxy {place} answered with something other than HTTP.',
  'gateway.proxy-sent-more': 'The proxy {place} sent more than it was asked for.',
  'gateway.no-tunnel-in-time': 'No tunnel through the proxy {place} within {timeoutMs} ms.',
  'gateway.the-proxy-failed': 'The proxy {place}: {why}',
  'gateway.proxy-asks-password':
    'The proxy {place} asks for a user name and password. Set them in HTTPS_PROXY.',
  'gateway.proxy-refused': 'The proxy {place} refused to connect (HTTP {status}).',
  'gateway.stopped-before-connecting': 'Stopped before connecting.',
  'gateway.stopped-waiting': 'Stopped while waiting for the answer.',
  'gateway.no-complete-answer-in-time': 'No complete answer within {span}.',
  'gateway.received-too-much': 'More than {mostReceived} bytes were received.',
  'gateway.the-answer-was-cut-off': 'The answer was cut off.',
  'gateway.closed-before-answer': 'The connection closed before an answer came.',
  'gateway.length-unknown': 'The answer’s length is marked in an unknown way.',
  'gateway.answer-too-long': 'The answer is longer than {maxBodyBytes} bytes.',
  'gateway.proxy-address-form': 'The address must start with https:// and name a host.',
  'gateway.proxy-address-password':
    'The address must not contain a user name, a password or a fragment.',
  'gateway.refused-by-policy':
    'Refused by policy: plain http is for this computer only. Use https for {host}.',
  'gateway.why-status-and-type': 'HTTP {status} does not go with “{type}”',
  'gateway.why-type-differs': '“{type}” is not the answer to this',
  'gateway.formula-hmac':
    'HMAC-SHA1 of the base string (method, address, sorted parameters) with merchant_control_key&',
  'gateway.formula-rsa':
    'RSA-SHA256 of the base string (method, address, sorted parameters) with the private key',
  'gateway.this-computers-https-proxy': 'This computer’s HTTPS_PROXY',
  'gateway.refused-without-reason-by-code':
    'The gateway refused the request without a reason (HTTP {status}, code {code}).',
  'gateway.detail-and-code': '{detail} ({code})',
  'gateway.why-no-content-type': 'its content type is missing',
  'gateway.certificate-with-names':
    'The certificate is for {subject} ({names}), issued by {issuer}, valid from {from} to {to}.',
  'gateway.nobody': 'nobody',
  'gateway.an-unknown-date': 'an unknown date',
  'gateway.error-and-certificate': '{error}. {certificate}',
  'gateway.paydesk-has-no-such-connection': 'Paydesk has no such connection.',
  'gateway.it-has-no-client-orderid':
    'The callback has no client_orderid. merchant_order was used instead.',
  'gateway.control-valid':
    'Status, order ID and merchant order ID match the signature of this connection’s key. The signature covers nothing else: amount, type and all other fields could have been changed.',
  'gateway.control-wrong':
    'The signature does not match this connection’s key for the status, order ID and merchant order ID. Something was changed on the way, or the callback was signed with another key. Don’t trust anything in it.',
  'gateway.paste-not-clean':
    'The paste is not clean, so the control can’t be checked. Look at {fields}. A gateway writes no blank, quote or mark there. A control has 40 hexadecimal or 28 Base64 characters. Paste the whole address or body as it arrived.',
  'gateway.no-control':
    'The callback has no control, so nothing shows who wrote it. Don’t trust anything in it.',
  'gateway.control-fields-missing':
    'Without {rest} there is nothing to check a control against. Don’t trust anything in it.',
  'gateway.order-not-looked-up':
    'Paydesk has not looked up that order, so there is nothing to compare with.',
  'gateway.paydesk-knows-the-order': 'Paydesk knows the order.',
  'gateway.checked-before':
    'The same callback was checked here before. A gateway repeats a callback until it is answered. Count it once.',
  'gateway.two-merchant-ids':
    'The callback names two merchant order IDs: “{own}” and “{repeated}”.',
  'gateway.merchant-id-agrees': 'The merchant order ID matches the order.',
  'gateway.merchant-id-differs': 'Paydesk knows the order as “{clientOrderid}”, not “{own}”.',
  'gateway.type-not-known-yet': 'No {type} is known here yet. Check the status.',
  'gateway.status-agrees': 'The status “{status}” is known here too.',
  'gateway.older-than-known':
    'The callback is older than what is known here. After “{toldStatus}” the gateway said “{transactionType} {status}”.',
  'gateway.newer-of-type':
    'The callback is newer than what is known here (“{transactionType} {status}”). Check the status.',
  'gateway.older-of-type':
    'The callback is older than what is known here. “{transactionType} {status}” is final.',
  'gateway.transaction-not-known':
    'The callback is about a transaction that is not known here yet. Check the status.',
  'gateway.status-contradicts':
    'The callback contradicts what the gateway said here: “{transactionType} {status}”, which is final.',
  'gateway.no-amount': 'The callback names no amount.',
  'gateway.currency-differs': 'The callback is in {currency}. The order is in {orderCurrency}.',
  'gateway.amount-not-exact': '“{amount} {currency}” is not an exact amount in that currency.',
  'gateway.amount-not-known': 'No amount of a {type} is known here to compare it with.',
  'gateway.amount-agrees': 'The amount {amount} is known here too.',
  'gateway.amount-differs':
    'The callback says {amount}. Paydesk knows {knownAmount} of this {type} ({status}).',
  'gateway.control-characters': 'one of its fields holds invisible control characters',
  'gateway.it-holds-two-callbacks': 'it contains more than one callback',
  'gateway.it-mixes-two-escapings': 'some of its “&” are escaped as “&amp;” and some are not',
  'gateway.it-is-another-dump':
    'it is a list of fields in one line. Write each field on its own line',
  'gateway.the-address-has-no-query': 'the address has no query',
  'gateway.not-a-callback':
    'This can’t be read as a callback: {why}. Paste the whole address, its query, or the body, as it arrived.',
  'gateway.paste-a-callback': 'Paste a callback: its address, its query or its body.',
  'gateway.too-long': 'That is too long for a callback.',
  'gateway.what-was-found': 'Findings',
  'gateway.against-what-paydesk-knows': 'Compared with what Paydesk knows',
  'gateway.fields-of-the-callback': 'Fields of the callback',
  'gateway.callbacks-intro':
    'Check whether a callback is genuine. Paydesk recalculates its control checksum and compares the callback with what it knows.',
  'gateway.callback': 'Callback',
  'gateway.callback-hint':
    'The full address, a line of your server’s log, a whole HTTP request, the query, the form body, JSON, or a list of fields. The text is not stored and is gone when Paydesk closes. The audit log records the check.',
  'gateway.check': 'Check',
  'gateway.only-status-decides': 'Check the status to see what happened.',
  'gateway.how-the-control-is-computed': 'How the control is computed',
  'gateway.formula-note':
    'Gateways of this family document this formula. The interface description does not. The correct control is not shown, because a forged callback could be signed with it.',
  'gateway.nothing-new': 'Nothing new',
  'gateway.all-terms-known': 'Nothing unknown so far.',
  'gateway.in-the-answer-to': 'In the answer to',
  'gateway.first-seen': 'First seen',
  'gateway.serial-no': 'Serial no.',
  'gateway.none-was-given': 'None given',
  'gateway.inspector-intro':
    'Shows how a request would be signed. Nothing is sent, and the key is never shown.',
  'gateway.signed-text-intro':
    'What the signature of this request was made from. The key is never shown; card data is masked.',
  'gateway.try-another-request': 'Try another request',
  'gateway.reading-the-signature': 'Loading the signature…',
  'gateway.optional-fields': 'Optional fields ({count})',
  'gateway.optional-fields-filled': 'Optional fields ({count}, {filled} filled in)',
  'gateway.not-sent-label': '(not sent)',
  'gateway.a-request-to-explain': 'Request to explain',
  'gateway.show-how-it-is-signed': 'Show how it is signed',
  'gateway.fill-in-examples': 'Fill in examples',
  'gateway.card-made-up': 'The card is made up and masked. No card is entered here.',
  'gateway.command': 'Command',
  'gateway.checked-last': 'Checked last',
  'gateway.order-not-known-here': 'Order not known here',
  'gateway.signed-from': 'Signed from these parts, in this order',
  'gateway.signed-from-oauth': 'Signed from these three parts',
  'gateway.part-method': 'method',
  'gateway.part-post': 'POST',
  'gateway.part-address': 'address',
  'gateway.part-parameters': 'parameters, sorted',
  'gateway.part-key': 'Never shown',
  'gateway.part-empty': 'Empty unless sent',
  'gateway.part-not-yet': 'Not entered yet',
  'gateway.part-all': 'All that are sent',
  'gateway.digest-control': 'The SHA-1 of all is sent as “control”.',
  'gateway.digest-oauth': 'The signature is sent in the “Authorization” header.',
  'gateway.title-on-connection': '{title} on {connection}',
  'gateway.post-url': 'POST {url}',
  'gateway.formula': 'Formula',
  'gateway.what-goes-through-sha-1': 'SHA-1 input',
  'gateway.signature-base-string': 'Signature base string',
  'gateway.parts-of-it-in-order': 'Its parts, in order',
  'gateway.not-sent-counts-as-empty': 'Not sent: counts as empty',
  'gateway.oauth-base':
    'Three parts joined by “&”, each percent-encoded: {method}, the address {address} and these parameters, sorted by name:',
  'gateway.parameters-that-are-signed-sorted': 'Signed parameters, sorted',
  'gateway.headers': 'Headers',
  'gateway.request-headers': 'Request headers',
  'gateway.fields-as-sent': 'Fields, in the order they are sent',
  'gateway.form-fields': 'Form fields',
  'gateway.none': 'None.',
  'gateway.as-a-curl-command': 'As a curl command',
  'gateway.copy-as-curl': 'Copy as curl',
  'gateway.too-long-to-copy': 'It is too long for the Copy button. Select it by hand.',
  'gateway.command-note':
    'For reading, and to show the gateway’s support. The command does not run: key, signature, nonce and time are placeholders, and card data is masked.',
  'gateway.show-the-command': 'Show command',
  'gateway.curl-command': 'curl command',
  'gateway.the-control-is-right': 'Signature valid',
  'gateway.paste-unclean-title': 'The paste is not clean',
  'gateway.the-control-is-wrong': 'Signature doesn’t match',
  'gateway.the-control-cant-be-checked': 'The control can’t be checked',
  'gateway.sent-twice': 'Sent twice',
  'gateway.read-from-an-address': 'Read from the address',
  'gateway.read-as-form-fields': 'Read as form fields',
  'gateway.read-as-fields': 'Read as a list of fields',
  'gateway.read-as-json': 'Read as JSON',
  'gateway.name-in-minor-units': '{name} in minor units',
  'gateway.operation-about': '{operation}: {about}',
} as const
