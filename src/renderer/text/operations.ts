// Names of the operations as a person at the desk reads them: on buttons, headings and in sentences.
import type { OperationId } from '#shared/gateway/operations/index.ts'

export interface OperationWords {
  /** Headings, registers. */
  title: string
  /** On the button that sends. */
  send: string
  /** "the payout", inside sentences. */
  noun: string
}

export const operationWords: Readonly<Record<OperationId, OperationWords>> = {
  sale: { title: 'Sale', send: 'Send sale', noun: 'sale' },
  preauth: { title: 'Hold', send: 'Send hold', noun: 'hold' },
  capture: { title: 'Capture', send: 'Send capture', noun: 'capture' },
  void: { title: 'Void', send: 'Send void', noun: 'void' },
  return: { title: 'Return', send: 'Send return', noun: 'return' },
  status: { title: 'Status', send: 'Ask', noun: 'status' },
  'sale-form': { title: 'Payment link', send: 'Make payment link', noun: 'payment link' },
  'preauth-form': { title: 'Hold link', send: 'Make hold link', noun: 'hold link' },
  'account-verification-form': {
    title: 'Card check link',
    send: 'Make card check link',
    noun: 'card check link',
  },
  'payment-form': {
    title: 'Universal payment link',
    send: 'Make universal payment link',
    noun: 'universal payment link',
  },
  'payout-form': { title: 'Payout link', send: 'Make payout link', noun: 'payout link' },
  'account-verification': { title: 'Card check', send: 'Send card check', noun: 'card check' },
  'create-card-ref': { title: 'Card reference', send: 'Keep the card', noun: 'card reference' },
  'create-card-ref-v4': {
    title: 'Card reference (RSA)',
    send: 'Keep the card',
    noun: 'card reference',
  },
  'get-card-info': { title: 'Card facts', send: 'Read card facts', noun: 'card facts' },
  'make-rebill': { title: 'Rebill', send: 'Send rebill', noun: 'rebill' },
  'create-recurring-payment': {
    title: 'New subscription',
    send: 'Create subscription',
    noun: 'subscription',
  },
  'process-recurring-payment': {
    title: 'Subscription payment',
    send: 'Take subscription payment',
    noun: 'subscription payment',
  },
  'update-recurring-payment': {
    title: 'Subscription change',
    send: 'Change subscription',
    noun: 'subscription change',
  },
  payout: { title: 'Payout', send: 'Send payout', noun: 'payout' },
  'payout-check': { title: 'Payout check', send: 'Send payout check', noun: 'payout check' },
  'payout-pay': { title: 'Checked payout', send: 'Pay', noun: 'payout' },
  transfer: { title: 'Transfer', send: 'Send transfer', noun: 'transfer' },
  'pan-eligibility-send': {
    title: 'Eligibility',
    send: 'Ask for eligibility',
    noun: 'eligibility question',
  },
  'upload-method-url-result': {
    title: '3-D Secure method result',
    send: 'Hand in the method result',
    noun: 'method result',
  },
  'upload-cres-result': {
    title: '3-D Secure challenge response',
    send: 'Hand in the CRes',
    noun: 'CRes',
  },
  'upload-pares-result': {
    title: '3-D Secure 1 response',
    send: 'Hand in the PaRes',
    noun: 'PaRes',
  },
}

/** Null for an operation that is not in the catalogue. */
export const wordsOfOperation = (operation: string): OperationWords | null =>
  Object.hasOwn(operationWords, operation) ? operationWords[operation as OperationId] : null

/** What a request asks for, said once above its form. */
export const operationEffects: Partial<Record<OperationId, string>> = {
  sale: 'Takes the amount from the card now.',
  preauth: 'Holds the amount on the card. Capture it later, or release it with Void.',
  'account-verification': 'Asks the card’s bank whether the card is good. Nothing is charged.',
  payout: 'Sends money out at once, to the destination you name.',
  'payout-check': 'Registers the payout and checks its recipient. No money leaves yet.',
  'payout-pay': 'Pays out what was checked. A check can be paid once.',
  'payout-form': 'Makes a page of the service where the recipient enters the destination.',
  'sale-form': 'Makes a page of the service where the customer pays.',
  'preauth-form': 'Makes a page of the service where the customer lets the amount be held.',
  'account-verification-form':
    'Makes a page of the service where the customer’s card is checked. Nothing is charged.',
  'payment-form':
    'Makes the service’s universal payment page, for where neither of the other pages fits.',
  'create-card-ref':
    'Makes a reference to the card an order was paid with. The card’s number stays with the service.',
  'create-card-ref-v4':
    'The same reference, asked for with the RSA signature, for hosts that want it so.',
  'make-rebill': 'Charges the card behind a reference, without the cardholder being there.',
  'create-recurring-payment': 'Creates a subscription: the card is charged by its schedule.',
  'process-recurring-payment': 'Takes one payment of a subscription now.',
  'update-recurring-payment': 'Changes the amount or the schedule of a subscription.',
  transfer: 'Moves money from card to card, or deposits it to one.',
  'pan-eligibility-send': 'Asks whether the card behind a reference may send money.',
  'upload-method-url-result':
    'Tells the service how the 3-D Secure method step ended, and what the browser is like.',
  'upload-cres-result': 'Hands in what the customer’s bank answered to a 3-D Secure 2 challenge.',
  'upload-pares-result': 'Hands in what the customer’s bank answered to a 3-D Secure 1 check.',
}
