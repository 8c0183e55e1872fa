// English sentences about the wire: signing, connecting, reading answers.
export const gateway = {
  'its-content-type-is': 'its content type is “{type}”',
  'it-is-not-valid-json': 'it is not valid JSON',
  'it-is-not-a-json-object': 'it is not a JSON object',
  'it-is-nested-too-deeply': 'it is nested too deeply',
  'it-has-too-many-fields': 'it has too many fields',
  'it-is-not-a-record-of-the-gateway': 'it is not a record of the gateway',
  'it-has-one-field-twice': 'it has one field twice',
  'it-has-a-field-that-is-too-long': 'it has a field that is too long',
  'it-holds-a-broken-character': 'it contains an invalid character',
  'it-is-an-error-under-http': 'it is an error under HTTP {status}: {message}',
  'it-does-not-say-what-it-is': 'it does not say what it is',
  'it-points-to-another-address': 'it points to another address',
  'it-is-compressed': 'it is compressed, which was not asked for',
  'it-is-not-valid-utf-8': 'it is not valid UTF-8',
  'nothing-marks-its-end': 'nothing marks its end, so it may be cut off',
  'an-answer-can-not-be-read': 'An answer came with HTTP {httpStatus}, but {why}.',
  'it-names-no-order': 'it does not say which order it is about',
  'it-reads': 'It reads: “{excerpt}”',
  'too-many-requests':
    'The gateway gets too many requests from this connection (HTTP 429). Wait, then ask again.',
  'a-web-page-came-back': 'A web page came back instead of an answer (HTTP {status}).',
  'check-the-firewall':
    'A firewall in front of the gateway may refuse this computer or this program. Ask the gateway’s support. Also check the signing key and the rights of the login.',
  'check-the-signing-key':
    'Check the signing key, this computer’s clock and the rights of the login.',
  'the-gateway-refused-the-request-without-words-http-status':
    'The gateway refused the request without a reason (HTTP {status}).',
  'the-request-was-about-asked':
    'The request was about {asked}, but the answer’s {key} is {named}.',
  'the-request-was-sent': 'The request was sent, but no clear answer came back.',
  'no-clear-answer-came-back':
    'No clear answer came back. Asking changed nothing. Asking again is safe.',
  'the-gateway-could-not-be-reached':
    'The gateway could not be reached, so nothing was sent. Trying again is safe.',
  'the-answer-speaks-of-another-order-than-the-one':
    'The answer is about a different order from the one asked about. Don’t repeat the request. Ask the gateway’s support.',
  'something-came-behind-the-answer':
    'Something came behind the end of the answer, so the answer may belong to another request',
  'something-unexpected-happened': 'Something unexpected happened: {why}',
  'the-file-of-certificate-authorities-cant-be-read':
    'The file of certificate authorities can’t be read. Choose a PEM file.',
  'this-request-was-not-prepared-here-for-this':
    'This request was not prepared here for this, or was sent already.',
  'id-has-no-usable-address':
    '{id} has no usable address. Use a base URL and paths without user name, query, “#”, “..” or spaces.',
  'the-control-formula-needs-name': 'The control formula needs {name}.',
  'the-amount-has-no-exact-form-in-minor-units':
    'The amount has no exact form in minor units of this currency.',
  'the-address-holds-characters-that-must-be-encoded':
    'The address contains characters that must be encoded.',
  'the-address-must-start-with-http-or-https-and':
    'The address must start with http:// or https:// and name a host.',
  'the-address-must-name-a-host': 'The address must name a host, without user name.',
  'the-port-is-out-of-range': 'The port is out of range.',
  'the-query-of-the-address-is-not-properly-encoded':
    'The query of the address is not properly encoded.',
  'name-holds-a-broken-character': '{name} contains an invalid character.',
  'the-private-key-cant-be-read':
    'The private key can’t be read. Import it again as PEM, PKCS#1 or PKCS#8.',
  'the-private-key-is-not-an-rsa-key': 'The private key is not an RSA key.',
  'the-private-key-is-too-short':
    'The private key has {bits} bits; the gateway accepts 2048 or more.',
  'the-certificate-names-no-host':
    'The certificate has no subject alternative name, and its common name is not accepted',
  'the-certificate-is-for':
    'The certificate is for {subject}, issued by {issuer}, valid from {from} to {to}.',
  'signed-requests-would-be-refused':
    '{skew} Requests signed with OAuth would be refused, so nothing was sent. Set this computer’s clock, then test the connection.',
  'stopped-while-connecting': 'Stopped while connecting.',
  'no-connection-in-time': 'No connection within {connectTimeoutMs} ms.',
  'the-connection-was-closed-while-it-was-made':
    'The connection was closed while it was being made.',
  'host-is-not-this-computer':
    'Plain http is for this computer only, and {host} is another computer.',
  'the-proxy-of-this-connection': 'The proxy of this connection',
  'whose-cant-be-used':
    '{whose} can’t be used. It must look like http://proxy.example:3128, or be “none” in the connection’s settings.',
  'the-proxy-place-closed-the-connection-without-an-answer':
    'The proxy {place} closed the connection without an answer.',
  'the-proxy-place-answered-with-something-else-than-http':
    'The proxy {place} answered with something other than HTTP.',
  'the-proxy-place-sent-more-than-it-was-asked':
    'The proxy {place} sent more than it was asked for.',
  'no-tunnel-in-time': 'No tunnel through the proxy {place} within {timeoutMs} ms.',
  'the-proxy-failed': 'The proxy {place}: {why}',
  'the-proxy-place-asks-for-a-user-name-and':
    'The proxy {place} asks for a user name and password. Set them in HTTPS_PROXY.',
  'the-proxy-place-refused-to-connect-http-status':
    'The proxy {place} refused to connect (HTTP {status}).',
  'stopped-before-connecting': 'Stopped before connecting.',
  'stopped-while-waiting-for-the-answer': 'Stopped while waiting for the answer.',
  'no-complete-answer-in-time': 'No complete answer within {answerTimeoutMs} ms.',
  'more-than-most-received-bytes-came': 'More than {mostReceived} bytes were received.',
  'the-answer-was-cut-off': 'The answer was cut off.',
  'the-connection-closed-before-an-answer-came': 'The connection closed before an answer came.',
  'the-answers-length-is-marked-in-an-unknown-way':
    'The answer’s length is marked in an unknown way.',
  'the-answer-is-too-long': 'The answer is longer than {maxBodyBytes} bytes.',
  'the-address-must-start-with-https-and-name-a':
    'The address must start with https:// and name a host.',
  'the-address-must-not-hold-a-user-name':
    'The address must not contain a user name, a password or a fragment.',
  'refused-by-policy':
    'Refused by policy: plain http is for this computer only. Use https for {host}.',
  'the-http-status-does-not-go-with-the-type': 'HTTP {status} does not go with “{type}”',
  'the-type-is-not-the-answer-to-this': '“{type}” is not the answer to this',
  'hmac-sha1-of-the-base-string-method':
    'HMAC-SHA1 of the base string (method, address, sorted parameters) with merchant_control_key&',
  'rsa-sha256-of-the-base-string-method':
    'RSA-SHA256 of the base string (method, address, sorted parameters) with the private key',
  'this-computers-https-proxy': 'This computer’s HTTPS_PROXY',
  'refused-without-a-reason-by-code':
    'The gateway refused the request without a reason (HTTP {status}, code {code}).',
  'detail-and-code': '{detail} ({code})',
  'it-has-no-content-type': 'its content type is missing',
  'the-certificate-is-for-names':
    'The certificate is for {subject} ({names}), issued by {issuer}, valid from {from} to {to}.',
  nobody: 'nobody',
  'an-unknown-date': 'an unknown date',
  'error-and-certificate': '{error}. {certificate}',
} as const
