// What a customer does at the gateway's own pages during the tour: fills in a form, says yes to the
// own bank.

const submit = (page: string, fields: Record<string, string>): Promise<Response> =>
  fetch(page, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

const card = {
  credit_card_number: '4111111111111111',
  card_printed_name: 'ZOE MULLER',
  expire_month: '12',
  expire_year: '2031',
  cvv2: '123',
}

export async function payByCard(page: string): Promise<void> {
  const response = await submit(page, card)
  if (response.status >= 400) throw new Error(await response.text())
}

/** The result the bank gives the customer's browser. */
export async function agreeAtTheBank(page: string): Promise<string> {
  const html = await (await submit(page, { result: 'pass' })).text()
  const result = /<textarea[^>]*>([^<]+)</.exec(html)?.[1]
  if (result === undefined) throw new Error(html)
  return result
}
