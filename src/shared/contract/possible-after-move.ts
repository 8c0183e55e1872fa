// What a desk still does that goes on at another computer: it shows, exports and verifies what it
// has. A method without a word here is refused, so a new one is refused until it has been thought
// about.
import type { Right } from '../people/rights.ts'
import type { Method } from './bridge.ts'

const shows = [
  ...['app:state', 'today:show', 'today:rows', 'order:list', 'order:show', 'attempt:show'],
  ...[
    'attempt:list',
    'audit:list',
    'filter:actors',
    'register:list',
    'recipient:list',
    'recipient:paid-before',
  ],
  ...['subscription:stopped', 'unknown-terms:list', 'connection:list', 'connection:show'],
  ...['look-ups:state', 'run:list', 'run:show', 'run:rows', 'shop:lists', 'shop:orders'],
  ...['shop:show', 'shop:of-order', 'report:show', 'report:rows', 'export-plan:list'],
  ...['reason:uncoded', 'reconcile:list', 'reconcile:show', 'reconcile:rows', 'approval:list'],
  'reconcile:of-order',
  ...['approval:show', 'archive:list', 'copy:list', 'receipt:text', 'key:public'],
] as const satisfies readonly Method[]

const saves = [
  ...['order:export', 'register:export', 'list:save', 'audit:export', 'audit:verify'],
  ...['order:evidence', 'look-ups:save', 'look-ups:copy', 'run:save', 'run:evidence'],
  ...['report:save', 'reconcile:save', 'shop:save', 'receipt:save'],
  ...['diagnostics:show', 'diagnostics:save', 'saved:show'],
] as const satisfies readonly Method[]

const ofTheProgram = [
  ...['people:standing', 'people:sign-in', 'people:sign-out', 'people:active', 'people:list'],
  ...['people:my-key', 'window:failed', 'window:reload', 'window:shows', 'preference:find'],
  ...['preference:set', 'notice:seen', 'attempt:seen', 'work:cancel', 'vault:retry'],
  ...['clipboard:copy', 'clipboard:find-id', 'card:forget', 'card:shown', 'update:show'],
  // What was confirmed is never sent any more; it may be taken back.
  ...['attempt:undo', 'run:undo', 'run:pause', 'run:stop', 'file:drop'],
  ...['move:save', 'move:open', 'move:take'],
] as const satisfies readonly Method[]

const possible: ReadonlySet<Method> = new Set([...shows, ...saves, ...ofTheProgram])

export const isPossibleAfterMove = (method: Method): boolean => possible.has(method)

const ofUse: ReadonlySet<Right> = new Set(['export', 'verify', 'reports', 'records', 'program'])

/** Whether anything that takes this right is possible: the window shuts the rest. */
export const isOfUseAfterMove = (right: Right): boolean => ofUse.has(right)
