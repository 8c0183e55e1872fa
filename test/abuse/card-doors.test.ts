// One card number in many spellings, put into every field of the bridge that takes text. Each door
// refuses it by the field’s name, or masks it; afterwards ledger, write-ahead log, search file,
// exports, answers and reports are searched for its digits.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { z } from 'zod'
import { type Method, methods } from '#shared/bridge.ts'
import type { OrderView, Review } from '#shared/bridge/views.ts'
import { cardNumberTyped } from '#shared/cards/card-refusal.ts'
import type { Result } from '#shared/fault.ts'
import { cardFields, redact } from '#shared/gateway/fields.ts'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { incidentLine } from '../../src/main/shell/log/incident.ts'
import { faultOf as parseFault } from '../../src/main/shell/ipc.ts'
import { startSandbox, type Sandbox } from '../../src/sandbox/start.ts'
import { handleOf, must, openDesk, type OpenDesk, trainingOrder } from '../journeys/story.ts'
import { canaryCard, foundBelow, numberNeedles } from './canary.ts'
import { spellingsOf, squeezed } from './card-spellings.ts'
import { honestId } from './honest-ids.ts'
import { formatMessages, formatMessage } from '#messages/format-messages.ts'

const spellings = spellingsOf(canaryCard)
const folder = mkdtempSync(join(tmpdir(), 'paydesk-doors-'))
let sandbox: Sandbox
let open: OpenDesk
let order: OrderView
const heard: unknown[] = []
beforeAll(async () => {
  sandbox = await startSandbox({ processingMs: 0 })
  open = await openDesk({ folder, sandbox: handleOf(sandbox) })
  const value = trainingOrder(sandbox, /paid sale of 120\.00 EUR/)
  order = must(await ask('order:look-up', { connectionId, by: 'orderid', value })) as OrderView
})
afterAll(async () => {
  await sandbox.close()
  rmSync(folder, { recursive: true, force: true })
})

const connectionId = 'sandbox'

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

interface Door {
  /** The field as a fault names it. */
  field: string
  ask: (text: string) => [Method, unknown]
}
const saved = {
  name: 'Door',
  environment: 'test',
  baseUrl: 'https://gate.example/paynet',
  endpointId: '1144',
  login: 'shop',
  settings: {},
}
const keep = (name: string, value: unknown): [Method, unknown] => [
  'preference:set',
  { name, value },
]
const draft = (form: string, fields: Record<string, string>): [Method, unknown] =>
  keep('drafts', [{ form, at: 1, fields }])
const change = (request: object): [Method, unknown] => [
  'attempt:review',
  {
    connectionId,
    operation: 'return',
    request: { client_orderid: order.clientOrderid, orderid: order.orderid, ...request },
  },
]
const payout = { amount: '1.00', currency: 'EUR', order_desc: 'x', ipaddress: '127.0.0.1' }
const prepared = (operation: string, request: object): [Method, unknown] => [
  'attempt:review',
  { connectionId, operation, request },
]
const recipient = (more: object): [Method, unknown] => [
  'recipient:save',
  { connectionId, name: 'Door', way: 'account', fields: { account_number: '1' }, ...more },
]
const at = () => ({ connectionId, orderid: order.orderid })

