// Every field of the bridge that takes text of a person's own, how a text gets there, and how it is
// refused. Callers: card-doors.test.ts, and the campaign that types numbers in drawn spellings.
import type { Method } from '#shared/contract/bridge.ts'
import type { OrderView } from '#shared/bridge/views.ts'
import { cardNumberTyped } from '#shared/card-refusal.ts'
import type { Result } from '#shared/fault.ts'
import { formatMessage, formatMessages } from '#wording/format-messages.ts'

export const connectionId = 'sandbox'

export interface Door {
  /** The field as a fault names it. */
  field: string
  /** `order`: one that is here. */
  ask: (text: string, order: OrderView) => [Method, unknown]
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
const change = (order: OrderView, request: object): [Method, unknown] => [
  'attempt:review',
  {
    connectionId,
    operation: 'return',
    request: { client_orderid: order.clientOrderid, orderid: order.orderid, ...request },
  },
]
export const payout = { amount: '1.00', currency: 'EUR', order_desc: 'x', ipaddress: '127.0.0.1' }
export const prepared = (operation: string, request: object): [Method, unknown] => [
  'attempt:review',
  { connectionId, operation, request },
]
const recipient = (more: object): [Method, unknown] => [
  'recipient:save',
  { connectionId, name: 'Door', way: 'account', fields: { account_number: '1' }, ...more },
]
const at = ({ orderid }: OrderView) => ({ connectionId, orderid })

const fromList = {
  ...{ readingId: 'r', stamp: 's', meaning: '0'.repeat(64), leftOut: 0 },
  ...{ reason: '', leftOutReason: '', againReason: '' },
}
const exported = { as: 'csv', columns: ['orderid'] } as const

export const doors: Record<string, Door> = {
  'the feed of updates': { field: 'feed', ask: (feed) => ['update:set-feed', { feed }] },
  'the name of the first administrator': {
    field: 'name',
    ask: (name) => ['people:switch-on', { name, passphrase: 'correct horse battery' }],
  },
  'the passphrase of the first administrator': {
    field: 'passphrase',
    ask: (passphrase) => ['people:switch-on', { name: 'Ada', passphrase }],
  },
  'the name of a person': {
    field: 'name',
    ask: (name) => [
      'people:add',
      { name, roles: ['support'], passphrase: 'correct horse battery', own: 'another one' },
    ],
  },
  'the name of a person at another computer': {
    field: 'name',
    ask: (name) => [
      'people:add-elsewhere',
      { name, roles: ['support'], publicKey: 'PDK1', own: 'another one' },
    ],
  },
  'the name of a role': {
    field: 'name',
    ask: (name) => [
      'people:set-role',
      { roleId: null, name, rights: ['notes'], own: 'another one' },
    ],
  },
  'the public key of a person': {
    field: 'publicKey',
    ask: (publicKey) => [
      'people:add-elsewhere',
      { name: 'Ada', roles: ['support'], publicKey, own: 'another one' },
    ],
  },
  'the name of who takes over': {
    field: 'name',
    ask: (name) => ['people:recover', { name, passphrase: 'correct horse battery' }],
  },
  'the name of the computer that goes on': {
    field: 'to',
    ask: (to) => ['move:save', { to, passphrase: 'correct horse battery' }],
  },
  'why an approval is refused': {
    field: 'reason',
    ask: (reason) => ['approval:refuse', { approvalId: 'ap-00000000000000ab', reason }],
  },
  'the reason of a refund': {
    field: 'comment',
    ask: (comment, order) => change(order, { comment }),
  },
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
    ask: (orderid, order) => change(order, { orderid, comment: 'damaged' }),
  },
  'the merchant order id of a refund': {
    field: 'client_orderid',
    ask: (client_orderid, order) => change(order, { client_orderid, comment: 'damaged' }),
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
  'a cell of a list that is saved': {
    field: 'rows.0.0',
    ask: (text) => [
      'list:save',
      { as: 'csv', list: 'look-ups', columns: [{ name: 'orderid', kind: 'text' }], rows: [[text]] },
    ],
  },
  'a note': { field: 'text', ask: (text, order) => ['order:note', { ...at(order), text }] },
  'a tag': { field: 'tag', ask: (tag, order) => ['order:tag', { ...at(order), tag }] },
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
  'the search of a list that is exported': {
    field: 'text',
    ask: (text) => ['order:export', { text, ...exported }],
  },
  'the filter of a list that is exported': {
    field: 'filter.actor',
    ask: (actor) => ['order:export', { filter: { actor }, ...exported }],
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
      { attemptId: '1', outcome: 'happened', reportedSeq: null, reason },
    ],
  },
  'the reason of a clearance': {
    field: 'reason',
    ask: (reason, order) => [
      'order:clear',
      { ...at(order), kind: 'contradiction', about: 'sale', reportedSeq: 1, reason },
    ],
  },
  'the facts that a clearance names': {
    field: 'about',
    ask: (about, order) => [
      'order:clear',
      {
        ...at(order),
        kind: 'contradiction',
        about,
        reportedSeq: 1,
        reason: 'The support says so.',
      },
    ],
  },
  'why a resolution can’t wait': {
    field: 'override',
    ask: (override) => [
      'attempt:resolve',
      {
        attemptId: '1',
        reportedSeq: null,
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
  'a reason that gets a code': {
    field: 'text',
    ask: (text) => ['reason:map', { text, code: null }],
  },
  'a tag that is taken off': {
    field: 'tag',
    ask: (tag, order) => ['order:untag', { ...at(order), tag }],
  },
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
    ['refundReasons', 'releaseReasons'].flatMap((list) =>
      ['label', 'text'].flatMap((part): [string, Door][] => {
        const money = (one: string) => ({
          [list]: [{ code: 'late', label: 'Late', text: 'Late', [part]: one }],
        })
        return [
          [
            `the ${part} of ${list} of a new connection`,
            {
              field: `settings.money.${list}.0.${part}`,
              ask: (one) => ['connection:save', { ...saved, settings: { money: money(one) } }],
            },
          ],
          [
            `the ${part} of ${list} of a connection`,
            {
              field: `money.${list}.0.${part}`,
              ask: (one) => ['connection:set-money', { connectionId, money: money(one) }],
            },
          ],
        ]
      }),
    ),
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
  'the reason of a run': {
    field: 'reason',
    ask: (reason, { orderid }) => [
      'run:create',
      { connectionId, operation: 'return', rows: [{ orderid }], reason },
    ],
  },
  'an order of a run': {
    field: 'rows.0.orderid',
    ask: (orderid) => [
      'run:create',
      { connectionId, operation: 'return', rows: [{ orderid }], reason: '' },
    ],
  },
  ...Object.fromEntries(
    (['reason', 'leftOutReason', 'againReason'] as const).map((field): [string, Door] => [
      `the ${field} of a run from a list`,
      { field, ask: (text) => ['run:from-file', { ...fromList, [field]: text }] },
    ]),
  ),
  'why lines of a list of orders stay out': {
    field: 'leftOutReason',
    ask: (leftOutReason) => {
      const { readingId, stamp, meaning, leftOut } = fromList
      return ['shop:take', { readingId, stamp, meaning, leftOut, leftOutReason }]
    },
  },
  'why lines of a report stay out': {
    field: 'leftOutReason',
    ask: (leftOutReason) => {
      const { readingId, stamp, meaning, leftOut } = fromList
      return ['reconcile:take', { readingId, stamp, meaning, leftOut, leftOutReason }]
    },
  },
  'why a reading of a report has fewer lines': {
    field: 'fewerReason',
    ask: (fewerReason) => {
      const { readingId, stamp, meaning, leftOut } = fromList
      const asked = { readingId, stamp, meaning, leftOut, leftOutReason: '' }
      return ['reconcile:take', { ...asked, fewerReason }]
    },
  },
  'why a report is set aside': {
    field: 'reason',
    ask: (reason) => ['reconcile:aside', { id: 'r', isAside: true, reason }],
  },
  'why a team that cannot be asked is left': {
    field: 'reason',
    ask: (reason) => ['team:give-up', { reason }],
  },
  'why an order of a team is released': {
    field: 'reason',
    ask: (reason, order) => [
      'team:release',
      { ...at(order), own: 'correct horse battery', claim: '0'.repeat(64), reason },
    ],
  },
  'why a payment of a team is released': {
    field: 'reason',
    ask: (reason) => [
      'team:release-payment',
      {
        ...{ payment: `pay/${'0'.repeat(64)}`, claim: '0'.repeat(64) },
        ...{ own: 'correct horse battery', reason },
      },
    ],
  },
  'the reason of a decision about a report': {
    field: 'reason',
    ask: (reason) => [
      'reconcile:decide',
      { id: 'r', line: 1, decision: 'elsewhere', about: '0'.repeat(64), reason },
    ],
  },
  'why rows of a run are kept together': {
    field: 'reason',
    ask: (reason) => ['run:keep', { runId: 'r', kind: 'equal', reason }],
  },
  'what was found out about a refund': {
    field: 'reason',
    ask: (reason) => ['found:seen', { connectionId: 'c', orderid: '1', seq: 1, reason }],
  },
  'the reason to send once more': {
    field: 'reason',
    ask: (reason) => ['run:review', { runId: 'r', reason }],
  },
  'the reason to resume': {
    field: 'reason',
    ask: (reason) => ['money:resume', { stopIds: ['1'], reason: `${reason} I know` }],
  },
}

/** Fields of one line or of a form of their own refuse some before anybody looks for digits. */
const otherMessages =
  /line breaks|Letters, digits, spaces|Use a|must start with https|looks like another one|order ID|merchant order ID|Digits only/

const tooLong = /^Too big|at most \d+ char/i

/** Null where the door refused a card number by the name of its field; otherwise what it said. */
export function passed(answer: Result<unknown>, { field }: Door): string | null {
  if (answer.ok) return 'taken'
  const fault = formatMessages(answer.fault)
  const why = `${fault.kind}: ${fault.message}`
  if (fault.kind !== 'input') return why
  // Some fields count the characters first.
  if (tooLong.test(fault.message)) return null
  const isRefused =
    fault.message.startsWith(formatMessage(cardNumberTyped)) || otherMessages.test(fault.message)
  return fault.field === field && isRefused ? null : why
}
