// What the page decides, it decides by data: in another language it decides the same.
import { expect, it } from 'vitest'
import { openWindow } from './window.ts'

it('decides nothing by the words of the catalogue', async () => {
  const asked: string[] = []
  openWindow()
  Object.assign(window, {
    localStorage: { getItem: () => 'pseudo' },
    matchMedia: (query: string) => {
      asked.push(query)
      return { matches: true, addEventListener: () => {} }
    },
  })
  const { useAppearanceStore } = await import('../../src/renderer/api/appearance.ts')
  const { sendLabel } = await import('../../src/renderer/messages/attempts.ts')
  const { namesOf } = await import('../../src/renderer/messages/operations.ts')
  const { t } = await import('../../src/renderer/messages/message.ts')
  expect(t('everywhere.refund')).not.toBe('Refund')

  expect(useAppearanceStore().isDark).toBe(true)
  expect(asked).toEqual(['(max-width: 1100px)', '(prefers-color-scheme: dark)'])

  const amount = { amount: '20.00', currency: 'EUR' }
  const shown = { amount: '20.00\u00a0EUR' }
  for (const [operation, code] of [
    ['return', 'requests.send-amount'],
    ['payout-pay', 'requests.send-amount'],
    ['sale-form', 'requests.send-of-amount'],
  ] as const) {
    const names = { ...namesOf(operation), send: 'wieder gut machen' }
    expect(sendLabel(names, amount)).toBe(t(code, { send: names.send, ...shown }))
  }
})
