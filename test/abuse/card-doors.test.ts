// One card number in many spellings, put into every field of the bridge that takes text. Each door
// refuses it by the field’s name, or masks it; afterwards ledger, write-ahead log, search file,
// exports, answers and reports are searched for its digits.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { z } from 'zod'
import { type Method, methods } from '#shared/contract/bridge.ts'
import type { OrderView, Review } from '#shared/bridge/views.ts'
import { cardNumberTyped } from '#shared/card-refusal.ts'
import type { Result } from '#shared/fault.ts'
import { cardFields, redact } from '#shared/gateway/operations/parts/fields.ts'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { incidentLine } from '../../src/main/shell/log/incident.ts'
import { faultOf as parseFault } from '../../src/main/shell/ipc.ts'
import { startSandbox, type Sandbox } from '../../src/sandbox/start.ts'
import { handleOf, must, openDesk, type OpenDesk, trainingOrder } from '../journeys/story.ts'
import { canaryCard, foundBelow, numberNeedles } from './canary.ts'
import { spellingsOf, squeezed } from './card-spellings.ts'
import { connectionId, doors, passed, payout, prepared } from './doors.ts'
import { honestId } from './honest-ids.ts'
import { formatMessage } from '#wording/format-messages.ts'

const spellings = spellingsOf(canaryCard)
const folder = mkdtempSync(join(tmpdir(), 'paydesk-doors-'))
let sandbox: Sandbox
let open: OpenDesk
let order: OrderView
const heard: unknown[] = []
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0 })
  open = await openDesk({ folder, threads: true, sandbox: handleOf(sandbox) })
  const value = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
  order = must(await ask('order:look-up', { connectionId, by: 'orderid', value })) as OrderView
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

/** As the channel does: parsed by the method's schema, then run. */
async function ask(method: Method, input: unknown): Promise<Result<unknown>> {
  const parsed = methods[method].safeParse(input)
  const run = open.desk[method] as (input: unknown) => Promise<Result<unknown>>
  const answer = parsed.success
    ? await run(parsed.data)
    : { ok: false as const, fault: parseFault(parsed.error) }
  heard.push([method, answer])
  return answer
}

it.each(Object.entries(doors))(
  'a card number typed as %s is refused by the field’s name, in every spelling',
  async (_name, door) => {
    const wrong: string[] = []
    for (const [spelling, text] of spellings) {
      const why = passed(await ask(...door.ask(text, order)), door)
      if (why !== null) wrong.push(`${spelling}: ${why}`)
    }
    expect(wrong).toEqual([])
  },
)

describe('an id that is no card number', () => {
  it('passes every door, ten thousand times', () => {
    const all = Object.values(doors)
    const ids = fc.sample(honestId, { numRuns: 10_000, seed: 26 })
    const refused = ids.filter((text, at) => {
      const [method, input] = all[at % all.length]!.ask(text, order)
      const parsed = methods[method].safeParse(input)
      return parsed.error?.issues.some(({ message }) =>
        formatMessage(message).startsWith(formatMessage(cardNumberTyped)),
      )
    })
    expect(refused).toEqual([])
  })
})

