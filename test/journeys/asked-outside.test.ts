// A script got into the page and calls the bridge as the screens do. What weakens a guard of money
// is asked by the system, where the script can't press; here the person there says no.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { connectionRecord, connectionSettings } from '../../src/shared/connections/connection.ts'
import { formatMessages } from '#wording/format-messages.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { fewestFields } from './field-samples.ts'
import type { Review } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import { faultOf, must, trainingOrder } from './story.ts'
import { eachPerson, eachWorld } from './world.ts'

const world = eachWorld(20)
const person = eachPerson()
beforeEach(() => world.start({ undoMs: 10_000, ask: person.ask }))

const settings = connectionSettings.parse({})
const declined = { kind: 'denied', sent: 'no', reason: 'not-permitted' }
const sandboxSettings = async () =>
  must(await world.open.desk['connection:show']({ connectionId: 'sandbox' })).settings
const setMoney = (money: Record<string, unknown>) =>
  world.open.desk['connection:set-money']({ connectionId: 'sandbox', money })
const entries = async (kind: string) =>
  must(await world.open.desk['audit:list']({ filter: { kind }, limit: 50 })).rows.map(
    (row) => row.details,
  )

async function ownConnection(baseUrl = world.sandbox.baseUrl, connectionId?: string) {
  const {
    id: _id,
    isEmbedded: _isEmbedded,
    ...record
  } = connectionRecord.parse({
    id: 'x',
    isEmbedded: false,
    name: 'Shop',
    environment: 'test',
    baseUrl,
    endpointId: world.sandbox.identity.endpointId,
    login: world.sandbox.identity.login,
    settings: {},
  })
  return world.open.desk['connection:save'](
    connectionId === undefined ? record : { ...record, connectionId },
  )
}

