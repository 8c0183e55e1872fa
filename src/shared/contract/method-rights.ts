// ONE TABLE: which right each method of the bridge takes. main asks it before it does anything
// (desk/people/guard.ts), and the window asks main. A method without a row does not compile. A new
// method is one line here.
import type { OperationId } from '../gateway/operations/index.ts'
import type { NoRun } from '../files/file-methods.ts'
import type { Right } from '../people/rights.ts'
import type { Method, Parsed } from './bridge.ts'

/** 'open': also while nobody is signed in. 'signed-in': whoever is signed in. */
export type Need = 'open' | 'signed-in' | Right

/** Of what an input only names by its id; null where there is no such thing. */
export interface Named {
  operationOfAttempt(attemptId: string): OperationId | null
  operationOfRun(runId: string): OperationId | null
  operationOfApproval(approvalId: string): OperationId | null
}

/** A row: the needs, all of which have to be met, or how they follow from the input. */
type Row<M extends Method> =
  readonly [Need, ...Need[]] | ((input: Parsed<M>, named: Named) => readonly [Need, ...Need[]])

const signedIn = ['signed-in'] as const
const asksGateway = ['status'] as const
const exports = ['export'] as const
const runs = ['runs'] as const
const reports = ['reports'] as const
/** MONEY: who says what a line of a report is may say so of an open request, too. */
const decides = ['reports', 'resolve'] as const
const connections = ['connections'] as const
const people = ['people'] as const
const records = ['records'] as const
const program = ['program'] as const

const withOperation = (first: Need, operation: OperationId | null): readonly [Need, ...Need[]] =>
  operation === null ? [first] : [first, operation]

/** MONEY: the right of the operation that the request is of, whoever prepared it. */
const ofAttempt = ({ attemptId }: { attemptId: string }, named: Named) =>
  withOperation('signed-in', named.operationOfAttempt(attemptId))
const ofRun = ({ runId }: { runId: string }, named: Named) =>
  withOperation('runs', named.operationOfRun(runId))
/** MONEY: nobody approves what they could not do themselves. */
const ofApproval = ({ approvalId }: { approvalId: string }, named: Named) =>
  withOperation('approve', named.operationOfApproval(approvalId))
const ofInput = ({ operation }: { operation: OperationId }) => [operation] as const
/** A list of the shop's orders is read for no operation, and a report of the gateway for no run. */
const ofRunInput = ({ operation }: { operation: OperationId | NoRun }) =>
  operation === 'report'
    ? (['reports'] as const)
    : withOperation('runs', operation === 'orders' ? null : operation)