describe('a text that a method takes', () => {
  /**
   * Ids and tokens that main finds or refuses, whatever they look like, and what no person types.
   */
  const found =
    /^(?:connectionId|connectionIds\.\*|orderid|attemptId|approvalId|recipientId|runId|before|token)$/
  const named: Record<string, string> = {
    'order:look-up value': 'an id that is known is one; tried below as a look-up',
    'look-ups:start text': 'line by line; tried below as a list',
    'callback:check text': 'masked; tried below as a callback',
    'order:list text': 'a search is kept nowhere',
    'shop:orders text': 'a search is kept nowhere',
    'shop:save text': 'a search is kept nowhere',
    ...Object.fromEntries(
      ['take readingId', 'take stamp', 'show id', 'rows id', 'keep id', 'decide id'].map((one) => [
        `reconcile:${one}`,
        'an id that main made',
      ]),
    ),
    ...Object.fromEntries(
      ['look-up id', 'save id', 'agree id', 'aside id'].map((one) => [
        `reconcile:${one}`,
        'an id that main made',
      ]),
    ),
    ...Object.fromEntries(
      ['take meaning', 'keep digest', 'decide about', 'agree about'].map((one) => [
        `reconcile:${one}`,
        'a digest that main made',
      ]),
    ),
    'shop:take readingId': 'an id that main made',
    'shop:take stamp': 'an id that main made',
    'shop:take meaning': 'a digest that main made',
    ...Object.fromEntries(
      [
        ...['sign-in passphrase', 'recover passphrase', 'take-over own', 'add passphrase'],
        ...['add own', 'set-roles own', 'new-key passphrase', 'new-key own', 'remove own'],
        ...['change-passphrase own', 'change-passphrase passphrase', 'set-idle own'],
        ...['set-limit own', 'add-elsewhere own', 'set-role own', 'remove-role own'],
      ].map((one) => [`people:${one}`, 'a passphrase, kept nowhere; one of them is tried']),
    ),
    'approval:approve own': 'a passphrase, kept nowhere',
    'approval-file:sign own': 'a passphrase, kept nowhere',
    'set-up:save own': 'a passphrase, kept nowhere',
    'set-up:take own': 'a passphrase, kept nowhere',
    'move:save passphrase': 'a passphrase, kept nowhere',
    'move:save own': 'a passphrase, kept nowhere',
    'team:release own': 'a passphrase, kept nowhere',
    'team:release-payment own': 'a passphrase, kept nowhere',
    'move:open passphrase': 'a passphrase, kept nowhere',
    'move:take openId': 'an id that main made',
    'approval-file:sign fileId': 'an id that main made',
    'approval-file:save-signed fileId': 'an id that main made',
    'approval-team:hand-on fileId': 'an id that main made',
    'approval-team:open asked': 'a place that main named, or refused',
    'approval:approve seen': 'compared with what main read, or refused',
    'people:set-limit currency': 'a code of ISO 4217, or refused',
    'people:set-limit amount': 'an amount, or refused',
    'clipboard:copy text': 'is on the screen already',
    'key:set-control key': 'goes to the keychain alone',
    'key:import-rsa pem': 'goes to the keychain alone',
    'key:import-rsa passphrase': 'is kept nowhere',
    'signature:explain request.*': 'as in a review, field by field',
    'attempt:review heldCard': 'an id that main made',
    'attempt:review card.ticket': 'sealed',
    'order:list filter.zone': 'a zone that the system knows, or refused',
    'register:export of.connectionId': 'an id that main made, or none that is there',
    'register:export of.attempts.*': 'an id that main made, or none that is there',
    'register:export of.days.zone': 'a zone that the system knows, or refused',
    'register:export of.narrowed.days.zone': 'a zone that the system knows, or refused',
    'register:list days.zone': 'a zone that the system knows, or refused',
    'order:export filter.zone': 'a zone that the system knows, or refused',
    'audit:list filter.zone': 'a zone that the system knows, or refused',
    'audit:export filter.zone': 'a zone that the system knows, or refused',
    'today:show zone': 'a zone that the system knows, or refused',
    'today:rows zone': 'a zone that the system knows, or refused',
    'file:read-dropped dropped': 'a name that main made',
    'file:paste text': 'column by column; abuse/list-doors tries it',
    'file:again choices.encoding': 'a name in the list, or nothing is read',
    'file:again choices.sheet': 'a name in the list, or nothing is read',
    'file:again choices.mended.*.text': 'column by column; abuse/list-doors tries it',
    'file:again readingId': 'an id that main made',
    'file:wrong readingId': 'an id that main made',
    'file:drop readingId': 'an id that main made',
    'run:from-file readingId': 'an id that main made',
    'run:from-file stamp': 'an id that main made',
    'run:from-file meaning': 'a digest that main made',
    'receipt:text zone': 'a zone that the system knows, or refused',
    'receipt:save zone': 'a zone that the system knows, or refused',
    'connection:save settings.money.receiptText': 'refused with a card; tried in receipts.test.ts',
    'connection:save settings.money.receiptFrom': 'refused with a card; tried in receipts.test.ts',
    'connection:set-money money.receiptText': 'refused with a card; tried in receipts.test.ts',
    'connection:set-money money.receiptFrom': 'refused with a card; tried in receipts.test.ts',
    'report:show zone': 'a zone that the system knows, or refused',
    'report:rows zone': 'a zone that the system knows, or refused',
    'report:save zone': 'a zone that the system knows, or refused',
    'export-plan:add zone': 'a zone that the system knows, or refused',
    'export-plan:move planId': 'an id that main made',
    'export-plan:remove planId': 'an id that main made',
    'report:rows figure.operation': 'compared with what is known, and kept nowhere',
    'report:rows figure.currency': 'compared with what is known, and kept nowhere',
    'report:rows figure.connection': 'compared with what is known, and kept nowhere',
    'report:rows figure.operator': 'compared with what is known, and kept nowhere',
    'report:rows figure.reason': 'compared with what is known, and kept nowhere',
    'report:rows figure.reasonCode': 'compared with what is known, and kept nowhere',
    'run:create rows.*.amount.amount': 'an amount, or refused',
    'run:create rows.*.amount.currency': 'a code of ISO 4217, or refused',
    'connection:save settings.currencies.*': 'a code of ISO 4217, or refused',
    'recipient:paid-before fields.*': 'compared with accounts that were paid, and kept nowhere',
  }

  it('stands behind a door that is tried here, or is named with its reason', () => {
    const tried = new Set(
      Object.values(doors).flatMap(({ ask: asking }) => {
        const [method, input] = asking('A MARK', order)
        return marksIn(input).map((path) => `${method} ${path}`)
      }),
    )
    const untried = Object.entries(methods).flatMap(([method, schema]) => {
      const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape
      return [...new Set(textsIn(shape))]
        .filter((path) => !found.test(path))
        .map((path) => `${method} ${path}`)
        .filter((path) => !tried.has(path) && !Object.hasOwn(named, path))
    })
    expect(untried).toEqual([])
  })
})