describe('a script in the page that weakens the guards of money', () => {
  it('switches neither the undo window off nor card entry on, and leaves a trace in the log', async () => {
    person.answer = false
    expect(faultOf(await setMoney({ undoMs: 0 }))).toMatchObject(declined)
    const cards = await world.open.desk['connection:set-card-entry']({
      connectionId: 'sandbox',
      isOn: true,
    })
    expect(faultOf(cards)).toMatchObject(declined)
    expect(await sandboxSettings()).toMatchObject({ cardEntry: false, money: { undoMs: 10_000 } })
    expect(person.asked).toHaveLength(2)
    expect(await entries('confirmation:declined')).toHaveLength(2)
  })

  it('opens one question, however many it asks for, and fills neither the screen nor the log', async () => {
    const { id } = must(await ownConnection())
    let release = (): void => undefined
    person.whileAsked = () => new Promise<void>((resolve) => (release = resolve))
    const all = [
      ...Array.from({ length: 20 }, () => setMoney({ undoMs: 0 })),
      ownConnection('http://127.0.0.1:1/paynet', id),
      world.open.desk['money:resume']({ stopIds: [], reason: 'all is well here' }),
      world.open.desk['update:set-feed']({ feed: null, channel: 'stable' }),
      world.open.desk['audit:export']({ filter: {} }),
    ]
    const [first, ...others] = all
    for (const refused of await Promise.all(others))
      expect(faultOf(refused as Result<unknown>)).toMatchObject({
        ...{ kind: 'denied', sent: 'no', reason: 'question-open' },
        message: 'A question in the system’s dialog waits for an answer. Answer it first.',
      })
    expect(person.asked).toHaveLength(1)
    expect(await entries('confirmation:not-asked')).toHaveLength(1)
    person.answer = false
    release()
    expect(faultOf(await first!)).toMatchObject(declined)
    expect(person.asked).toHaveLength(1)
  })

  it('does not turn a connection that holds a key to another host', async () => {
    const { id } = must(await ownConnection())
    const key = world.sandbox.identity.merchantControlKey
    must(await world.open.desk['key:set-control']({ connectionId: id, key }))
    person.answer = false
    const moved = await ownConnection('http://127.0.0.1:1/paynet', id)
    expect(faultOf(moved)).toMatchObject(declined)
    expect(person.asked.at(-1)?.detail).toContain('127.0.0.1:1')
    const shown = must(await world.open.desk['connection:show']({ connectionId: id }))
    expect(shown.baseUrl).toBe(world.sandbox.baseUrl)
  })

  it('saves nothing when the connection was changed while the question was open', async () => {
    person.whileAsked = async () => {
      person.whileAsked = () => Promise.resolve()
      must(await setMoney({ voidNeedsReason: true }))
    }
    expect(faultOf(await setMoney({ undoMs: 0 }))).toMatchObject({ reason: 'not-possible' })
    expect((await sandboxSettings()).money).toMatchObject({ undoMs: 10_000, voidNeedsReason: true })
  })

  it('does not let stopped money move again', async () => {
    person.answer = false
    const resumed = await world.open.desk['money:resume']({
      stopIds: [],
      reason: 'all is well here',
    })
    expect(faultOf(resumed)).toMatchObject(declined)
  })

  it('puts no backup in the ledger’s place, which knows neither the keys nor the requests since', async () => {
    const name = 'ledger-daily-20260102T030405Z.db'
    const backup = join(world.folder, 'backups', name)
    mkdirSync(join(world.folder, 'backups'), { recursive: true })
    writeFileSync(backup, '')
    person.answer = false
    expect(faultOf(await world.open.desk['copy:restore']({ name }))).toMatchObject(declined)
    expect(person.asked.at(-1)?.message).toBe(`Replace the ledger with the backup “${name}”?`)
    expect(must(await world.open.desk['copy:list']({})).asked).toBeNull()
    person.answer = true
    person.whileAsked = () => Promise.resolve(rmSync(backup))
    expect(faultOf(await world.open.desk['copy:restore']({ name }))).toMatchObject({
      reason: 'not-found',
    })
    expect(must(await world.open.desk['copy:list']({})).asked).toBeNull()
    expect(await entries('ledger:restore-asked')).toEqual([])
  })

  it('does not say of a lost refund that it did not happen', async () => {
    must(await setMoney({ undoMs: 0 }))
    const connectionId = 'sandbox'
    const paid = /paid sale of 120\.00 EUR/
    const order = world.sandbox.trainingOrders().find(({ about }) => paid.test(about))!
    const { orderid, clientOrderid: client_orderid } = order
    must(await world.open.desk['order:look-up']({ connectionId, by: 'orderid', value: orderid }))
    const reason = 'Their support finds no trace of it'
    const request = { orderid, client_orderid, amount: '20.00', currency: 'EUR', comment: reason }
    world.sandbox.setFault({ operation: 'return', kind: 'reset-without-effect', times: 1 })
    const review = must(
      await world.open.desk['attempt:review']({ connectionId, operation: 'return', request }),
    )
    const { attemptId } = review
    await world.open.desk['attempt:confirm'](review)
    const shown = must(await world.open.desk['attempt:show']({ attemptId }))
    expect(shown.state).toBe('UNKNOWN')
    const said = {
      attemptId,
      reportedSeq: shown.reportedSeq,
      outcome: 'did-not-happen',
      reason,
    } as const
    person.answer = false
    person.asked = []
    const early = faultOf(await world.open.desk['attempt:resolve'](said))
    expect(early).toMatchObject({ kind: 'input', field: 'override' })
    expect(person.asked).toEqual([])
    const override = 'The customer waits at the desk'
    const resolved = await world.open.desk['attempt:resolve']({ ...said, override })
    expect(faultOf(resolved)).toMatchObject(declined)
    expect(person.asked[0]?.detail).toContain(orderid)
    expect(must(await world.open.desk['attempt:show']({ attemptId })).state).toBe('UNKNOWN')
    person.answer = true
    must(await world.open.desk['attempt:resolve']({ ...said, override }))
  })

  it('sends nothing where the connection asks outside the window, however often it confirms', async () => {
    must(await setMoney({ undoMs: 0 }))
    must(await setMoney({ confirmOutside: true }))
    const order = world.sandbox
      .trainingOrders()
      .find(({ about }) => /paid sale of 120\.00 EUR/.test(about))!
    await world.open.desk['order:look-up']({
      connectionId: 'sandbox',
      by: 'orderid',
      value: order.orderid,
    })
    const review = must(
      await world.open.desk['attempt:review']({
        connectionId: 'sandbox',
        operation: 'return',
        request: {
          client_orderid: order.clientOrderid,
          orderid: order.orderid,
          amount: '20.00',
          currency: 'EUR',
          comment: 'asked outside',
        },
      }),
    )
    person.answer = false
    person.asked = []
    let release = (): void => undefined
    person.whileAsked = () => new Promise<void>((resolve) => (release = resolve))
    const all = Array.from({ length: 20 }, () => world.open.desk['attempt:confirm'](review))
    await Promise.race(all.slice(1))
    release()
    for (const one of await Promise.all(all)) expect(one.ok).toBe(false)
    expect(person.asked).toHaveLength(1)
    expect(person.asked[0]?.message).toContain('refund')
    const [question] = formatMessages(person.asked)
    const { host } = new URL(world.sandbox.baseUrl)
    expect(question?.detail.split('\n')).toEqual([
      expect.stringMatching(/^20\.00\sEUR$/),
      'Environment: test',
      `Host: ${host}`,
      `Merchant login: “${world.sandbox.identity.login}”`,
      `Order: “${order.orderid}”`,
      'Connection: “Sandbox”',
    ])
    expect(question?.action).toBe('Send')
    expect(world.sandbox.effects()).toEqual([])

    // The same review is confirmed once the person says so.
    person.answer = true
    person.whileAsked = () => Promise.resolve()
    must(await world.open.desk['attempt:confirm'](review))
    expect(world.sandbox.requests().filter((row) => row.operation === 'return')).toHaveLength(1)
  })
})

