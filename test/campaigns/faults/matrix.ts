// The matrix: points and faults, people and machines (money-safety.md, "Faults"), as far as they
// can be brought about inside one process. Each run begins with one cell, chosen by its seed. In
// the full form every cell has to be met; what kills processes has its own proof.
import { faultKinds, faultRow, type FaultKind } from '../../../src/sandbox/book/test-amounts.ts'
import { type CopyForm, copyForms } from './life.ts'
import { type Mood, moods } from './keychain.ts'
import { type Operation, operations } from './requests.ts'
import { type AmountForm, amountForms, type Ids, type Retelling, retellings } from './retell.ts'
import { lies, onlyStatus, statusFaults, type WireFault, wireFaults } from './wire-faults.ts'

const moments = [
  'reviewed',
  'undo',
  'confirming',
  'waiting',
  'answered',
  'unknown',
  'settled',
] as const
export type Moment = (typeof moments)[number]

const operatorSteps = [
  'double-confirm',
  'two-reviews',
  'older-review',
  'discard',
  'wrong-token',
  'replayed-after-restart',
  'check-storm',
  'review-expires',
  'two-instances',
  'order-moved',
  'identical-return',
  'same-again-lost',
  'older-shown-again',
  'undo',
  'undo-too-late',
  'closed-while-waiting',
  'outlived-review',
] as const
export type OperatorStep = (typeof operatorSteps)[number]

/** When a folder is copied, and the copy opened beside the first program. */
const copyMoments = ['idle', 'reviewed', 'undo', 'confirming', 'waiting', 'unknown'] as const
/** Where a request is when the lid is closed. */
const lidGaps = ['undo', 'reread', 'signing', 'marked'] as const
/**
 * How far a confirmed request has come towards the socket. The keychain keeps its mark too late
 * (`marking`), or in time (`marked`).
 */
const gaps = ['reviewed', 'undo', 'reread', 'signing', 'marking', 'marked'] as const
export type Gap = (typeof gaps)[number]
const points = ['review', 'reread', 'poll'] as const
type Point = (typeof points)[number]
/** What became of the request whose outcome the older transaction might close. */
const losses = ['swallowed', 'late', 'answer-lost'] as const
type Loss = (typeof losses)[number]
const settings = [
  'statusAmount',
  'digitsRule',
  'address',
  'endpoint',
  'login',
  'paths',
  'currencies',
  'removed',
] as const
type Setting = (typeof settings)[number]
const visits = ['before-review', 'after-review', 'while-unknown', 'done-and-lost'] as const
type Visit = (typeof visits)[number]
/** How the answer to an approved request is lost, or never comes about. */
const approvedLosses = [...losses, 'refused', 'half-body', 'record-403-instead'] as const
/** What happens to an approval on its way from the asking to the sending. */
const approvalTurns = [
  'unread',
  'by-its-author',
  'one-of-two',
  'two-at-once',
  'killed-asked',
  'killed-signing',
  'killed-signed',
  'killed-sending',
  'killed-waiting',
  'killed-unknown',
  'expired',
] as const
/** What ends it, or asks for more of it, after the review that it lets pass. */
const approvalEnds = [
  'withdrawn',
  'refused',
  'role-gone',
  'removed',
  'limit-set',
  'two-needed',
] as const
export type ApprovalEnd = (typeof approvalEnds)[number]
/** Where the request is by then. */
const approvalGaps = ['reviewed', 'undo', 'signing'] as const
export type ApprovalTurn = (typeof approvalTurns)[number]
const moving = ['return', 'capture'] as const
const onOrder = ['return', 'capture', 'void'] as const
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const yearsMs = 10 * 365 * 24 * hourMs

/** How an order's sums come to be in question. */
type BookStory = 'by-hand' | 'moved-date' | 'no-ids' | 'two-looks'

/** What an answer to a question says of something else, as if it were about this request. */
export type Mistake = 'other-order' | 'other-merchant-id' | 'unreadable' | 'rest-of-hold'

