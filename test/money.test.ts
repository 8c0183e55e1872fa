// Who changes a file with a rule of money finds the test of that rule: at the same place below
// test, in a fault of the list (test/campaigns/mutants), or in the table below.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { list } from './campaigns/mutants/list.ts'

const top = join(import.meta.dirname, '..')
const ls = ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'test']
const paths = execFileSync('git', ls, { cwd: top, encoding: 'utf8' })
  .split('\n')
  .filter((path) => existsSync(join(top, path)))
const withMoney = paths.filter(
  (path) => /^src\/.*\.\w+$/.test(path) && readFileSync(join(top, path), 'utf8').includes('MONEY:'),
)

/** Files, or folders, whose rule shows only where more of the program is at work. */
const elsewhere: Readonly<Record<string, readonly string[]>> = {
  'src/main/assemble.ts': ['journeys/quitting'],
  'src/main/composition/': ['journeys/steered', 'journeys/no-locks', 'journeys/evidence-pack'],
  'src/main/desk/api/copies.ts': ['journeys/asked-outside'],
  'src/main/desk/base/faults.ts': ['journeys/new-operations', 'main/desk/payments/send/confirm'],
  // Types: what keeps these promises is wired in src/main/composition.
  'src/main/desk/base/ports.ts': ['journeys/steered', 'journeys/restored'],
  'src/main/desk/connections/connection-parts.ts': ['journeys/steered', 'abuse/settings'],
  'src/main/desk/connections/key-questions.ts': ['journeys/keys-asked'],
  'src/main/files/': ['main/files/read-file', 'main/files/cells/amount-cell'],
  'src/main/desk/receipts/': ['abuse/receipts'],
  'src/main/desk/base/run-digest.ts': ['main/desk/runs/guards', 'journeys/runs/runs'],
  'src/main/desk/runs/': ['main/desk/runs/guards', 'journeys/runs/runs'],
  'src/renderer/features/runs/from-list/': ['journeys/runs/run-from-list'],
  'src/shared/runs/': ['main/desk/runs/guards'],
  'src/shared/files/file-methods.ts': ['journeys/runs/run-from-list', 'abuse/list-doors'],
  'src/main/desk/reconcile/': ['journeys/reconcile/reconcile'],
  'src/main/ledger/reconcile/': ['journeys/reconcile/reconcile'],
  'src/main/desk/shop/': ['journeys/shop/shop-orders'],
  'src/main/ledger/runs/': ['main/desk/runs/guards', 'journeys/runs/runs'],
  'src/main/desk/create-desk.ts': ['journeys/asked-outside'],
  'src/main/desk/payments/send/ask-team.ts': [
    ...['main/desk/payments/plan/team-turn', 'journeys/team/stopped'],
  ],
  'src/main/desk/payments/send/undo.ts': ['main/desk/payments/send/undo-window'],
  'src/main/desk/payments/watch/ask-status.ts': ['main/desk/payments/watch/watched'],
  'src/main/desk/payments/watch/clear-order.ts': ['journeys/clearances'],
  // Types: what is never cut off is in client.ts.
  'src/main/gateway/client-parts.ts': ['main/gateway/client'],
  'src/main/gateway/transport/': ['main/gateway/transport/transport', 'main/gateway/client-watch'],
  'src/main/team/database/': ['main/team/database/database', 'main/team/database/subset'],
  'src/main/desk/base/team-claims.ts': ['journeys/team/team', 'journeys/team/crash'],
  'src/main/team/claims/': ['main/team/claims/create-team', 'campaigns/storms'],
  'src/renderer/features/people/ReleaseDialog.vue': ['screens/team'],
  'src/main/ledger/archive/': ['main/ledger/archive/archive', 'main/ledger/archive/archive-crash'],
  'src/main/ledger/db/': ['main/ledger/db/open', 'main/ledger/db/lock-probe', 'journeys/no-locks'],
  'src/main/ledger/journal/': ['main/ledger/journal/journal', 'main/desk/payments/watch/watched'],
  'src/main/ledger/orders/': ['main/ledger/rebuild/rebuild', 'journeys/clearances'],
  'src/main/ledger/projections/': ['main/ledger/rebuild/rebuild'],
  'src/main/ledger/schema/': ['main/ledger/schema/make-schema', 'main/ledger/rebuild/rebuild'],
  'src/main/ledger/settings/': ['main/desk/api/recipients'],
  'src/renderer/app/frame/OmniBox.vue': ['screens/omnibox'],
  'src/renderer/app/frame/SwitchDialog.vue': ['screens/window'],
  'src/renderer/app/frame/UndoBar.vue': ['screens/undo'],
  'src/renderer/app/frame/omnibox/': ['screens/omnibox', 'renderer/messages/commands'],
  'src/renderer/features/attempts/ResolveDialog.vue': ['screens/resolving'],
  'src/renderer/features/card-entry/CardEntry.vue': ['screens/card-entry'],
  'src/renderer/features/confirm/': ['screens/one-effect', 'renderer/features/confirm/use-confirm'],
  'src/renderer/features/lists/AccountWarnings.vue': ['screens/payouts'],
  'src/renderer/features/lists/ChangedRecipientPanel.vue': ['screens/payouts'],
  'src/renderer/features/operations/use-operation.ts': ['screens/drafts'],
  'src/renderer/features/order/facts/ReportedElsewhere.vue': ['screens/reconcile'],
  'src/renderer/features/order/facts/reported-refunds.ts': ['screens/reconcile'],
  'src/renderer/features/order/facts/taken-order.ts': ['screens/reconcile'],
  'src/renderer/features/order-actions/AmountField.vue': ['screens/amounts'],
  'src/renderer/features/order-actions/use-action.ts': ['screens/reconcile'],
  'src/renderer/features/order/OrderScreen.vue': ['screens/undo'],
  'src/renderer/features/order/clearing.ts': ['screens/resolving'],
  'src/renderer/features/orders/OrdersScreen.vue': ['screens/reading-pane'],
  'src/renderer/features/reports/facts/report-labels.ts': [
    'renderer/features/reports/figures/figure-bars',
  ],
  'src/renderer/features/runs/RunReview.vue': ['screens/runs'],
  'src/renderer/features/payouts/CheckedPayout.vue': ['screens/payouts-and-checks'],
  'src/renderer/messages/outcomes.ts': ['renderer/features/confirm/waiting'],
  'src/renderer/ui/frame-facts.ts': ['screens/crash'],
  'src/renderer/ui/rest-of-clicks.ts': ['screens/one-effect'],
  'src/sandbox/operations/booking.ts': ['sandbox/operations'],
  'src/shared/bridge/recipients.ts': ['screens/payouts'],
  'src/shared/bridge/views.ts': ['journeys/reconcile/in-doubt'],
  'src/shared/connections/': ['abuse/settings', 'main/desk/connections/connection-rules'],
  'src/shared/contract/method-rights.ts': ['main/desk/people/matrix', 'abuse/people'],
  'src/main/ledger/schema/of-people.ts': ['abuse/approvals'],
  'src/main/desk/approvals/': ['abuse/approvals', 'main/desk/approvals/approval-gate'],
  'src/shared/contract/bridge.ts': ['journeys/clearances', 'main/desk/payments/watch/watched'],
  'src/shared/gateway/operations/': ['main/desk/payments/plan/twins', 'operations'],
  'src/shared/gateway/orders/order-answers.ts': ['shared/gateway/orders/contradictions'],
  'src/shared/gateway/orders/order-ids.ts': ['main/desk/payments/status/order-ids'],
  'src/shared/people/key-form.ts': ['journeys/set-up-files'],
  'src/main/desk/moving/': ['journeys/moving'],
  'src/main/desk/team/': ['journeys/team/membership'],
  'src/main/composition/moving/': ['journeys/moving'],
  'src/main/moving/': ['journeys/moving'],
  'src/main/ledger/settings/moved.ts': ['journeys/moving'],
  'src/main/desk/api/connections.ts': ['journeys/asked-outside', 'abuse/settings'],
  'src/main/desk/payments/plan/moment.ts': ['main/desk/payments/plan/twins'],
  'src/main/desk/payments/plan/outside-facts.ts': [
    ...['main/desk/payments/send/confirm-outside', 'journeys/asked-outside'],
  ],
  'src/main/desk/payments/plan/own-id.ts': ['main/desk/payments/review/review-new'],
  'src/main/desk/payments/watch/look-up-counter.ts': ['main/desk/payments/watch/resolve-by-hand'],
  'src/main/ledger/opening/open-ledger.ts': ['main/ledger/db/open', 'main/ledger/copies/restore'],
  'src/shared/gateway/actions.ts': ['shared/gateway/twins', 'shared/gateway/disputed'],
  'src/shared/gateway/orders/order-sums.ts': ['shared/gateway/orders/chargebacks'],
  'src/shared/gateway/own-fields.ts': ['shared/connections/field-rules'],
}

const isMirrored = (path: string): boolean => {
  const own = path.replace(/^src/, 'test').replace(/\.\w+$/, '.')
  return paths.some((one) => one.startsWith(own) && one.endsWith('.test.ts'))
}
const isFaulted = (path: string): boolean => list.some(({ file }) => file === path)
const covers = (place: string, path: string): boolean =>
  place === path || (place.endsWith('/') && path.startsWith(place))
const isUntested = (path: string): boolean => !isMirrored(path) && !isFaulted(path)

describe('a file with a rule of money', () => {
  it('has a test at the same place, a fault in the list, or a test in the table', () => {
    const places = Object.keys(elsewhere)
    expect(
      withMoney.filter(isUntested).filter((path) => !places.some((place) => covers(place, path))),
    ).toEqual([])
  })

  it.each(Object.entries(elsewhere))('needs its row %s, whose tests are there', (place, tests) => {
    expect(withMoney.filter(isUntested).filter((path) => covers(place, path))).not.toEqual([])
    for (const test of tests) expect(paths).toContain(`test/${test}.test.ts`)
  })
})
