// An in-memory Bridge with plausible states and scriptable faults, for store tests. It moves no
// money and proves nothing about main: it only has main's shape. What no test asks it for by
// itself has no answer here; a test scripts it.
import type { ConnectionDetails, UnknownTermRow } from '../../src/shared/bridge/connections.ts'
import type { AuditRow } from '../../src/shared/bridge/lists.ts'
import type { PreferenceName } from '../../src/shared/bridge/preferences.ts'
import type { AttemptView, MatchField, OrderRow, OrderView } from '../../src/shared/bridge/views.ts'
import type {
  AppState,
  Bridge,
  Change,
  Input,
  Method,
  Output,
} from '../../src/shared/contract/bridge.ts'
import { fail, ok, type Result } from '../../src/shared/fault.ts'
import { isOpen } from '../../src/shared/attempt.ts'
import { fakeAttempts, missing } from './bridge-attempts.ts'
import { connectionAnswers, detailsOf, secretOf, viewOf } from './bridge-connections.ts'
import { sandbox, seedAudit } from './bridge-samples.ts'
import { seedAt, seedOrders } from './bridge-seed.ts'

export interface FakeBridge extends Bridge {
  calls: { method: Method; input: unknown }[]
  state: AppState
  orders: OrderView[]
  audit: AuditRow[]
  /** After a change of these by a test, `showConnections` brings the frame up to date. */
  connections: ConnectionDetails[]
  unknownTerms: UnknownTermRow[]
  showConnections(): void
  kept: Map<PreferenceName, unknown>
  /** The next calls of a method answer these, in order, instead of the fake's own. */
  script<M extends Method>(method: M, ...answers: Result<Output[M]>[]): void
  /** Calls of this method wait until the returned function is called. */
  hold(method: Method): () => void
  tell(change: Change): void
  /** What the next confirmed attempt becomes. */
  next: 'accepted' | 'unknown'
}

type Answers = { [M in Method]?: (input: Input<M>) => Result<Output[M]> }

/** The order as a row that says what was found in it; none when the text is nowhere in it. */
function found(order: OrderView, text: string): OrderRow[] {
  const asked = text.trim().toLowerCase()
  if (asked === '') return [order]
  const texts: [MatchField, string | undefined][] = [
    ['orderid', order.orderid],
    ['clientOrderid', order.clientOrderid],
    ['lastFour', order.answer['last-four-digits']],
  ]
  const match = texts.find(([, one]) => one?.toLowerCase().includes(asked) === true)
  return match === undefined
    ? []
    : [{ ...order, matched: { field: match[0], text: match[1] ?? '' } }]
}

const usualState = (): AppState => ({
  ...{ version: '0.1.0', host: 'Chromium host', isRoot: false, actor: 'maria' },
  connections: [structuredClone(sandbox)],
  vault: { kind: 'keychain', state: 'ready', message: '', practiceKeys: 'keychain' },
  ...{ moneyStops: [], happened: [], backupFault: null, restoreAsked: null, clockWarnings: [] },
  ...{ secondFolderFault: null, moved: null },
  ...{ unknownCount: 0, openCount: 0, contradictedCount: 0, waiting: [], unseenEnds: [] },
  untoldCount: 0,
  teamStop: null,
  log: {
    ...{ id: 'log-1', keyFingerprint: 'SHA256:0f3a9be1c2d34e5f', entries: 260 },
    ...{ archivedTo: 0, cutAt: null, intactAt: null },
  },
})

