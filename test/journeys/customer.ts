// What a customer does at the gateway's own pages: fills in a form, passes a challenge.
import type { Fields } from './gateway-rig.ts'

const forms: Record<'card' | 'account', Fields> = {
  card: {
    credit_card_number: '4111111111111111',
    card_printed_name: 'ZOE MULLER',
    expire_month: '12',
    expire_year: '2031',
    cvv2: '123',
  },
  account: { account_name: 'Zoë', account_number: 'DE89370400440532013000' },
}

const submit = (page: string, fields: Fields): Promise<Response> =>
  fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

export async function fillIn(page: string, form: keyof typeof forms): Promise<void> {
  const response = await submit(page, forms[form])
  if (response.status >= 400) throw new Error(await response.text())
}

/**
 * Says yes to the issuer and reads the result off the page, as the customer's browser would carry
 * it back.
 */
export async function passChallenge(page: string): Promise<string> {
  const html = await (await submit(page, { result: 'pass' })).text()
  const result = /<textarea[^>]*>([^<]+)</.exec(html)?.[1]
  if (result === undefined) throw new Error(html)
  return result
}
