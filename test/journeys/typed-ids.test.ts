// Something new under an id that the merchant typed: only where the connection says so, and only
// under an id that neither this computer nor the gateway knows. An outcome is found by that id.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { rulesIn } from '#shared/connections/field-rules.ts'
import { call as callAs, payment } from '../sandbox/merchant.ts'
import { everyField } from './field-samples.ts'
import { addShop, faultOf, must, openStory, type Story } from './story.ts'

let story: Story
let connectionId: string
beforeEach(async () => {
  story = await openStory()
  connectionId = await addShop(story.desk, story.sandbox)
})
afterEach(() => story.close())

async function allow(lines: string): Promise<void> {
  const read = rulesIn(lines)
  if ('fault' in read) throw new Error(read.fault)
  const { desk } = story.desk
  const { id, name, environment, baseUrl, endpointId, login, settings } = must(
    await desk['connection:show']({ connectionId }),
  )
  const record = { id, name, environment, baseUrl, endpointId, login }
  must(await desk['connection:save']({ ...record, settings: { ...settings, fields: read.rules } }))
}

const { client_orderid: _own, ...link } = everyField('sale-form', { cardrefid: '1' })
const { client_orderid: _other, ...payout } = {
  client_orderid: '',
  amount: '12.34',
  currency: 'EUR',
  order_desc: 'Gift',
  ipaddress: '203.0.113.7',
  account_number: 'DE89370400440532013000',
}
const review = (operation: 'sale-form' | 'payout', id: string) =>
  story.desk.desk['attempt:review']({
    connectionId,
    operation,
    request: { ...(operation === 'payout' ? payout : link), client_orderid: id },
  })
const sent = (): number =>
  story.sandbox.requests().filter(({ operation }) => operation !== 'status').length

describe('an id that the merchant types', () => {
  it('is taken only where the connection says so', async () => {
    expect(faultOf(await review('sale-form', 'shop-77'))).toMatchObject({
      kind: 'input',
      field: 'client_orderid',
    })
    await allow('sale-form client_orderid typed')
    expect(must(await review('sale-form', 'shop-77')).fields).toContainEqual({
      name: 'client_orderid',
      value: 'shop-77',
    })
    expect(faultOf(await review('payout', 'shop-77'))).toMatchObject({ field: 'client_orderid' })
  })

  it('is sent as it was typed, and never again', async () => {
    await allow('* client_orderid typed')
    const done = must(await story.confirm(must(await review('sale-form', 'shop-77'))))
    expect(done.clientOrderid).toBe('shop-77')
    expect(faultOf(await review('sale-form', 'shop-77'))).toMatchObject({
      kind: 'input',
      field: 'client_orderid',
    })
    expect(faultOf(await review('payout', 'shop-77'))).toMatchObject({ field: 'client_orderid' })
  })

  it('is made here where it is left empty', async () => {
    await allow('* client_orderid typed')
    const { desk } = story.desk
    const made = must(
      await desk['attempt:review']({ connectionId, operation: 'sale-form', request: link }),
    )
    const own = made.fields.find(({ name }) => name === 'client_orderid')
    expect(own?.value).toMatch(/^pd-/)
  })

  it('is refused where the gateway knows an order of that id from elsewhere', async () => {
    await allow('* client_orderid typed')
    const shop = { baseUrl: story.sandbox.baseUrl, identity: story.sandbox.identity }
    await callAs(shop, 'sale', payment({ client_orderid: 'shop-78' }))
    expect(faultOf(await review('payout', 'shop-78'))).toMatchObject({
      kind: 'input',
      field: 'client_orderid',
    })
  })

  it('and that somebody uses between review and confirmation sends nothing', async () => {
    await allow('* client_orderid typed')
    const reviewed = must(await review('payout', 'shop-79'))
    const shop = { baseUrl: story.sandbox.baseUrl, identity: story.sandbox.identity }
    await callAs(shop, 'sale', payment({ client_orderid: 'shop-79' }))
    const before = sent()
    expect(await story.confirm(reviewed)).toMatchObject({ ok: false })
    expect(sent()).toBe(before)
  })

  it('of two reviews is sent once', async () => {
    await allow('* client_orderid typed')
    const [one, other] = [
      must(await review('payout', 'shop-80')),
      must(await review('sale-form', 'shop-80')),
    ]
    must(await story.confirm(one))
    const before = sent()
    expect(await story.confirm(other)).toMatchObject({ ok: false })
    expect(sent()).toBe(before)
  })
})
