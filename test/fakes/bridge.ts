// An in-memory Bridge with plausible states and scriptable faults, for store tests and for looking
// at the screens. It moves no money and proves nothing about main: it only has main's shape.
import type { Change, Input, Method, Output } from '../../src/shared/contract/bridge.ts'
import type { AttemptView, OrderView } from '../../src/shared/bridge/views.ts'
import { fail, ok, type Result } from '../../src/shared/fault.ts'
import { fakeActions, missing } from './bridge-actions.ts'
import { connectionAnswers, detailsOf, secretOf, viewOf } from './bridge-connections.ts'
import type { FakeBridge } from './bridge-shape.ts'
import { archiveReport, callbackReport, copyReport, sandbox, seedAudit } from './bridge-samples.ts'
import { found, passes } from './bridge-lists.ts'
import { fakeNotes } from './bridge-notes.ts'
import { lookUpAnswers } from './bridge-look-ups.ts'
import { fakeOperations } from './bridge-operations.ts'
import { fakeRecipients } from './bridge-recipients.ts'
import { seedAt, seedOrders } from './bridge-seed.ts'
import { updateAnswers } from './bridge-updates.ts'

export type { FakeBridge } from './bridge-shape.ts'

type Answers = { [M in Method]: (input: Input<M>) => Result<Output[M]> }

