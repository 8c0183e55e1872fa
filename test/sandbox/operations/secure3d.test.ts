// 3-D Secure with a merchant that uploads the results: every test card's way, results that don't
// belong, time running out.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../../src/sandbox/start.ts'
import { call, type Made, make, payment, status } from '../merchant.ts'
import { cardNames, without } from '../requests.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const begin = (number: string, amount = '50.00'): Promise<Made> =>
  make(sandbox, 'sale', {
    credit_card_number: number,
    amount,
    redirect_url: 'https://shop.example.test/back',
  })
const upload = (operation: string, order: Made, more: Record<string, string>) =>
  call(sandbox, operation, {
    'client-order-id': order.client_orderid,
    orderid: order.orderid,
    ...more,
  })
const effectsOf = (order: Made): number =>
  sandbox.effects().filter(({ orderid }) => orderid === order.orderid).length

/** Answers the challenge page as a customer does and reads the result off the page. */
async function challenge(order: Made, result: 'pass' | 'fail'): Promise<string> {
  const page = (await status(sandbox, order))['redirect-to'] ?? ''
  expect(await (await fetch(page)).text()).toContain('50.00 EUR')
  const response = await fetch(page, { method: 'POST', body: new URLSearchParams({ result }) })
  const html = await response.text()
  expect(html).toContain('action="https://shop.example.test/back"')
  return /<textarea[^>]*>([^<]+)</.exec(html)?.[1] ?? ''
}

