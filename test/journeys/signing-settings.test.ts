// What a connection may set where the interface is silent: each setting against the sandbox turned
// the same way, and byte by byte against a server that only keeps what came, checked with formulas
// written out in the sandbox's tests.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Connection } from '#shared/connections/connection.ts'
import { type OperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { type Sandbox, startSandbox, type SwitchName } from '../../src/sandbox/start.ts'
import { sha1, ways, minorText, type Place } from '../sandbox/merchant.ts'
import { playedIds } from '../sandbox/played-ids.ts'
import { type CaptureServer, openCaptureServer } from './capture-server.ts'
import { addedBy, carryOut, defaultAuth, receivedAs, rigAt } from './carry-out.ts'
import { everyField, fewestFields } from './field-samples.ts'
import type { Fields } from './gateway-rig.ts'
import { settleMs, storiesAt, storiesOf } from './operation-stories.ts'
import { pairsOf } from './tamper.ts'

let sandbox: Sandbox
let keeper: CaptureServer
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: settleMs, seedDays: 0 })
})
afterAll(() => sandbox.close())
beforeEach(async () => {
  keeper = await openCaptureServer()
})
afterEach(async () => {
  const names = [
    ...(['control-hex-upper', 'control-base64', 'amounts-always-2'] as const),
    ...(['takes-minor-units', 'tells-minor-units'] as const),
  ]
  for (const name of names) sandbox.setSwitch(name, false)
  await keeper.close()
})

type Settings = Partial<Connection['settings']>
const controlled = playedIds.filter((id) => defaultAuth(id).scheme === 'control')
const configurable = playedIds.filter((id) => rowOf(id).auth.scheme === 'configurable')
const choices = configurable.flatMap((id) => {
  const { auth } = rowOf(id)
  return auth.scheme === 'configurable'
    ? auth.choices.map((choice) => [id, choice.scheme, choice] as const)
    : []
})

/** Sends to the keeper and gives back what arrived there. */
async function arrivalOf(id: OperationId, fields: Fields, settings: Settings, endpointId = '1144') {
  const rig = await rigAt(sandbox, { baseUrl: keeper.baseUrl, settings, endpointId })
  await rig.send(id, fields)
  const { requestLine, headers, body } = keeper.arrivals.at(-1)!
  const pairs = pairsOf({ body: Buffer.from(body, 'latin1') })
  return { requestLine, headers, body, pairs, fields: Object.fromEntries(pairs) as Fields }
}

/** Something to send where nothing has to exist: ids of no order. */
const nowhere: Fields = {
  orderid: '6760001',
  cardrefid: '1020300',
  'sending-card-ref-id': '1020300',
  'recurring-payment-id': '1',
  card_recurring_payment_id: '1',
  destination_card_recurring_payment_id: '2',
  cres: 'eyJhIjoxfQ==',
  pares: 'eyJhIjoxfQ==',
}

/** The control by the formulas of the sandbox's own tests. */
function expectedPlain(id: OperationId, fields: Fields, endpointId: string, minor: string): string {
  const place: Place = { baseUrl: '', identity: { ...sandbox.identity, endpointId } }
  return ways[id]!.plain!(fields, place, minor) + sandbox.identity.merchantControlKey
}

describe.each<[Connection['settings']['controlEncoding'], SwitchName | null]>([
  ['hex-lower', null],
  ['hex-upper', 'control-hex-upper'],
  ['base64', 'control-base64'],
])('the control encoding %s', (controlEncoding, name) => {
  const settings: Settings = { controlEncoding }

  it.each(controlled)('is what %s carries, to the byte', async (id) => {
    const sent = await arrivalOf(id, everyField(id, nowhere), settings)
    const minor = sent.fields['amount'] === undefined ? '' : minorText(sent.fields['amount'])
    const hex = sha1(expectedPlain(id, sent.fields, '1144', minor))
    const expected = {
      'hex-lower': hex,
      'hex-upper': hex.toUpperCase(),
      base64: Buffer.from(hex, 'hex').toString('base64'),
    }[controlEncoding]
    expect(sent.fields['control']).toBe(expected)
    expect(sent.body).toContain(`control=${encodeURIComponent(expected)}`)
    expect(sent.body).toMatch(/^[A-Za-z0-9._~%&=-]+$/)
  })

  it('is taken by a gateway that wants it, and by no other', async () => {
    const rig = await rigAt(sandbox, { settings })
    const { sale } = storiesAt(await rigAt(sandbox), sandbox)
    const reported = await sale!['with every field']!()
    if (name !== null) {
      await expect(carryOut(sandbox, rig, 'sale', reported)).rejects.toThrow(/INVALID_CONTROL_CODE/)
      sandbox.setSwitch(name, true)
    }
    for (const id of controlled)
      for (const story of Object.values(storiesOf(rig, sandbox, id)))
        await carryOut(sandbox, rig, id, await story())
  })
})

