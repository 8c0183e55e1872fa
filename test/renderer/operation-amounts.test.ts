// Walks every operation of the table that has an amount: what its form reads, what its review shows
// and what is signed and sent are one amount, in currencies without, with two and with three
// decimals; and what can't be read is refused by field, with how to write it.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { ok } from '#shared/fault.ts'
import { isAction, flowOf, orderidFieldOf } from '#shared/gateway/flow.ts'
import { type OperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import type { DigitsRule } from '#shared/money.ts'
import { formatAmount } from '#wording/amounts.ts'
import { confirm } from '../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../src/main/desk/payments/review/review-request.ts'
import { createClient, type SignedRequest } from '../../src/main/gateway/client.ts'
import { createSigner } from '../../src/main/gateway/signing/sign.ts'
import { readAmount } from '../../src/renderer/forms/request.ts'
import {
  faultsFrom,
  readTypedAmount,
  shownFieldsOf,
  wayField,
} from '../../src/renderer/forms/typed-fields.ts'
import {
  alternativesOf,
  labelsOfField,
} from '../../src/renderer/messages/forms/operation-fields.ts'
import { createTestDesk } from '../fakes/desk.ts'
import { accepted, saleStatus } from '../fakes/gateway.ts'
import { withSealedCard } from '../fakes/sealed-card.ts'
import { everyField, fieldsOf, hasSample } from '../journeys/field-samples.ts'
import { freeTurns } from '../fakes/turns.ts'

const { keys } = JSON.parse(
  readFileSync(new URL('../vectors/signing.json', import.meta.url), 'utf8'),
) as { keys: { rsa2048: { pkcs8: string } } }

const withAmount = operationIds.filter((id) => rowOf(id).request.shape['amount'] !== undefined)
/** A currency, what is typed, what it says, its minor units, and what is sent. */
const good = [
  ['EUR', '1234.5', '1\u202f234.50\u00a0EUR', '123450', '1234.50'],
  ['JPY', '1234', '1\u202f234\u00a0JPY', '1234', '1234'],
  ['KWD', '1.25', '1.250\u00a0KWD', '1250', '1.250'],
  ['EUR', '120,50', '120.50\u00a0EUR', '12050', '120.50'],
  ['EUR', '1.234,5', '1\u202f234.50\u00a0EUR', '123450', '1234.50'],
] as const
/** What is refused, with the readings that are offered. */
const bad = [
  ['EUR', '2.614', ['2614.00']],
  ['EUR', '1,234', ['1234.00']],
  ['EUR', '1,230', ['1.23', '1230.00']],
  ['JPY', '1,234', ['1234']],
  ['JPY', '12.50', []],
  ['KWD', '1,234', ['1.234', '1234.000']],
  ['KWD', '1.2345', []],
  ['EUR', '0', []],
  ['EUR', 'a lot', []],
] as const
const filled = (id: OperationId, more: Record<string, string>) => {
  const others = fieldsOf(id).filter((name) => !hasSample(name))
  return everyField(id, { ...Object.fromEntries(others.map((name) => [name, '771177'])), ...more })
}
const rule: DigitsRule = 'iso-4217'
const waysOf = (id: OperationId): (string | null)[] =>
  alternativesOf[id]?.ways.map((way) => way.id) ?? [null]
const forms = withAmount
  .filter((id) => !isAction(id))
  .flatMap((id) => waysOf(id).map((way) => [id, way] as const))

it('no operation has money in a field of another name', () => {
  expect(withAmount.length).toBeGreaterThan(12)
  const named = operationIds.flatMap((id) => Object.keys(rowOf(id).request.shape))
  const others = named.filter((name) => /amount|price|total|sum/.test(name) && name !== 'amount')
  expect(others).toEqual([])
  expect(labelsOfField('amount').kind).toBe('amount')
})

describe.each(forms)('the form of %s (%s)', (id, way) => {
  const typedWith = (amount: string, currency: string) => ({
    ...filled(id, {}),
    ...(way === null ? {} : { [wayField]: way }),
    amount,
    currency,
  })

  it('shows amount and currency together', () => {
    const shown = shownFieldsOf(id, typedWith('', '')).map(({ name }) => name)
    expect(shown).toEqual(expect.arrayContaining(['amount', 'currency']))
  })

  it.each(good)('reads %s %s as %s', (currency, amount, label) => {
    const read = readTypedAmount(amount, currency, rule)
    expect(read).toEqual(ok({ label }))
    const { amount: ofAmount, currency: ofCurrency } = faultsFrom(
      id,
      typedWith(amount, currency),
      rule,
    )
    expect([ofAmount, ofCurrency]).toEqual([undefined, undefined])
  })

  it.each(bad)(
    'refuses %s %s at the amount, and says how to write it',
    (currency, amount, offered) => {
      const read = readTypedAmount(amount, currency, rule)
      if (read.ok || read.fault.kind !== 'input') throw new Error('it was read')
      expect([read.fault.field, read.fault.readings ?? []]).toEqual(['amount', offered])
      const { amount: said } = faultsFrom(id, typedWith(amount, currency), rule)
      expect(said).toBe(read.fault.message)
      expect(said).toMatch(/like \d|more than zero/)
    },
  )

  it('refuses one without the other where it is missing, and says what to enter', () => {
    for (const currency of ['', 'EU', 'euro'])
      expect(faultsFrom(id, typedWith('12.50', currency), rule)['currency']).toMatch(
        /three-letter.* like EUR|Enter currency as well/,
      )
    const { amount } = faultsFrom(id, typedWith('', 'EUR'), rule)
    expect(amount).toMatch(/like 12\.50|Enter amount as well/)
  })
})

describe('the form of an action on an order', () => {
  it.each(good)('reads %s %s as %s', (currency, amount, label) => {
    expect(readAmount(amount, currency, rule, null)).toEqual(ok({ label }))
  })
  it.each(bad)('refuses %s %s with its readings', (currency, amount, offered) => {
    const read = readAmount(amount, currency, rule, null)
    if (read.ok || read.fault.kind !== 'input') throw new Error('it was read')
    expect([read.fault.field, read.fault.readings ?? []]).toEqual(['amount', offered])
  })
})

/** A desk with the real signer; what would go over the wire is kept. */
function openDesk(order: Record<string, string>) {
  const desk = createTestDesk()
  desk.gateway.status = order
  const sent: SignedRequest[] = []
  let nonces = 0
  const { build } = createClient({
    signer: createSigner({
      vault: {
        read: async (slot) =>
          ok(slot.endsWith('private_key') ? keys.rsa2048.pkcs8 : 'B17F59B4-A7DC'),
      },
      clock: desk.ports.clock,
      nonce: () => `nonce${(nonces += 1)}`,
      connectionId: 'test-1',
    }),
    takeTurn: freeTurns,
    transport: () => Promise.reject(new Error('nothing leaves')),
    clock: desk.ports.clock,
    sleep: () => Promise.resolve(),
    random: () => 0.5,
    readCaFile: (path) => Promise.reject(new Error(path)),
    proxyFor: () => ok(null),
    stopOAuth: () => null,
    onAnswer: () => undefined,
    report: () => undefined,
  })
  const client = {
    ...desk.gateway.client,
    build,
    send: async (signed: SignedRequest) => {
      sent.push(signed)
      return accepted()
    },
  }
  const found = desk.ports.connections.all()[0]!
  const settings = {
    ...found.settings,
    cardEntry: true,
    extensions: operationIds.filter((id) => rowOf(id).isExtension === true),
  }
  const own = { ...found, settings }
  const connections = { ...desk.ports.connections, all: () => [own], find: () => own }
  return { ...desk, sent, ports: { ...desk.ports, connections, gateway: () => client } }
}

describe.each(withAmount)('the review of %s', (id) => {
  it.each(good)(
    'shows %s %s as it is signed and sent',
    async (currency, typed, label, minor, wire) => {
      const order = { client_orderid: 'inv-1', orderid: '7000001' }
      const held = { 'transaction-type': 'preauth', 'order-stage': 'auth_approved' }
      const { ports, sent, close } = openDesk(
        saleStatus('99999', { currency, ...(id === 'capture' ? held : {}) }),
      )
      const request = filled(id, { amount: typed, currency, ...(isAction(id) ? order : {}) })
      const own = orderidFieldOf(id)
      if (flowOf(id) === 'new' && own !== null) delete (request as Record<string, string>)[own]
      const asked = { connectionId: 'test-1', operation: id, request }
      const input = await withSealedCard(asked, ports.cards.begin)
      const review = await reviewRequest(ports, input)
      if (!review.ok) throw new Error(JSON.stringify(review.fault))
      const { amount, fields } = review.value
      expect(amount).toEqual({ amount: wire, currency })
      expect(formatAmount(amount!)).toBe(label)
      expect(fields).toContainEqual({ name: 'amount', value: wire })
      expect(fields).toContainEqual({ name: 'currency', value: currency })

      expect(await confirm(ports, review.value)).toMatchObject({ ok: true })
      const [signed, ...more] = sent
      expect(more).toEqual([])
      const body = new URLSearchParams(signed?.body.toString('latin1'))
      expect([body.get('amount'), body.get('currency')]).toEqual([wire, currency])
      expect(signed?.fieldsRedacted.map(({ name }) => name)).toEqual([...body.keys()])
      // Signed anew before it is sent: but for a signature’s own nonce and time it is what was
      // reviewed.
      const named = (list: readonly { name: string; value: string }[]) =>
        list.filter(({ name }) => !/^(control|oauth_)/.test(name))
      expect(named(signed?.fieldsRedacted ?? [])).toEqual(named(fields))
      expect(signed?.digest).toBe(review.value.digest)
      const { auth } = rowOf(id)
      if (auth.scheme === 'control' && auth.parts.some((part) => part.startsWith('amount:minor')))
        expect(signed?.explanation.plainMasked).toContain(minor)
      close()
    },
  )
})