const doors: Record<string, Door> = {
  'the feed of updates': { field: 'feed', ask: (feed) => ['update:set-feed', { feed }] },
  'the reason of a refund': { field: 'comment', ask: (comment) => change({ comment }) },
  'the description of a payout': {
    field: 'order_desc',
    ask: (order_desc) => prepared('payout', { ...payout, account_number: '1', order_desc }),
  },
  'a card reference': {
    field: 'cardrefid',
    ask: (cardrefid) => prepared('payout', { ...payout, cardrefid }),
  },
  'the order id of a refund': {
    field: 'orderid',
    ask: (orderid) => change({ orderid, comment: 'damaged' }),
  },
  'the merchant order id of a refund': {
    field: 'client_orderid',
    ask: (client_orderid) => change({ client_orderid, comment: 'damaged' }),
  },
  'a card reference that is read': {
    field: 'cardrefid',
    ask: (cardrefid) => [
      'operation:read',
      { connectionId, operation: 'get-card-info', request: { cardrefid } },
    ],
  },
  'the order id of a status question': {
    field: 'orderid',
    ask: (orderid) => [
      'operation:read',
      { connectionId, operation: 'status', request: { orderid } },
    ],
  },
  'a note': { field: 'text', ask: (text) => ['order:note', { ...at(), text }] },
  'a tag': { field: 'tag', ask: (tag) => ['order:tag', { ...at(), tag }] },
  'a draft of a reason': {
    field: 'value.0.fields.comment',
    ask: (comment) => draft('return/sandbox/1', { comment }),
  },
  'a draft of a field': {
    field: 'value.0.fields.order_desc',
    ask: (order_desc) => draft('payout/sandbox/', { order_desc }),
  },
  'a draft of a note': {
    field: 'value.0.fields.note',
    ask: (note) => draft('note/sandbox/1', { note }),
  },
  'a draft of a list of ids': {
    field: 'value.0.fields.text',
    ask: (text) => draft('pasted', { text }),
  },
  'the name of a view': {
    field: 'value.0.name',
    ask: (name) => keep('orders-views', [{ name, look: {} }]),
  },
  'the search of a view': {
    field: 'value.0.look.text',
    ask: (text) => keep('orders-views', [{ name: 'Mine', look: { text } }]),
  },
  'the look of the list': {
    field: 'value.actor',
    ask: (actor) => keep('orders-look', { actor }),
  },
  'the filter of the list': {
    field: 'filter.actor',
    ask: (actor) => ['order:list', { filter: { actor } }],
  },
  'the filter of the log': {
    field: 'filter.text',
    ask: (text) => ['audit:list', { filter: { text } }],
  },
  'the subject in the filter of the log': {
    field: 'filter.subject',
    ask: (subject) => ['audit:list', { filter: { subject } }],
  },
  'the filter of an export': {
    field: 'filter.text',
    ask: (text) => ['audit:export', { filter: { text } }],
  },
  'a look-up': {
    field: 'value',
    ask: (value) => ['order:look-up', { connectionId, by: 'client_orderid', value }],
  },
  'the order that a connection is tested with': {
    field: 'order.value',
    ask: (value) => ['connection:test', { connectionId, order: { by: 'client_orderid', value } }],
  },
  'the name of a connection': {
    field: 'name',
    ask: (name) => ['connection:save', { ...saved, name }],
  },
  'the login of a connection': {
    field: 'login',
    ask: (login) => ['connection:save', { ...saved, login }],
  },
  'the certificate file of a connection': {
    field: 'settings.caFile',
    ask: (caFile) => ['connection:save', { ...saved, settings: { caFile } }],
  },
  'a path of a connection': {
    field: 'settings.paths.sale',
    ask: (text) => ['connection:save', { ...saved, settings: { paths: { sale: `/${text}` } } }],
  },
  'the value of a rule about a field': {
    field: 'settings.fields.0.value',
    ask: (value) => [
      'connection:save',
      { ...saved, settings: { fields: [{ operation: 'sale', field: 'redirect_url', value }] } },
    ],
  },
  'the operation of a rule about a field': {
    field: 'settings.fields.0.operation',
    ask: (operation) => [
      'connection:save',
      { ...saved, settings: { fields: [{ operation, field: 'redirect_url' }] } },
    ],
  },
  'the name of a recipient': { field: 'name', ask: (name) => recipient({ name }) },
  'the account of a recipient': {
    field: 'account_number',
    ask: (account_number) => recipient({ fields: { account_number } }),
  },
  'the bank of a recipient': {
    field: 'bank_name',
    ask: (bank_name) => recipient({ fields: { account_number: '1', bank_name } }),
  },
  'the reason of a resolution': {
    field: 'reason',
    ask: (reason) => [
      'attempt:resolve',
      { attemptId: '1', outcome: 'happened', toldSeq: null, reason },
    ],
  },
  'the reason of a cleared chargeback': {
    field: 'reason',
    ask: (reason) => ['order:clear-chargeback', { ...at(), toldSeq: 1, reason }],
  },
  'why a resolution can’t wait': {
    field: 'override',
    ask: (override) => [
      'attempt:resolve',
      {
        attemptId: '1',
        toldSeq: null,
        outcome: 'happened',
        reason: 'The gateway says so.',
        override,
      },
    ],
  },
  'the reviews that were seen': {
    field: 'twinsSeen.0',
    ask: (one) => ['attempt:confirm', { attemptId: '1', token: 'x', twinsSeen: [one] }],
  },
  'the review that is sent again': {
    field: 'again',
    ask: (again) => ['attempt:review', { connectionId, operation: 'return', request: {}, again }],
  },
  'the reason of a mark on a subscription': {
    field: 'reason',
    ask: (reason) => [
      'subscription:mark',
      { connectionId, recurringId: '880013', isStopped: true, reason },
    ],
  },
  'the subscription that is marked': {
    field: 'recurringId',
    ask: (recurringId) => [
      'subscription:mark',
      { connectionId, recurringId, isStopped: true, reason: 'Stopped by the support' },
    ],
  },
  'the name of a copy': { field: 'name', ask: (name) => ['copy:restore', { name }] },
  'the confirmation of a removal': {
    field: 'name',
    ask: (name) => ['connection:remove', { connectionId, name }],
  },
  'a tag that is taken off': { field: 'tag', ask: (tag) => ['order:untag', { ...at(), tag }] },
  'the address of a connection': {
    field: 'baseUrl',
    ask: (text) => ['connection:save', { ...saved, baseUrl: `https://gate.example/${text}` }],
  },
  'the endpoint of a connection': {
    field: 'endpointId',
    ask: (endpointId) => ['connection:save', { ...saved, endpointId }],
  },
  'an extension of a connection': {
    field: 'settings.extensions.0',
    ask: (one) => ['connection:save', { ...saved, settings: { extensions: [one] } }],
  },
  ...Object.fromEntries(
    ['refundReasons', 'releaseReasons'].flatMap((list): [string, Door][] => [
      [
        `the ${list} of a new connection`,
        {
          field: `settings.money.${list}.0`,
          ask: (one) => ['connection:save', { ...saved, settings: { money: { [list]: [one] } } }],
        },
      ],
      [
        `the ${list} of a connection`,
        {
          field: `money.${list}.0`,
          ask: (one) => ['connection:set-money', { connectionId, money: { [list]: [one] } }],
        },
      ],
    ]),
  ),
  ...Object.fromEntries(
    (['audit:list', 'audit:export'] as const).flatMap((method) =>
      ['text', 'actor', 'kind', 'operation', 'outcome', 'subject'].map((name): [string, Door] => [
        `${name} in ${method}`,
        { field: `filter.${name}`, ask: (text: string) => [method, { filter: { [name]: text } }] },
      ]),
    ),
  ),
  ...Object.fromEntries(
    (['audit:list', 'audit:export'] as const).map((method): [string, Door] => [
      `a subject among several in ${method}`,
      {
        field: 'filter.subjects.0',
        ask: (text: string) => [method, { filter: { subjects: [text] } }],
      },
    ]),
  ),
  'the stop that is ended': {
    field: 'stopIds.0',
    ask: (one) => ['money:resume', { stopIds: [one], reason: 'I looked at it myself.' }],
  },
  'the reason to resume': {
    field: 'reason',
    ask: (reason) => ['money:resume', { stopIds: ['1'], reason: `${reason} I know` }],
  },
}