describe('the digits rule', () => {
  const order = (amount: string, currency: string): Fields =>
    fewestFields('sale', { amount, currency })

  it.each([
    ['iso-4217', '1500', 'JPY', '1500', '1500'],
    ['iso-4217', '12.345', 'KWD', '12.345', '12345'],
    ['iso-4217', '12.3', 'EUR', '12.30', '1230'],
    ['always-2', '1500', 'JPY', '1500.00', '150000'],
    ['always-2', '12.34', 'KWD', '12.34', '1234'],
    ['always-2', '12.3', 'EUR', '12.30', '1230'],
  ] as const)(
    '%s sends %s %s as %s and signs %s',
    async (digitsRule, typed, currency, amount, minor) => {
      const sent = await arrivalOf('sale', order(typed, currency), { digitsRule })
      expect(sent.fields).toMatchObject({ amount, currency })
      expect(sent.fields['control']).toBe(sha1(expectedPlain('sale', sent.fields, '1144', minor)))
    },
  )

  it.each([
    ['iso-4217', '1534', 'JPY', 1534, '1534'],
    ['iso-4217', '12.345', 'KWD', 12_345, '12.345'],
    ['always-2', '1534', 'JPY', 1534, '1534.00'],
    ['always-2', '12.34', 'KWD', 12_340, '12.34'],
    ['always-2', '12.34', 'EUR', 1234, '12.34'],
  ] as const)(
    '%s moves %s %s at a gateway that counts so',
    async (digitsRule, typed, currency, minor, reported) => {
      sandbox.setSwitch('amounts-always-2', digitsRule === 'always-2')
      const rig = await rigAt(sandbox, { settings: { digitsRule } })
      await carryOut(sandbox, rig, 'sale', {
        request: order(typed, currency),
        status: { says: { status: 'approved', amount: reported, currency } },
        books: minor,
      })
    },
  )

  it.each([
    ['JPY', '1534'],
    ['KWD', '12.34'],
  ])(
    'that differs from the gateway’s is refused for %s, and moves nothing',
    async (currency, amount) => {
      const before = sandbox.effects().length
      const rig = await rigAt(sandbox, { settings: { digitsRule: 'always-2' } })
      expect(await rig.send('sale', order(amount, currency))).toMatchObject({ kind: 'rejected' })
      sandbox.setSwitch('amounts-always-2', true)
      const other = await rigAt(sandbox)
      expect(await other.send('sale', order(amount, currency))).toMatchObject({ kind: 'rejected' })
      expect(sandbox.effects()).toHaveLength(before)
    },
  )
})

describe('amounts in minor units', () => {
  it.each([
    ['EUR', '12.34', '1234', 1234],
    ['JPY', '1534', '1534', 1534],
    ['KWD', '12.345', '12345', 12_345],
  ])('%s %s is sent as %s, signed in the same cents and read back', async (...row) => {
    const [currency, typed, sent, minor] = row
    const order = fewestFields('sale', { amount: typed, currency })
    const arrived = await arrivalOf('sale', order, { amountUnit: 'minor' })
    expect(arrived.fields).toMatchObject({ amount: sent, currency })
    expect(arrived.fields['control']).toBe(
      sha1(expectedPlain('sale', arrived.fields, '1144', sent)),
    )
    sandbox.setSwitch('takes-minor-units', true)
    sandbox.setSwitch('tells-minor-units', true)
    const rig = await rigAt(sandbox, { settings: { amountUnit: 'minor' } })
    await carryOut(sandbox, rig, 'sale', {
      request: order,
      status: { says: { status: 'approved', amount: sent, currency } },
      books: minor,
    })
  })
})

