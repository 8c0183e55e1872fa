// Numbers with a currency beside them in one cell.
import { describe, expect, it } from 'vitest'
import { readAmountCell } from '../../../../src/main/files/cells/amount-cell.ts'

describe('a cell with an amount', () => {
  it.each([
    ['20.00 EUR', '20.00', ['EUR']],
    ['€ 1.250,50', '1.250,50', ['EUR']],
    ['eur 20', '20', ['EUR']],
    ['-20,00 zł', '-20,00', ['PLN']],
    ['20 kr', '20', ['DKK', 'ISK', 'NOK', 'SEK']],
    ['¥20', '20', ['JPY', 'CNY']],
    ['1 250,50', '1 250,50', null],
    ['(12.50)', '(12.50)', null],
  ])('%j is %j in %j', (text, number, currencies) => {
    expect(readAmountCell(text)).toEqual({ number, currencies })
  })

  it.each(['twelve', 'EUR 20 EUR', '12 XXQ', '12 %', '1e3', '', '٢٠', 'EUR'])(
    '%j is none',
    (text) => {
      expect(readAmountCell(text)).toBeNull()
    },
  )
})
