// A card, its security code, the control key and a private key go through every operation that
// takes them, with the real ledger journalling what it would; afterwards all there is to read is
// searched for them.
import { generateKeyPairSync } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Connection, moneySettings } from '#shared/connections/connection.ts'
import { cardFields } from '#shared/gateway/operations/parts/fields.ts'
import { type OperationId, operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { confirm } from '../../src/main/desk/payments/send/confirm.ts'
import { reviewRequest } from '../../src/main/desk/payments/review/review-request.ts'
import { resolveAttempt } from '../../src/main/desk/payments/watch/ask-status.ts'
import { type Sandbox, startSandbox } from '../../src/sandbox/start.ts'
import { createTestDesk } from '../fakes/desk.ts'
import { withSealedCard } from '../fakes/sealed-card.ts'
import { rigAt } from '../journeys/carry-out.ts'
import { everyField, fewestFields } from '../journeys/field-samples.ts'
import type { Fields, GatewayRig } from '../journeys/gateway-rig.ts'
import { openCaptureServer } from '../journeys/capture-server.ts'
import { spellingsOf, squeezed, squeezedBytes } from './card-spellings.ts'
import {
  canaryCard,
  canaryCvv,
  foundBelow,
  foundIn,
  listenToConsole,
  needlesFor,
} from './canary.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-canary-'))
const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
let sandbox: Sandbox
let needles: ReturnType<typeof needlesFor>
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0, seedDays: 0 })
  sandbox.registerKey(publicKey)
  needles = needlesFor({ controlKey: sandbox.identity.merchantControlKey, pems: [privateKey] })
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const card: Fields = {
  credit_card_number: canaryCard,
  'destination-card-no': canaryCard,
  cvv2: canaryCvv,
}
const withCard = operationIds.filter((id) =>
  Object.keys(rowOf(id).request.shape).some((name) => cardFields.has(name)),
)

/** A desk over a ledger file, whose gateway is the real client at this address. */
async function openDesk(baseUrl: string, name: string) {
  mkdirSync(join(folder, name))
  const desk = createTestDesk({ file: join(folder, name, 'ledger.sqlite') })
  const keys = { ...sandbox.identity, privateKeyPem: privateKey }
  const settings: Partial<Connection['settings']> = {
    cardEntry: true,
    extensions: operationIds.filter((id) => rowOf(id).isExtension === true),
    money: moneySettings.parse({ undoMs: 0 }),
  }
  const rig = await rigAt(sandbox, { baseUrl, keys, settings })
  const { connection } = rig
  const ports = {
    ...desk.ports,
    gateway: () => rig.client,
    connections: { ...desk.ports.connections, all: () => [connection], find: () => connection },
  }
  const heard: unknown[] = []
  const hear = <T>(answer: T): T => {
    heard.push(answer)
    return answer
  }
  const send = async (operation: OperationId, request: Fields) => {
    const { id: connectionId } = connection
    const input = await withSealedCard({ connectionId, operation, request }, ports.cards.begin)
    const review = hear(await reviewRequest(ports, input))
    if (!review.ok) return review
    const sent = hear(await confirm(ports, review.value))
    const attempt = ports.journal.get(review.value.attemptId)!
    if (attempt.orderid !== '' && attempt.resolvedAt === null) await resolveAttempt(ports, attempt)
    return sent
  }
  return { ...desk, ports, rig, heard, send }
}

/** The desk mints the ids of what is new by itself. */
const withoutOwnIds = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !/^client[_-]order-?id$/.test(name)))

async function prerequisites(rig: GatewayRig): Promise<{ order: Fields; more: Fields }> {
  const { answer } = await rig.perform('sale', fewestFields('sale', card))
  const order = {
    client_orderid: answer['merchant-order-id']!,
    orderid: answer['paynet-order-id']!,
  }
  const ref = await rig.perform('create-card-ref-v4', order)
  const created = await rig.perform('create-recurring-payment', {
    ...everyField('create-recurring-payment', { cardrefid: ref.answer['card-ref-id']!, ...card }),
  })
  const subscription = created.answer['recurring-payment-id']!
  return {
    order,
    more: {
      cardrefid: ref.answer['card-ref-id']!,
      card_recurring_payment_id: subscription,
      destination_card_recurring_payment_id: subscription,
    },
  }
}

