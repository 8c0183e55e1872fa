// The matrix of points and faults (money-safety.md, "Faults"), as far as they can be brought about inside one process. Each run begins with one
// cell, chosen by its seed, so that a few hundred runs meet them all. What needs a killed process or a full disk has its own proof.
import { faultKinds, faultRow, type FaultKind } from '../../src/sandbox/magic.ts'
import { type WireFault, wireFaults } from './wire.ts'

export const actions = ['return', 'capture', 'void'] as const
export type Action = (typeof actions)[number]

export const moments = [
  'reviewed',
  'confirming',
  'waiting',
  'answered',
  'unknown',
  'settled',
] as const
export type Moment = (typeof moments)[number]

export const habits = [
  'double-confirm',
  'two-reviews',
  'discard',
  'wrong-token',
  'replayed-after-restart',
  'check-storm',
  'by-hand',
  'review-expires',
  'two-instances',
  'order-moved',
  'identical-return',
  'same-again-lost',
  'older-shown-again',
  'undo',
  'undo-too-late',
  'closed-while-waiting',
] as const
export type Habit = (typeof habits)[number]

export type StatusPoint = 'review' | 'reread' | 'settle'

export type Cell =
  | { at: 'send'; action: Action; sandbox: FaultKind }
  | { at: 'send'; action: Action; wire: WireFault }
  | { at: StatusPoint; sandbox: FaultKind }
  | { at: StatusPoint; wire: WireFault }
  | { at: 'restart'; moment: Moment }
  | { at: 'clock'; moment: Moment; byMs: number }
  | { at: 'habit'; habit: Habit }
  | { at: 'contradiction' }

const onlyStatus: readonly WireFault[] = ['stale', 'contradicted']
/** What a status answer can suffer: one fault for each way an answer is spoilt; whether something took effect plays no part. */
const deliveries = faultKinds.filter(
  (kind, index) =>
    faultRow(kind).delivery !== 'normal' &&
    faultKinds.findIndex((other) => faultRow(other).delivery === faultRow(kind).delivery) === index,
)
const points: readonly StatusPoint[] = ['review', 'reread', 'settle']
const hourMs = 3_600_000

export const cells: readonly Cell[] = [
  ...actions.flatMap((action) => [
    ...faultKinds.map((sandbox): Cell => ({ at: 'send', action, sandbox })),
    ...wireFaults
      .filter((wire) => !onlyStatus.includes(wire))
      .map((wire): Cell => ({ at: 'send', action, wire })),
  ]),
  ...points.flatMap((at) => [
    ...deliveries.map((sandbox): Cell => ({ at, sandbox })),
    ...wireFaults.filter((wire) => wire !== 'contradicted').map((wire): Cell => ({ at, wire })),
  ]),
  ...moments.map((moment): Cell => ({ at: 'restart', moment })),
  ...moments.flatMap((moment) =>
    [hourMs, -hourMs].map((byMs): Cell => ({ at: 'clock', moment, byMs })),
  ),
  ...habits.map((habit): Cell => ({ at: 'habit', habit })),
  { at: 'contradiction' },
]

export const nameOf = (cell: Cell): string => Object.values(cell).join(' / ')