export type Cell =
  | { story: 'send'; operation: Operation; fault: FaultKind }
  | { story: 'send'; operation: Operation; wire: WireFault }
  | { story: 'refused-and-done'; operation: Operation; wire: WireFault }
  | { story: 'status'; point: Point; fault: FaultKind }
  | { story: 'status'; point: Point; wire: WireFault }
  | { story: 'retold'; operation: Operation; how: Retelling | 'was-processing'; loss: Loss }
  | { story: 'asked-before'; operation: Operation }
  | { story: 'seen-while-signing'; operation: Operation }
  | { story: 'amount'; operation: Operation; form: AmountForm; who: 'own' | 'colleague' }
  | { story: 'ids'; operation: Operation; ids: Ids; loss: Loss }
  | { story: 'colleague'; operation: Operation; visit: Visit }
  | { story: 'contradiction'; operation: Operation }
  | { story: 'payment-retold'; operation: Operation }
  | { story: 'claimed'; operation: Operation }
  | { story: 'many'; operation: Operation; count: number }
  | { story: 'setting'; setting: Setting; when: 'unknown' | 'undo' | 'signing' }
  | { story: 'clock'; moment: Moment; byMs: number }
  | { story: 'restart'; moment: Moment; how: 'in-order' | 'dropped' }
  | { story: 'copy'; form: CopyForm; how: 'in-order' | 'dropped'; mood: Mood }
  | { story: 'keychain'; operation: Operation; mood: Mood }
  | { story: 'records'; operation: Operation; through: 'twin' | 'group' }
  | { story: 'neighbour'; hanging: number }
  | { story: 'hand'; operation: Operation; truth: boolean; said: boolean; visible: 'now' | 'later' }
  | { story: 'books'; operation: Operation; how: BookStory }
  | { story: 'twin'; operation: Operation; loss: Loss }
  | { story: 'at-once'; operation: Operation }
  | { story: 'stopped'; operation: Operation; gap: Gap }
  | { story: 'misled'; operation: Operation; how: Mistake }
  | { story: 'misnamed'; operation: Operation }
  | { story: 'beyond-the-hold'; operation: Operation }
  | { story: 'unwritten'; operation: Operation }
  | { story: 'closing'; operation: Operation }
  | { story: 'again'; operation: Operation }
  | { story: 'edge'; operation: Operation; loss: Loss; hasColleague: boolean }
  | {
      story: 'copies'
      operation: Operation
      moment: (typeof copyMoments)[number]
      isAtOnce: boolean
    }
  | { story: 'lid'; operation: Operation; gap: (typeof lidGaps)[number] }
  | { story: 'approved'; operation: Operation; loss: WireFault }
  | { story: 'approval'; operation: Operation; turn: ApprovalTurn }
  | {
      story: 'approval'
      operation: Operation
      turn: ApprovalEnd
      gap: (typeof approvalGaps)[number]
    }
  | { story: 'operator'; step: OperatorStep }

/**
 * What a status answer can suffer: one fault for each way an answer is spoilt; whether something
 * took effect plays no part.
 */
const deliveries = faultKinds.filter(
  (kind, index) =>
    faultRow(kind).delivery !== 'normal' &&
    faultKinds.findIndex((other) => faultRow(other).delivery === faultRow(kind).delivery) === index,
)
const each = <A, B>(from: readonly A[], make: (one: A) => readonly B[]): B[] => from.flatMap(make)