describe('a change that is too long to be read in a dialog of the system', () => {
  it.each([
    ['one value', { proxyUrl: `http://${'a'.repeat(3_000)}` }],
    [
      'many values',
      {
        fields: Array.from({ length: 150 }, (_, at) => ({
          ...{ operation: 'sale', field: `own_${at}`, isAdded: true, value: 'x'.repeat(100) },
        })),
      },
    ],
  ])('is not asked about, so that %s can’t push another out of sight', async (_what, more) => {
    const { id, baseUrl } = must(await ownConnection())
    const saved = await world.open.desk['connection:save']({
      ...{ connectionId: id, name: 'Shop', environment: 'test', baseUrl },
      ...{ endpointId: world.sandbox.identity.endpointId, login: world.sandbox.identity.login },
      settings: connectionSettings.parse({ ...more, money: { undoMs: 0 } }),
    })
    expect(faultOf(saved)).toMatchObject({
      ...{ kind: 'denied', reason: 'not-possible' },
      message: expect.stringContaining('Change fewer settings at once') as string,
    })
    expect(person.asked).toEqual([])
  })
})

describe('a host in letters of another script', () => {
  const save = (baseUrl: string, connectionId?: string) =>
    world.open.desk['connection:save']({
      ...{ name: 'Shop', environment: 'production', endpointId: '1', login: 'other', settings },
      ...{ baseUrl, ...(connectionId === undefined ? {} : { connectionId }) },
    })

  it('is looked at a second time outside the page, in both ways of writing', async () => {
    person.answer = false
    const host = 'https://xn--gte-5cd.example/paynet'
    expect(faultOf(await save(host))).toMatchObject(declined)
    expect(person.asked.at(-1)).toMatchObject({ message: 'Add the connection “Shop”?' })
    expect(person.asked.at(-1)?.detail).toContain('“аgte.example”')
    expect(person.asked.at(-1)?.detail).toContain('“xn--gte-5cd.example”')
    person.answer = true
    const { id } = must(await save('https://gate.example/paynet'))
    person.answer = false
    expect(faultOf(await save(host, id))).toMatchObject(declined)
    expect(person.asked.at(-1)?.detail).toContain('“аgte.example”')
    person.answer = true
    must(await save(host, id))
  })

  it('is asked about only where the letters are not those of a computer', async () => {
    must(await save('https://gate.example/paynet'))
    expect(person.asked).toEqual([])
  })
})

