// An in-memory Bridge with plausible states and scriptable faults, for store tests and for looking at the screens.
// It moves no money and proves nothing about main: it only has main's shape.
import type {
  AttemptView,
  Change,
  Input,
  Method,
  OrderView,
  Output,
  Review,
} from '../../src/shared/bridge.ts'
import { type Fault, fail, ok, type Result } from '../../src/shared/fault.ts'
import { connectionAnswers, detailsOf, secretOf, viewOf } from './bridge-connections.ts'
import type { FakeBridge } from './bridge-shape.ts'
import { reviewOf, sandbox, seedAudit } from './bridge-samples.ts'
import { found, passes } from './bridge-lists.ts'
import { fakeOperations } from './bridge-operations.ts'
import { attemptOf, eur, seedAt, seedOrders, stillOpen } from './bridge-seed.ts'

export type { FakeBridge } from './bridge-shape.ts'

type Answers = { [M in Method]: (input: Input<M>) => Result<Output[M]> }

const missing: Fault = {
  kind: 'denied',
  sent: 'no',
  reason: 'not-found',
  message: 'This desk has not looked this order up yet.',
}

export function fakeBridge(clock: () => number = () => seedAt): FakeBridge {
  const scripts = new Map<Method, Result<unknown>[]>()
  const holds = new Map<Method, Promise<void>>()
  const listeners = new Set<(change: Change) => void>()
  const drafts = new Map<string, { attempt: AttemptView; token: string | null }>()
  let minted = 0
  const operations = fakeOperations({
    clock,
    isUnknown: () => fake.next === 'unknown',
    changed: () => {
      fake.tell({ topic: 'attempt' })
    },
  })

  const find = (connectionId: string, id: string): OrderView | undefined =>
    fake.orders.find(
      (order) =>
        order.connectionId === connectionId &&
        (order.orderid === id || order.clientOrderid === id) &&
        fake.known.has(order.orderid),
    )

  const lookUp = (connectionId: string, id: string): Result<OrderView> => {
    const order = fake.orders.find(
      (one) =>
        one.connectionId === connectionId && (one.orderid === id || one.clientOrderid === id),
    )
    if (order === undefined)
      return fail({
        kind: 'rejected',
        sent: 'yes',
        message: `Order with id '${id}' was not found`,
        code: '3',
        serialNumber: '00000000-0000-0000-0000-000002d9b301',
        httpStatus: 400,
      })
    fake.known.add(order.orderid)
    order.checkedAt = fake.clock()
    return ok(order)
  }

  function prepare(input: Input<'attempt:prepare'>): Result<Review> {
    const reviewed = operations.prepare(input)
    if (reviewed !== null) return reviewed
    const order = find(input.connectionId, input.request['orderid'] ?? '')
    if (order === undefined) return fail(missing)
    const action = input.operation as 'return' | 'capture' | 'void'
    const view = order.actions[action]
    if (!view.isPossible)
      return fail({ kind: 'denied', sent: 'no', reason: 'not-possible', message: view.why })
    const typed = input.request['amount']
    const amount =
      typed === undefined ? view.most : { ...(order.original ?? eur('')), amount: typed }
    const id = `attempt-${++minted}`
    const token = `token-${minted}`
    drafts.set(id, {
      attempt: attemptOf(order, {
        id,
        operation: input.operation,
        amount,
        isFull: typed === undefined,
        comment: input.request['comment'] ?? '',
      }),
      token,
    })
    return ok(
      reviewOf({
        order,
        attemptId: id,
        token,
        amount,
        isFull: typed === undefined,
        request: input.request,
        operation: input.operation,
        effect: view.effect,
        environment:
          fake.state.connections.find((one) => one.id === order.connectionId)?.environment ??
          'test',
        now: fake.clock(),
      }),
    )
  }

  function confirm(input: Input<'attempt:confirm'>): Result<AttemptView> {
    const confirmed = operations.confirm(input)
    if (confirmed !== null) return confirmed
    const draft = drafts.get(input.attemptId)
    if (draft === undefined || draft.token !== input.token)
      return fail({
        kind: 'denied',
        sent: 'no',
        reason: draft?.token === null ? 'already-confirmed' : 'confirmation-mismatch',
        message: 'This confirmation was used already.',
        attemptId: input.attemptId,
      })
    draft.token = null
    const order = find(draft.attempt.connectionId, draft.attempt.orderid)!
    const isUnknown = fake.next === 'unknown'
    Object.assign(draft.attempt, {
      state: isUnknown ? 'UNKNOWN' : 'ACCEPTED',
      sentAt: fake.clock(),
      nextCheckAt: fake.clock() + 4_000,
      serialNumber: isUnknown ? null : '00000000-0000-0000-0000-000002d9b455',
      words: isUnknown
        ? 'The connection was closed before a whole answer arrived.'
        : 'The service took the request; its status is asked for every few seconds.',
    })
    order.attempts = [draft.attempt, ...order.attempts]
    order.hasUnknown = isUnknown
    order.pending = draft.attempt.amount
    order.returnable = draft.attempt.isFull ? eur('0.00') : eur('112.50')
    order.actions = stillOpen(draft.attempt.operation, isUnknown)
    order.timeline = [
      {
        at: fake.clock(),
        source: 'desk',
        title: draft.attempt.operation,
        words: draft.attempt.comment,
        state: draft.attempt.state,
        amount: draft.attempt.amount,
        actor: draft.attempt.actor,
        serialNumber: draft.attempt.serialNumber,
        attemptId: draft.attempt.id,
      },
      ...order.timeline,
    ]
    count()
    if (isUnknown)
      return fail({
        kind: 'outcome-unknown',
        sent: 'maybe',
        message: 'The connection was closed before a whole answer arrived.',
        detail: 'reset after 312 bytes written, 0 bytes read',
        attemptId: draft.attempt.id,
      })
    return ok(draft.attempt)
  }

  const openAttempts = (): AttemptView[] =>
    fake.orders
      .flatMap((order) => order.attempts)
      .filter((one) => ['SENDING', 'UNKNOWN', 'ACCEPTED'].includes(one.state))

  function count(): void {
    const open = openAttempts()
    fake.state.openCount = open.length
    fake.state.unknownCount = open.filter((one) => one.state === 'UNKNOWN').length
    fake.tell({ topic: 'desk' })
    fake.tell({ topic: 'attempt' })
  }

  const answers: Answers = {
    'desk:state': () => ok(structuredClone(fake.state)),
    'money:resume': () => {
      fake.state.moneyStop = null
      fake.tell({ topic: 'desk' })
      return ok(structuredClone(fake.state))
    },
    'vault:retry': () => ok(structuredClone(fake.state)),
    'order:look-up': (input) => lookUp(input.connectionId, input.value.trim()),
    'order:check': (input) => lookUp(input.connectionId, input.orderid),
    'order:show': (input) => {
      const order = find(input.connectionId, input.orderid)
      return order === undefined ? fail(missing) : ok(order)
    },
    'order:list': (input) => {
      const rows = fake.orders
        .filter(
          (order) =>
            (input.connectionId === undefined || order.connectionId === input.connectionId) &&
            fake.known.has(order.orderid) &&
            passes(order, input.filter ?? {}),
        )
        .flatMap((order) => found(order, input.text ?? ''))
      const from = Number(input.before ?? 0)
      const limit = input.limit ?? 100
      const next = from + limit < rows.length ? String(from + limit) : null
      return ok({ rows: rows.slice(from, from + limit), next })
    },
    'attempt:prepare': prepare,
    'attempt:confirm': confirm,
    'attempt:discard': (input) => {
      const discarded = operations.discard(input.attemptId)
      if (discarded !== null) return ok(discarded)
      const draft = drafts.get(input.attemptId)
      if (draft === undefined) return fail(missing)
      draft.attempt.state = 'DISCARDED'
      draft.token = null
      return ok(draft.attempt)
    },
    'attempt:list': () => ok(openAttempts()),
    'attempt:resolve': (input) => {
      const attempt = openAttempts().find((one) => one.id === input.attemptId)
      if (attempt === undefined) return fail(missing)
      Object.assign(attempt, { state: 'RESOLVED_BY_HAND', words: input.reason, nextCheckAt: null })
      count()
      return ok(attempt)
    },
    'audit:list': (input) => {
      const rows = fake.audit.filter(
        (row) =>
          (input.filter.kind === undefined || row.kind === input.filter.kind) &&
          (input.filter.text === undefined || JSON.stringify(row).includes(input.filter.text)),
      )
      const page = rows
        .filter((row) => row.seq < (input.before ?? Infinity))
        .slice(0, input.limit ?? 100)
      const last = page.at(-1)
      const isMore = last !== undefined && last.seq > (rows.at(-1)?.seq ?? 0)
      const total = input.before === undefined ? rows.length : null
      return ok({ rows: page, next: isMore ? last.seq : null, total, isMore: false })
    },
    'audit:verify': () =>
      ok({
        outcome: 'intact',
        entries: fake.audit.length,
        checkpoints: 4,
        firstBadSeq: null,
        words: 'All entries and checkpoints agree.',
        head: fake.audit[0]?.chain ?? '',
        keyFingerprint: 'SHA256:0f3a9be1c2d34e5f',
        tookMs: 12,
      }),
    'audit:export': () =>
      ok({
        folder: '/home/maria/Documents/paydesk audit 2026-11-21',
        files: ['audit.jsonl', 'manifest.json', 'manifest.sig', 'audit.csv'],
        entries: fake.audit.length,
        stubs: 0,
      }),
    'work:cancel': (input) => {
      fake.ended.push(input.name)
      return ok(null)
    },
    'filter:keep': (input) => {
      fake.keptFilter = input
      return ok(null)
    },
    'filter:kept': () => ok(fake.keptFilter),
    'clipboard:copy': () => ok(null),
    'register:list': operations.list,
    'operation:read': operations.read,
    ...connectionAnswers({
      get connections() {
        return fake.connections
      },
      get drift() {
        return fake.drift
      },
      clock,
      changed: () => {
        fake.showConnections()
      },
    }),
  }

  const fake: FakeBridge = {
    calls: [],
    orders: seedOrders(),
    known: new Set(),
    audit: seedAudit(260),
    connections: [
      detailsOf(sandbox, {
        control: secretOf('2f1d77a0b3e5f607', seedAt),
        clock: { skewMs: 0, at: seedAt, state: 'good' },
      }),
    ],
    drift: [],
    ended: [],
    keptFilter: null,
    next: 'accepted',
    clock,
    state: {
      version: '0.1.0',
      host: 'Chromium host',
      actor: 'maria',
      connections: [structuredClone(sandbox)],
      vault: { kind: 'keychain', state: 'ready', message: '' },
      moneyStop: null,
      clockWarnings: [],
      unknownCount: 0,
      openCount: 0,
      log: { id: 'log-1', keyFingerprint: 'SHA256:0f3a9be1c2d34e5f', entries: 260 },
    },
    showConnections() {
      fake.state.connections = fake.connections.map((details) =>
        details.isEmbedded ? structuredClone(sandbox) : viewOf(details),
      )
      fake.tell({ topic: 'desk' })
    },
    script(method, ...list) {
      scripts.set(method, [...(scripts.get(method) ?? []), ...list])
    },
    hold(method) {
      let release = (): void => undefined
      holds.set(
        method,
        new Promise((resolve) => {
          release = () => {
            holds.delete(method)
            resolve()
          }
        }),
      )
      return () => {
        release()
      }
    },
    tell(change) {
      for (const listener of listeners) listener(change)
    },
    onChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async call(method, input) {
      // What crosses the real bridge is cloned; a proxy would not survive it, so it must not survive here.
      fake.calls.push({ method, input: structuredClone(input) })
      await holds.get(method)
      const scripted = scripts.get(method)?.shift()
      const answer = scripted ?? answers[method](input)
      return structuredClone(answer) as Result<Output[typeof method]>
    },
  }
  return fake
}