describe('a card with method step and challenge', () => {
  it('is approved once both results are uploaded, and only then has its effect', async () => {
    const order = await begin('4000000000003220')
    const waiting = await status(sandbox, order)
    expect(waiting).toMatchObject({ status: 'processing', 'order-stage': 'sale_3d_validating' })
    expect(waiting['html']).toContain(waiting['redirect-to'])
    expect(waiting['redirect-to']).toMatch(/\/3ds\/method\/[0-9a-f]{32}$/)
    expect((await fetch(waiting['redirect-to'] ?? '')).status).toBe(200)
    expect(
      (await upload('upload-method-url-result', order, { threeDSCompInd: 'Y', browserTZ: '-60' }))
        .http,
    ).toBe(200)
    expect((await status(sandbox, order))['redirect-to']).toMatch(/\/3ds\/challenge\//)
    expect(effectsOf(order)).toBe(0)
    const cres = await challenge(order, 'pass')
    expect(JSON.parse(Buffer.from(cres, 'base64url').toString())).toMatchObject({
      messageType: 'CRes',
      transStatus: 'Y',
    })
    expect((await upload('upload-cres-result', order, { cres })).http).toBe(200)
    expect(await status(sandbox, order)).toMatchObject({
      status: 'approved',
      'order-stage': 'sale_approved',
      'verified-3d-status': 'Y',
    })
    expect(effectsOf(order)).toBe(1)
    expect((await upload('upload-cres-result', order, { cres })).record['error-message']).toMatch(
      /^NOT_IN_3DS/,
    )
    expect(effectsOf(order)).toBe(1)
  })

  it('is declined when the customer fails the challenge', async () => {
    const order = await begin('4000000000003063')
    const cres = await challenge(order, 'fail')
    expect((await upload('upload-cres-result', order, { cres })).http).toBe(200)
    expect(await status(sandbox, order)).toMatchObject({ status: 'declined', 'error-code': '153' })
    expect(effectsOf(order)).toBe(0)
  })
})

describe('the other cards', () => {
  it('one is approved after the method step alone', async () => {
    const order = await begin('4000000000003055')
    expect((await upload('upload-method-url-result', order, { threeDSCompInd: 'N' })).http).toBe(
      200,
    )
    expect((await status(sandbox, order))['status']).toBe('approved')
  })

  it('one goes by 3-D Secure 1.0.2', async () => {
    const order = await begin('4000000000003089')
    const pares = await challenge(order, 'pass')
    expect(
      (await upload('upload-cres-result', order, { cres: pares })).record['error-message'],
    ).toMatch(/^NOT_IN_3DS/)
    expect((await upload('upload-pares-result', order, { pares })).http).toBe(200)
    expect((await status(sandbox, order))['status']).toBe('approved')
  })

  it('a test amount decides after the check', async () => {
    const order = await begin('4000000000003055', '50.01')
    await upload('upload-method-url-result', order, { threeDSCompInd: 'U' })
    expect((await status(sandbox, order))['status']).toBe('declined')
  })
})

describe('the ten seconds of the method step', () => {
  const visit = async (order: Made): Promise<void> => {
    const page = (await status(sandbox, order))['redirect-to'] ?? ''
    expect((await fetch(page)).status).toBe(200)
  }
  const reported = async (order: Made, threeDSCompInd: string): Promise<string> => {
    const { http, record } = await upload('upload-method-url-result', order, { threeDSCompInd })
    return http === 200 ? 'taken' : (record['error-message'] ?? '')
  }
  const tooLate =
    'INVALID_FIELD: threeDSCompInd must be N: the method page was not opened within 10 seconds'

  it('opened in time it is completed, however late that is told', async () => {
    const order = await begin('4000000000003220')
    sandbox.advance(5000)
    await visit(order)
    sandbox.advance(60_000)
    await visit(order)
    expect(await reported(order, 'Y')).toBe('taken')
    expect((await status(sandbox, order))['redirect-to']).toMatch(/\/3ds\/challenge\//)
  })

  it.each([
    ['opened too late', true],
    ['never opened', false],
  ])('%s it was not completed: Y is refused and N goes on', async (_story, isOpened) => {
    const order = await begin('4000000000003055')
    sandbox.advance(12_000)
    if (isOpened) await visit(order)
    expect(await reported(order, 'Y')).toBe(tooLate)
    expect((await status(sandbox, order))['status']).toBe('processing')
    expect(effectsOf(order)).toBe(0)
    expect(await reported(order, 'N')).toBe('taken')
    expect((await status(sandbox, order))['status']).toBe('approved')
    expect(effectsOf(order)).toBe(1)
  })
})

describe('what does not belong', () => {
  it('a result of another order, an invented one and one before its step are refused', async () => {
    const [one, two] = [await begin('4000000000003063'), await begin('4000000000003063')]
    const cres = await challenge(one, 'pass')
    for (const wrong of [
      cres.slice(0, -4),
      Buffer.from('{"transStatus":"Y"}').toString('base64url'),
    ])
      expect(
        (await upload('upload-cres-result', one, { cres: wrong })).record['error-message'],
      ).toMatch(/^INVALID_FIELD: cres/)
    expect((await upload('upload-cres-result', two, { cres })).record['error-message']).toMatch(
      /^INVALID_FIELD: cres/,
    )
    const early = await begin('4000000000003220')
    expect((await upload('upload-cres-result', early, { cres })).record['error-message']).toMatch(
      /^NOT_IN_3DS: orderid/,
    )
    expect((await status(sandbox, two))['status']).toBe('processing')
  })

  it('a result for an order that the hosted pages lead through is refused', async () => {
    const fields = without(payment(), ...cardNames)
    const { record } = await call(sandbox, 'sale-form', fields)
    const page = record['redirect-url'] ?? ''
    const card = { ...payment(), credit_card_number: '4000000000003063' }
    await fetch(page, { method: 'POST', body: new URLSearchParams(card), redirect: 'manual' })
    const order = {
      client_orderid: fields['client_orderid'] ?? '',
      orderid: record['paynet-order-id'] ?? '',
    }
    expect((await status(sandbox, order))['redirect-to']).toBeUndefined()
    expect(
      (await upload('upload-cres-result', order, { cres: 'e30=' })).record['error-message'],
    ).toMatch(/^NOT_IN_3DS/)
  })

  it('an order without 3-D Secure, and a bad threeDSCompInd, are refused', async () => {
    const plain = await make(sandbox, 'sale')
    expect(
      (await upload('upload-method-url-result', plain, { threeDSCompInd: 'Y' })).record[
        'error-message'
      ],
    ).toMatch(/^NOT_IN_3DS/)
    const order = await begin('4000000000003220')
    expect(
      (await upload('upload-method-url-result', order, { threeDSCompInd: 'X' })).record[
        'error-message'
      ],
    ).toMatch(/^INVALID_FIELD: threeDSCompInd/)
  })

  it('a check not finished within an hour is declined, and its result comes too late', async () => {
    const order = await begin('4000000000003063')
    const page = (await status(sandbox, order))['redirect-to'] ?? ''
    const cres = await challenge(order, 'pass')
    sandbox.advance(3_600_000)
    expect(await status(sandbox, order)).toMatchObject({ status: 'declined', 'error-code': '151' })
    expect((await upload('upload-cres-result', order, { cres })).record['error-message']).toMatch(
      /^NOT_IN_3DS/,
    )
    expect((await fetch(page)).status).toBe(404)
    expect(effectsOf(order)).toBe(0)
  })
})