export function fakeBridge(clock: () => number = () => seedAt): FakeBridge {
  const scripts = new Map<Method, Result<unknown>[]>()
  const holds = new Map<Method, Promise<void>>()
  const listeners = new Set<(change: Change) => void>()
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

  const { review, confirm, discard } = fakeActions({
    find,
    fake: () => fake,
    counted: () => {
      count()
    },
  })

  const openAttempts = (): AttemptView[] =>
    fake.orders
      .flatMap((order) => order.attempts)
      .filter((one) => ['SENDING', 'UNKNOWN', 'ACCEPTED'].includes(one.state))

  function count(): void {
    const open = openAttempts()
    fake.state.openCount = open.length
    fake.state.unknownCount = open.filter((one) => one.state === 'UNKNOWN').length
    fake.tell({ topic: 'app' })
    fake.tell({ topic: 'attempt' })
  }

  const answers: Answers = {
    'app:state': () => ok(structuredClone(fake.state)),
    'callback:check': () => ok(callbackReport),
    'money:resume': ({ stopIds }) => {
      fake.state.moneyStops = fake.state.moneyStops.filter(({ id }) => !stopIds.includes(id))
      fake.tell({ topic: 'app' })
      return ok(structuredClone(fake.state))
    },
    'vault:retry': () => ok(structuredClone(fake.state)),
    ...lookUpAnswers({ lookUp, clock }),
    'order:look-up': (input) => lookUp(input.connectionId, input.value.trim()),
    'order:check': (input) => lookUp(input.connectionId, input.orderid),
    'order:show': (input) => {
      const order = find(input.connectionId, input.orderid)
      return order === undefined ? fail(missing) : ok(order)
    },
    'order:clear': (input) => {
      const order = find(input.connectionId, input.orderid)
      if (order === undefined) return fail(missing)
      order.clearable = order.clearable.filter(({ kind }) => kind !== input.kind)
      return ok(order)
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
    'attempt:review': (input) => operations.review(input) ?? review(input),
    'attempt:confirm': (input) => operations.confirm(input) ?? confirm(input),
    'attempt:undo': (input) => {
      const discarded = operations.discard(input.attemptId)
      return discarded === null ? discard(input) : ok(discarded)
    },
    'today:show': () =>
      ok({
        ...{ kind: 'sandbox' as const, hasRemoved: false },
        days: ['2026-11-21'],
        currencies: [],
        unstated: 0,
        holds: [],
        activity: [],
        firstRun: { isTested: false, hasRefunded: false, isPast: false },
      }),
    'today:rows': ({ currency }) => ok({ total: { amount: '0.00', currency }, rows: [] }),
    ...fakeNotes(find, () => fake.clock()),
    'attempt:send-now': () => ok(null),
    'attempt:show': ({ attemptId }) => {
      const found = [...fake.orders.flatMap((order) => order.attempts), ...operations.rows].find(
        (one) => one.id === attemptId,
      )
      return found === undefined ? fail(missing) : ok({ ...found })
    },
    'attempt:seen': ({ attemptId }) => {
      fake.state.unseenEnds = fake.state.unseenEnds.filter(({ id }) => id !== attemptId)
      fake.tell({ topic: 'app' })
      return ok(null)
    },
    'attempt:list': () => ok(openAttempts()),
    'attempt:check': (input) => {
      const attempt = openAttempts().find((one) => one.id === input.attemptId)
      return attempt === undefined ? fail(missing) : ok(attempt)
    },
    'attempt:resolve': (input) => {
      const attempt = openAttempts().find((one) => one.id === input.attemptId)
      if (attempt === undefined) return fail(missing)
      Object.assign(attempt, {
        state: 'RESOLVED_BY_HAND',
        message: input.reason,
        nextCheckAt: null,
      })
      count()
      return ok(attempt)
    },
    'audit:list': (input) => {
      const rows = fake.audit.filter(
        (row) =>
          (input.filter.actor === undefined || row.actor === input.filter.actor) &&
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
        message: 'All entries and checkpoints agree.',
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
    'copy:list': () => ok({ ...copyReport, asked: fake.state.restoreAsked }),
    'copy:restore': ({ name }) => {
      fake.state.restoreAsked = name
      fake.tell({ topic: 'app' })
      return ok({ ...copyReport, asked: name })
    },
    'copy:keep-ledger': () => {
      fake.state.restoreAsked = null
      fake.tell({ topic: 'app' })
      return ok(copyReport)
    },
    ...updateAnswers(),
    'window:failed': () => ok({ incident: 'ABCD2345' }),
    'window:reload': () => ok(null),
    'saved:show': () => ok(null),
    'diagnostics:show': () => ok({ parts: [] }),
    'diagnostics:save': () => ok(null),
    'archive:list': () => ok(archiveReport),
    'archive:make': () => ok({ made: archiveReport.archives, isEnded: false }),
    'work:cancel': (input) => {
      fake.ended.push(input.name)
      return ok(null)
    },
    'preference:set': (input) => {
      fake.kept.set(input.name, input.value)
      return ok(null)
    },
    'window:shows': () => ok(null),
    'notice:seen': ({ kind, seq }) => {
      fake.state.happened = fake.state.happened.filter((one) => one.kind !== kind || one.seq > seq)
      return ok(null)
    },
    'preference:find': (input) => ok(fake.kept.get(input.name) ?? null),
    'filter:actors': () => ok([...new Set(fake.audit.map((row) => row.actor))].sort()),
    'clipboard:copy': () => ok(null),
    'card:begin': () => ok({ ticket: 'ticket-1', publicKey: 'AA==' }),
    'card:forget': () => ok(null),
    'card:shown': () => ok(null),
    ...fakeRecipients(() => {
      fake.tell({ topic: 'recipient' })
    }),
    'register:list': operations.list,
    'operation:read': operations.read,
    ...connectionAnswers({
      get connections() {
        return fake.connections
      },
      get unknownTerms() {
        return fake.unknownTerms
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
    unknownTerms: [],
    ended: [],
    kept: new Map(),
    next: 'accepted',
    clock,
    state: {
      version: '0.1.0',
      host: 'Chromium host',
      isRoot: false,
      actor: 'maria',
      connections: [structuredClone(sandbox)],
      vault: { kind: 'keychain', state: 'ready', message: '', practiceKeys: 'keychain' },
      moneyStops: [],
      happened: [],
      backupFault: null,
      restoreAsked: null,
      clockWarnings: [],
      unknownCount: 0,
      openCount: 0,
      contradictedCount: 0,
      waiting: [],
      unseenEnds: [],
      log: { id: 'log-1', keyFingerprint: 'SHA256:0f3a9be1c2d34e5f', entries: 260, cutAt: null },
    },
    showConnections() {
      fake.state.connections = fake.connections.map((details) =>
        details.isEmbedded ? structuredClone(sandbox) : viewOf(details),
      )
      fake.tell({ topic: 'app' })
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
      // What crosses the real bridge is cloned; a proxy would not survive it, so it must not
      // survive here.
      fake.calls.push({ method, input: structuredClone(input) })
      await holds.get(method)
      const scripted = scripts.get(method)?.shift()
      const answer = scripted ?? answers[method](input)
      return structuredClone(answer) as Result<Output[typeof method]>
    },
  }
  return fake
}
