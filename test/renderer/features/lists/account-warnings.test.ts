// What is strange about an account is told in as many panels as there are reasons, and what to do
// about that once.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { createPinia } from 'pinia'
import AccountWarnings from '../../../../src/renderer/features/lists/AccountWarnings.vue'

const changed = {
  ...{ name: 'Zoë Größe', changedAt: 1, changedBy: 'anna', wasPaidSince: false },
  changes: [{ name: 'account_number', was: 'wallet-1', is: 'wallet-2' }],
}
const paidBefore = { count: 1, open: 0, lastAt: 2, otherName: { name: 'Ann Smith', at: 2 } }

it.each([
  ['both', [changed], paidBefore, false, 1],
  ['a changed recipient', [changed], null, true, 1],
  ['another name, of a check', [], paidBefore, false, 1],
  ['another name, with a box to tick', [], paidBefore, true, 0],
])('of %s', async (_what, recipients, before, asksCall, times) => {
  const props = { changed: recipients, paidBefore: before, asksCall }
  const html = await renderToString(createSSRApp(AccountWarnings, props).use(createPinia()))
  expect(html.split('Confirm the account with the recipient')).toHaveLength(times + 1)
  expect(html.includes('account-of-other-name')).toBe(before !== null)
})
