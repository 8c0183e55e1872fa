// A message calls a request what its button is called, not what the protocol calls it.
import { expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { actionsFor } from '#shared/gateway/actions.ts'
import { foldFacts } from '#shared/gateway/orders/order-facts.ts'
import { say } from '#shared/message.ts'
import { nameOfRequest } from '#shared/gateway/request-name.ts'

const named = (operation: string, of: typeof amount | null): string =>
  formatMessage(
    say('audit.logged-request', { title: nameOfRequest({ operation, amount: of }), state: '' }),
  )
const amount = { minor: 2_000n, currency: 'EUR', digits: 2 }

it('names operation and amount', () => {
  expect(named('return', amount)).toBe('refund of 20.00\u00a0EUR: ')
  expect(named('payout-check', null)).toBe('account check: ')
  expect(named('of-a-later-version', null)).toBe('of-a-later-version: ')
})

it.each([
  ['UNKNOWN', /^The outcome of the refund of 20\.00\sEUR is unknown\./],
  ['ACCEPTED', /^The refund of 20\.00\sEUR is still being processed/],
] as const)('says which request holds the order in %s', (state, message) => {
  const open = {
    ...{ id: 'one', operation: 'return', state, amount, resolvedBy: null, sentAfter: 1 },
    ...{ conflict: null, createdAt: 0 },
  } as const
  const { capture } = actionsFor(foldFacts([], [open]))
  expect(capture.isPossible ? '' : formatMessage(capture.why)).toMatch(message)
})
