// An entry of the log in words: every value of a person's work has its label, what changed is named
// by setting and field, and what is missing there stands as recorded.
import { expect, it } from 'vitest'
import { entryFacts, recordedDetails } from '../../../../src/renderer/features/audit/audit-facts.ts'

const linesOf = (details: Record<string, unknown>): string[] =>
  entryFacts({ details }).map(({ label, text }) => `${label}: ${text}`)

it('says a request by its operation, amount, reason and person', () => {
  const details = {
    attemptId: '01M8C7Q521SZX36Z0E369JCN88',
    operation: 'return',
    amount: '20.00',
    currency: 'EUR',
    comment: 'Box arrived damaged',
    requestedBy: 'anna',
    isFull: false,
    from: 'SENDING',
    digest: '1ae0790f',
  }
  expect(linesOf(details)).toEqual([
    'Amount: 20.00\u00a0EUR',
    'Reason: Box arrived damaged',
    'Done by: anna',
    'Operation: Refund',
    'State before: Sending',
  ])
  expect(recordedDetails({ details })).toContainEqual({ name: 'digest', value: '1ae0790f' })
  expect(recordedDetails({ details })).toHaveLength(9)
})

it('names the settings and fields that changed, and only those', () => {
  const money = { undoMs: 10_000, confirmOutside: false, refundReasons: ['Paid twice'] }
  expect(
    linesOf({
      name: 'Shop',
      before: { money, cardEntry: false },
      after: { money: { ...money, undoMs: 0, refundReasons: [] }, cardEntry: true },
    }),
  ).toEqual([
    'Name: Shop',
    [
      'Changed: Time to undo a confirmed request: 10 s → 0 s',
      'Listed reasons for a refund: Paid twice → none',
      'Entry of card numbers and security codes: No → Yes',
    ].join('\n'),
  ])
  expect(
    linesOf({ changes: [{ name: 'account_number', was: 'DE89', is: 'EE38' }], recipientId: 'r-1' }),
  ).toEqual(['Changed: Account number: DE89 → EE38'])
})

it('says that the recipient confirmed the account by phone', () => {
  expect(linesOf({ calledPayee: true })).toEqual(['Account confirmed by phone: Yes'])
})

it('says nothing of empty values, and shows no name of a field as a label', () => {
  expect(
    linesOf({ comment: '', payee: null, rrn: undefined, snapshot: 1, isChanged: true }),
  ).toEqual([])
  const labels = entryFacts({
    details: { transactionType: 'reversal', status: 'approved', stage: 'reversal_approved' },
  })
  expect(labels.map(({ label }) => label)).toEqual(['Transaction', 'Gateway status', 'Stage'])
})
