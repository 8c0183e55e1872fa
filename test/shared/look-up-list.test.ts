import { describe, expect, it } from 'vitest'
import { guessBy, mostIds, readIdList } from '#shared/look-up-list.ts'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'

const valuesOf = (text: string) => readIdList(text, null).ids.map(({ value }) => value)

describe('a pasted list of ids', () => {
  it('is cut at line breaks, commas, semicolons and tabs, and tells the two kinds apart', () => {
    const list = readIdList('\ufeff700101, inv-1;700102\r\nshop/2030/7\t"700103"\n', null)
    expect(list.ids).toEqual([
      { line: 1, by: 'orderid', value: '700101' },
      { line: 1, by: 'client_orderid', value: 'inv-1' },
      { line: 1, by: 'orderid', value: '700102' },
      { line: 2, by: 'client_orderid', value: 'shop/2030/7' },
      { line: 2, by: 'orderid', value: '700103' },
    ])
    expect(list).toMatchObject({ bad: [], doubled: [], blankLines: 0, beyond: 0 })
  })

  it('counts blank lines and names what stands there twice, with both lines', () => {
    const list = readIdList('700101\n\n  ,; \n700102\n700101\n', null)
    expect(list.blankLines).toBe(2)
    expect(list.doubled).toEqual([{ line: 5, by: 'orderid', value: '700101', firstLine: 1 }])
    expect(valuesOf('700101\n\n700102')).toEqual(['700101', '700102'])
  })

  it('names what can’t be asked for by its line, and never shows a card number again', () => {
    const list = readIdList(`ok-1\n${'x'.repeat(129)}\n4111111111111111\n1 2 3`, null)
    expect(list.ids.map(({ value }) => value)).toEqual(['ok-1'])
    expect(list.bad.map(({ line, why }) => [line, formatMessage(why)])).toEqual([
      [2, expect.stringContaining('128 characters')],
      [3, expect.stringContaining('card number')],
      [4, expect.stringContaining('several numbers')],
    ])
    expect(JSON.stringify(formatMessages(list))).not.toContain('4111111111111111')
  })

  it('takes all for one kind when told so, and says which are none of it', () => {
    expect(readIdList('700101', 'client_orderid').ids[0]?.by).toBe('client_orderid')
    expect(formatMessages(readIdList('700101\ninv-1', 'orderid').bad)).toEqual([
      { line: 2, text: 'inv-1', why: expect.stringContaining('only digits') as string },
    ])
  })

  it('takes no more than one run may have, and says how many are left', () => {
    const list = readIdList(
      Array.from({ length: mostIds + 3 }, (_, n) => `inv-${n}`).join('\n'),
      null,
    )
    expect(list.ids).toHaveLength(mostIds)
    expect(list.beyond).toBe(3)
  })

  it('is empty when nothing was pasted', () => {
    expect(readIdList('', null)).toEqual({
      columns: [],
      mayTakeAll: false,
      ids: [],
      doubled: [],
      bad: [],
      blankLines: 0,
      beyond: 0,
    })
  })
})

describe('a pasted table', () => {
  const refunds = 'order;amount;reason\n700101;"980,50";damaged\n700102;12,00;"late; again"\n'
  const suppliers =
    'ACME GmbH,DE89370400440532013000,"980,50",EUR\nRiver Ltd,GB29NWBK60161331926819,12.00,GBP\n'
  const chosen = (text: string, column: number | 'all') =>
    readIdList(text, null, column).ids.map(({ value }) => value)

  it('is never read as a heap of ids: nothing is asked for before a column was chosen', () => {
    for (const text of [refunds, suppliers, suppliers.replaceAll(',', '\t')]) {
      const list = readIdList(text, null)
      expect(list.ids).toEqual([])
      expect(list.columns.length).toBeGreaterThan(2)
      expect(list.mayTakeAll).toBe(false)
      expect(chosen(text, 'all')).toEqual([])
    }
  })

  it('shows each column by its name and its first cells', () => {
    expect(readIdList(refunds, null).columns).toEqual([
      { name: 'order', samples: ['700101', '700102'] },
      { name: 'amount', samples: ['980,50', '12,00'] },
      { name: 'reason', samples: ['damaged', 'late; again'] },
    ])
    expect(readIdList(suppliers, null).columns[0]).toEqual({
      name: '',
      samples: ['ACME GmbH', 'River Ltd'],
    })
    const withCard = 'a;note\n1;4111 1111 1111 1111\n2;x\n'
    expect(JSON.stringify(readIdList(withCard, null).columns)).not.toContain('1111 1111')
  })

  it('is read by the chosen column, with the lines of the text', () => {
    expect(readIdList(refunds, null, 0).ids).toEqual([
      { line: 2, by: 'orderid', value: '700101' },
      { line: 3, by: 'orderid', value: '700102' },
    ])
    const short = 'id,note\n1,"two\nlines"\n2\n3,c\n'
    expect(readIdList(short, null, 0).ids.map(({ line }) => line)).toEqual([2, 4, 5])
    expect(chosen(refunds, 7)).toEqual([])
  })

  it('names account numbers, amounts, addresses and words, and asks for none of them', () => {
    for (const [column, why] of [
      [0, 'no digit'],
      [1, 'account number'],
      [2, 'amount'],
    ] as const) {
      const { ids, bad } = readIdList(suppliers, null, column)
      expect(ids).toEqual([])
      expect(bad.map((one) => formatMessage(one.why))).toEqual([
        expect.stringContaining(why),
        expect.stringContaining(why),
      ])
    }
    const loose = 'a@b.example\n980,50 EUR\n€ 12\n-5\nDE89 3704 0044 0532 0130 01'
    expect(readIdList(loose.replaceAll(',', '.'), null).ids).toEqual([])
    expect(valuesOf('INV700101\nab12-x\nDE2026112400017\n2026/17')).toHaveLength(4)
  })

  it('of ids alone may be taken as a whole, when a person says so', () => {
    const both = '700101;inv-1\n700102;inv-2\n'
    expect(readIdList(both, null)).toMatchObject({ ids: [], mayTakeAll: true })
    expect(chosen(both, 'all')).toEqual(['700101', 'inv-1', '700102', 'inv-2'])
    expect(chosen(both, 1)).toEqual(['inv-1', 'inv-2'])
  })
})

describe('one id', () => {
  it('of digits is read as an order id and anything else as a merchant order id', () => {
    expect(guessBy('700101')).toBe('orderid')
    expect(guessBy(' 700101 ')).toBe('orderid')
    expect(guessBy('inv-700101')).toBe('client_orderid')
    expect(guessBy('9'.repeat(20))).toBe('client_orderid')
  })
})
