// Where in the window each operation is asked for. A test holds this against the operation table: one that is nowhere is a fault.
import type { OperationId } from '#shared/gateway/operations/index.ts'

/** Pattern of the route. */
export const places: Partial<Record<OperationId, string>> = {
  status: '/orders',
  capture: '/orders/:connectionId/:orderid/capture',
  void: '/orders/:connectionId/:orderid/void',
  return: '/orders/:connectionId/:orderid/return',
  payout: '/payouts/new',
  'payout-check': '/payouts/check',
  'payout-pay': '/payouts/check',
  'payout-form': '/payouts/link',
  'create-recurring-payment': '/subscriptions/new',
  'process-recurring-payment': '/subscriptions/charge',
  'update-recurring-payment': '/subscriptions/change',
  'create-card-ref': '/cards/new',
  'create-card-ref-v4': '/cards/new-rsa',
  'get-card-info': '/cards/facts',
  'make-rebill': '/cards/rebill',
  'sale-form': '/links/sale-form',
  'preauth-form': '/links/preauth-form',
  'account-verification-form': '/links/account-verification-form',
  'payment-form': '/links/payment-form',
  'upload-method-url-result': '/secure3d/method',
  'upload-cres-result': '/secure3d/cres',
  'upload-pares-result': '/secure3d/pares',
  transfer: '/transfers/new',
  'pan-eligibility-send': '/transfers/eligibility',
}

/** Operations that can't be asked for in this version, and why. */
export const unplaced: Partial<Record<OperationId, string>> = {
  sale: 'It needs a card number, and typing card data is not available in this version.',
  preauth: 'It needs a card number, and typing card data is not available in this version.',
  'account-verification':
    'It needs a card number, and typing card data is not available in this version.',
}