export const cells: readonly Cell[] = [
  ...each(operations, (operation): Cell[] => [
    ...faultKinds
      .filter((fault) => !lies.includes(fault))
      .map((fault): Cell => ({ story: 'send', operation, fault })),
    ...wireFaults
      .filter((wire) => !onlyStatus.includes(wire) && !lies.includes(wire))
      .map((wire): Cell => ({ story: 'send', operation, wire })),
  ]),
  // A subscription can't be asked for: what its answer denies, nothing tells.
  ...each(
    operations.filter((operation) => operation !== 'create-recurring-payment'),
    (operation) =>
      wireFaults
        .filter((wire) => lies.includes(wire))
        .map((wire): Cell => ({ story: 'refused-and-done', operation, wire })),
  ),
  ...each(points, (point): Cell[] => [
    ...deliveries.map((fault): Cell => ({ story: 'status', point, fault })),
    ...statusFaults.map((wire): Cell => ({ story: 'status', point, wire })),
  ]),
  ...each(moving, (operation) =>
    each([...retellings, 'was-processing'] as const, (how) =>
      losses.map((loss): Cell => ({ story: 'retold', operation, how, loss })),
    ),
  ),
  ...each(moving, (operation): Cell[] => [
    { story: 'asked-before', operation },
    { story: 'seen-while-signing', operation },
    { story: 'contradiction', operation },
  ]),
  ...each(moving, (operation) =>
    each(amountForms, (form) =>
      (['own', 'colleague'] as const).map((who): Cell => ({
        story: 'amount',
        operation,
        form,
        who,
      })),
    ),
  ),
  ...each(moving, (operation) =>
    each(['never', 'late', 'moved'] as const, (ids) =>
      losses.map((loss): Cell => ({ story: 'ids', operation, ids, loss })),
    ),
  ),
  ...each(onOrder, (operation) =>
    visits.map((visit): Cell => ({ story: 'colleague', operation, visit })),
  ),
  ...each(settings, (setting) =>
    (['unknown', 'undo'] as const).map((when): Cell => ({ story: 'setting', setting, when })),
  ),
  ...(['address', 'endpoint', 'login', 'paths', 'statusAmount'] as const).map((setting): Cell => ({
    story: 'setting',
    setting,
    when: 'signing',
  })),
  ...onOrder.map((operation): Cell => ({ story: 'payment-retold', operation })),
  { story: 'claimed', operation: 'return' },
  { story: 'many', operation: 'payout', count: 70 },
  { story: 'clock', moment: 'undo', byMs: 5 * minuteMs },
  ...each(moments, (moment): Cell[] => [
    ...[hourMs, -hourMs, yearsMs, -yearsMs].map((byMs): Cell => ({ story: 'clock', moment, byMs })),
    { story: 'restart', moment, how: 'in-order' },
    { story: 'restart', moment, how: 'dropped' },
  ]),
  ...each(copyForms, (form) =>
    each(['in-order', 'dropped'] as const, (how) =>
      moods.map((mood): Cell => ({ story: 'copy', form, how, mood })),
    ),
  ),
  ...each(['return', 'payout'] as const, (operation) =>
    moods.map((mood): Cell => ({ story: 'keychain', operation, mood })),
  ),
  ...each(onOrder, (operation) =>
    (['twin', 'group'] as const).map((through): Cell => ({ story: 'records', operation, through })),
  ),
  { story: 'neighbour', hanging: 1 },
  { story: 'neighbour', hanging: 3 },
  ...each([...onOrder, 'payout', 'make-rebill'] as const, (operation) =>
    each([true, false], (truth) =>
      each([true, false], (said) =>
        (['now', 'later'] as const).map((visible): Cell => ({
          story: 'hand',
          operation,
          truth,
          said,
          visible,
        })),
      ),
    ),
  ),
  ...each(moving, (operation) =>
    (['by-hand', 'moved-date', 'no-ids', 'two-looks'] as const).map((how): Cell => ({
      story: 'books',
      operation,
      how,
    })),
  ),
  ...each(
    operations.filter((operation) => !isMoving(operation)),
    (operation) => losses.map((loss): Cell => ({ story: 'twin', operation, loss })),
  ),
  ...operations
    .filter((operation) => operation !== 'payout-check')
    .map((operation): Cell => ({ story: 'at-once', operation })),
  ...each([...moving, 'payout', 'transfer'] as const, (operation) =>
    gaps
      // What makes something new has no status to be read again.
      .filter((gap) => gap !== 'reread' || isMoving(operation))
      .map((gap): Cell => ({ story: 'stopped', operation, gap })),
  ),
  ...each(['return', 'capture'] as const, (operation) =>
    (['other-order', 'other-merchant-id'] as const).map((how): Cell => ({
      story: 'misled',
      operation,
      how,
    })),
  ),
  { story: 'misled', operation: 'return', how: 'rest-of-hold' },
  { story: 'beyond-the-hold', operation: 'capture' },
  ...each(['payout', 'make-rebill'] as const, (operation): Cell[] => [
    { story: 'misled', operation, how: 'unreadable' },
    { story: 'misnamed', operation },
    { story: 'closing', operation },
    { story: 'again', operation },
  ]),
  ...(['return', 'payout'] as const).map((operation): Cell => ({ story: 'unwritten', operation })),
  ...each(moving, (operation) =>
    each(losses, (loss) =>
      [true, false].map((hasColleague): Cell => ({ story: 'edge', operation, loss, hasColleague })),
    ),
  ),
  ...each(['return', 'payout'] as const, (operation): Cell[] => [
    ...each(copyMoments, (moment) =>
      [true, false].map((isAtOnce): Cell => ({ story: 'copies', operation, moment, isAtOnce })),
    ),
    ...lidGaps
      // What makes something new has no status to be read again.
      .filter((gap) => gap !== 'reread' || isMoving(operation))
      .map((gap): Cell => ({ story: 'lid', operation, gap })),
  ]),
  ...each(
    // A check of a payout moves nothing, and takes no approval.
    operations.filter((operation) => operation !== 'payout-check'),
    (operation) => approvedLosses.map((loss): Cell => ({ story: 'approved', operation, loss })),
  ),
  ...each(['return', 'payout'] as const, (operation): Cell[] => [
    ...approvalTurns
      // What makes something new has no order that an approver reads.
      .filter((turn) => turn !== 'unread' || isMoving(operation))
      .map((turn): Cell => ({ story: 'approval', operation, turn })),
    ...each(approvalEnds, (turn) =>
      approvalGaps.map((gap): Cell => ({ story: 'approval', operation, turn, gap })),
    ),
  ]),
  ...operatorSteps.map((step): Cell => ({ story: 'operator', step })),
]

function isMoving(operation: Operation): boolean {
  return (onOrder as readonly string[]).includes(operation)
}

export const nameOf = (cell: Cell): string => Object.values(cell).join(' / ')

/** Far from every multiple: neighbouring seeds lie in different parts of the matrix. */
export const stride = 389
export const cellOf = (seed: number): Cell => cells[(seed * stride) % cells.length]!
