// What a register is narrowed by: the texts of its rows, however they are typed, and the labels of
// their chips.
import { describe, expect, it } from 'vitest'
import { attemptStates } from '#shared/attempt.ts'
import { badgeOf } from '../../../../src/renderer/messages/badges.ts'
import {
  hasText,
  statusLabels,
} from '../../../../src/renderer/features/attempts/register-filter.ts'

const facts = [
  'Zoë Größe · DE89370400440532013000',
  { amount: '1250.00', currency: 'EUR' },
  '6760150',
  null,
]

describe('a row has a text', () => {
  it.each([
    ...['zoe', 'GRÖSSE'.slice(0, 3), 'de89 3704', '6760150', '760', '1250', '1 250.00 EUR'],
    ...['1.250,00', '1250,00 €', '· de'],
  ])('“%s”, however it is written', (text) => {
    expect(hasText(facts, text)).toBe(true)
  })

  it.each(['zora', '1250.01', '12,00', 'null', '6760150 1250'])('but not “%s”', (text) => {
    expect(hasText(facts, text)).toBe(false)
  })
})

describe('the statuses to choose from', () => {
  const operations = ['payout', 'payout-check', 'payout-pay'] as const

  it('are those of the chips, each once', () => {
    const labels = statusLabels([...operations])
    expect(labels).toEqual([...new Set(labels)])
    expect(labels).toEqual(expect.arrayContaining(['Paid out', 'Declined', 'Outcome unknown']))
    for (const operation of operations)
      for (const state of ['SENDING', 'ACCEPTED', 'SUCCEEDED', 'UNKNOWN'] as const)
        expect(labels).toContain(badgeOf({ operation, state }).label)
    expect(labels).toContain(
      badgeOf({ operation: 'payout', state: 'SUCCEEDED', conflict: 'both' }).label,
    )
  })

  it('are none of requests that were never sent', () => {
    const labels = statusLabels([...operations])
    for (const state of attemptStates.filter((one) => ['DRAFT', 'EXPIRED'].includes(one)))
      expect(labels).not.toContain(badgeOf({ operation: 'payout', state }).label)
  })
})
