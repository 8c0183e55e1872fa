// Every operation over HTTP: accepted when it is right, refused by name when a required field is
// missing, refused when the signature is wrong or absent.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { call, make, post, urlOf, wayOf, ways } from './merchant.ts'
import { cardNames, openWorkshop, without } from './requests.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
})
afterAll(() => sandbox.close())

const { requestOf } = openWorkshop(() => sandbox)
const ids = Object.keys(ways)
const optional = new Set(['first_name', 'last_name'])
const together: Record<string, string[]> = {
  capture: ['amount', 'currency'],
  return: ['amount', 'currency'],
  status: ['client_orderid', 'orderid'],
  payout: ['account_name', 'account_number'],
  'payout-check': ['account_name', 'account_number'],
  transfer: [...cardNames, 'destination-card-no'],
  'create-recurring-payment': cardNames,
  'update-recurring-payment': ['amount', 'currency'],
}

describe('every operation', () => {
  it.each(ids.filter((id) => !/^upload-(cres|pares)/.test(id)))(
    '%s is accepted when it is right',
    async (id) => {
      const fields = await requestOf(id)
      const { http, type, body, record } = await call(sandbox, id, fields)
      expect(http, body).toBe(200)
      expect(type).toBe('application/vnd.pay+json')
      expect(record['type']).toMatch(/-response$/)
      expect(record['serial-number']).toMatch(/^[0-9a-f-]{36}$/)
      const mine = fields['client_orderid'] ?? fields['client-order-id'] ?? fields['client-orderid']
      if (mine !== undefined) expect(record['merchant-order-id']).toBe(mine)
      expect(Object.values(record).every((value) => typeof value === 'string')).toBe(true)
      expect(sandbox.requests().at(-1)).toMatchObject({
        operation: id,
        http: 200,
        signature: { isGood: true },
      })
    },
  )

  it.each(ids)('%s without one of its required fields is refused by that name', async (id) => {
    const fields = await requestOf(id)
    const names = Object.keys(fields).filter(
      (name) => !optional.has(name) && !(together[id] ?? []).includes(name),
    )
    expect(names.length).toBeGreaterThan(id === 'status' ? -1 : 0)
    for (const name of names) {
      const answer = await call(sandbox, id, without(fields, name), {})
      expect(answer.http, name).toBe(400)
      expect(answer.record['type']).toBe('validation-error')
      expect(answer.record['error-message']).toMatch(
        new RegExp(`^(MISSING_FIELD|AMOUNT_WITHOUT_CURRENCY): ${name} `),
      )
    }
    if (wayOf(id).hasLogin === true && id !== 'get-card-info') {
      const answer = await call(sandbox, id, { ...fields, login: '' })
      expect(answer.record['error-message']).toMatch(/^MISSING_FIELD: login /)
    }
  })

  it.each(ids)('%s with a wrong signature is refused and books nothing', async (id) => {
    const fields = await requestOf(id)
    const effects = sandbox.effects().length
    const isControl = wayOf(id).scheme === 'control'
    const answer = isControl
      ? await call(sandbox, id, { ...fields, control: '0'.repeat(40) })
      : await call(sandbox, id, fields, { key: 'WRONG', change: (base) => `${base}x` })
    expect(answer.http).toBe(isControl ? 400 : 403)
    expect(answer.record['type']).toBe(isControl ? 'validation-error' : 'error')
    expect(answer.record['error-message']).toMatch(
      isControl ? /^INVALID_CONTROL_CODE/ : /^OAUTH_SIGNATURE/,
    )
    expect(sandbox.effects()).toHaveLength(effects)
    expect(sandbox.requests().at(-1)).toMatchObject({ operation: id, signature: { isGood: false } })
  })

  it.each(ids)('%s without any signature is refused', async (id) => {
    const fields = await requestOf(id)
    const answer = await post(urlOf(sandbox, id), { login: sandbox.identity.login, ...fields })
    expect([400, 403]).toContain(answer.http)
    expect(answer.record['error-message']).toMatch(
      /^(MISSING_FIELD: control|INVALID_CONTROL_CODE|OAUTH_MALFORMED)/,
    )
  })

  it.each(
    ids.filter((id) =>
      /^(sale|preauth|payment|account|payout$|payout-check|payout-form|make-rebill|transfer|create-recurring|process)/.test(
        id,
      ),
    ),
  )('%s refuses a client order id that was used before', async (id) => {
    const fields = await requestOf(id)
    const name = 'client_orderid' in fields ? 'client_orderid' : 'client-orderid'
    const used = (await make(sandbox, 'sale')).client_orderid
    const effects = sandbox.effects().length
    const answer = await call(sandbox, id, { ...fields, [name]: used })
    expect(answer.record['error-message']).toMatch(new RegExp(`^DUPLICATE_ORDER: ${name} `))
    expect(sandbox.effects()).toHaveLength(effects)
  })
})
