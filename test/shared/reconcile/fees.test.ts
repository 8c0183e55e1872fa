import { describe, expect, it } from 'vitest'
import { feeDifference, isAtRate } from '#shared/reconcile/fees.ts'

describe('fees of a line', () => {
  it('are right to the minor unit or not at all', () => {
    expect(feeDifference({ gross: 10_000n, fees: [150n, 31n], net: 9_819n })).toBe(0n)
    expect(feeDifference({ gross: 10_000n, fees: [150n, 31n], net: 9_820n })).toBe(-1n)
  })
})

describe('a rate', () => {
  const eur = { minor: 1_000n, digits: 2 }
  it('explains the converted amount to half a minor unit', () => {
    expect(isAtRate(eur, { minor: 1_085n, digits: 2 }, '1.08456')).toBe(true)
    expect(isAtRate(eur, { minor: 1_084n, digits: 2 }, '1.08456')).toBe(false)
    expect(isAtRate(eur, { minor: 1_084n, digits: 2 }, '1.0845')).toBe(true)
  })

  it('crosses currencies with other decimals', () => {
    expect(isAtRate(eur, { minor: 1_620n, digits: 0 }, '162')).toBe(true)
    expect(isAtRate(eur, { minor: 3_261n, digits: 3 }, '0.3261')).toBe(true)
  })

  it('that is no number explains nothing', () => {
    expect(isAtRate(eur, { minor: 1_000n, digits: 2 }, '1,0')).toBe(false)
  })
})
