// Where in the window each operation is asked for: one that is nowhere does not compile.
import type { OperationId } from '#shared/gateway/operations/index.ts'

/** Pattern of the route. */
export const places: Readonly<Record<OperationId, string>> = {
  sale: '/terminal/sale',
  preauth: '/terminal/preauth',
  'account-verification': '/terminal/account-verification',
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
