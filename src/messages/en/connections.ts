// English sentences about connections, their settings and the test of one.
export const connections = {
  'no-real-order-was-read':
    'The gateway answers. What its answers mean was not tried: name a real order to try status, type, amount and IDs.',
  'the-order-could-not-be-read': 'The order could not be read. Nothing of its answer was tried.',
  'the-gateway-refused-to-read-the-order':
    'The gateway refused to read this order. Check the ID, then the setting “IDs in a status request”.',
  'the-answer-about-the-order-cant-be-read': 'The answer about this order can’t be read.',
  'the-answer-is-a-status-record': 'The answer is a status record.',
  'no-status-is-told': 'The answer has no status, so nothing can be concluded from it.',
  'the-status-is-not-known':
    'Paydesk doesn’t know the status “{status}”. Say what it means under “Words of this gateway”.',
  'the-status-is-understood': 'The status “{status}” is read as {meaning}.',
  'no-transaction-type-is-told': 'The answer has no transaction type.',
  'the-type-is-not-known':
    'Paydesk doesn’t know the transaction type “{type}”. Say what it means under “Words of this gateway”.',
  'the-type-is-understood': 'The transaction type “{type}” is read as {transactionType}.',
  'no-amount-is-told': 'The answer has no amount.',
  'no-currency-is-told': 'The answer has the amount {told} without a currency.',
  'the-amount-cant-be-read':
    'The amount “{told}” can’t be read exactly. Check the setting “Amounts sent and read”.',
  'the-amount-is-off-by-a-factor':
    'The amount is read as {read}, but {sent} was sent from here. Check the setting “Amounts sent and read”.',
  'the-amount-is-understood':
    'The amount is read as {read}. Compare it with the gateway’s own page before you rely on it.',
  'the-answer-names-another-order': 'The answer names another order than the one asked for.',
  'the-answer-names-no-order': 'The answer names no order.',
  'the-ids-are-understood': 'The answer names the order that was asked for.',
  'no-date-is-told': 'The answer has no processing date.',
  'no-card-is-told': 'The answer tells nothing of the card.',
  'it-is-told-as': 'Told in {keys}.',
  'only-this-id-reads-the-order':
    'The gateway reads the order only by {ids}. Choose it under “IDs in a status request”.',
  'the-order-id-alone': 'the order ID alone',
  'the-merchant-order-id-alone': 'the merchant order ID alone',
  'enter-the-gateways-word': 'Enter the gateway’s word.',
  'a-word-has-no-equals-sign': 'A word has no equals sign and no invisible character.',
  'the-word-is-there-twice': '“{word}” is entered twice.',
  'the-word-has-its-meaning':
    'Paydesk knows “{word}”. Its meaning can’t be changed; a status can only be made “processing”.',
  'a-line-teaches-no-word': 'Row {line}: enter the gateway’s word and choose what it means.',
  'each-request-has-its-order-id-so-status-needs-it':
    'Each request is told under an order ID of its own, so status requests need the order ID.',
  'nothing-is-saved-while-the-ledger-was-changed':
    '{found} Nothing was saved. Review what stopped money first.',
  'type-the-connections-name': 'Type the connection’s name: {name}',
  'a-connection-keeps-its-environment':
    'This is a {environment} connection, and its environment can’t be changed. Add a connection for {otherEnvironment}.',
  'something-sent-over-this-connection-is-still-unresolved':
    'A request sent over this connection is still unresolved, and Paydesk checks its outcome there. Resolve it before you change the address, endpoint, login or how amounts are read. Paths can be changed.',
  'the-connection-was-changed-while-the-question-was-open':
    'The connection was changed meanwhile. Nothing was saved. Open the connection again.',
  'something-sent-over-this-connection-is-still-unresolved-resolve':
    'A request sent over this connection is still unresolved. Resolve it first, because its outcome can’t be checked without the connection.',
  'save-the-public-key': 'Save the public key',
  'this-connection-has-no-private-key-yet': 'This connection has no private key yet.',
  'something-sent-over-this-connection-is-still-unresolved-and':
    'A request sent over this connection is still unresolved, and checking its outcome needs this key.',
  'name-uses-this-very-key':
    '“{name}” uses the same key. Test and production never share a key. Use one made for {environment}.',
  'this-is-a-key-in-pem-form':
    'This is a key in PEM form. The merchant control key is a short text from the gateway.',
  'this-is-a-placeholder': 'This is a placeholder. Enter the key itself.',
  'the-key-holds-a-space':
    'The key contains a space, a line break or a character that keys don’t have. Copy it again.',
  'the-sandbox-looks-after-its-own-settings-and-keys':
    'The sandbox manages its own settings and keys.',
  'the-key-is-in-a-keychain-that-is-not':
    'The key is in a keychain that is not available now. Start the keychain first.',
  'the-stored-key-is-removed':
    'The stored key was entered for another place. It is removed and has to be entered again.',
  'open-requests-are-asked-for-by-them':
    'Open requests: {openCount}. Paydesk checks their outcome by these settings from now on.',
  'change-the-connection-before-name': 'Change the connection {beforeName}?',
  'enter-the-merchant-control-key-again':
    'Enter the merchant control key again. It signs payouts and eligibility checks as well.',
  'check-that-the-gateways-operator-has-the-public-half':
    'Check that the gateway’s operator has the public half of the RSA key of this connection.',
  'name-was-not-tried': '{name} was not tried: {message}',
  'the-name-signature-is-taken': 'The gateway accepts the {name} signature.',
  'no-clear-answer-came': 'No clear answer came, so nothing is known about the {name} signature.',
  'the-gateway-has-nothing-at-the-path-that-would':
    'The gateway has nothing at the path that would test {name}.',
  'the-gateway-does-not-take-the-name-signature':
    'The gateway does not accept the {name} signature. {advice}',
  'the-gateway-refused-the-question-about-name-in-words':
    'The gateway refused the {name} test with a message of its own. If the message only says that there is no such card or order, all is well.',
  'there-is-a-connection-called-taken-name-already':
    'There is already a connection called {takenName}. Choose a name that looks different.',
  'the-merchant-login-holds-a-character-that-cant-be':
    'The merchant login contains an invisible character (U+{code}), perhaps from pasted text. Type the login by hand.',
  'the-name-holds-a-character-that-cant-be':
    'The name contains an invisible character (U+{code}), perhaps from pasted text. Type the name by hand.',
  'leave-the-user-name-and-password-out-of-the':
    'Leave the user name and password out of the base URL.',
  'the-base-url-holds-a-letter-that-can-be':
    'The base URL contains a letter that looks like another one. If you mean that letter, enter {href}',
  'the-base-url-ends-before-any-or': 'The base URL must not contain “?” or “#”.',
  'a-base-url-has-no-port-0':
    'A gateway can’t be reached at port 0. Enter the right port, or none.',
  'the-host-holds-letters-that-look-alike':
    'The host {host} has letters that can look like others. A computer writes it as {ascii}.',
  'add-the-connection': 'Add the connection {name}?',
  'add-the-connection-button': 'Add the connection',
  'a-production-connection-needs-https': 'A production connection needs https.',
  'plain-http-is-for-this-computer-only': 'Plain http is for this computer only. Use https.',
  'there-is-no-operation-called-id': 'There is no operation called “{id}”.',
  'a-path-has-only':
    'The path of “{title}” begins with “/” and has only letters A to Z, digits, “/”, “_” and “-”.',
  'id-is-always-signed-by-scheme': '“{id}” is always signed with {scheme}. Leave it out.',
  'id-can-be-signed-by-choices': '“{id}” can be signed with {choices}.',
  'unknown-is-no-operation-that-can-be-switched-on':
    '“{unknown}” is not an operation that can be switched on.',
  'the-path-is-of-another-operation':
    'The path of “{title}” is the path of “{other}” too. Enter a path that no other operation has, or leave the field empty.',
  'test-and-production-never-share-a-host': '{same} host. Test and production never share a host.',
  'test-and-production-never-share-a-login':
    '{same} login. Test and production never share a login.',
  'the-connections-settings-changed-just-before-the-request-was':
    'The connection’s settings changed just before the request was sent. Nothing was sent. Review it again.',
  'not-reached-something-before-it-is-wrong': 'Not checked, because an earlier step failed.',
  'the-gateway-answers': 'The gateway answers, knows this login and accepts its signature.',
  'connection-is-there': '{connection} is there.',
  'the-certificate-is-valid-for-connection': 'The certificate is valid for {connection}.',
  'plain-http-on-this-computer': 'Plain http on this computer: there is no certificate.',
  'no-complete-answer-came-within-answer-timeout-ms-s':
    'No complete answer came within {answerTimeoutMs} s.',
  'the-connection-was-made': 'The connection was made, but no complete answer came.',
  'the-proxy-did-not-open-the-way':
    'The proxy did not let the connection through. Check the proxy settings of the connection and of this computer.',
  'the-name-host-is-not-known-here':
    'The host name {host} could not be found. Check the base URL and this computer’s network.',
  'host-is-there-but-takes-no-connections':
    '{host} refuses connections. Check the base URL and its port.',
  'host-did-not-answer-within-limit-ms-s':
    '{host} did not answer within {limitMs} s. Check the base URL, the network and the firewall.',
  'plain-http-is-for-this-computer-only-use-https':
    'Plain http is for this computer only. Use https in the base URL.',
  'host-cant-be-reached':
    '{host} can’t be reached. Check the base URL and this computer’s network.',
  'the-certificate-of-host-has-expired':
    'The certificate of {host} has expired. The gateway’s operator has to renew it.',
  'the-certificate-of-host-is-not-valid-yet':
    'The certificate of {host} is not valid yet. Check this computer’s date first.',
  'the-certificate-of-host-names-no-host':
    'The certificate of {host} has no subject alternative name, only a common name. A common name is not accepted. Ask the provider for a certificate that lists the host.',
  'the-certificate-is-for-another-host-than-host':
    'The certificate is not for {host}. Check the base URL.',
  'the-certificate-of-host-comes-from-an-authority-this':
    'The certificate of {host} comes from an authority this computer does not trust. If it is your company’s own, name its file in the connection’s settings.',
  'no-secure-connection-to-host-came-about':
    'No secure connection to {host} could be made. It must speak TLS 1.2 or later, with a certificate that is trusted.',
  'the-gateway-points-to-another-address':
    'The gateway points to another address. Correct the base URL.',
  'the-gateway-has-nothing-at-this-path':
    'The gateway has nothing at this path. Check the base URL.',
  'the-gateway-answered-with-an-error-of-its-own':
    'The gateway answered with an internal error. Try again later.',
  'the-answer-is-none-of-this-gateway':
    'The answer does not come from a gateway of this kind. Check the base URL.',
  'the-answer-is-in-the-gateways-form': 'The answer has the gateway’s format.',
  'the-path-and-the-endpoint-id-are-right': 'The path and the endpoint ID are right.',
  'the-login-is-known-and-the-signature-accepted': 'The login is known and the signature accepted.',
  'the-login-is-known-and-the-signature-accepted-the':
    'The login is known and the signature accepted. The gateway only misses the order that was made up for this test.',
  'the-gateway-does-not-accept-the-signature':
    'The gateway does not accept the signature. Enter the merchant control key again. If it is right, check the login and the control checksum format in the settings.',
  'the-gateway-does-not-know-the-login': 'The gateway does not know the login “{login}” here.',
  'the-gateway-does-not-know-the-endpoint-id-endpoint-id':
    'The gateway does not know the endpoint ID {endpointId}.',
  'the-gateway-does-not-let-this-login-in':
    'The gateway does not accept this login. Check the login, the control key and its rights.',
  'the-gateway-refused-the-question-in-words-of-its':
    'The gateway refused the test with a message of its own. If the message only says that there is no such order, all is well.',
  'the-answer-does-not-say-what-time-it-is':
    'The answer does not say what time it is at the gateway.',
  'enter-the-merchant-control-key': 'Enter the merchant control key.',
  'at-most-256-characters': 'At most 256 characters.',
  'paste-the-private-key': 'Paste the private key, from its BEGIN line to its END line.',
  'that-is-too-long-for-a-private-key': 'That is too long for a private key.',
  'at-most-1000-characters': 'At most 1000 characters.',
  'input-is-not-a-currency-code': '“{input}” is not a currency code. Use three letters, like EUR.',
  'enter-a-proxy':
    'Enter a proxy like http://proxy.example:3128, without user name and password, or “none”.',
  'enter-the-base-url': 'Enter the base URL, like https://gate.example/paynet.',
  'digits-only-or-group-and-digits': 'Digits only, or group/ and digits.',
  'enter-the-merchant-login': 'Enter the merchant login.',
  'a-fields-name-has-letters':
    'A field’s name has letters, digits, “_”, “-” and “.”, and begins with a letter.',
  'write-an-operation-and-a-field':
    'Write an operation and a field, like “sale redirect_url required”.',
  'word-is-none-of': '“{word}” is not one of: as, added, required, signed, typed, =.',
  'change-the-connection': 'Change the connection',
  'another-connection-has-the-same': '“{otherName}” is a {environment} connection with the same',
  'the-gateways-clock-agrees-with-this-computers':
    'The gateway’s clock agrees with this computer’s.',
  'a-span-of-seconds': '{seconds} s',
  'a-span-of-minutes': '{minutes} min {seconds} s',
  'a-span-of-hours': '{hours} h {minutes} min',
  'a-span-of-days': '{days} days',
  'this-computers-clock-went-back':
    'This computer’s clock went back by {span}. Check its date and time: new entries of the log stand under an earlier time.',
  'the-gateways-clock-is-ahead': 'The gateway’s clock is {span} ahead of this computer’s.',
  'the-gateways-clock-is-behind': 'The gateway’s clock is {span} behind this computer’s.',
  'set-this-computers-clock-before-it-grows-worse':
    'Set this computer’s clock before the difference grows.',
  'requests-signed-with-oauth-are-stopped':
    'Requests signed with OAuth are stopped. Set this computer’s clock, then test again.',
  'a-reason-is-too-long':
    'A reason can have at most {longestReason} characters, because the gateway accepts no more.',
  'enter-an-amount-like-500': 'Enter an amount like 500 or 500.00, or leave this empty.',
  'enter-one-reason-a-line': 'Enter 1 to {mostReasons} reasons, one per line.',
  'a-reason-has-a-word': 'A reason needs at least one word.',
  // Names and values of facts and settings, as the question of the system says them.
  'change-fewer-settings-at-once':
    'The system’s dialog can’t show so long a change. Change fewer settings at once.',
  'setting-changes': '{label}: {after} (until now: {before})',
  'setting-empty': 'empty',
  'setting-none': 'none',
  'setting-less': 'all but these',
  'setting-on': 'on',
  'setting-off': 'off',
  'so-many-kib': '{count} KiB',
  'setting-name': 'Name',
  'setting-environment': 'Environment',
  'setting-test': 'test',
  'setting-production': 'production',
  'setting-base-url': 'Base URL',
  'setting-endpoint-id': 'Endpoint ID',
  'setting-login': 'Merchant login',
  'setting-proxy': 'Proxy',
  'setting-proxy-of-system': 'as this computer says',
  'setting-paths': 'Paths of operations',
  'setting-schemes': 'Signatures of operations',
  'setting-control-encoding': 'Control checksum as text',
  'setting-fields': 'Fields that differ',
  'setting-amount-unit': 'Amounts sent and read',
  'setting-units': 'in units, like 12.50',
  'setting-minor-units': 'in minor units, like 1250 for 12.50',
  'setting-digits-rule': 'Amounts in the checksum',
  'setting-digits-of-the-currency': 'as many digits as the currency has',
  'setting-always-two-digits': 'two digits in every currency',
  'setting-status-amount': 'Amount in a status answer',
  'setting-amount-unknown': 'nobody knows of which transaction, so it proves nothing at first',
  'setting-amount-latest': 'the latest transaction’s, which can prove a capture or a refund',
  'setting-amount-first': 'always the first transaction’s, which proves no capture and no refund',
  'setting-amount-remaining': 'what remains after a refund, and the difference can prove one',
  'setting-terms': 'Words of this gateway',
  'setting-orderid-of': 'Order ID of a refund, a capture or a void',
  'setting-id-of-its-order': 'its order’s',
  'setting-id-of-its-own': 'a new one, under which its outcome is told',
  'setting-status-ids': 'IDs in a status request',
  'setting-both-ids': 'both',
  'setting-status-by': 'Status requests ask about',
  'setting-by-order': 'the order',
  'setting-by-request': 'the request by its serial number, and the answer closes that request',
  'setting-connect-timeout': 'Connection timeout',
  'setting-answer-timeout': 'Answer timeout',
  'setting-max-body': 'Largest answer',
  'setting-max-header': 'Largest answer headers',
  'setting-extensions': 'Operations that are switched on',
  'setting-card-entry': 'Entry of card numbers and security codes',
  'setting-currencies': 'Currencies that may be used',
  'setting-every-currency': 'every currency',
  'setting-ca-file': 'File with more certificate authorities that are trusted',
  'setting-hold-released-by': 'A hold is released by',
  'setting-by-void': 'a void',
  'setting-by-release': 'a release, which can refund what was captured',
  'setting-rest-of-hold': 'Rest of a hold after a partial capture',
  'setting-rest-unknown': 'not known',
  'setting-rest-stays': 'stays held',
  'setting-rest-released': 'released at once',
  'setting-undo': 'Time to undo a confirmed request',
  'setting-no-undo': 'none, it is sent at once',
  'setting-confirm-outside': 'Confirm each money request in a system dialog',
  'setting-void-needs-reason': 'Require a reason for voids',
  'setting-free-reason': 'Amount from which a listed reason is not enough',
  'setting-no-amount': 'none, a listed reason is always enough',
  'setting-refund-reasons': 'Listed reasons for a refund',
  'setting-release-reasons': 'Listed reasons for a release or a void',
  'a-card-reference': 'card reference',
  'a-rule-is-wrong': '{operation} {field}: {fault}',
  'a-line-is-wrong': 'Line {line}: {fault}',
  'meaning-approved': 'approved',
  'meaning-declined': 'declined',
  'meaning-failed': 'failed',
  'meaning-processing': 'processing',
  'meaning-unclear': 'not final',
  'refused-in-words': '“{message}”, HTTP {status}',
  'refused-in-words-by-code': '“{message}”, code {code}, HTTP {status}',
  'of-a-connection': '{name}: {said}',
} as const
