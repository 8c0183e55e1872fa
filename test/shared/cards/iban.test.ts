// What an account number shows about itself.
import { describe, expect, it } from 'vitest'
import { checkAccount, countryOfIban } from '../../../src/shared/cards/iban.ts'

describe('an account number', () => {
  it.each(['DE89370400440532013000', 'gb82 west 1234 5698 7654 32', 'NO93 8601 1117 947'])(
    'is sound as the IBAN %s',
    (typed) => {
      expect(checkAccount(typed)).toEqual({ kind: 'sound' })
    },
  )

  it('names its country only as a sound IBAN', () => {
    expect(countryOfIban('gb82 west 1234 5698 7654 32')).toBe('GB')
    for (const text of ['GB83 WEST 1234 5698 7654 32', 'GB82 WEST 1234', '12345678', ''])
      expect(countryOfIban(text), text).toBe(null)
  })

  it('shows every single character that was mistyped or swapped with its neighbour', () => {
    const iban = 'DE89370400440532013000'
    for (let at = 2; at < iban.length; at += 1) {
      for (const digit of '0123456789')
        if (digit !== iban[at])
          expect(checkAccount(`${iban.slice(0, at)}${digit}${iban.slice(at + 1)}`)).toEqual({
            kind: 'wrong-check-digits',
          })
      const [one, next] = [iban[at], iban[at + 1]]
      if (next !== undefined && one !== next)
        expect(checkAccount(`${iban.slice(0, at)}${next}${one}${iban.slice(at + 2)}`).kind).toBe(
          'wrong-check-digits',
        )
    }
  })

  it('shows a character too few or too many', () => {
    expect(checkAccount('DE8937040044053201300')).toEqual({
      kind: 'wrong-length',
      country: 'DE',
      has: 21,
      needs: 22,
    })
    expect(checkAccount('DE893704004405320130000')).toMatchObject({ kind: 'wrong-length', has: 23 })
  })

  it.each(['12', 'not an iban at all', '0012345678', 'US12345678901234567', 'DE891234'])(
    'can’t be checked as %s',
    (typed) => {
      expect(checkAccount(typed)).toEqual({ kind: 'unchecked' })
    },
  )
})
