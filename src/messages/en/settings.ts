// English of the screens of connections and their settings.
export const settings = {
  'settings.card-numbers-may-be-typed-now': 'Manual card entry is switched on.',
  'settings.card-numbers-can-no-longer-be-typed': 'Manual card entry is switched off.',
  'settings.typing-card-numbers': 'Manual card entry',
  'settings.switched-on': 'Switched on.',
  'settings.switched-off': 'Switched off.',
  'settings.what-a-typed-card-is-for':
    'Sales, holds, card checks and payouts can be made with a card that you enter here.',
  'settings.links-and-card-references-need-no-card-number':
    'Links and card references need no card number on this computer.',
  'settings.switch-off': 'Switch off',
  'settings.switch-on': 'Switch on…',
  'settings.let-card-numbers-be-typed': 'Switch on manual card entry',
  'settings.this-computer-falls-under-pci-dss':
    'This computer and its network then fall under the card industry’s rules (PCI DSS). So does everybody who enters cards on it. Ask whoever is responsible for these rules before you continue.',
  'settings.paydesk-keeps-no-card-number-and-no-security':
    'Paydesk keeps no card numbers or security codes in its ledger, log or exports. It can’t protect against other programs on this computer, such as those that record the keyboard or the screen.',
  'settings.on-the-sandbox-use-test-cards-only': 'On the sandbox, use test cards only.',
  'settings.that-you-switched-it-on-is-written': 'The audit log records that you switched it on.',
  'settings.switch-it-on': 'Switch on',
  'settings.locked-for-now-see-above': 'Locked for now. See above.',
  'settings.limits': 'Limits',
  'settings.signing': 'Signing',
  'settings.amounts-and-terms': 'Amounts and words',
  'settings.status-requests': 'Status requests',
  'settings.network': 'Network',
  'settings.per-operation': 'Per operation',
  'settings.as-by-default': 'default',
  'settings.group-changed': '{group} changed',
  'settings.saved': 'Saved.',
  'settings.address-login-and-the-reading-of-amounts':
    'The address, login and amount settings are locked',
  'settings.open-count-requests-are-not-final':
    '{openCount, plural, one {A request is} other {{openCount} requests are}} not final on this connection. Paydesk checks the outcome at the same address and reads its amounts in the same way. {link}',
  'settings.saving-removes-this-connections-keys': 'Saving removes this connection’s keys',
  'settings.a-key-is-for-the-host-the-login':
    'A key belongs to the host, the login and the endpoint it was entered for. Enter the key again after saving. Nothing is sent over this connection until then.',
  'settings.save-the-connection': 'Save the connection',
  'settings.discard': 'Discard…',
  'settings.not-saved-yet': 'Not saved yet.',
  'settings.discard-what-you-typed': 'Discard your changes?',
  'settings.the-form-goes-back-to-what-is-saved':
    'The form goes back to the saved settings. Keys are not changed.',
  'settings.the-form-is-emptied-keys-are-not-touched': 'The form is cleared. Keys are not changed.',
  'settings.discard-label': 'Discard',
  'settings.keep-it': 'Keep editing',
  'settings.the-connection-was-removed': 'The connection was removed.',
  'settings.reading-the-connection': 'Loading the connection…',
  'settings.fields-statuses-and-kinds-in-the-gateways-answers':
    'Fields, statuses and kinds in the gateway’s answers that Paydesk does not know. Paydesk keeps working. If something appears here, tell whoever looks after Paydesk.',
  'settings.reading-what-was-new': 'Loading new terms…',
  'settings.remove-this-connection': 'Remove this connection',
  'settings.its-keys-are-deleted-from-this-computer-orders':
    'Its keys are deleted from this computer. Orders and the audit log keep what was done on it, but its orders can no longer be looked up or acted on here.',
  'settings.what-a-connection-is':
    'A connection is your account at a payment gateway: its address, your login, and the keys that sign requests.',
  'settings.go-on-with-the-new-connection': 'Continue the new connection…',
  'settings.new-connection-dots': 'New connection…',
  'settings.reading-connections': 'Loading connections…',
  'settings.there-is-no-connection-yet': 'No connections yet',
  'settings.make-one-with-the-address-endpoint-id':
    'Add one with the address, endpoint ID and login that the gateway gave you.',
  'settings.environment': 'Environment',
  'settings.address-endpoint-and-login': 'Address, endpoint and login',
  'settings.private-key': 'Private key',
  'settings.changes-not-saved': 'Changes not saved',
  'settings.inside-paydesk-it-can-only-be-tested': 'Part of Paydesk.',
  'settings.endpoint-endpoint-login-login': 'endpoint {endpoint}, login {login}',
  'settings.kept-stored-in': 'Stored {storedIn}.',
  'settings.needed-only-for-operations-that-are-signed':
    'Needed only for operations that are signed with RSA.',
  'settings.the-gateways-clock-against-this-computers':
    'The gateway’s clock compared with this computer’s.',
  'settings.address-this-time': 'Current address',
  'settings.endpoint-id': 'Endpoint ID',
  'settings.login': 'Login',
  'settings.a-payment-gateway-inside-paydesk-to-practise-on':
    'A payment gateway inside Paydesk, to practise on',
  'settings.it-starts-with-the-program-at-an-address':
    'The sandbox starts with Paydesk, at a new address each time, and makes its own keys. No real money moves. You can set how holds are released and whether cards can be entered.',
  'settings.as-people-here-call-it': 'The name shown in Paydesk.',
  'settings.test': 'Test',
  'settings.production-real-money': 'Production: real money',
  'settings.it-cant-be-changed-later': 'It can’t be changed later.',
  'settings.why-the-environment-is-fixed':
    'The environment is fixed, so that no edit turns test requests into real ones. Add another connection for the other environment.',
  'settings.base-url': 'Base URL',
  'settings.address-as-the-gateway-gave-it':
    'From the gateway, without /api/ and what follows, like https://gate.example/paynet.',
  'settings.a-number-for-a-group-of-endpoints-group':
    'A number, or group/ and a number for a group of endpoints.',
  'settings.the-name-the-gateway-knows-you-by': 'The name the gateway knows you by.',
  'settings.for-undo-ms-s': '{undoMs} s',
  'settings.money-on-this-computer': 'Sending money',
  'settings.a-change-here-is-saved-at-once': 'Changes here are saved at once.',
  'settings.open-count-requests-are-open-outcomes-are-asked':
    '{openCount, plural, one {A request is} other {{openCount} requests are}} open. Paydesk checks outcomes at the status path that is saved here.',
  'settings.leave-a-path-empty-to-keep-the-one':
    'Leave a path empty to use the one shown in it. The endpoint ID is added at its end. You can choose how an operation is signed only where the gateway’s description does not say. Operations with a switch are not in that description. Switch them on only if this gateway has them.',
  'settings.path-and-signature-by-operation': 'Path and signature by operation',
  'settings.path': 'Path',
  'settings.signed-by': 'Signed with',
  'settings.switched-on-inside': 'switched on',
  'settings.path-of-id': 'Path of {id}',
  'settings.how-id-is-signed': 'How {id} is signed',
  'settings.scheme-default': '{scheme} (default)',
  'settings.why-it-is-safe-to-resume': 'why it is safe to resume',
  'settings.compare-the-open-orders-with-the-gateway-first':
    'Compare the open orders with the gateway first. Your name and reason are recorded in the audit log.',
  'settings.why-is-it-safe-to-go-on': 'Why is it safe to resume?',
  'settings.choice-default': '{choice} (default)',
  'settings.hint-default-default-settings': '{hint} Default: {defaultSettings}.',
  'settings.currencies-that-may-be-used': 'Allowed currencies',
  'settings.codes-like-eur-usd-others-are-refused-before':
    'Codes like EUR, USD. Other currencies are refused before anything is sent. Default: empty, which allows every currency.',
  'settings.proxy': 'Proxy',
  'settings.address-of-the-proxy': 'Proxy address',
  'settings.like-http-proxy-example-3128-without-user-name':
    'Like http://proxy.example:3128, without user name and password. Settings are not secret.',
  'settings.file-with-more-certificate-authorities': 'File of additional certificate authorities',
  'settings.a-pem-file-on-this-computer':
    'The full path of a PEM file on this computer, for a gateway or proxy with its own authority. Default: none. Certificates are always checked.',
  'settings.test-this-connection': 'Test this connection',
  'settings.it-tests-what-is-saved-your-changes':
    'The test uses the saved settings. Your changes are not saved yet.',
  'settings.asks-for-an-order-that-is-not-there':
    'Asks the gateway for an order that can’t exist. Nothing is changed there and no money moves.',
  'settings.the-gateways-clock-skew': 'the gateway’s clock: {skew}',
  'settings.tested-time-took-span': 'Tested {time}, took {span}',
  'settings.from-least-to-most-unit': 'From {least} to {most} {unit}.',
  'settings.enter-a-number-bounds': 'Enter a number. {bounds}',
  'settings.choose-test-or-production': 'Choose test or production.',
  'settings.production-needs-an-address-that-begins-with-https':
    'Production needs an address that starts with https://.',
  'settings.begin-with-a-slash-without-spaces-or-question':
    'Start with a slash, without spaces or question marks, like /api/v2/sale.',
  'settings.missing': 'Missing',
  'settings.memory-only': 'memory only',
  'settings.set': 'Set',
  'settings.in-memory-only-gone-when-paydesk-closes': 'in memory only, until Paydesk closes',
  'settings.in-the-keychain-of-the-computer-where':
    'in the keychain of the computer where it was entered',
  'settings.not-in-this-computers-keychain': 'not in this computer’s keychain: enter it again here',
  'settings.a-real-order': 'A real order',
  'settings.ids-label': 'IDs',
  'settings.dates-label': 'Dates',
  'settings.it-answers-and-no-order-was-read': 'The gateway answers; no real order was read',
  'settings.go-to-status-requests': 'Go to Status requests',
  'settings.go-to-amounts-and-terms': 'Go to Amounts and words',
  'settings.read-one-real-order': 'Read one real order',
  'settings.a-payment-that-the-gateway-knows':
    'An order that the gateway knows. Paydesk only reads it, and says what it understood.',
  'settings.the-order-id': 'Order ID',
  'settings.id-of-the-order': 'ID of the order',
  'settings.the-same-time': 'the same time',
  'settings.floor-min-round-s': '{floor} min {round} s',
  'settings.size-ahead': '{size} ahead',
  'settings.size-behind': '{size} behind',
  'settings.agrees': 'Agrees',
  'settings.not-seen-yet': 'not seen yet',
  'settings.certificate': 'Certificate',
  'settings.login-and-key': 'Login and key',
  'settings.hmac-signature': 'HMAC signature',
  'settings.rsa-signature': 'RSA signature',
  'settings.good': 'Passed',
  'settings.look-at-it': 'Warning',
  'settings.wrong': 'Failed',
  'settings.not-known-label': 'Not known',
  'settings.it-works': 'The connection works',
  'settings.it-works-with-something-to-look-at': 'The connection works, with a warning',
  'settings.it-does-not-work-yet': 'The connection does not work yet',
  'settings.go-to-the-base-url': 'Go to the base URL',
  'settings.go-to-network': 'Go to Network',
  'settings.go-to-the-control-key': 'Go to the control key',
  'settings.go-to-the-rsa-key': 'Go to the RSA key',
  'settings.nothing-was-changed': 'Nothing was changed.',
  'settings.that-is-not-possible-now': 'That is not possible now',
  'settings.unlock-the-keychain-then-try-again-nothing':
    'Unlock the keychain, then try again. Nothing was changed.',
  'settings.look-at-what-is-shown-here-before-trying':
    'Check what is shown here before you try again. Give the incident below to whoever looks after Paydesk.',
  'settings.that-did-not-work': 'That did not work',
  'settings.seconds': 'seconds',
  'settings.until-then-nothing-was-sent-so-giving-up':
    'Nothing is sent before the connection is made, so giving up is safe.',
  'settings.after-that-the-outcome-counts-as-unknown':
    'After this time the outcome is unknown, and Paydesk checks the status. A short timeout causes needless unknown outcomes.',
  'settings.kib': 'KiB',
  'settings.a-longer-answer-is-not-read': 'A longer answer is not read to its end.',
  'settings.all-headers-of-an-answer-together': 'All headers of an answer together.',
  'settings.control-checksum-as-text': 'Control checksum format',
  'settings.the-gateways-description-doesnt-say-how-the-checksum':
    'The gateway’s description doesn’t say how the checksum is written. Change this if the test rejects the control although the key is right.',
  'settings.hexadecimal-small-letters': 'Hexadecimal, lower case',
  'settings.hexadecimal-capital-letters': 'Hexadecimal, upper case',
  'settings.base64': 'Base64',
  'settings.the-description-says-cents-which-some-currencies-dont':
    'The description says “cents”, which some currencies don’t have. Change this only if the gateway counts two digits for every currency.',
  'settings.as-many-digits-as-the-currency-has': 'As many digits as the currency has',
  'settings.always-two-digits': 'Always two digits',
  'settings.the-description-doesnt-say-whose-amount':
    'The description doesn’t say which transaction the amount belongs to. A wrong choice makes the refundable amount wrong. While this is not known, a full capture or refund is confirmed only after the gateway has once told another amount than the first.',
  'settings.nobody-knows-yet': 'Not known yet',
  'settings.of-the-latest-transaction': 'Of the latest transaction',
  'settings.always-of-the-first-transaction': 'Always of the first transaction',
  'settings.what-remains-after-a-refund': 'What remains after a refund',
  'settings.the-description-doesnt-say-in-which-unit':
    'The description doesn’t say in which unit the amount is sent. A wrong choice makes every amount wrong by a factor of 100. The checksum counts in minor units either way.',
  'settings.in-units-like-12-50': 'In units, like 12.50',
  'settings.in-minor-units-like-1250': 'In minor units, like 1250',
  'settings.some-gateways-refuse-one-id-beside-the-other':
    'Some gateways refuse one of the two IDs beside the other. Test the connection with a real order after a change.',
  'settings.both-ids': 'Order ID and merchant order ID',
  'settings.order-id-only': 'Order ID only',
  'settings.merchant-order-id-only': 'Merchant order ID only',
  'settings.some-gateways-give-each-request-an-order-id':
    'Some gateways answer each request with a new order ID and tell its status under that one only. Paydesk then keeps the ID with the request and asks for it.',
  'settings.that-of-its-order': 'The ID of its order',
  'settings.one-of-its-own': 'A new ID for each request',
  'settings.a-word-that-paydesk-does-not-know-decides-nothing':
    'A status or transaction type that Paydesk doesn’t know decides nothing and holds money back. Ask the gateway’s support before you say what one means. The gateway’s own word stays visible.',
  'settings.the-gateways-word': 'The gateway’s word',
  'settings.add-a-word': 'Add a word',
  'settings.remove-the-row': 'Remove',
  'settings.remove-the-word': 'Remove “{word}”',
  'settings.kind-of-word-number': 'Kind of word {number}',
  'settings.word-number': 'Word {number}',
  'settings.meaning-of-word-number': 'Meaning of word {number}',
  'settings.say-what-it-means': 'Say what it means',
  'settings.approved-it-happened': 'Approved: it happened',
  'settings.processing-it-is-not-final': 'Processing: it is not final',
  'settings.declined-it-did-not-happen': 'Declined: it did not happen',
  'settings.failed-it-did-not-happen': 'Failed: it did not happen',
  'settings.status-word': 'Status',
  'settings.transaction-type-word': 'Transaction type',
  'settings.a-gateway-that-knows-by-request-sn-tells':
    'With “by-request-sn” a gateway reports on one request, so that two refunds of one amount can be told apart. Choose it only if the gateway’s documents name that field. A gateway that ignores it would answer for another request.',
  'settings.the-order-label': 'The order',
  'settings.the-order-and-the-request-by-its-serial':
    'The order, and the request by its serial number',
  'settings.as-this-computer-says-https-proxy-no-proxy':
    'This computer’s settings (HTTPS_PROXY, NO_PROXY)',
  'settings.never-a-proxy': 'No proxy',
  'settings.this-proxy': 'This proxy:',
  'settings.one-rule-a-line-operation-or-and-field':
    'One rule per line: operation (or *) and field, then what differs. “sale redirect_url required = https://shop.example/back” demands a field and fills it in if it is left empty. “create-recurring-payment credit_card_number as credit-card-number” sends it under another name. “create-recurring-payment rp_card_type added required” adds one; “signed” puts an added one into the control checksum. “sale-form client_orderid typed” lets you type your own ID. Paydesk checks whether it was used before, and makes one if you leave the field empty.',
  'settings.control-checksum': 'Control checksum',
  'settings.oauth-hmac-sha1': 'OAuth, HMAC-SHA1',
  'settings.oauth-rsa-sha256': 'OAuth, RSA-SHA256',
  'settings.reasons-for-a-refund': 'Reasons for a refund',
  'settings.one-a-line-the-sheet-of-a-refund': 'One per line. The refund form offers them.',
  'settings.reasons-for-a-release-or-a-void': 'Reasons for a release or a void',
  'settings.one-a-line-the-first-one-is-filled':
    'One per line. The form of a release or a void offers them.',
  'settings.from-this-amount-a-free-text-reason-is-required':
    'From this amount, a free-text reason is required',
  'settings.free-reason-hint':
    'In the order’s currency, for refunds, releases and voids. Empty: a reason from the list is always enough.',
  'settings.undo-window': 'Undo window',
  'settings.how-long-a-confirmed-payment-refund-capture':
    'How long a confirmed payment, refund, capture or void can be undone before it is sent. Then its status is read again.',
  'settings.never-it-is-sent-at-once': 'None: sent at once',
  'settings.for-5-s': '5 s',
  'settings.for-10-s-default': '10 s (default)',
  'settings.for-20-s': '20 s',
  'settings.for-30-s': '30 s',
  'settings.what-paydesk-proposes-for-money-that-is-only':
    'What Paydesk suggests for money on hold. Some gateways void only what was captured.',
  'settings.void-default': 'Void (default)',
  'settings.after-capturing-a-part-the-rest': 'Rest of the hold after a partial capture',
  'settings.the-gateways-description-does-not-say-ask':
    'The gateway’s description does not say, so ask the gateway. Your choice is shown before a partial capture.',
  'settings.is-not-known-default': 'Not known (default)',
  'settings.stays-held-and-can-be-captured': 'Stays on hold and can be captured',
  'settings.is-released-at-once': 'Released at once',
} as const
