// English of the confirmation of a refund, for operators and for customers.
export const receipts = {
  'receipts.title': 'Refund confirmation',
  'receipts.title-copy': 'Refund confirmation (copy)',
  'receipts.practice': 'For practice or a test: no money moved.',
  'receipts.card': 'Card',
  'receipts.date': 'Date',
  'receipts.reference': 'Number for your bank',
  'receipts.usual-text':
    'We refunded [amount] for your order [order] on [date]. It goes back to your card [card]. Your bank finds it by the number [reference]. It usually takes 3 to 10 days until it shows on your account.',
  'receipts.copy': 'Copy for the customer',
  'receipts.copy-of-line': 'Copy for the customer of line {line}',
  'receipts.copied': 'Text for the customer',
  'receipts.save': 'Save refund confirmation…',
  'receipts.save-title': 'Save the refund confirmation',
  'receipts.saved': 'The refund confirmation was saved.',
  'receipts.no-such-request': 'This request is not known here.',
  'receipts.not-a-refund': 'Only a refund is confirmed to a customer.',
  'receipts.may-be-a-release':
    'Paydesk doesn’t know whether this refunded money or released a hold, so there is no confirmation for the customer.',
  'receipts.not-final':
    'The gateway has not said that this refund happened. It can be confirmed to the customer once it has.',
  'receipts.by-hand':
    'A person resolved this refund by hand. Only what the gateway said itself is confirmed to a customer.',
  'receipts.contradicted':
    'Answers about this refund contradict each other. It can be confirmed once that is cleared.',
  'receipts.no-amount': 'How much was refunded is not known here.',
  'receipts.unknown-name': 'Only these names can be used in brackets: {names}',
  'receipts.setting-text': 'Text for a refunded customer',
  'receipts.setting-text-hint':
    'One paragraph. [amount], [card], [date], [order] and [reference] are filled in; a sentence with something that is not known is left out. Empty: the usual text.',
  'receipts.setting-from': 'Sender of refund confirmations',
  'receipts.setting-from-hint': 'Name and address, as printed at the top of the page.',
} as const