/**
 * Fields of one line, of few characters or of a form of their own refuse some spellings before
 * anybody looks for digits.
 */
const otherMessages =
  /line breaks|At most \d+ char|Letters, digits, spaces|Too big|Use a|order ID|merchant order ID|Digits only/

it.each(Object.entries(doors))(
  'a card number typed as %s is refused by the field’s name, in every spelling',
  async (_name, door) => {
    const passed: string[] = []
    for (const [spelling, text] of spellings) {
      const answer = await ask(...door.ask(text))
      const fault = answer.ok ? null : formatMessages(answer.fault)
      if (fault?.kind !== 'input' || fault.field !== door.field) passed.push(spelling)
      else if (
        !fault.message.startsWith(formatMessage(cardNumberTyped)) &&
        !otherMessages.test(fault.message)
      )
        passed.push(`${spelling}: ${fault.message}`)
    }
    expect(passed).toEqual([])
  },
)

describe('an id that is no card number', () => {
  it('passes every door, ten thousand times', () => {
    const all = Object.values(doors)
    const ids = fc.sample(honestId, { numRuns: 10_000, seed: 26 })
    const refused = ids.filter((text, at) => {
      const [method, input] = all[at % all.length]!.ask(text)
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
  const found = /^(?:connectionId|connectionIds\.\*|orderid|attemptId|recipientId|before|token)$/
  const named: Record<string, string> = {
    'order:look-up value': 'an id that is known is one; tried below as a look-up',
    'look-ups:start text': 'line by line; tried below as a list',
    'callback:check text': 'masked; tried below as a callback',
    'order:list text': 'a search is kept nowhere',
    'clipboard:copy text': 'is on the screen already',
    'key:set-control key': 'goes to the keychain alone',
    'key:import-rsa pem': 'goes to the keychain alone',
    'key:import-rsa passphrase': 'is kept nowhere',
    'signature:explain request.*': 'as in a review, field by field',
    'attempt:review heldCard': 'an id that main made',
    'attempt:review card.ticket': 'sealed',
    'order:list filter.zone': 'a zone that the system knows, or refused',
    'audit:list filter.zone': 'a zone that the system knows, or refused',
    'audit:export filter.zone': 'a zone that the system knows, or refused',
    'today:show zone': 'a zone that the system knows, or refused',
    'today:rows zone': 'a zone that the system knows, or refused',
    'connection:save settings.currencies.*': 'a code of ISO 4217, or refused',
  }

  it('stands behind a door that is tried here, or is named with its reason', () => {
    const tried = new Set(
      Object.values(doors).flatMap(({ ask: asking }) => {
        const [method, input] = asking('A MARK')
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
  expect(await ask('order:evidence', at())).toMatchObject({ ok: true })
  await open.close()
  expect(existsSync(join(folder, 'ledger.sqlite'))).toBe(true)
  expect(foundBelow(folder, numberNeedles)).toEqual([])
  for (const told of [heard, open.changes, open.reports])
    expect(squeezed(JSON.stringify(told))).not.toContain(canaryCard)
  expect(heard.length).toBeGreaterThan(spellings.length * Object.keys(doors).length)
})
