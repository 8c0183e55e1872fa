import { describe, expect, it } from 'vitest'
import { lookAlike } from '../../../../src/main/desk/base/look-alike.ts'

const alike = (name: string, other: string): boolean =>
  lookAlike(name, [{ name: other }]) !== undefined

describe('two names', () => {
  it.each([
    ['ACME', 'acme'],
    ['ACME', 'ACMЕ'],
    ['Shop', 'Shоp'],
    ['ACME', 'ΑCME'],
    ['ACME', 'ＡＣＭＥ'],
    ['ACME', 'AC\u200bME'],
    ['PayPal', 'PayPaI'],
    ['Modern', 'Modem'],
    ['Zoë', 'Zoe\u0308'],
    ['Nordic Lamps', 'Nordic  Lamps'],
    ['Nordic Lamps', 'Nordic\u00a0Lamps'],
    ['ЅҺор', 'Shop'],
  ])('like %s and %s look alike', (name, other) => {
    expect(alike(name, other)).toBe(true)
    expect(alike(other, name)).toBe(true)
  })

  it.each([
    ['ACME', 'ACNE'],
    ['Anna Müller', 'Anna Muller'],
    ['Shop 1', 'Shop 2'],
    ['Москва', 'Киев'],
    ['Zoë', 'Zoé'],
    ['北京', '南京'],
  ])('like %s and %s do not', (name, other) => {
    expect(alike(name, other)).toBe(false)
  })

  it('are found in a long list in a moment', () => {
    const many = Array.from({ length: 500 }, (_, at) => ({ name: `Nordic Lamps shop ${at + 2}` }))
    const began = performance.now()
    expect(lookAlike('Nordic Lamps shop', many)).toBeUndefined()
    expect(performance.now() - began).toBeLessThan(1_000)
  })
})