describe('the system’s dialog before money', () => {
  const linesBefore = async (
    operation: OperationId,
    more: Record<string, string>,
    connectionId = 'sandbox',
  ) => {
    must(
      await world.open.desk['connection:set-money']({
        connectionId,
        money: { confirmOutside: true },
      }),
    )
    const {
      client_orderid: _own,
      'client-orderid': _other,
      ...fields
    } = fewestFields(operation, more)
    const request = { ...fields, ...more }
    const input = { connectionId, operation, request }
    const review = must(await world.open.desk['attempt:review'](input))
    person.answer = false
    expect(faultOf(await world.open.desk['attempt:confirm'](review))).toMatchObject(declined)
    person.answer = true
    return person.asked.at(-1)!.detail.split('\n')
  }

  it('names the bank of an account, since the same number is another account elsewhere', async () => {
    const lines = await linesBefore('payout', {
      ...{ account_number: '123456789', account_name: 'Anna Müller' },
      ...{ routing_number: '026009593', bank_name: 'Another bank' },
    })
    expect(lines).toEqual(
      expect.arrayContaining([
        'With routing number: “026009593”',
        'With bank name: “Another bank”',
      ]),
    )
  })

  it('says of a subscription how often it charges, and calls its card no payee', async () => {
    const lines = await linesBefore('create-recurring-payment', {
      ...{ cardrefid: '4711', period: 'daily', interval: '1', type: 'auto' },
    })
    expect(lines).toEqual(
      expect.arrayContaining([
        'Card: “4711”',
        'With period: “daily”',
        'With interval: “1”',
        'With type: “auto”',
      ]),
    )
    expect(lines.join()).not.toContain('Pay to')
  })

  it('says that one like it left before, and sends nothing where another one left meanwhile', async () => {
    const { client_orderid: _own, ...fields } = fewestFields('payout', { account_number: '4711' })
    const payout = { ...fields, account_number: '4711', amount: '10.00', currency: 'EUR' }
    const { id: shop } = must(await ownConnection())
    const key = world.sandbox.identity.merchantControlKey
    must(await world.open.desk['key:set-control']({ connectionId: shop, key }))
    const review = async (connectionId = 'sandbox') =>
      must(
        await world.open.desk['attempt:review']({
          connectionId,
          operation: 'payout',
          request: payout,
        }),
      )
    const confirm = ({ attemptId, token }: Review, twinsSeen: string[]) =>
      world.open.desk['attempt:confirm']({ attemptId, token, twinsSeen })
    must(await setMoney({ undoMs: 0 }))
    must(
      await world.open.desk['connection:set-money']({ connectionId: shop, money: { undoMs: 0 } }),
    )
    world.sandbox.setFault({ operation: 'payout', kind: 'reset-without-effect', times: 1 })
    const first = await review()
    await confirm(first, [])
    const [second, third] = [await review(), await review(shop)]
    must(await setMoney({ confirmOutside: true }))
    const seen = [first.attemptId, third.attemptId]
    person.whileAsked = async () => {
      person.whileAsked = () => Promise.resolve()
      must(await confirm(third, seen))
    }
    expect(faultOf(await confirm(second, seen))).toMatchObject({ sent: 'no', reason: 'twin' })
    expect(person.asked.at(-1)?.detail.split('\n')[1]).toMatch(
      /^A request like this left .+ ago: 10\.00\sEUR, outcome unknown\.$/,
    )
    person.answer = false
    expect(faultOf(await confirm(second, seen))).toMatchObject(declined)
    expect(person.asked.at(-1)?.detail.split('\n')[1]).toMatch(
      / ago: 10\.00\sEUR, .+ Others like it: 1\.$/,
    )
  })

  it('says of a refund that one of this amount left before on this order', async () => {
    const orderid = trainingOrder(world.sandbox, /paid sale of 120\.00 EUR/)
    const connectionId = 'sandbox'
    const order = must(
      await world.open.desk['order:look-up']({ connectionId, by: 'orderid', value: orderid }),
    )
    const client_orderid = order.clientOrderid
    const request = { orderid, client_orderid, amount: '10.00', currency: 'EUR', comment: 'broken' }
    const review = async () =>
      must(await world.open.desk['attempt:review']({ connectionId, operation: 'return', request }))
    must(await setMoney({ undoMs: 0 }))
    must(await world.open.desk['attempt:confirm'](await review()))
    await expect
      .poll(async () => {
        const now = must(await world.open.desk['order:check']({ connectionId, orderid }))
        return now.attempts.at(-1)?.state
      })
      .toBe('SUCCEEDED')
    must(await setMoney({ confirmOutside: true }))
    person.answer = false
    expect(faultOf(await world.open.desk['attempt:confirm'](await review()))).toMatchObject(
      declined,
    )
    expect(person.asked.at(-1)?.detail.split('\n')[1]).toMatch(
      /^A request like this left \d+ seconds? ago: 10\.00\sEUR, succeeded\.$/,
    )
  })

  it('names a field that only this host has, where the page filled it in', async () => {
    const { id } = must(
      await world.open.desk['connection:save']({
        ...{ name: 'Shop', environment: 'test', baseUrl: world.sandbox.baseUrl },
        ...{ endpointId: world.sandbox.identity.endpointId, login: world.sandbox.identity.login },
        settings: connectionSettings.parse({
          fields: [
            { operation: 'make-rebill', field: 'split_to', isAdded: true },
            { operation: 'make-rebill', field: 'site_id', isAdded: true, value: 'our-own' },
          ],
        }),
      }),
    )
    const key = world.sandbox.identity.merchantControlKey
    must(await world.open.desk['key:set-control']({ connectionId: id, key }))
    const lines = await linesBefore(
      'make-rebill',
      { cardrefid: '4711', split_to: 'their-account' },
      id,
    )
    expect(lines).toContain('With split to: “their-account”')
    expect(lines.join()).not.toContain('our-own')
  })
})

