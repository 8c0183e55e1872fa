// No line is taken for something else without a word: a foot, a head, a letter above the table, or
// a kind that was set. MONEY: a line that is lost is an order that nobody refunds.
import { describe, expect, it } from 'vitest'
import { readFile, type ReadOptions } from '../../../src/main/files/read-file.ts'
import { optionsOf } from '../../campaigns/files/refusals.ts'

const readText = (text: string, more: Partial<ReadOptions> = {}) =>
  readFile({ text }, optionsOf({ reason: { most: 50, isNeeded: false }, ...more }))
const linesOf = ({ rows, wrong }: Awaited<ReturnType<typeof readFile>>): unknown[] => [
  rows.map(({ line }) => line),
  wrong.map(({ kind, line }) => [kind, line]),
]
const head = 'Order ID,Amount,Currency'

describe('a last row', () => {
  it('with an ID of its own is no foot, whatever its words say', async () => {
    const ids = await readText(
      'Invoice,Amount,Currency\nA-1,x,EUR\nSUM-2,5.00,EUR\nTOTAL-3,7,EUR\n',
    )
    expect(linesOf(ids)).toEqual([[3, 4], [['no-amount', 2]]])
    const text = 'Customer,Order ID\nAnna,6760150\nTotal Wine & More,6760151\n'
    const voids = await readText(text, { purpose: 'void', operation: 'void' })
    expect(linesOf(voids)).toEqual([[2, 3], []])
  })

  it.each(['Total:,5.00,EUR', '<END>,,', 'Итого,5.00,', 'Grand total,5.00,EUR'])(
    'that is %j is a foot',
    async (foot) => {
      expect(linesOf(await readText(`${head}\n1,2.00,EUR\n2,3.00,EUR\n${foot}\n`))).toEqual([
        ...[[2, 3], []],
      ])
    },
  )

  it.each(['Total,5.00,EUR', ',5.00,'])('that is taken for a sum, %j, is told', async (foot) => {
    const read = await readText(`${head}\n1,2.00,EUR\n2,3.00,EUR\n${foot}\n`)
    expect([read.sumLine, ...linesOf(read)]).toEqual([4, [2, 3], []])
    expect((await readText(`${head}\n1,2.00,EUR\n2,3.00,EUR\n`)).sumLine).toBeNull()
  })

  it('without an ID is no sum while it says more than an amount', async () => {
    const rows = '1,10.00,EUR,late\n2,10.00,EUR,late\n'
    const reading = await readText(`${head},Comment\n${rows},20.00,EUR,broken\n`)
    expect(linesOf(reading)).toEqual([[2, 3], [['no-id', 4]]])
    const sum = await readText(`${head},Comment\n${rows},20.00,EUR,\n`)
    expect(linesOf(sum)).toEqual([[2, 3], []])
  })
})

describe('a line above the table', () => {
  it('is listed where it may be a row', async () => {
    const reading = await readText(
      '6760150\t20.00 EUR\n6760151\t3.00 EUR\tcame late\n6760152\t4.00 EUR\tbroken\n',
    )
    expect(linesOf(reading)).toEqual([[2, 3], [['cell-count', 1]]])
    expect(reading.rowCount).toBe(3)
    const above = await readText(`6760149,5.00,EUR\n${head}\n6760150,20.00,EUR\n`)
    expect([above.headLine, ...linesOf(above)]).toEqual([2, [3], [['cell-count', 1]]])
  })

  it('is mended where it lacked its last cell', async () => {
    const text = '6760150\t20.00 EUR\n6760151\t3.00 EUR\tcame late\n6760152\t4.00 EUR\tbroken\n'
    const mended = [{ line: 1, column: 2, text: 'late' }]
    expect(linesOf(await readText(text, { choices: { mended } }))).toEqual([[1, 2, 3], []])
  })

  it('is none where its numbers stand in no column of IDs', async () => {
    const text = `Merchant,12345678,\n${head}\n6760150,20.00,EUR\n`
    expect(linesOf(await readText(text))).toEqual([[3], []])
  })
})

describe('a line of a pasted table', () => {
  it('with an ID or an amount is no head, whatever its reason is called', async () => {
    const reading = await readText(
      '6760150\t20.00 EUR\tlate\n6760151\t3.00 EUR\tInvoice\n6760152\t4.00 EUR\tbroken\n',
    )
    expect([reading.headLine, ...linesOf(reading)]).toEqual([0, [1, 2, 3], []])
  })
})

describe('a word in the kind column', () => {
  it.each(['constructor', '__proto__'])('%j was not set by anybody', async (word) => {
    const rows = `1,2.00,EUR,${word}\n2,2.00,EUR,fee\n3,2.00,EUR,refund\n`
    const choices = { kindNames: { fee: 'take' } } as const
    const reading = await readText(`${head},Kind\n${rows}`, { choices })
    expect(linesOf(reading)).toEqual([[3, 4], [['kind-word', 2]]])
  })
})
