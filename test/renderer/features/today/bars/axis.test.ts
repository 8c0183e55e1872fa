// The axis of a chart ends at a round number that no bar passes, and is not much higher than it.
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { axisOf, highestOf } from '../../../../../src/renderer/features/today/bars/axis.ts'

it('holds every amount, and leaves no more than half of the height empty', () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 1e13, noNaN: true }), (highest) => {
      const { most } = axisOf(highest)
      expect(most).toBeGreaterThanOrEqual(highest)
      expect(highest / most).toBeGreaterThan(0.49)
    }),
  )
})

it('says round amounts', () => {
  const labels = (highest: number): string[] => axisOf(highest).lines.map(({ label }) => label)
  expect(labels(24.22)).toEqual(['0', '20', '40'])
  expect(labels(120.5)).toEqual(['0', '100', '200'])
  expect(labels(1_834_000)).toEqual(['0', '1M', '2M'])
  expect(labels(0.045)).toEqual(['0', '0.03', '0.06'])
  // Whole from 1 on.
  expect(labels(1)).toEqual(['0', '1', '2'])
  expect(labels(4.5)).toEqual(['0', '3', '6'])
  expect(labels(4_500)).toEqual(['0', '3K', '6K'])
  expect(labels(100)).toEqual(['0', '50', '100'])
  expect(labels(0)).toEqual(['0'])
})

it('takes the largest amount of all charts that share it', () => {
  const day = (amount: string) => ({ count: 1, total: { amount, currency: 'EUR' } })
  expect(highestOf([day('2.50'), day('120.00'), day('0.00')])).toBe(120)
  expect(highestOf([])).toBe(0)
})
