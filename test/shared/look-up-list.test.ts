import { describe, expect, it } from 'vitest'
import { guessBy, mostIds, readIdList } from '#shared/look-up-list.ts'
import { formatMessages, formatMessage } from '#messages/format-messages.ts'

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
      ids: [],
      doubled: [],
      bad: [],
      blankLines: 0,
      beyond: 0,
    })
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
