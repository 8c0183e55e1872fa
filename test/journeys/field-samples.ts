// A good value for every field any row of the table has. Free texts hold what encodings get wrong:
// umlauts, spaces, reserved marks.
import type { z } from 'zod'
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import type { Fields } from './gateway-rig.ts'

let count = 0
/** Merchant order ids that never repeat in a run. */
export const newId = (): string => `pd-${process.pid}-${String((count += 1)).padStart(4, '0')}`

/** 12.34: the last two digits of its minor units bring nothing about at the sandbox. */
const samples: Fields = {
  amount: '12.34',
  currency: 'EUR',
  order_desc: 'Gift für Zoë & co: 100% “new” *(x)* ~ a+b=c/d',
  purpose: 'gift',
  comment: 'it’s half broken & wet (50%)',
  email: 'zoe+shop@example.org',
  ipaddress: '203.0.113.7',
  'customer-ip': '2001:db8::7',
  first_name: 'Zoë',
  last_name: 'O’Neill Müller',
  'first-name': 'Zoë',
  'last-name': 'O’Neill Müller',
  address1: 'Größe Str. 7/8',
  city: 'Łódź',
  zip_code: '90-001',
  'zip-code': '90-001',
  country: 'PL',
  state: 'LD',
  phone: '+48 42 (123)-45',
  card_printed_name: 'ZOË MÜLLER',
  credit_card_number: '4111111111111111',
  'destination-card-no': '5555555555554444',
  expire_month: '12',
  expire_year: '2031',
  cvv2: '123',
  redirect_url: 'https://shop.example.test/back?order=1&x=%20b',
  server_callback_url: 'https://shop.example.test/callback',
  account_number: 'DE89370400440532013000',
  account_name: 'Zoë & Söhne',
  bank_name: 'Bank Haus',
  bank_branch: 'Mitte/West',
  bank_city: 'Köln',
  routing_number: '37040044',
  deposit2card: 'false',
  period: 'weekly',
  interval: '2',
  type: 'manual',
  'start-date': '2030-01-31',
  'finish-date': '2031-01-31',
  threeDSCompInd: 'Y',
  browserAcceptHeader: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8',
  browserLanguage: 'de-DE',
  browserColorDepth: '24',
  browserScreenHeight: '1080',
  browserScreenWidth: '1920',
  browserTZ: '-60',
  browserUserAgent: 'Mozilla/5.0 (X11; Linux x86_64)',
  browserJavaEnabled: 'false',
  browserJavascriptEnabled: 'true',
  'by-request-sn': '00000000-0000-0000-0000-000002d9b22a',
}
const ownIds = ['client_orderid', 'client-order-id', 'client-orderid']

/** Others name something that has to exist at the gateway first. */
export const hasSample = (name: string): boolean =>
  Object.hasOwn(samples, name) || ownIds.includes(name)

export const fieldsOf = (id: OperationId): string[] => Object.keys(rowOf(id).request.shape)

/** Every field of the row; `more` gives what has to exist at the gateway first. */
export function everyField(id: OperationId, more: Fields = {}): Fields {
  return Object.fromEntries(
    fieldsOf(id).map((name) => {
      const value = more[name] ?? (ownIds.includes(name) ? newId() : samples[name])
      if (value === undefined) throw new Error(`no sample for ${name} of ${id}`)
      return [name, value]
    }),
  )
}

/** What the row can't do without, and `more`. */
export function fewestFields(id: OperationId, more: Fields = {}): Fields {
  const shape = rowOf(id).request.shape as Record<string, z.ZodType>
  const isKept = (name: string): boolean =>
    Object.hasOwn(more, name) || !shape[name]!.safeParse(undefined).success
  const all = { ...samples, ...more }
  return Object.fromEntries(
    fieldsOf(id)
      .filter(isKept)
      .map((name) => {
        const value = all[name] ?? (ownIds.includes(name) ? newId() : undefined)
        if (value === undefined) throw new Error(`no sample for ${name} of ${id}`)
        return [name, value]
      }),
  )
}
