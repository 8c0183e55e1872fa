// Request fields of the service, each said once: format, limit and the sentence a person reads when it is wrong.
// Sources: interface.md "Identifiers" and "Field names"; lengths from the gateway family's public documents.
import { z } from 'zod'

const text = (what: string, longest: number) =>
  z
    .string({ error: `Enter ${what}.` })
    .trim()
    .min(1, `Enter ${what}.`)
    .max(longest, `At most ${longest} characters.`)
    .refine(isCleanText, 'Remove line breaks and control characters.')

/** Line breaks and control characters would be signed and sent unseen. */
function isCleanText(value: string): boolean {
  // eslint's no-control-regex is about accidents; here they are what is looked for, so compare code points instead.
  for (const char of value) {
    const code = char.codePointAt(0)!
    if (code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0xd800 && code <= 0xdfff))
      return false
  }
  return true
}

/** Whether 13 to 19 digits, with or without spaces or dashes, pass the check digit of card numbers (Luhn). */
export function hasCardNumber(value: string): boolean {
  for (const [run] of value.matchAll(/\d(?:[ -]?\d){12,18}(?!\d)/g)) {
    const digits = [...run.replace(/\D/g, '')].map(Number).toReversed()
    const sum = digits.reduce((total, digit, place) => {
      const weighed = place % 2 === 0 ? digit : digit * 2
      return total + (weighed > 9 ? weighed - 9 : weighed)
    }, 0)
    if (sum % 10 === 0) return true
  }
  return false
}

export const orderid = text('the order id the service gave', 64)
export const client_orderid = text('the merchant order id', 128)
/** Typed text here; main turns it into Money with the connection's currency rule (money.ts) before anything is signed. */
export const amount = text('an amount, like 12.50', 24)
export const currency = z
  .string({ error: 'Enter the currency, a three-letter code like EUR.' })
  .trim()
  .regex(/^[A-Z]{3}$/, 'Use a three-letter currency code, like EUR.')
/** Free text is stored and shown, here and at the service. */
export const freeText = (what: string, longest: number) =>
  text(what, longest).refine(
    (value) => !hasCardNumber(value),
    'Remove the card number: this text is stored.',
  )
export const comment = freeText('a reason; the service stores it', 50)
export const cardrefid = text('the card reference id', 64)
export const email = z
  .string({ error: 'Enter the customer’s e-mail address.' })
  .trim()
  .max(128, 'At most 128 characters.')
  .regex(/^[^\s@]+@[^\s@]+$/, 'Enter an e-mail address, like name@example.org.')
export const order_desc = freeText('a description of the order', 65_000)
export const optionalText = (what: string, longest: number) => freeText(what, longest).optional()
/** For what somebody else numbered: it may look like a card number by chance. */
export const requiredId = text
export const optionalId = (what: string, longest: number) => text(what, longest).optional()

export const ipaddress = z.union([z.ipv4(), z.ipv6()], {
  error: 'Enter the customer’s IP address, like 203.0.113.7.',
})
export const httpsUrl = z.url({
  protocol: /^https?$/,
  error: 'Enter a full address, like https://shop.example/return.',
})

export const credit_card_number = z
  .string({ error: 'Enter the card number.' })
  .regex(/^\d{12,19}$/, 'A card number has 12 to 19 digits, without spaces.')
export const cvv2 = z
  .string({ error: 'Enter the security code.' })
  .regex(/^\d{3,4}$/, 'The security code has 3 or 4 digits.')
export const expire_month = z
  .string({ error: 'Enter the month of expiry.' })
  .regex(/^(0[1-9]|1[0-2])$/, 'Two digits, 01 to 12.')
export const expire_year = z
  .string({ error: 'Enter the year of expiry.' })
  .regex(/^20\d\d$/, 'Four digits, like 2029.')
export const card_printed_name = text('the name on the card', 128)

export const country = z
  .string({ error: 'Enter the country.' })
  .trim()
  .regex(/^[A-Z]{2}$/, 'Use a two-letter country code, like DE.')
export const phone = text('the phone number', 15).regex(
  /^\+?[\d ()-]+$/,
  'Digits, with an optional + in front.',
)
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
export const isoDay = z.iso.date('Use a day like 2030-01-31.')

/** Fields that carry card data: never stored, logged or shown; see redact(). */
export const cardFields: ReadonlySet<string> = new Set([
  'credit_card_number',
  'destination-card-no',
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

/** Request fields as they may be kept and shown: card numbers by their last four, codes and signatures not at all. */
export function redact(fields: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      if (name === 'credit_card_number' || name === 'destination-card-no')
        return [name, `•••• ${value.slice(-4)}`]
      if (cardFields.has(name) || secretFields.has(name)) return [name, '•••']
      // A card number typed here would be kept; an IBAN has letters, and its digits prove nothing.
      if (name === 'account_number' && /^[\d -]+$/.test(value) && hasCardNumber(value))
        return [name, `•••• ${value.slice(-4)}`]
      return [name, value]
    }),
  )
}
