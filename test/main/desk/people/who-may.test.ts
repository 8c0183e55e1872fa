// Who may call what, written down apart from the table that decides it: a row of that table that is
// left out or loosened shows here, method by method.
import { expect, it } from 'vitest'
import { type Method, methods } from '#shared/contract/bridge.ts'
import { type Named, needsOf } from '#shared/contract/method-rights.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { rightsOf, type Role, roleIds } from '#shared/people/roles.ts'

/** By the roles that may, each alone, about a refund and about a payout alike. */
const alike: Readonly<Record<string, string>> = {
  'whoever opens Paydesk':
    'people:standing people:sign-in people:switch-on people:recover people:take-over window:failed window:reload',
  'whoever is signed in': `app:state order:list order:show attempt:undo attempt:show attempt:seen attempt:list
    audit:list work:cancel vault:retry window:shows clipboard:copy clipboard:find-id team:show
    connection:list connection:show unknown-terms:list register:list subscription:stopped
    notice:seen filter:actors look-ups:state look-ups:again preference:set preference:find
    card:forget card:shown people:sign-out people:active people:my-key people:change-passphrase
    approval:list approval:withdraw approval-file:sign approval-file:save-signed recipient:list
    recipient:paid-before approval-team:list approval-team:hand-on
    today:show today:rows run:list run:show run:rows run:undo run:pause run:stop file:wrong
    file:drop shop:lists shop:orders shop:show shop:of-order receipt:text receipt:save
    reconcile:of-order update:show saved:show team:order team:orders team:desks`,
  'support payments payouts approver administrator': `order:look-up order:check attempt:check callback:check look-ups:start
    look-ups:steer look-ups:retry approval-file:open approval-team:ask approval-team:open shop:open shop:ask`,
  'support payments payouts approver':
    'order:note order:tag order:untag subscription:mark dispute:set-due dispute:end found:seen',
  'payments payouts approver auditor': `reason:uncoded reason:map report:show report:rows export-plan:list
    reconcile:list reconcile:show reconcile:rows`,
  'payments payouts approver': 'reconcile:look-up',
  'payments payouts auditor': `order:export audit:export register:export order:evidence run:evidence list:save
    look-ups:copy look-ups:save run:save shop:save report:save export-plan:add export-plan:move
    export-plan:remove reconcile:save`,
  'payments payouts': 'approval-file:save run:from-file shop:take',
  payouts: 'recipient:save recipient:remove',
  approver: `order:clear attempt:resolve reconcile:take reconcile:keep reconcile:decide reconcile:agree
    reconcile:aside team:release team:release-payment`,
  'approver administrator': 'money:resume',
  'auditor administrator': 'audit:verify',
  administrator: `archive:list archive:make copy:list copy:restore copy:choose-second-folder
    copy:end-second-folder copy:keep-ledger team:key team:join team:leave team:renew team:give-up
    connection:save
    connection:set-money connection:set-card-entry connection:remove connection:test
    key:set-control key:create-rsa key:import-rsa key:public key:save-public key:remove
    key:test-next key:switch signature:explain people:list people:add people:add-elsewhere
    people:set-roles people:new-key people:remove people:set-idle people:set-limit people:set-role
    people:remove-role set-up:save set-up:open set-up:take move:save move:open move:take
    update:set-feed update:check update:download update:stop update:install update:restart
    diagnostics:show diagnostics:save`,
  // What somebody approves they have to be able to do themselves: it takes two roles.
  'nobody by one role': 'approval:show approval:approve approval:refuse',
}
/** A refund by the role payments alone, a payout by payouts alone. */
const byOperation = `attempt:review attempt:confirm attempt:send-now operation:read card:begin approval:ask
  run:create run:again run:pay run:choose run:keep run:discard run:review run:confirm run:ask run:send-now
  run:resume file:choose file:read-dropped file:paste file:again`
const words = (text: string): string[] => text.split(/\s+/).sort()

const named = (operation: OperationId): Named => ({
  operationOfAttempt: () => operation,
  operationOfRun: () => operation,
  operationOfApproval: () => operation,
})
function whoMay(method: Method, operation: OperationId): string {
  const ids = { attemptId: 'a', runId: 'r', approvalId: 'p', name: 'drafts' }
  const needs = needsOf(method, { operation, ...ids }, named(operation))
  if (needs.includes('open')) return 'whoever opens Paydesk'
  const may = roleIds.filter((role: Role) => {
    const held: ReadonlySet<string> = rightsOf([role])
    return needs.every((need) => need === 'signed-in' || held.has(need))
  })
  return may.length === roleIds.length
    ? 'whoever is signed in'
    : may.length === 0
      ? 'nobody by one role'
      : may.join(' ')
}

const all = Object.keys(methods) as Method[]

it('is as it was written down, for each method of the bridge', () => {
  const found: Record<string, string[]> = {}
  const own: string[] = []
  for (const method of all) {
    const [refund, payout] = [whoMay(method, 'return'), whoMay(method, 'payout')]
    if (refund === payout) (found[refund] ??= []).push(method)
    else if (refund === 'payments' && payout === 'payouts') own.push(method)
    else (found[`${refund}, or of a payout ${payout}`] ??= []).push(method)
  }
  const sorted = Object.entries(found).map(([who, names]) => [who, names.sort()] as const)
  expect(Object.fromEntries(sorted)).toEqual(
    Object.fromEntries(Object.entries(alike).map(([who, names]) => [who, words(names)])),
  )
  expect(own.sort()).toEqual(words(byOperation))
})

it('takes the role of an approver and that of the operation to approve', () => {
  for (const method of words(alike['nobody by one role']!) as Method[])
    for (const [operation, role] of [
      ['return', 'payments'],
      ['payout', 'payouts'],
    ] as const) {
      const ids = { attemptId: 'a', runId: 'r', approvalId: 'p', name: 'drafts' }
      const needs = needsOf(method, { operation, ...ids }, named(operation))
      expect([method, needs]).toEqual([method, ['approve', operation]])
      const held: ReadonlySet<string> = rightsOf(['approver', role])
      expect(needs.every((need) => held.has(need))).toBe(true)
    }
})
