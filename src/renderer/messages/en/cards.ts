// English of cards, the terminal and 3-D Secure.
export const cards = {
  'number-complete': 'Number complete',
  'name-complete': '{name}, complete',
  'card-number': 'Card number',
  'security-code': 'Security code',
  'card-number-that-receives': 'Card number that receives',
  'typing-card-numbers-is-switched-off': 'Typing card numbers is switched off',
  link: 'link',
  'connection-inside': 'connection',
  'it-is-off-for-this-connection':
    'It is off for this connection, as it is for every new one. A {link} or a card reference needs no card number here; to type one anyway, switch it on at the {connection}.',
  rebill: 'Rebill',
  'keep-a-card': 'Keep a card',
  'the-request-with-the-control-checksum': 'the request with the control checksum',
  'signed-with-the-rsa-key-most-gateways-take':
    'Signed with the RSA key. Most gateways take {link}.',
  'sign-it-with-the-rsa-key': 'sign it with the RSA key',
  'signed-with-the-control-checksum-if-your-gateway':
    'Signed with the control checksum. If your gateway wants it, {link} instead.',
  'card-facts': 'Card facts',
  'a-reference-stands-for-a-card-an-order':
    'A reference stands for a card an order was paid with. The number stays with the gateway.',
  'keep-a-card-dots': 'Keep a card…',
  'rebill-dots': 'Rebill…',
  'card-facts-dots': 'Card facts…',
  'kept-and-charged-on-this-computer': 'Kept and charged on this computer',
  'the-gateway-cant-list-references-keep-the-id':
    'The gateway can’t list references: keep the id of one that was made elsewhere.',
  'a-card-appears-here-once-a-reference':
    'A card appears here once a reference to it was made, or once it was charged.',
  'the-card-reference': 'the card reference',
  'ending-in-last-four-digits': 'ending in {lastFourDigits}',
  facts: 'Facts',
  'type-another': 'Type another',
  'card-is-held-in-memory-until-time':
    'Held in memory until {time}, and gone when you leave this form.',
  'the-ten-seconds-of-the-method-step': 'The ten seconds of the method step',
  'ten-seconds': '10 s',
  'seconds-elapsed': '{elapsedMs} s',
  'over-the-result-is-n': 'Over: the result is N',
  'seconds-left': '{left} s left',
  'the-method-page-opens-now': 'The method page opens now',
  'start-again': 'Start again',
  'take-n': 'Take N',
  'it-finished': 'It finished',
  'there-was-no-method-address': 'There was no method address',
  'the-step-has-10-seconds-the-clock-only':
    'The step has 10 seconds. The clock only helps to choose; what you choose above is sent.',
  'what-comes-next': 'What comes next',
  'see-again': 'See again',
  'asking-where-the-order-stands': 'Asking where the order stands…',
  'paste-it-as-it-came-in-one-line':
    'Paste it as it came, in one line. It proves who the payer is: Paydesk sends it and forgets it.',
  'for-an-order-whose-payer-is-being-checked':
    'For an order whose payer is being checked by their bank. Pass on what the browser brought back, step by step.',
  'which-order': 'Which order',
  'see-where-it-stands': 'See where it stands',
  'handed-in-on-this-computer': 'Handed in on this computer',
  'results-are-not-kept': 'Results themselves are not kept: they prove who the payer is.',
  'a-result-appears-here-once-it-was-handed': 'A result appears here once it was handed in.',
  'the-address': 'the address',
  'the-customers-browser-goes-to-id': 'The customer’s browser goes to {id}',
  'the-gateway-gives-a-page-of-count-characters':
    'The gateway gives a page of {count} characters for the customer’s browser.',
  page: 'Page',
  'copy-the-page': 'Copy the page',
  'the-gateway-says': 'The gateway says: {says}',
  'while-it-is-not-final-the-cards-bank':
    'Until the status is final, the card’s bank may want to check the customer first. {link} shows how to go on.',
  'for-a-customer-who-tells-you-the-card':
    'For a customer who tells you the card, as on the telephone. Where a customer can type it, a link is safer.',
  'of-a-card-only-its-last-four-digits': 'Of a card only its last four digits were kept.',
  'card-and-customer': 'Card and customer',
  'a-payment-appears-here-once-it-was-sent': 'A payment appears here once it was sent.',
  'sandbox-no-real-money-moves-a-test-card':
    'Sandbox: no real money moves. A test card is a 4 followed by fifteen 1s.',
  'test-connection-enter-a-test-card':
    'Test connection: enter a test card of the gateway. Never enter a customer’s card here.',
  'production-this-is-a-customers-card-and-real':
    'Production: this is a customer’s card, and real money moves.',
  'only-the-first-six-and-the-last-four': 'Only the first six and the last four digits are shown.',
  'month-and-year-like-07-29': 'Month and year, like 07/29.',
  'as-it-stands-on-the-card': 'As it stands on the card.',
  'a-card-number-has-at-most-19-digits': 'A card number has at most 19 digits; nothing was added.',
  'the-card-was-cleared-after-two-minutes-without':
    'The card was cleared after two minutes without a key pressed. Enter it again.',
  'the-card-was-forgotten-with-its-review-enter':
    'The card was forgotten with its review. Enter it again.',
  'the-card-was-forgotten-five-minutes-after':
    'The card was forgotten five minutes after it was entered. Enter it again.',
  'the-card-was-cleared-because-the-window':
    'The card was cleared because the window was hidden. Enter it again.',
  'numbers-or-last-number': '{numbers} or {last}',
  'a-card-number-has-12-to-19-digits-this-has-count':
    'A card number has 12 to 19 digits; this has {count}.',
  'a-name-number-has-list-digits': 'A {name} number has {list} digits; this has {count}.',
  'this-cant-be-a-card-number-a-digit':
    'This can’t be a card number: a digit is wrong, or two are swapped. Compare it with the card.',
  'the-security-code-has-3-or-4-digits-this-has-count':
    'The security code has 3 or 4 digits; this has {count}.',
  'the-security-code-has-code-length-digits':
    'The security code has {codeLength} digits; this has {count}.',
  'enter-when-the-card-expires-like-07-29': 'Enter when the card expires, like 07/29.',
  'enter-month-and-year-like-07-29': 'Enter month and year, like 07/29.',
  'this-card-expired-at-the-end-of-month':
    'This card expired at the end of {month}/{year}. Ask for another one.',
  'enter-the-name-on-the-card': 'Enter the name on the card.',
  'remove-the-card-number-from-the-name': 'Remove the card number: only the name goes here.',
  'method-result': 'Method result',
  'three-d-secure-2-first-how-the-hidden':
    '3-D Secure 2, first: how the hidden page of the bank ended, within 10 seconds.',
  'three-d-secure-2-after-the-payer-answered':
    '3-D Secure 2, after the payer answered their bank’s question.',
  pares: 'PaRes',
  'three-d-secure-1-after-the-payer-came':
    '3-D Secure 1, after the payer came back from their bank.',
  'nothing-is-to-be-handed-in': 'There is nothing to hand in',
  'the-order-is-status-three-d-secure':
    'The order is {status}: 3-D Secure is over, or was not asked for.',
  'the-gateway-is-processing-it-label': 'The gateway is processing it',
  'it-does-not-say-that-it-waits':
    'It does not say that it waits for a result. See again in a moment.',
  'it-waits-for-the-pares': 'It waits for the PaRes',
  'send-the-customer-to-the-banks-page':
    'Send the customer to the bank’s page. It posts a PaRes to your return address: hand that in.',
  'it-waits-for-the-challenge-response': 'It waits for the challenge response',
  'send-the-customer-to-the-challenge-page':
    'Send the customer to the challenge page. It posts a CRes to your return address: hand that in.',
  'it-waits-for-the-method-result': 'It waits for the method result',
  'open-the-method-page-in-the-customers-browser':
    'Open the method page in the customer’s browser, in a hidden frame, and hand in how it ended. After 10 seconds the result is N.',
  'it-waits-for-a-three-d-secure-result': 'It waits for a 3-D Secure result',
  'the-gateway-does-not-say-which-with-three':
    'The gateway does not say which. With 3-D Secure 2 it is the method result first, then the CRes; with 3-D Secure 1 the PaRes.',
  'on-the-back-american-express-has-four-digits':
    'On the back; American Express has four digits on the front.',
  'a-security-code-has-3-or-4-digits': 'A security code has 3 or 4 digits; nothing was added.',
} as const
