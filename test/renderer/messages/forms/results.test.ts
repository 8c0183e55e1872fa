// What is shown of the answer to a question about a card.
import { expect, it } from 'vitest'
import { answerFacts, maskedNumber } from '../../../../src/renderer/messages/forms/results.ts'

it('shows each fact with its label, and none that is not kept', () => {
  const answer = { type: 'card-info', brand: 'VISA', 'expire-month': '02', 'expire-year': '2030' }
  expect(answerFacts(answer)).toEqual([
    { name: 'brand', label: 'Brand', value: 'Visa' },
    { name: 'expire-month', label: 'Expires', value: '02/2030' },
  ])
  const masked = { brand: 'VISA', 'expire-month': '•••', 'expire-year': '•••' }
  expect(answerFacts(masked).map(({ name }) => name)).toEqual(['brand'])
  // Both ends of the number stand in the figure above.
  const ends = { bin: '411111', 'last-four-digits': '1111' }
  expect(answerFacts({ ...masked, ...ends }).map(({ name }) => name)).toEqual(['brand'])
  expect(maskedNumber(ends)).toBe('411111 •••••• 1111')
})