interface Shape {
  type?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  anyOf?: Shape[]
  properties?: Record<string, Shape>
  additionalProperties?: Shape | false
  items?: Shape
}

/** Where a schema takes text of a person's own: no pattern says what it has to look like. */
function textsIn(shape: Shape, path: string[] = []): string[] {
  const isText = shape.type === 'string' && shape.enum === undefined && shape.const === undefined
  return [
    ...(isText && shape.pattern === undefined ? [path.join('.')] : []),
    ...(shape.anyOf ?? []).flatMap((one) => textsIn(one, path)),
    ...Object.entries(shape.properties ?? {}).flatMap(([name, one]) =>
      textsIn(one, [...path, name]),
    ),
    ...(shape.additionalProperties ? textsIn(shape.additionalProperties, [...path, '*']) : []),
    ...(shape.items ? textsIn(shape.items, [...path, '*']) : []),
  ]
}

/** Where an input holds the mark, with a star for a name or a place that can be any. */
function marksIn(value: unknown, path: string[] = []): string[] {
  if (typeof value === 'string') return value.includes('A MARK') ? [path.join('.')] : []
  if (typeof value !== 'object' || value === null) return []
  const isOpen = ['request', 'paths', 'fields'].includes(path.at(-1) ?? '') || Array.isArray(value)
  return Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
    marksIn(one, [...path, isOpen ? '*' : name]),
  )
}

describe('a card number in what somebody else wrote', () => {
  it.each(spellings)(
    'is masked in a pasted callback and in a list, %s',
    async (_spelling, text) => {
      const callback = new URLSearchParams({
        status: 'approved',
        orderid: text,
        client_orderid: text,
        comment: text,
        [text]: 'x',
      })
      await ask('callback:check', { connectionId, text: callback.toString() })
      await ask('look-ups:start', { connectionIds: [connectionId], text, as: null })
      for (;;) {
        const run = await ask('look-ups:state', { since: 0 })
        if (!/running|stopping/.test(JSON.stringify(run))) break
        await new Promise((settle) => setTimeout(settle, 5))
      }
      const payee = { ...payout, account_number: text.slice(0, 64) }
      const review = await ask(...prepared('payout', payee))
      if (review.ok) {
        const { attemptId, token } = review.value as Review
        await ask('attempt:confirm', { attemptId, token })
        await ask('signature:explain', { attemptId })
      }
      expect(squeezed(incidentLine('1', new Error(text), new Date(0)))).not.toContain(canaryCard)
    },
  )
})

describe('every text of every operation', () => {
  const parts = operationIds.flatMap((id) =>
    Object.entries(rowOf(id).request.shape as Record<string, z.ZodType>)
      .filter(([name]) => !cardFields.has(name))
      .map(([name, schema]) => ({ id, name, schema })),
  )
  /**
   * Ids of orders are looked for in the ledger; the proofs of 3-D Secure and an account number are
   * masked before they are kept.
   */
  const others = /^(?:orderid|client[_-]order-?id|amount)$/

  it.each(spellings)('refuses it or masks it, %s', (_spelling, text) => {
    const passed = parts
      .filter(({ name }) => !others.test(name))
      .filter(({ schema }) => z.safeParse(schema, text).success)
      .filter(({ name }) => squeezed(redact({ [name]: text })[name]!).includes(canaryCard))
    expect(passed.map(({ id, name }) => `${id}: ${name}`)).toEqual([])
  })
})

describe('every text of every method', () => {
  it('stands behind the one door, but for those it names', () => {
    // A method that comes later is behind it without anybody's doing.
    const later = methods['connection:remove'].safeParse({ connectionId, name: canaryCard })
    expect(later.success).toBe(false)
  })
})

it('afterwards its digits are nowhere on the disk, in no answer and in no report', async () => {
  expect(await ask('audit:export', { filter: {} })).toMatchObject({ ok: true })
  expect(await ask('order:evidence', { connectionId, orderid: order.orderid })).toMatchObject({
    ok: true,
  })
  await open.close()
  expect(existsSync(join(folder, 'ledger.sqlite'))).toBe(true)
  expect(foundBelow(folder, numberNeedles)).toEqual([])
  for (const reported of [heard, open.changes, open.reports])
    expect(squeezed(JSON.stringify(reported))).not.toContain(canaryCard)
  expect(heard.length).toBeGreaterThan(spellings.length * Object.keys(doors).length)
})
