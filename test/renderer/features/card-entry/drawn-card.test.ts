// The picture of a card that is being typed: it never shows a digit that the field keeps back.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brandOf } from '#shared/cards/card-brand.ts'
import { createDigits } from '../../../../src/renderer/features/card-entry/card-digits.ts'
import { drawnCard } from '../../../../src/renderer/features/card-entry/drawn-card.ts'

const nothing = { expires: '', holder: '' }
function drawn(number: string, isWhole: boolean, typed = nothing) {
  const digits = createDigits(19, false)
  digits.replace(0, 0, number)
  return drawnCard(digits, brandOf(digits.head()), isWhole, typed)
}

describe('the picture of a typed card', () => {
  it.each([
    ['', false, '••••'],
    ['9', false, '••••'],
    ['41', false, 'Visa ••••'],
    ['411111111111111', false, 'Visa ••••'],
    ['4111111111111111', true, 'Visa 1111'],
    ['374929184502670', true, 'American Express 2670'],
  ])('shows of %j (whole: %j) %j', (number, isWhole, card) => {
    expect(drawn(number, isWhole)).toEqual({ card, expires: '', holder: '' })
  })

  it('has no digit but the last four of a whole number', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{12,19}$/), fc.boolean(), (number, isWhole) => {
        const shown = drawn(number, isWhole).card.replace(/\D/g, '')
        expect(shown).toBe(isWhole ? number.slice(-4) : '')
      }),
    )
  })

  it('shows expiry and name as they are typed', () => {
    expect(drawn('4', false, { expires: ' 12/3', holder: 'ZOE ' })).toEqual({
      ...{ card: 'Visa ••••', expires: '12/3', holder: 'ZOE' },
    })
    expect(drawn('4', false, { expires: '07/2029', holder: '' }).expires).toBe('07/2029')
  })

  it('repeats no number that is typed into another field', () => {
    for (const number of ['4111111', '4111 1111 1111 1111', '4111111111111111'])
      expect(drawn('', false, { expires: number, holder: number })).toEqual({
        ...{ card: '••••', expires: '', holder: '' },
      })
  })
})
