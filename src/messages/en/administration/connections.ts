// English of connections that main says: their settings and the test of one.
export const connections = {
  'connections.no-real-order-was-read':
    'The gateway answers. Enter a real order to check how Paydesk reads status, type, amount and IDs.',
  'connections.order-not-read':
    'The order could not be read, so nothing in its answer was checked.',
  'connections.order-refused':
    'The gateway refused to read this order. Check the ID, then the setting “IDs in a status request”.',
  'connections.order-answer-unreadable': 'The answer about this order can’t be read.',
  'connections.order-answer-read': 'The answer is a status record.',
  'connections.no-status-is-told': 'The answer has no status, so nothing can be concluded from it.',
  'connections.the-status-is-not-known':
    'Paydesk doesn’t know the status “{status}”. Say what it means under “Words of this gateway”.',
  'connections.the-status-is-understood': 'The status “{status}” is read as {meaning}.',
  'connections.no-transaction-type-is-told': 'The answer has no transaction type.',
  'connections.the-type-is-not-known':
    'Paydesk doesn’t know the transaction type “{type}”. Say what it means under “Words of this gateway”.',
  'connections.the-type-is-understood':
    'The transaction type “{type}” is read as {transactionType}.',
  'connections.no-amount-is-told': 'The answer has no amount.',
  'connections.no-currency-is-told': 'The answer has the amount {reported} without a currency.',
  'connections.the-amount-cant-be-read':
    'The amount “{reported}” can’t be read exactly. Check the setting “Amounts sent and read”.',
  'connections.amount-off-by-factor':
    'The amount is read as {read}, but {sent} was sent from here. Check the setting “Amounts sent and read”.',
  'connections.the-amount-is-understood':
    'The amount is read as {read}. Compare it with the gateway’s own page before you rely on it.',
  'connections.the-answer-names-another-order':
    'The answer names another order than the one asked for.',
  'connections.the-answer-names-no-order': 'The answer names no order.',
  'connections.the-ids-are-understood': 'The answer names the order that was asked for.',
  'connections.no-date-is-told': 'The answer has no processing date.',
  'connections.no-card-is-told': 'The answer does not mention the card.',
  'connections.it-is-told-as': 'Reported in {keys}.',
  'connections.only-one-id-reads':
    'The gateway reads the order only by {ids}. Choose it under “IDs in a status request”.',
  'connections.the-order-id-alone': 'the order ID alone',
  'connections.the-merchant-order-id-alone': 'the merchant order ID alone',
  'connections.enter-the-gateways-word': 'Enter the gateway’s word.',
  'connections.term-without-equals': 'A word has no equals sign and no invisible character.',
  'connections.the-word-is-there-twice': '“{word}” is entered twice.',
  'connections.the-word-has-its-meaning':
    'Paydesk knows “{word}”. Its meaning can’t be changed; a status can only be made “processing”.',
  'connections.a-line-teaches-no-word':
    'Row {line}: enter the gateway’s word and choose what it means.',
  'connections.own-ids-need-status-id':
    'Each request has an order ID of its own, so status requests need the order ID.',
  'connections.not-saved-while-changed':
    '{found} Nothing was saved. Review what stopped money first.',
  'connections.type-the-connections-name': 'Type the connection’s name: {name}',
  'connections.a-connection-keeps-its-environment':
    'This is a {environment} connection, and its environment can’t be changed. Add a connection for {otherEnvironment}.',
  'connections.open-requests-lock':
    'A request sent over this connection is still unresolved, and Paydesk checks its outcome there. Resolve it before you change the address, endpoint, login or how amounts are read. Paths can be changed.',
  'connections.changed-meanwhile':
    'The connection was changed meanwhile. Nothing was saved. Open the connection again.',
  'connections.open-requests-resolve':
    'A request sent over this connection is still unresolved. Resolve it first, because its outcome can’t be checked without the connection.',
  'connections.save-the-public-key': 'Save the public key',
  'connections.no-private-key-yet': 'This connection has no private key yet.',
  'connections.open-requests-and-key':
    'A request sent over this connection is still unresolved, and checking its outcome needs this key.',
  'connections.name-uses-this-very-key':
    '“{name}” uses the same key. Test and production never share a key. Use one made for {environment}.',
  'connections.key-in-pem-form':
    'This is a key in PEM form. The merchant control key is a short text from the gateway.',
  'connections.this-is-a-placeholder': 'This is a placeholder. Enter the key itself.',
  'connections.the-key-holds-a-space':
    'The key contains a space, a line break or a character that keys don’t have. Copy it again.',
  'connections.sandbox-keeps-itself': 'The sandbox manages its own settings and keys.',
  'connections.key-elsewhere':
    'The key is in a keychain that is not available now. Start the keychain first.',
  'connections.the-stored-key-is-removed':
    'The stored key was entered for another place. It is removed and has to be entered again.',
  'connections.open-requests-asked-by-change':
    'Open requests: {openCount}. Paydesk checks their outcome by these settings from now on.',
  'connections.change-the-connection-before-name': 'Change the connection {beforeName}?',
  'connections.advice-enter-control-key':
    'Enter the merchant control key again. It signs payouts and eligibility checks as well.',
  'connections.advice-check-public-half':
    'Check that the gateway’s operator has the public half of the RSA key of this connection.',
  'connections.setting-is': '{label}: {value}',
  'connections.name-was-not-tried': '{name} was not tested: {message}',
  'connections.probe-accepted': 'The gateway accepts the {name} signature.',
  'connections.no-clear-answer-came':
    'No clear answer came, so nothing is known about the {name} signature.',
  'connections.probe-path-absent': 'The gateway has nothing at the path that would test {name}.',
  'connections.probe-refused': 'The gateway does not accept the {name} signature. {advice}',
  'connections.probe-unclear':
    'The gateway refused the {name} test with its own message. If it only says that the card or order does not exist, everything works.',
  'connections.name-taken':
    'There is already a connection called {takenName}. Choose a name that looks different.',
  'connections.login-unseen-character':
    'The merchant login contains an invisible character (U+{code}), perhaps from pasted text. Type the login by hand.',
  'connections.name-unseen-character':
    'The name contains an invisible character (U+{code}), perhaps from pasted text. Type the name by hand.',
  'connections.url-with-password': 'Leave the user name and password out of the base URL.',
  'connections.url-mixed-letters':
    'The base URL contains a letter that looks like another one. If you mean that letter, enter {href}',
  'connections.url-with-query': 'The base URL must not contain “?” or “#”.',
  'connections.url-port-zero':
    'A gateway can’t be reached at port 0. Enter the right port, or none.',
  'connections.host-letters-alike':
    'The host {host} has letters that can look like others. A computer writes it as {ascii}.',
  'connections.add-the-connection': 'Add the connection {name}?',
  'connections.add-the-connection-button': 'Add the connection',
  'connections.a-production-connection-needs-https': 'A production connection needs https.',
  'connections.http-elsewhere': 'Plain http is for this computer only. Use https.',
  'connections.no-such-operation': 'There is no operation called “{id}”.',
  'connections.a-path-has-only':
    'The path of “{title}” begins with “/” and has only letters A to Z, digits, “/”, “_” and “-”.',
  'connections.scheme-fixed': '“{id}” is always signed with {scheme}. Leave it out.',
  'connections.scheme-not-offered': '“{id}” can be signed with {choices}.',
  'connections.not-an-extension': '“{unknown}” is not an operation that can be switched on.',
  'connections.path-of-other-operation':
    'The path of “{title}” is the path of “{other}” too. Enter a path that no other operation has, or leave the field empty.',
  'connections.host-shared': '{same} host. Test and production never share a host.',
  'connections.login-shared': '{same} login. Test and production never share a login.',
  'connections.settings-changed-before-sending':
    'The connection’s settings changed just before the request was sent. Nothing was sent. Review it again.',
  'connections.test-not-reached': 'Not checked, because an earlier step failed.',
  'connections.the-gateway-answers':
    'The gateway answers, knows this login and accepts its signature.',
  'connections.connection-is-there': '{connection} answers.',
  'connections.certificate-valid': 'The certificate is valid for {connection}.',
  'connections.plain-http-on-this-computer':
    'Plain http on this computer: there is no certificate.',
  'connections.no-answer-in-time': 'No complete answer came within {answerTimeoutMs} s.',
  'connections.the-connection-was-made': 'The connection was made, but no complete answer came.',
  'connections.proxy-closed':
    'The proxy did not let the connection through. Check the proxy settings of the connection and of this computer.',
  'connections.host-not-known':
    'The host name {host} could not be found. Check the base URL and this computer’s network.',
  'connections.host-refuses': '{host} refuses connections. Check the base URL and its port.',
  'connections.host-silent':
    '{host} did not answer within {limitMs} s. Check the base URL, the network and the firewall.',
  'connections.use-https': 'Plain http is for this computer only. Use https in the base URL.',
  'connections.host-cant-be-reached':
    '{host} can’t be reached. Check the base URL and this computer’s network.',
  'connections.certificate-expired':
    'The certificate of {host} has expired. The gateway’s operator has to renew it.',
  'connections.certificate-not-yet-valid':
    'The certificate of {host} is not valid yet. Check this computer’s date first.',
  'connections.certificate-names-none':
    'The certificate of {host} has no subject alternative name, only a common name. A common name is not accepted. Ask the provider for a certificate that lists the host.',
  'connections.certificate-of-other-host': 'The certificate is not for {host}. Check the base URL.',
  'connections.certificate-authority-unknown':
    'The certificate of {host} comes from an authority this computer does not trust. If it is your company’s own, name its file in the connection’s settings.',
  'connections.no-secure-connection':
    'No secure connection to {host} could be made. It must speak TLS 1.2 or later, with a certificate that is trusted.',
  'connections.redirected': 'The gateway points to another address. Correct the base URL.',
  'connections.path-absent': 'The gateway has nothing at this path. Check the base URL.',
  'connections.gateway-error': 'The gateway answered with an internal error. Try again later.',
  'connections.not-this-gateway':
    'The answer does not come from a gateway of this kind. Check the base URL.',
  'connections.answer-in-form': 'The answer has the gateway’s format.',
  'connections.path-right': 'The path and the endpoint ID are right.',
  'connections.login-accepted': 'The login is known and the signature accepted.',
  'connections.login-accepted-no-order':
    'The login is known and the signature accepted. The test order does not exist, as expected.',
  'connections.signature-refused':
    'The gateway does not accept the signature. Enter the merchant control key again. If it is right, check the login and the control checksum format in the settings.',
  'connections.login-not-known': 'The gateway does not know the login “{login}” here.',
  'connections.endpoint-not-known': 'The gateway does not know the endpoint ID {endpointId}.',
  'connections.login-not-let-in':
    'The gateway does not accept this login. Check the login, the control key and its rights.',
  'connections.question-refused':
    'The gateway refused the test with its own message. If it only says that the order does not exist, everything works.',
  'connections.no-time-told': 'The answer does not say what time it is at the gateway.',
  'connections.enter-the-merchant-control-key': 'Enter the merchant control key.',
  'connections.at-most-256-characters': 'At most 256 characters.',
  'connections.paste-the-private-key':
    'Paste the private key, from its BEGIN line to its END line.',
  'connections.private-key-too-long': 'That is too long for a private key.',
  'connections.at-most-1000-characters': 'At most 1000 characters.',
  'connections.not-a-currency': '“{input}” is not a currency code. Use three letters, like EUR.',
  'connections.enter-a-proxy':
    'Enter a proxy like http://proxy.example:3128, without user name and password, or “none”.',
  'connections.enter-the-base-url': 'Enter the base URL, like https://gate.example/paynet.',
  'connections.endpoint-form': 'Digits only, or group/ and digits.',
  'connections.enter-the-merchant-login': 'Enter the merchant login.',
  'connections.a-fields-name-has-letters':
    'A field’s name has letters, digits, “_”, “-” and “.”, and begins with a letter.',
  'connections.rule-form': 'Write an operation and a field, like “sale redirect_url required”.',
  'connections.word-is-none-of': '“{word}” is not one of: as, added, required, signed, typed, =.',
  'connections.change-the-connection': 'Change the connection',
  'connections.another-connection-has-the-same':
    '“{otherName}” is a {environment} connection with the same',
  'connections.clock-agrees': 'The gateway’s clock agrees with this computer’s.',
  'connections.a-span-of-seconds': '{seconds} s',
  'connections.a-span-of-minutes': '{minutes} min {seconds} s',
  'connections.a-span-of-hours': '{hours} h {minutes} min',
  'connections.a-span-of-days': '{days} days',
  'connections.this-computers-clock-went-back':
    'This computer’s clock went back by {span}. Check its date and time: new entries of the log stand under an earlier time.',
  'connections.the-gateways-clock-is-ahead':
    'The gateway’s clock is {span} ahead of this computer’s.',
  'connections.the-gateways-clock-is-behind':
    'The gateway’s clock is {span} behind this computer’s.',
  'connections.clock-set-soon': 'Set this computer’s clock before the difference grows.',
  'connections.clock-stops-oauth':
    'Requests signed with OAuth are stopped. Set this computer’s clock, then test again.',
  'connections.a-reason-is-too-long':
    'A reason can have at most {longestReason} characters, because the gateway accepts no more.',
  'connections.enter-an-amount-like-500':
    'Enter an amount like 500 or 500.00, or leave this empty.',
  'connections.enter-so-many-reasons': 'Enter 1 to {mostReasons} reasons.',
  'connections.a-reason-has-a-word': 'A reason needs at least one word.',
  'connections.code-of-a-reason':
    'The code has small letters a to z, digits and single hyphens between them, at most {longestCode}.',
  'connections.reasons-alike': 'Two reasons have the same code, label or text. Change one of them.',
  'connections.code-is-in-row': 'The code {code} is in row {row} already. Change one of them.',
  'connections.text-is-in-row': 'Row {row} sends the gateway the same text. Change one of them.',
  'connections.word-is-in-row':
    'Row {row} has the same word as its code, label or text. Change one of them.',
  'connections.change-fewer-settings-at-once':
    'The system’s dialog can’t show so long a change. Change fewer settings at once.',
  'connections.setting-changes': '{label}: {after} (until now: {before})',
  'connections.setting-empty': 'empty',
  'connections.setting-none': 'none',
  'connections.setting-less': 'all but these',
  'connections.setting-on': 'on',
  'connections.setting-off': 'off',
  'connections.so-many-a-second': '{count} a second',
  'connections.so-many-at-once': '{count} at once',
  'connections.so-many-kib': '{count} KiB',
  'connections.setting-name': 'Name',
  'connections.setting-environment': 'Environment',
  'connections.setting-test': 'test',
  'connections.setting-production': 'production',
  'connections.setting-base-url': 'Base URL',
  'connections.setting-endpoint-id': 'Endpoint ID',
  'connections.setting-login': 'Merchant login',
  'connections.setting-proxy': 'Proxy',
  'connections.setting-proxy-of-system': 'as this computer says',
  'connections.setting-paths': 'Paths of operations',
  'connections.setting-schemes': 'Signatures of operations',
  'connections.setting-control-encoding': 'Control checksum as text',
  'connections.setting-fields': 'Fields that differ',
  'connections.setting-amount-unit': 'Amounts sent and read',
  'connections.setting-units': 'in units, like 12.50',
  'connections.setting-minor-units': 'in minor units, like 1250 for 12.50',
  'connections.setting-digits-rule': 'Amounts in the checksum',
  'connections.setting-digits-of-the-currency': 'as many digits as the currency has',
  'connections.setting-always-two-digits': 'two digits in every currency',
  'connections.setting-status-amount': 'Amount in a status answer',
  'connections.setting-amount-unknown':
    'nobody knows of which transaction, so it proves nothing at first',
  'connections.setting-amount-latest':
    'the latest transaction’s, which can prove a capture or a refund',
  'connections.setting-amount-first':
    'always the first transaction’s, which proves no capture and no refund',
  'connections.setting-amount-remaining':
    'what remains after a refund, and the difference can prove one',
  'connections.setting-terms': 'Words of this gateway',
  'connections.setting-orderid-of': 'Order ID of a refund, a capture or a void',
  'connections.setting-id-of-its-order': 'its order’s',
  'connections.setting-id-of-its-own': 'a new one, under which its outcome is told',
  'connections.setting-status-ids': 'IDs in a status request',
  'connections.setting-both-ids': 'both',
  'connections.setting-status-by': 'Status requests ask about',
  'connections.setting-by-order': 'the order',
  'connections.setting-by-request':
    'the request by its serial number, and the answer closes that request',
  'connections.setting-connect-timeout': 'Connection timeout',
  'connections.setting-answer-timeout': 'Answer timeout',
  'connections.setting-per-second': 'Requests a second',
  'connections.setting-at-once': 'Requests at once',
  'connections.setting-max-body': 'Largest answer',
  'connections.setting-max-header': 'Largest answer headers',
  'connections.setting-extensions': 'Operations that are switched on',
  'connections.setting-card-entry': 'Entry of card numbers and security codes',
  'connections.setting-currencies': 'Currencies that may be used',
  'connections.setting-every-currency': 'every currency',
  'connections.setting-ca-file': 'File with more certificate authorities that are trusted',
  'connections.setting-hold-released-by': 'A hold is released by',
  'connections.setting-by-void': 'a void',
  'connections.setting-by-release': 'a release, which can refund what was captured',
  'connections.setting-rest-of-hold': 'Rest of a hold after a partial capture',
  'connections.setting-rest-unknown': 'not known',
  'connections.setting-rest-stays': 'stays held',
  'connections.setting-rest-released': 'released at once',
  'connections.setting-undo': 'Time to undo a confirmed request',
  'connections.setting-no-undo': 'none, it is sent at once',
  'connections.setting-confirm-outside': 'Confirm each money request in a system dialog',
  'connections.setting-void-needs-reason': 'Require a reason for voids',
  'connections.setting-rereads': 'Recheck captured orders of the last 120 days in the background',
  'connections.reread-last':
    '{count, plural, one {# captured order was} other {# captured orders were}} read again since Paydesk started, the last one {order}, {time}.',
  'connections.reread-none-yet': 'No captured order was read again since Paydesk started.',
  'connections.reread-rests': 'Paydesk reads none for ten minutes:',
  'connections.setting-needs-people': 'Require sign-in to be on',
  'connections.needs-people':
    'This connection needs sign-in to be on. Turn on sign-in in People, and try again. Nothing was sent.',
  'connections.setting-free-reason': 'Amount from which a listed reason is not enough',
  'connections.setting-no-amount': 'none, a listed reason is always enough',
  'connections.setting-refund-reasons': 'Listed reasons for a refund',
  'connections.setting-release-reasons': 'Listed reasons for a release or a void',
  'connections.a-card-reference': 'card reference',
  'connections.a-rule-is-wrong': '{operation} {field}: {fault}',
  'connections.a-line-is-wrong': 'Line {line}: {fault}',
  'connections.meaning-approved': 'approved',
  'connections.meaning-declined': 'declined',
  'connections.meaning-failed': 'failed',
  'connections.meaning-processing': 'processing',
  'connections.meaning-unclear': 'not final',
  'connections.refused-in-words': '“{message}”, HTTP {status}',
  'connections.refused-in-words-by-code': '“{message}”, code {code}, HTTP {status}',
  'connections.of-a-connection': '{name}: {said}',
  'connections.three-steps': 'From details to a tested connection',
} as const
