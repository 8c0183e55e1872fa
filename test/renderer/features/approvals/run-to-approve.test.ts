// What an approver reads of a run: a way to all of its rows where the dialog has only the first of
// them; and a title that says of which order a request is.
import { createSSRApp } from 'vue'
import { expect, it } from 'vitest'
import { createMemoryHistory, createRouter } from 'vue-router'
import { renderToString } from 'vue/server-renderer'
import type { ApprovalShown, ApprovalView } from '#shared/approvals/approval-methods.ts'
import { titleWithOrder } from '../../../../src/renderer/features/approvals/approval-labels.ts'
import RunToApprove from '../../../../src/renderer/features/approvals/RunToApprove.vue'

const runOf = (rows: number): Promise<string> => {
  const first = Array.from({ length: Math.min(rows, 5) }, (_, at) => ({
    ...{ at, party: 'Ann Smith', orderid: `70${at}`, card: '' },
    amount: { amount: '20.00', currency: 'EUR' },
  }))
  const run = { runId: 'r-1', rows, first, rowReason: '', sourceName: null, reason: '' }
  const shown = { approval: { author: 'Bo' } } as unknown as ApprovalShown
  const app = createSSRApp(RunToApprove, { shown, run })
  const routes = [{ path: '/runs/:id', component: {} }]
  return renderToString(app.use(createRouter({ history: createMemoryHistory(), routes })))
}

it('leads to the rows of a run where not all of them stand there', async () => {
  expect(await runOf(5)).not.toContain('run-rows-link')
  const more = await runOf(6)
  expect(more).toContain('data-testid="run-rows-link"')
  expect(more).toMatch(/and 1 more/i)
})

it('names the order in the title of a dialog, and of what has none the operation alone', () => {
  const one = { operation: 'return', orderid: '6760150', run: null } as ApprovalView
  expect(titleWithOrder(one)).toBe('Refund, order 6760150')
  expect(titleWithOrder({ ...one, operation: 'payout', orderid: '' })).toBe('Payout')
})
