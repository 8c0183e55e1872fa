import { createRequire } from 'node:module'
import { describe, expect, it } from 'vitest'
import { currencyDigits, currencyWord } from '../../src/shared/currency.ts'

interface Listed {
  code: string
  number: string
  digits: number
}
const require = createRequire(import.meta.url)
const listed = require('currency-codes/data') as Listed[]

// Codes of ISO 4217 list one that are no money a card can be charged in: metals, bond units, test
// and "no currency" codes.
const noMoney = 'XAG XAU XBA XBB XBC XBD XDR XPD XPT XSU XTS XUA XXX'.split(' ')

describe('the pinned ISO 4217 table', () => {
  const theirs = new Map(listed.map(({ code, digits }) => [code, digits]))

  it('agrees with the public package on the digits of every code both know', () => {
    const both = Object.entries(currencyDigits).filter(([code]) => theirs.has(code))
    expect(both.length).toBeGreaterThan(150)
    expect(both.filter(([code, digits]) => theirs.get(code) !== digits)).toEqual([])
  })

  it('lacks none of the package’s currencies and has none of its own, but for known differences', () => {
    const missing = [...theirs.keys()].filter(
      (code) => !noMoney.includes(code) && currencyDigits[code] === undefined,
    )
    const own = Object.keys(currencyDigits).filter((code) => !theirs.has(code))
    // The package still lists currencies that were withdrawn (ANG became XCG, BGN became EUR, CUC
    // ended in 2021).
    expect(missing.toSorted()).toEqual(['ANG', 'BGN', 'CUC'])
    // It lacks two that came later: the Arab accounting dinar and the Caribbean guilder.
    expect(own.toSorted()).toEqual(['XAD', 'XCG'])
  })

  it('does not follow Intl, which says 0 digits for currencies that have 2 or 3', () => {
    expect(currencyDigits).toMatchObject({ HUF: 2, IDR: 2, IQD: 3, PKR: 2, COP: 2 })
  })

  it('has no entry inherited from Object', () => {
    for (const name of ['constructor', 'toString', '__proto__', 'hasOwnProperty'])
      expect(currencyDigits[name]).toBeUndefined()
  })

  it('can’t be changed', () => {
    expect(Object.isFrozen(currencyDigits)).toBe(true)
  })
})

describe('a currency as a gateway tells it', () => {
  it('is known in small letters and by every number that the public package has', () => {
    const both = listed.filter(({ code }) => Object.hasOwn(currencyDigits, code))
    expect(both.filter(({ code, number }) => currencyWord(number) !== code)).toEqual([])
    expect(['eur', ' Eur ', '978', '36', 'ALL', '008'].map(currencyWord)).toEqual([
      ...['EUR', 'EUR', 'EUR', 'AUD', 'ALL', 'ALL'],
    ])
    expect(Object.keys(currencyDigits).map(currencyWord)).toEqual(Object.keys(currencyDigits))
  })

  it('stays as it was told when no currency has that name or number', () => {
    expect(['', 'euro', '000', '1234', 'toString'].map(currencyWord)).toEqual([
      ...['', 'euro', '000', '1234', 'toString'],
    ])
  })
})