/** Every text of every table, and all that was told. */
const everything = (desk: Awaited<ReturnType<typeof openDesk>>): Buffer => {
  const tables = desk.db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`)
    .pluck()
    .all() as string[]
  const rows = tables.map((table) => desk.db.prepare(`SELECT * FROM "${table}"`).all())
  const toText = (value: unknown): string =>
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'bigint'
        ? String(part)
        : part instanceof Uint8Array
          ? Buffer.from(part).toString('latin1')
          : part,
    )
  return Buffer.from([rows, desk.heard, desk.changes, desk.reports].map(toText).join('\n'))
}

describe('the search', () => {
  it('reads bytes in each spelling as it reads text', () => {
    const parts = ['%C2%A0', '&nbsp;', '<br>', '\\', 'n', 'u00a0', '٤', '４', 'é', '½', ' ', '-']
    const texts = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary-ascii' })))
    fc.assert(
      fc.property(texts, (drawn) => {
        const text = drawn.join('')
        expect(squeezedBytes(Buffer.from(text))).toBe(squeezed(text))
      }),
    )
  })

  it('finds each secret in each form it could be written in', () => {
    const key = sandbox.identity.merchantControlKey
    const plant = (text: string | Buffer): string[] => foundIn(Buffer.from(text), needles)
    for (const secret of [canaryCard, key])
      for (const encoding of ['utf8', 'hex', 'base64', 'base64url'] as const)
        for (const before of ['', 'a', 'ab']) {
          const whole = Buffer.from(`${before}${secret}`).toString(encoding)
          expect(plant(`x ${whole} y`), `${encoding} ${before}`).not.toEqual([])
        }
    expect(plant(Buffer.from(canaryCard, 'utf16le'))).not.toEqual([])
    expect(plant('4929 3718 4502 6736')).not.toEqual([])
    for (const [spelling, text] of spellingsOf(canaryCard))
      expect(plant(`x ${text} y`), spelling).not.toEqual([])
    expect(
      plant(`${canaryCard.slice(0, 8)}${'\\u00a0'.repeat(9)}${canaryCard.slice(8)}`),
    ).not.toEqual([])
    for (const text of ['"cvv2":"7391"', 'cvv2=7391&x=1', '/7391/', 'x+7391'])
      expect(plant(text), text).toEqual(['the security code'])
    expect(plant('"signature":"YXqJ0aF3kd02mZpQ1+7391=="')).toEqual([])
    expect(plant('"signature":"7391/YXqJ0aF3kd02mZpQ1A=="')).toEqual([])
    expect(plant(privateKey)).not.toEqual([])
    expect(plant('492937 •••••• 6736, e-7391f')).toEqual([])
    const place = mkdtempSync(join(folder, 'planted-'))
    writeFileSync(join(place, 'ledger.sqlite-wal'), `\0\0${canaryCard}\0`)
    expect(foundBelow(place, needles)).toContain('ledger.sqlite-wal: the card number as it is')
    rmSync(place, { recursive: true })
  })
})

describe('a card and the keys', () => {
  it('pass through every operation that takes them and are found nowhere', async () => {
    const listening = listenToConsole()
    const desk = await openDesk(sandbox.baseUrl, 'honest')
    const { order, more } = await prerequisites(desk.rig)
    expect(withCard).toEqual(expect.arrayContaining(['sale', 'preauth', 'payout', 'make-rebill']))
    for (const [at, id] of withCard.entries()) {
      // Another amount each: a payment like one that was just sent is asked about first.
      const fields = everyField(id, { ...more, ...card, amount: `${12 + at}.34` })
      expect(await desk.send(id, withoutOwnIds(fields))).toMatchObject({ ok: true })
    }
    expect(await desk.send('create-card-ref-v4', order)).toMatchObject({ ok: true })
    expect(await desk.send('return', { ...order, comment: 'damaged' })).toMatchObject({ ok: true })

    // The bytes that left did hold them: there was something to leak.
    const bodies = desk.rig.sendings.map(({ body }) => body.toString('latin1')).join('\n')
    expect(bodies).toContain(`credit_card_number=${canaryCard}`)
    expect(bodies).toContain(`cvv2=${canaryCvv}`)
    const kept = desk.ports.journal.recent(100)
    expect(kept.map(({ operation }) => operation).sort()).toEqual(
      [...withCard, 'create-card-ref-v4', 'return'].sort(),
    )
    const { request } = kept.find(({ operation }) => operation === 'sale')!
    expect(request).toMatchObject({ credit_card_number: `•••• ${canaryCard.slice(-4)}` })
    expect(request).not.toHaveProperty('cvv2')

    expect(foundIn(everything(desk), needles)).toEqual([])
    expect(foundBelow(join(folder, 'honest'), needles)).toEqual([])
    desk.close()
    expect(foundBelow(join(folder, 'honest'), needles)).toEqual([])
    listening.stop()
    expect(foundIn(Buffer.from(listening.text()), needles)).toEqual([])
  })

  it('are found nowhere after requests that are refused here', async () => {
    const listening = listenToConsole()
    const desk = await openDesk(sandbox.baseUrl, 'refused')
    const sale = withoutOwnIds(everyField('sale', card))
    const wrong: Fields[] = [
      { expire_month: '13' },
      { credit_card_number: `${canaryCard}0000` },
      { cvv2: `${canaryCvv}9` },
      { order_desc: `card ${canaryCard}` },
      { purpose: canaryCard },
      { last_name: canaryCard },
      { amount: canaryCard },
    ]
    for (const more of wrong)
      expect(await desk.send('sale', { ...sale, ...more })).toMatchObject({ ok: false })
    const payout = { ...withoutOwnIds(fewestFields('payout')), account_number: canaryCard }
    expect(await desk.send('payout', payout)).toMatchObject({ ok: true })
    expect(sandbox.requests().at(-1)).toMatchObject({ http: 200 })
    expect(foundIn(everything(desk), needles)).toEqual([])
    desk.close()
    expect(foundBelow(join(folder, 'refused'), needles)).toEqual([])
    listening.stop()
    expect(foundIn(Buffer.from(listening.text()), needles)).toEqual([])
  })

  it.each([
    [
      'in its words',
      400,
      'application/vnd.pay+json',
      `{"type":"error","error-message":"card ${canaryCard} is bad"}`,
    ],
    [
      'in groups',
      400,
      'application/vnd.pay+json',
      '{"type":"error","error-message":"4929 3718 4502 6736"}',
    ],
    ['in a page', 500, 'text/html', `<html>The number 4929-3718-4502-6736 (${canaryCard})</html>`],
    [
      'in a field of its own',
      200,
      'application/vnd.pay+json',
      `{"type":"async-response","pan":"${canaryCard}"}`,
    ],
    ['as a key', 200, 'application/vnd.pay+json', `{"type":"async-response","${canaryCard}":"x"}`],
    [
      'as the order’s id',
      200,
      'application/vnd.pay+json',
      `{"type":"async-response","paynet-order-id":"${canaryCard}"}`,
    ],
  ])('are found nowhere when a gateway repeats the number %s', async (name, status, type, body) => {
    const server = await openCaptureServer({ status, type, body })
    const desk = await openDesk(server.baseUrl, `echo ${name}`)
    await desk.send('sale', withoutOwnIds(everyField('sale', card)))
    expect(server.arrivals[0]!.body).toContain(canaryCard)
    expect(desk.ports.journal.recent(1)).toHaveLength(1)
    expect(foundIn(everything(desk), needles)).toEqual([])
    desk.close()
    expect(foundBelow(join(folder, `echo ${name}`), needles)).toEqual([])
    await server.close()
  })
})