describe('the system’s dialog before a payout', () => {
  const payout = async (more: Record<string, string>) => {
    must(await setMoney({ confirmOutside: true }))
    const { client_orderid: _own, ...fields } = fewestFields('payout')
    const request = { ...fields, amount: '900.00', currency: 'EUR', ...more }
    const review = must(
      await world.open.desk['attempt:review']({
        ...{ connectionId: 'sandbox', operation: 'payout', request },
      }),
    )
    person.answer = false
    expect(faultOf(await world.open.desk['attempt:confirm'](review))).toMatchObject(declined)
    return person.asked.at(-1)!.detail.split('\n')
  }

  it('names the account that the money goes to, whatever the page showed', async () => {
    const iban = 'DE89370400440532013000'
    const lines = await payout({ account_number: iban, account_name: 'Anna Müller' })
    expect(lines).toContain(`Pay to: “${iban}”, “Anna Müller”`)
    expect(lines).toContainEqual(expect.stringMatching(/^900\.00\sEUR$/))
    expect(world.sandbox.effects()).toEqual([])
  })

  it('lets no text of the page make a line of its own', async () => {
    const lines = await payout({
      ...{ account_number: 'DE89370400440532013000' },
      first_name: 'Anna”\u202e Amount: “1.00 EUR',
    })
    expect(lines).toContain(
      'Pay to: “DE89370400440532013000”, “Anna\\u{201D}\\u{202E} Amount: \\u{201C}1.00 EUR”',
    )
    expect(lines).toHaveLength(7)
  })

  it('can’t be made to say that nothing is sent, by the name of a connection', async () => {
    for (const name of [
      'Shop\nOnly a test: nothing is sent',
      'Shop\u202e',
      'Sh\u200bop',
      'Shop\u0000',
    ]) {
      const saved = await world.open.desk['connection:save']({
        ...{ name, environment: 'test', endpointId: '1', login: 'shop', settings },
        baseUrl: world.sandbox.baseUrl,
      })
      expect(faultOf(saved)).toMatchObject({ kind: 'input', field: 'name' })
    }
  })

  it('quotes the reason of a resume on one line, behind what stopped money', async () => {
    person.answer = false
    const reason = 'checked\n\nThere is nothing to see here'
    await world.open.desk['money:resume']({ stopIds: [], reason })
    expect(person.asked.at(-1)?.detail).toBe(
      'Reason given: “checked\\u{000A}\\u{000A}There is nothing to see here”',
    )
  })
})
