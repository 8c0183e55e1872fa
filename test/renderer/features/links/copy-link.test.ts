// The message that goes with a link is shown as it is copied, and neither where the link is used or
// withheld.
import { expect, it } from 'vitest'
import { useAppState } from '../../../../src/renderer/api/app-state.ts'
import { useCopyLink } from '../../../../src/renderer/features/links/use-copy-link.ts'
import type { AttemptView } from '../../../../src/shared/bridge/views.ts'
import { attemptOf } from '../../../fakes/bridge-seed.ts'
import { callsOf, openWindow } from '../../window.ts'

const bridge = openWindow()
Object.assign(window, {
  localStorage: { getItem: () => null },
  matchMedia: () => ({ matches: false, addEventListener: () => {} }),
})
await useAppState().load()
const link = 'http://127.0.0.1:40123/forms/1'
const row = (more: Partial<AttemptView> = {}): AttemptView =>
  attemptOf(bridge.orders[0]!, {
    ...({ operation: 'sale-form', state: 'ACCEPTED' } as const),
    request: { order_desc: 'Lamp no. 7' },
    amount: { amount: '42.00', currency: 'EUR' },
    answer: { 'redirect-url': link },
    ...more,
  })

it('copies exactly the text that is shown', () => {
  const { copyLink, messageOf } = useCopyLink()
  const shown = messageOf(row())
  expect(shown).toBe(`Lamp no. 7, 42.00\u00a0EUR. Please continue on this page: ${link}`)
  copyLink(row())
    .find(({ testid }) => testid === 'copy-message')!
    .act()
  expect(callsOf(bridge, 'clipboard:copy')).toEqual([{ text: shown }])
})

it.each([
  ['was used', row({ state: 'SUCCEEDED' })],
  ['leads elsewhere', row({ answer: { 'redirect-url': 'https://other.example/1' } })],
  ['is none', row({ answer: {} })],
])('shows and copies nothing where the link %s', (_how, attempt) => {
  const { copyLink, messageOf } = useCopyLink()
  expect(messageOf(attempt)).toBe('')
  expect(copyLink(attempt)).toEqual([])
})
