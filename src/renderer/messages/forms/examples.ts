// Made-up values for the fields of a request that is only explained, never sent.
import { t } from '../message.ts'

const byField: Readonly<Record<string, string>> = {
  client_orderid: 'shop-1001',
  'client-orderid': 'shop-1001',
  'client-order-id': 'shop-1001',
  orderid: '700101',
  order_desc: t('operations.two-lamps'),
  amount: '12.50',
  currency: 'EUR',
  comment: t('operations.one-lamp-came-back'),
  email: 'customer@example.org',
  ipaddress: '203.0.113.7',
  'customer-ip': '203.0.113.7',
  country: 'DE',
  phone: '+49 30 1234567',
  zip_code: '10115',
  'zip-code': '10115',
  interval: '1',
  cres: 'eyJhIjoxfQ==',
  pares: 'eyJhIjoxfQ==',
}

/** A value that the field's own rule takes, as far as its name tells. */
export function exampleOf(field: string, choices: readonly string[]): string {
  if (choices.length > 0) return choices[0]!
  const known = byField[field]
  if (known !== undefined) return known
  if (/url/i.test(field)) return 'https://shop.example/return'
  if (/date/i.test(field)) return '2030-01-31'
  if (/email/i.test(field)) return 'customer@example.org'
  if (/id$/i.test(field)) return '1001'
  return 'example'
}
