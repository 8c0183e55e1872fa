// English of cards, the terminal and 3-D Secure.
export const cards = {
  'number-complete': 'Number complete',
  'name-complete': '{name}, complete',
  'card-number': 'Card number',
  'security-code': 'Security code',
  'card-number-that-receives': 'Recipient’s card number',
  'typing-card-numbers-is-switched-off': 'Manual card entry is switched off',
  link: 'link',
  'connection-inside': 'connection',
  'it-is-off-for-this-connection':
    'It is off by default. A {link} or a card reference needs no card number here. To enter one anyway, switch it on in the settings of the {connection}.',
  rebill: 'Rebill',
  'keep-a-card': 'Save a card',
  'the-request-with-the-control-checksum': 'the request with the control checksum',
  'signed-with-the-rsa-key-most-gateways-take':
    'Signed with the RSA key. Most gateways accept {link}.',
  'sign-it-with-the-rsa-key': 'sign it with the RSA key',
  'signed-with-the-control-checksum-if-your-gateway':
    'Signed with the control checksum. If your gateway requires it, {link} instead.',
  'card-facts': 'Card details',
  'a-reference-stands-for-a-card-an-order':
    'A reference stands for a card that paid an order. The card number stays with the gateway.',
  'keep-a-card-dots': 'Save a card…',
  'rebill-dots': 'Rebill…',
  'card-facts-dots': 'Card details…',
  'kept-and-charged-on-this-computer': 'Saved and charged on this computer',
  'the-gateway-cant-list-references-keep-the-id':
    'The gateway can’t list references. Note the IDs of those made elsewhere.',
  'a-card-appears-here-once-a-reference': 'Cards appear here after you save or charge them.',
  'the-card-reference': 'the card reference',
  'ending-in-last-four-digits': 'ending in {lastFourDigits}',
  facts: 'Details',
  'type-another': 'Enter another card',
  'card-is-held-in-memory-until-time':
    'Held in memory until {time}. Cleared when you leave this form.',
  'the-ten-seconds-of-the-method-step': 'Ten-second limit of the method step',
  'ten-seconds': '10 s',
  'seconds-elapsed': '{elapsedMs} s',
  'over-the-result-is-n': 'Time is up. The result is N',
  'seconds-left': '{left} s left',
  'the-method-page-opens-now': 'Start the 10 seconds',
  'start-again': 'Start again',
  'take-n': 'Use N',
  'it-finished': 'The page finished',
  'there-was-no-method-address': 'There was no method address',
  'the-step-has-10-seconds-the-clock-only':
    'The step has 10 seconds. The clock only helps you choose. The value chosen above is sent.',
  'what-comes-next': 'Next step',
  'see-again': 'Check again',
  'asking-where-the-order-stands': 'Checking the order’s status…',
  'paste-it-as-it-came-in-one-line':
    'Paste it unchanged, in one line. It proves who the payer is. Paydesk sends it and does not keep it.',
  'for-an-order-whose-payer-is-being-checked':
    'For orders whose payer is being authenticated by their bank. Submit what the customer’s browser brought back, step by step.',
  'which-order': 'Order',
  'see-where-it-stands': 'Check status',
  'handed-in-on-this-computer': 'Submitted on this computer',
  'results-are-not-kept':
    'The results themselves are not kept, because they prove who the payer is.',
  'a-result-appears-here-once-it-was-handed': 'Results appear here after you submit them.',
  'the-address': 'the address',
  'the-customers-browser-goes-to-id': 'The customer’s browser goes to {id}',
  'the-gateway-gives-a-page-of-count-characters':
    'The gateway sent a page of {count} characters for the customer’s browser.',
  page: 'Page',
  'copy-the-page': 'Copy page',
  'the-gateway-says': 'The gateway says: {says}',
  'while-it-is-not-final-the-cards-bank':
    'Until the status is final, the card’s bank may want to authenticate the customer first. {link} shows how to continue.',
  'for-a-customer-who-tells-you-the-card':
    'For customers who give you their card details, for example by phone. A link is safer if customers can enter the card themselves.',
  'of-a-card-only-its-last-four-digits': 'Only the last four digits of a card are kept.',
  'card-and-customer': 'Card and customer',
  'a-payment-appears-here-once-it-was-sent': 'Payments appear here after you send them.',
  'sandbox-no-real-money-moves-a-test-card':
    'Sandbox: no real money moves. A test card is a 4 followed by fifteen 1s.',
  'test-connection-enter-a-test-card':
    'Test connection: enter a test card of the gateway. Never enter a customer’s card here.',
  'production-this-is-a-customers-card-and-real':
    'Production: this is a customer’s card, and real money moves.',
  'only-the-first-six-and-the-last-four': 'Only the first six and the last four digits are shown.',
  'month-and-year-like-07-29': 'Month and year, like 07/29.',
  'as-it-stands-on-the-card': 'As printed on the card.',
  'a-card-number-has-at-most-19-digits': 'A card number has at most 19 digits. Nothing was added.',
  'the-card-was-cleared-after-two-minutes-without':
    'The card was cleared after two minutes without typing. Enter it again.',
  'the-card-was-forgotten-with-its-review-enter':
    'The card was cleared with its review. Enter it again.',
  'the-card-was-forgotten-five-minutes-after':
    'The card was cleared five minutes after it was entered. Enter it again.',
  'the-card-was-cleared-because-the-window':
    'The card was cleared because the window was hidden. Enter it again.',
  'numbers-or-last-number': '{numbers} or {last}',
  'a-card-number-has-12-to-19-digits-this-has-count':
    'A card number has 12 to 19 digits; this has {count}.',
  'a-name-number-has-list-digits': 'A {name} number has {list} digits; this has {count}.',
  'this-cant-be-a-card-number-a-digit':
    'This is not a valid card number. A digit is wrong, or two are swapped. Compare it with the card.',
  'the-security-code-has-3-or-4-digits-this-has-count':
    'The security code has 3 or 4 digits; this has {count}.',
  'the-security-code-has-code-length-digits':
    'The security code has {codeLength} digits; this has {count}.',
  'enter-when-the-card-expires-like-07-29': 'Enter when the card expires, like 07/29.',
  'enter-month-and-year-like-07-29': 'Enter month and year, like 07/29.',
  'this-card-expired-at-the-end-of-month':
    'This card expired at the end of {month}/{year}. Ask for another card.',
  'enter-the-name-on-the-card': 'Enter the name on the card.',
  'remove-the-card-number-from-the-name': 'Remove the card number: only the name goes here.',
  'method-result': 'Method result',
  'three-d-secure-2-first-how-the-hidden':
    '3-D Secure 2, first step: how the bank’s hidden page ended within 10 seconds.',
  'three-d-secure-2-after-the-payer-answered':
    '3-D Secure 2, after the payer answered the bank’s challenge.',
  pares: 'PaRes',
  'three-d-secure-1-after-the-payer-came':
    '3-D Secure 1, after the payer came back from their bank.',
  'nothing-is-to-be-handed-in': 'Nothing to submit',
  'the-order-is-status-three-d-secure':
    'The order is {status}. 3-D Secure is over or was not requested.',
  'the-gateway-is-processing-it-label': 'The gateway is processing it',
  'it-does-not-say-that-it-waits':
    'The gateway is not asking for a result. Check again in a moment.',
  'it-waits-for-the-pares': 'The gateway is waiting for the PaRes',
  'send-the-customer-to-the-banks-page':
    'Send the customer to the bank’s page. It posts a PaRes to your return address. Submit that PaRes here.',
  'it-waits-for-the-challenge-response': 'The gateway is waiting for the challenge response',
  'send-the-customer-to-the-challenge-page':
    'Send the customer to the challenge page. It posts a CRes to your return address. Submit that CRes here.',
  'it-waits-for-the-method-result': 'The gateway is waiting for the method result',
  'open-the-method-page-in-the-customers-browser':
    'Open the method page in a hidden frame of the customer’s browser, and submit how it ended. After 10 seconds the result is N.',
  'it-waits-for-a-three-d-secure-result': 'The gateway is waiting for a 3-D Secure result',
  'the-gateway-does-not-say-which-with-three':
    'The gateway does not say which one. 3-D Secure 2 needs the method result first, then the CRes. 3-D Secure 1 needs the PaRes.',
  'on-the-back-american-express-has-four-digits':
    'On the back. American Express has four digits on the front.',
  'a-security-code-has-3-or-4-digits': 'A security code has 3 or 4 digits. Nothing was added.',
} as const
