// Request fields of the gateway, each said once: format, limit and the sentence a person reads when
// it is wrong. Sources: interface.md "Identifiers" and "Field names"; lengths from the gateway
// family's public documents.
import { say } from '../../../message.ts'
import { z } from 'zod'
import { holdsCardNumber, maskCardNumbers } from '../../../cards/card-number.ts'
import { cardNumberTyped } from '../../../card-refusal.ts'

/**
 * For what the gateway numbered: such an id may look like a card number by chance. Main takes only
 * the ids it knows.
 */
const orderText = (what: string, longest: number) =>
  z
    .string({ error: say('operations.enter-what', { what }) })
    .trim()
    .min(1, say('operations.enter-what', { what }))
    .max(longest, say('operations.at-most-longest-note-characters', { longestNote: longest }))
    .refine(isCleanText, say('operations.control-characters-in-field'))

const noCardNumber = (value: string): boolean => !holdsCardNumber(value)

/** Line breaks and control characters would be signed and sent unseen. */
function isCleanText(value: string): boolean {
  // Control characters are what is looked for, which a pattern may not hold: code points are
  // compared instead.
  for (const char of value) {
    const code = char.codePointAt(0)!
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code <= 0xdfff))
      return false
  }
  return true
}

/**
 * MONEY: what nobody sees, and digits of other scripts, would make a second order of the first one
 * at a gateway that reads over them.
 */
export const orderid = orderText(say('operations.what-order-id'), 64).superRefine(
  (value, context) => {
    const odd = /[^\x21-\x7e]/u.exec(value)?.[0]
    if (odd === undefined) return
    const code = odd.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    context.addIssue({
      code: 'custom',
      message: say('operations.order-id-odd-character', { code }),
    })
  },
)
export const client_orderid = orderText(say('operations.what-merchant-order-id'), 128)
/**
 * Typed text here; main turns it into Money with the connection's currency rule (money.ts) before
 * anything is signed.
 */
export const amount = orderText('an amount, like 12.50', 24)
export const currency = z
  .string({ error: say('operations.enter-the-currency') })
  .trim()
  .regex(/^[A-Z]{3}$/, say('operations.currency-form'))
/** Text that a person types. It is stored and shown, here and at the gateway. */
export const freeText = (what: string, longest: number) =>
  orderText(what, longest).refine(noCardNumber, cardNumberTyped)
export const comment = freeText(say('operations.what-reason'), 50)
export const cardrefid = freeText(say('operations.the-card-reference-id'), 64)
export const email = z
  .string({ error: say('operations.email-absent') })
  .trim()
  .max(128, say('operations.at-most-128-characters'))
  .regex(/^[^\s@]+@[^\s@]+$/, say('operations.enter-an-e-mail-address'))
  .refine(noCardNumber, cardNumberTyped)
export const order_desc = freeText(say('operations.a-description-of-the-order'), 65_000)
export const optionalText = (what: string, longest: number) => freeText(what, longest).optional()
/**
 * An account number may look like a card number by chance, and a payout must reach it: redact()
 * masks it.
 */
export const accountNumber = orderText(
  say('operations.the-account-or-wallet-number'),
  64,
).optional()

export const ipaddress = z.union([z.ipv4(), z.ipv6()], {
  error: say('operations.enter-the-customers-ip-address'),
})
export const httpsUrl = z
  .url({
    protocol: /^https?$/,
    error: say('operations.enter-a-full-address'),
  })
  .refine(noCardNumber, cardNumberTyped)

export const credit_card_number = z
  .string({ error: say('operations.enter-the-card-number') })
  .regex(/^\d{12,19}$/, say('operations.card-number-form'))
export const cvv2 = z
  .string({ error: say('operations.enter-the-security-code') })
  .regex(/^\d{3,4}$/, say('operations.security-code-form'))
export const expire_month = z
  .string({ error: say('operations.enter-the-month-of-expiry') })
  .regex(/^(0[1-9]|1[0-2])$/, say('operations.two-digits-01-to-12'))
export const expire_year = z
  .string({ error: say('operations.enter-the-year-of-expiry') })
  .regex(/^20\d\d$/, say('operations.four-digits-like-2029'))
export const card_printed_name = freeText(say('operations.the-name-on-the-card'), 128)

export const country = z
  .string({ error: say('operations.enter-the-country') })
  .trim()
  .regex(/^[A-Z]{2}$/, say('operations.country-form'))
export const phone = orderText('the phone number', 15)
  .regex(/^\+?[\d ()-]+$/, say('operations.phone-form'))
  .refine((value) => isPhone(value) || noCardNumber(value), cardNumberTyped)
/** In the international form no card number is written: its digits prove nothing. */
export const isPhone = (value: string): boolean => /^\+[\d ()-]{6,15}$/.test(value)
/** Which customer pays: the fields of a card payment that are not about the order or the card. */
export const customer = {
  first_name: optionalText('the first name', 50),
  last_name: optionalText('the last name', 50),
  address1: optionalText('the address', 50),
  city: optionalText('the city', 50),
  zip_code: optionalText('the postal code', 10),
  country: country.optional(),
  state: optionalText('the state', 4),
  phone: phone.optional(),
  email,
  ipaddress,
}
export const card = { card_printed_name, credit_card_number, expire_month, expire_year, cvv2 }
export const returnAddresses = {
  redirect_url: httpsUrl.optional(),
  server_callback_url: httpsUrl.optional(),
}
export const isoDay = z.iso.date(say('operations.day-form'))

/** Fields that hold a card number; some gateways spell the first one with hyphens. */
export const cardNumberFields: ReadonlySet<string> = new Set([
  'credit_card_number',
  'credit-card-number',
  'destination-card-no',
])
/** Fields that carry card data: never stored, logged or shown; see redact(). */
export const cardFields: ReadonlySet<string> = new Set([
  ...cardNumberFields,
  'expire-month',
  'expire-year',
  'card-printed-name',
  'cvv2',
  'expire_month',
  'expire_year',
  'card_printed_name',
])
/** Fields whose value is a secret, a signature or a cardholder's authentication proof. */
export const secretFields: ReadonlySet<string> = new Set([
  'control',
  'oauth_signature',
  'cres',
  'pares',
])

/**
 * Request fields as they may be kept and shown: card numbers by their last four, codes and
 * signatures not at all.
 */
export function redact(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (cardNumberFields.has(name)) return [name, `•••• ${value.slice(-4)}`]
      if (cardFields.has(name) || secretFields.has(name)) return [name, '•••']
      if (name === 'account_number') return [name, maskCardNumbers(value)]
      return [name, value]
    }),
  )
}