describe('the scheme', () => {
  it('is a choice exactly where the interface shows none', () => {
    expect(configurable.toSorted()).toEqual([
      'get-card-info',
      'payment-form',
      'payout-form',
      'payout-pay',
    ])
    expect(choices).toHaveLength(3 + 3 + 2 + 2)
  })

  it.each(choices)('of %s may be %s, and works', async (id, _scheme, choice) => {
    const rig = await rigAt(sandbox, { settings: { schemes: { [id]: choice.scheme } } })
    for (const story of Object.values(storiesOf(rig, sandbox, id)))
      await carryOut(sandbox, rig, id, await story(), choice)
  })

  it.each(choices)(
    'of %s as %s brings along what it needs and no more',
    async (id, _scheme, choice) => {
      const fields = everyField(id, nowhere)
      const sent = await arrivalOf(id, fields, { schemes: { [id]: choice.scheme } })
      const added = Object.keys(sent.fields).filter((name) => !(name in fields))
      expect(added.sort()).toEqual(addedBy(id, choice))
      expect(sent.headers['authorization'] === undefined).toBe(choice.scheme === 'control')
      expect(sent.fields).toMatchObject(fields)
    },
  )

  it('can’t be changed where the interface shows one, nor to one it does not offer', async () => {
    const schemes = { sale: 'hmac-sha1', payout: 'control', 'payout-form': 'control' } as const
    const rig = await rigAt(sandbox, { settings: { schemes } })
    for (const id of ['sale', 'payout', 'payout-form'] as const)
      for (const story of Object.values(storiesOf(rig, sandbox, id)))
        await carryOut(sandbox, rig, id, await story())
  })
})

describe('an endpoint group', () => {
  it.each(operationIds)('stands in the path of %s, and its bare id in the formula', async (id) => {
    const sent = await arrivalOf(id, everyField(id, nowhere), {}, 'group/77')
    expect(sent.requestLine).toBe(`POST /paynet${rowOf(id).path}/group/77 HTTP/1.1`)
    expect(sent.headers).toMatchObject({
      accept: 'application/vnd.pay+json',
      'content-type': 'application/x-www-form-urlencoded',
    })
    if (defaultAuth(id).scheme !== 'control') return
    const minor = sent.fields['amount'] === undefined ? '' : minorText(sent.fields['amount'])
    expect(sent.fields['control']).toBe(sha1(expectedPlain(id, sent.fields, '77', minor)))
  })
})

describe('a path that differs', () => {
  it.each(operationIds)('is where %s goes', async (id) => {
    const sent = await arrivalOf(id, everyField(id, nowhere), {
      paths: { [id]: '/api/v9/elsewhere/' },
    })
    expect(sent.requestLine).toBe('POST /paynet/api/v9/elsewhere/1144 HTTP/1.1')
  })

  it('leaves the control as it is, and is part of what OAuth signs', async () => {
    const paths = { 'payment-form': '/api/v2/sale-form', 'payout-pay': '/api/v4/create-card-ref' }
    const rig = await rigAt(sandbox, { settings: { paths } })
    const form = await rig.perform('payment-form', fewestFields('payment-form'))
    expect(receivedAs(sandbox, form.answer)).toMatchObject({
      operation: 'sale-form',
      signature: { isGood: true, scheme: 'control' },
    })
    const { request } = await storiesAt(rig, sandbox)['create-card-ref-v4']!['of a sale']!()
    const outcome = await rig.send('payout-pay', request)
    // Taken and answered as what the path names. interface.md shows no record for this request, so
    // any record that is no error accepts it; the outcome is for its status to tell.
    expect(outcome).toMatchObject({
      kind: 'accepted',
      answer: { type: 'create-card-ref-response', status: 'approved' },
    })
    expect(sandbox.requests().at(-1)).toMatchObject({
      operation: 'create-card-ref-v4',
      signature: { isGood: true, scheme: 'oauth' },
    })
  })
})
