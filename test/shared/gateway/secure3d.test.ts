// Results of a customer's bank as they are pasted: broken into lines, indented, with blanks at the
// end.
import { describe, expect, it } from 'vitest'
import { parseRequest } from '#shared/gateway/request.ts'

const order = { 'client-order-id': 'inv-1', orderid: '7000001' }

describe('a pasted result of a 3-D Secure check', () => {
  it.each([
    ['upload-pares-result', 'pares'],
    ['upload-cres-result', 'cres'],
  ] as const)('%s is cleaned of line breaks and blanks', (operation, field) => {
    const pasted = ' eJzVWFmT\r\nosqyfudXGPs8\n\tGt0M0g== \n'
    const parsed = parseRequest(operation, { ...order, [field]: pasted }, 'iso-4217')
    expect(parsed).toMatchObject({
      ok: true,
      value: { fields: { [field]: 'eJzVWFmTosqyfudXGPs8Gt0M0g==' } },
    })
  })

  it('that is no Base64 is refused as before', () => {
    const parsed = parseRequest('upload-pares-result', { ...order, pares: 'a<b' }, 'iso-4217')
    expect(parsed).toMatchObject({ ok: false, fault: { kind: 'input', field: 'pares' } })
  })
})