const methodRights: { readonly [M in Method]: Row<M> } = {
  // What the window needs before anybody is signed in. It tells nothing of orders.
  'people:standing': ['open'],
  'people:sign-in': ['open'],
  'people:switch-on': ['open'],
  'people:recover': ['open'],
  'people:take-over': ['open'],
  'window:failed': ['open'],
  'window:reload': ['open'],
  'preference:find': ({ name }) => (name === 'appearance' ? ['open'] : ['signed-in']),

  'people:sign-out': signedIn,
  'people:active': signedIn,
  'people:change-passphrase': signedIn,
  'people:list': people,
  'people:my-key': signedIn,
  'people:add': people,
  'people:add-elsewhere': people,
  'people:set-roles': people,
  'people:new-key': people,
  'people:remove': people,
  'people:set-idle': people,
  'people:set-limit': people,
  'people:set-role': people,
  'people:remove-role': people,

  'team:show': signedIn,
  'team:key': people,
  'team:join': people,
  'team:leave': people,
  'team:renew': people,
  'team:give-up': people,
  'team:order': signedIn,
  'team:orders': signedIn,
  'team:desks': signedIn,
  // MONEY: whoever says by hand what became of a request.
  'team:release': ['resolve'],
  'team:release-payment': ['resolve'],

  'approval:ask': ofAttempt,
  'approval:list': signedIn,
  'approval:show': ofApproval,
  'approval:approve': ofApproval,
  'approval:refuse': ofApproval,
  'approval-file:save': ['export', 'status'],
  'approval-file:open': asksGateway,
  // Whoever has a key that the other computer takes; main looks whether that is so.
  'approval-file:sign': signedIn,
  'approval-file:save-signed': signedIn,
  // By its author; main looks who that is.
  'approval-team:ask': asksGateway,
  'approval-team:list': signedIn,
  'approval-team:open': asksGateway,
  'approval-team:hand-on': signedIn,
  // Whoever asked; main looks who that was.
  'approval:withdraw': signedIn,

  'app:state': signedIn,
  'today:show': signedIn,
  'today:rows': signedIn,
  'order:list': signedIn,
  'order:show': signedIn,
  'attempt:show': signedIn,
  'attempt:seen': signedIn,
  'attempt:list': signedIn,
  'audit:list': signedIn,
  'filter:actors': signedIn,
  'register:list': signedIn,
  'recipient:list': signedIn,
  'recipient:paid-before': signedIn,
  'subscription:stopped': signedIn,
  'unknown-terms:list': signedIn,
  'notice:seen': signedIn,
  'connection:list': signedIn,
  'connection:show': signedIn,
  'look-ups:state': signedIn,
  'look-ups:again': signedIn,
  'receipt:text': signedIn,
  'receipt:save': signedIn,
  'saved:show': signedIn,
  'work:cancel': signedIn,
  'vault:retry': signedIn,
  'window:shows': signedIn,
  'clipboard:copy': signedIn,
  'clipboard:find-id': signedIn,
  'preference:set': signedIn,
  'card:forget': signedIn,
  'card:shown': signedIn,
  'update:show': signedIn,
  // Whoever sees that something is wrong may stop it.
  'attempt:undo': signedIn,
  'run:undo': signedIn,
  'run:pause': signedIn,
  'run:stop': signedIn,

  'order:look-up': asksGateway,
  'order:check': asksGateway,
  'attempt:check': asksGateway,
  'look-ups:start': asksGateway,
  'look-ups:steer': asksGateway,
  'look-ups:retry': asksGateway,
  'callback:check': asksGateway,

  'attempt:review': ofInput,
  'attempt:confirm': ofAttempt,
  'attempt:send-now': ofAttempt,
  'attempt:resolve': ['resolve'],
  'order:clear': ['resolve'],
  'money:resume': ['resume-money'],
  'operation:read': ofInput,
  'card:begin': ({ operation }) => ['card-entry', operation],

  'order:note': ['notes'],
  'order:tag': ['notes'],
  'order:untag': ['notes'],
  'subscription:mark': ['notes'],
  'dispute:set-due': ['notes'],
  'dispute:end': ['notes'],
  'found:seen': ['notes'],
  'recipient:save': ['recipients'],
  'recipient:remove': ['recipients'],

  'run:list': signedIn,
  'run:show': signedIn,
  'run:rows': signedIn,
  'run:create': ofRunInput,
  'run:again': ofRun,
  'run:pay': ofRun,
  'run:choose': ofRun,
  'run:keep': ofRun,
  'run:discard': ofRun,
  'run:review': ofRun,
  'run:confirm': ofRun,
  'run:ask': ofRun,
  'run:send-now': ofRun,
  'run:resume': ofRun,
  'file:choose': ofRunInput,
  'file:read-dropped': ofRunInput,
  'file:paste': ofRunInput,
  'file:again': ofRunInput,
  // By an id that main made for whoever had the file read.
  'file:wrong': signedIn,
  'file:drop': signedIn,
  'run:from-file': runs,

  // A list of the shop is read from a file, as a run is.
  'shop:take': runs,
  'shop:lists': signedIn,
  'shop:orders': signedIn,
  'shop:show': signedIn,
  'shop:of-order': signedIn,
  'shop:open': asksGateway,
  'shop:ask': asksGateway,
  'shop:save': exports,

  'order:export': exports,
  'register:export': exports,
  'list:save': exports,
  'audit:export': exports,
  'order:evidence': exports,
  'look-ups:copy': exports,
  'look-ups:save': exports,
  'run:save': exports,
  'run:evidence': exports,
  'report:show': ['reports'],
  'report:rows': ['reports'],
  'report:save': ['reports', 'export'],
  'export-plan:list': reports,
  'export-plan:add': ['reports', 'export'],
  'export-plan:move': ['reports', 'export'],
  'export-plan:remove': ['reports', 'export'],
  'reason:uncoded': reports,
  'reason:map': reports,
  'reconcile:take': decides,
  'reconcile:list': reports,
  'reconcile:show': reports,
  'reconcile:rows': reports,
  'reconcile:of-order': signedIn,
  'reconcile:keep': decides,
  'reconcile:decide': decides,
  'reconcile:agree': decides,
  'reconcile:aside': decides,
  'reconcile:look-up': ['reports', 'status'],
  'reconcile:save': ['reports', 'export'],
  'audit:verify': ['verify'],

  'archive:list': records,
  'archive:make': records,
  'copy:list': records,
  'copy:restore': records,
  'copy:keep-ledger': records,
  'copy:choose-second-folder': records,
  'copy:end-second-folder': records,

  'connection:save': connections,
  'connection:set-money': connections,
  'connection:set-card-entry': connections,
  'connection:remove': connections,
  'connection:test': connections,
  'key:set-control': connections,
  'key:create-rsa': connections,
  'key:import-rsa': connections,
  'key:public': connections,
  'key:save-public': connections,
  'key:remove': connections,
  'key:test-next': connections,
  'key:switch': connections,
  // Who works here is in it, too.
  'set-up:save': ['connections', 'people'],
  'set-up:open': ['connections', 'people'],
  'set-up:take': ['connections', 'people'],
  // All of it goes along: keys, people and the log.
  'move:save': ['connections', 'people', 'records'],
  'move:open': ['connections', 'people', 'records'],
  'move:take': ['connections', 'people', 'records'],
  'signature:explain': connections,

  'update:set-feed': program,
  'update:check': program,
  'update:download': program,
  'update:stop': program,
  'update:install': program,
  'update:restart': program,
  'diagnostics:show': program,
  'diagnostics:save': program,
}

/** What this call needs. */
export function needsOf(method: Method, input: unknown, named: Named): readonly Need[] {
  // Each row fits the input of its own method; the pairing is lost only on the union of them all.
  const row = methodRights[method] as Row<Method>
  return typeof row === 'function' ? row(input as never, named) : row
}