export function fakeBridge(): FakeBridge {
  const scripts = new Map<Method, Result<unknown>[]>()
  const holds = new Map<Method, Promise<void>>()
  const listeners = new Set<(change: Change) => void>()

  const find = (connectionId: string, id: string): OrderView | undefined =>
    fake.orders.find(
      (order) =>
        order.connectionId === connectionId && (order.orderid === id || order.clientOrderid === id),
    )
  /** Of an order, after something was done to it. */
  const on = (
    { connectionId, orderid }: { connectionId: string; orderid: string },
    act: (order: OrderView) => void = () => undefined,
  ): Result<OrderView> => {
    const order = find(connectionId, orderid)
    if (order === undefined) return fail(missing)
    act(order)
    return ok(order)
  }
  const attempts = fakeAttempts({
    find,
    isUnknown: () => fake.next === 'unknown',
    changed: () => {
      const open = attempts.rows.filter(({ state }) => isOpen(state))
      fake.state.openCount = open.length
      fake.tell({ topic: 'app' })
      fake.tell({ topic: 'attempt' })
    },
  })

  const one = ({ attemptId }: { attemptId: string }): Result<AttemptView> => {
    const all = [...fake.orders.flatMap((order) => order.attempts), ...attempts.rows]
    const row = all.find(({ id }) => id === attemptId)
    return row === undefined ? fail(missing) : ok(row)
  }

  const answers: Answers = {
    'app:state': () => ok(structuredClone(fake.state)),
    'money:resume': ({ stopIds }) => {
      fake.state.moneyStops = fake.state.moneyStops.filter(({ id }) => !stopIds.includes(id))
      fake.tell({ topic: 'app' })
      return ok(structuredClone(fake.state))
    },
    'order:look-up': ({ connectionId, value }) => {
      const order = on({ connectionId, orderid: value.trim() })
      if (order.ok) return order
      return fail({
        kind: 'rejected',
        sent: 'yes',
        message: 'Not found.',
        code: '3',
        httpStatus: 400,
      })
    },
    'order:check': (input) => on(input),
    'order:show': (input) => on(input),
    'order:list': ({ connectionId, text }) =>
      ok({
        rows: fake.orders
          .filter((one) => connectionId === undefined || one.connectionId === connectionId)
          .flatMap((order) => found(order, text ?? '')),
        next: null,
      }),
    'order:note': (input) =>
      on(input, (order) => {
        order.notes.unshift({ seq: 1, at: seedAt, actor: 'anna', text: input.text })
      }),
    'order:tag': (input) =>
      on(input, (order) => {
        order.tags = [...order.tags, input.tag]
      }),
    'attempt:review': attempts.review,
    'attempt:confirm': attempts.confirm,
    'attempt:undo': attempts.undo,
    'attempt:show': one,
    'attempt:check': one,
    'attempt:list': () => ok(attempts.rows.filter(({ state }) => isOpen(state))),
    'attempt:seen': ({ attemptId }) => {
      fake.state.unseenEnds = fake.state.unseenEnds.filter(({ id }) => id !== attemptId)
      fake.tell({ topic: 'app' })
      return ok(null)
    },
    'audit:list': ({ filter, before = Infinity, limit = 100 }) => {
      const rows = fake.audit.filter(
        (row) => filter.actor === undefined || row.actor === filter.actor,
      )
      const older = rows.filter((row) => row.seq < before)
      const page = older.slice(0, limit)
      const next = older.length > limit ? page.at(-1)!.seq : null
      return ok({
        rows: page,
        next,
        total: before === Infinity ? rows.length : null,
        isMore: false,
      })
    },
    'audit:verify': () =>
      ok({
        ...{ outcome: 'intact', entries: fake.audit.length, checkpoints: 4, firstBadSeq: null },
        ...{ message: '', head: '', keyFingerprint: '', tookMs: 12 },
      }),
    'order:export': () =>
      ok({ file: '/orders.csv', rows: fake.orders.length, bytes: 1, sha256: '' }),
    'register:export': () => ok({ file: '/requests.csv', rows: 1, bytes: 1, sha256: '' }),
    'list:save': ({ rows }) => ok({ file: '/list.csv', rows: rows.length, bytes: 1, sha256: '' }),
    'audit:export': () => ok({ folder: '/', files: [], entries: fake.audit.length, stubs: 0 }),
    'work:cancel': () => ok(null),
    'preference:set': (input) => {
      fake.kept.set(input.name, input.value)
      return ok(null)
    },
    'preference:find': (input) => ok(fake.kept.get(input.name) ?? null),
    'window:shows': () => ok(null),
    'clipboard:find-id': () => ok(null),
    // This computer works alone.
    'team:orders': () => ok(null),
    'filter:actors': () => ok([...new Set(fake.audit.map((row) => row.actor))].sort()),
    ...connectionAnswers({
      get connections() {
        return fake.connections
      },
      changed: () => fake.showConnections(),
    }),
    'unknown-terms:list': ({ connectionId }) =>
      ok(fake.unknownTerms.filter((row) => row.connectionId === connectionId)),
  }

  const fake: FakeBridge = {
    calls: [],
    orders: seedOrders(),
    audit: seedAudit(260),
    connections: [detailsOf(sandbox, { control: secretOf('2f1d77a0b3e5f607', seedAt) })],
    unknownTerms: [],
    kept: new Map(),
    next: 'accepted',
    state: usualState(),
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
      const { promise, resolve } = Promise.withResolvers<void>()
      holds.set(method, promise)
      return () => {
        holds.delete(method)
        resolve()
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
      const answer = scripts.get(method)?.shift() ?? answers[method]?.(input)
      if (answer === undefined) throw new Error(`no test has an answer to ${method} yet`)
      return structuredClone(answer) as Result<Output[typeof method]>
    },
  }
  return fake
}
