// Files and pasted cells from their bytes to rows; what is wrong with files is drawn by the
// campaign (test/campaigns/files).
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readFile, type ReadOptions } from '../../../src/main/files/read-file.ts'
import { sumsOf } from '#shared/files/reading-view.ts'
import { optionsOf } from '../../campaigns/files/refusals.ts'
import { workbook } from '../../campaigns/files/workbook.ts'

const folder = mkdtempSync(join(tmpdir(), 'paydesk-read-'))
afterAll(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'list')
const calm: Partial<ReadOptions> = { reason: { most: 50, isNeeded: false } }

const readText = (text: string, more: Partial<ReadOptions> = {}) =>
  readFile({ text }, optionsOf({ ...calm, ...more }))
async function readBytes(bytes: Buffer, more: Partial<ReadOptions> = {}) {
  writeFileSync(path, bytes)
  return readFile({ path }, optionsOf({ ...calm, ...more }))
}
const moneyOf = ({ rows }: Awaited<ReturnType<typeof readFile>>): unknown[] =>
  rows.map(({ line, orderId, amount, reason }) => [line, orderId, amount?.minor, reason])

describe('a table of an e-mail', () => {
  it('is read without names, behind what stands before it', async () => {
    const text =
      'Dear Anna,\n6760150   20.00 EUR   damaged parcel\n6760151   1,250.50 EUR   came late\n'
    const reading = await readText(text)
    expect(reading.columns.map(({ role }) => role)).toEqual(['orderId', 'amount', 'reason'])
    expect(moneyOf(reading)).toEqual([
      [2, '6760150', 2000n, 'damaged parcel'],
      [3, '6760151', 125050n, 'came late'],
    ])
  })

  it('asks where two columns could be the ids', async () => {
    const { isUsable, wrong } = await readText(
      '6760150\t881231\t20.00 EUR\n6760151\t991231\t3.00 EUR\n',
    )
    expect([isUsable, wrong.map(({ kind }) => kind)]).toEqual([false, ['column-needed']])
  })
})

describe('choices', () => {
  const open = 'Order ID,Amount,Currency\n1,2.614,KWD\n'

  it('are a decimal mark where the column proves none', async () => {
    const read = async (decimalMark: '.' | ',') =>
      (await readText(open, { choices: { decimalMark } })).rows[0]?.amount?.minor
    expect([await read('.'), await read(',')]).toEqual([2614n, 2614000n])
  })

  it('mend a cell, which is then text', async () => {
    const bytes = await workbook({
      sheets: [
        {
          name: 'A',
          rows: [
            ['Order ID', 'Amount', 'Currency'],
            [{ raw: '6760150123456789012' }, 12.5, 'EUR'],
          ],
        },
      ],
    })
    expect((await readBytes(bytes)).wrong[0]?.kind).toBe('id-rounded')
    const mended = [{ line: 2, column: 0, text: '6760150123456789012' }]
    const reading = await readBytes(bytes, { choices: { mended } })
    expect(moneyOf(reading)).toEqual([[2, '6760150123456789012', 1250n, null]])
  })

  it.each<[string, string, boolean]>([
    ['6760150123456789012', 'id-rounded', true],
    ['42', 'formula', false],
  ])('ask about an ID of a formula: %j is %s', async (result, kind, isLost) => {
    const row = [{ formula: 'VALUE(D2)', result }, 12.5, 'EUR']
    const rows = [['Order ID', 'Amount', 'Currency'], row]
    const bytes = await workbook({ sheets: [{ name: 'A', rows }] })
    const { wrong } = await readBytes(bytes)
    expect(wrong.map((one) => one.kind)).toEqual([kind])
    const taken = await readBytes(bytes, { choices: { formulas: 'stored' } })
    expect(moneyOf(taken)).toEqual(isLost ? [] : [[2, result, 1250n, null]])
  })

  it('of a decimal mark are overturned by no cell that was mended', async () => {
    const text = 'Order ID;Amount;Currency\n1;2.614;KWD\n2;x;KWD\n3;20.000;EUR\n'
    const read = async (mended: string, decimalMark?: '.' | ',') => {
      const choices = { mended: [{ line: 3, column: 1, text: mended }] }
      return readText(text, {
        choices: decimalMark === undefined ? choices : { ...choices, decimalMark },
      })
    }
    const chosen = await read('7,50', '.')
    expect(moneyOf(chosen).map((row) => (row as unknown[])[2])).toEqual([2614n, 2000n])
    expect(chosen.wrong.map(({ kind, line }) => [kind, line])).toEqual([['no-amount', 3]])
    // Nor does it choose for the file.
    expect((await read('7,50')).wrong[0]).toMatchObject({ kind: 'amount-unclear', line: null })
  })

  it('of a decimal mark that the column disproves are asked for again', async () => {
    const { isUsable, wrong } = await readText('Order ID,Amount,Currency\n1,3.50,EUR\n', {
      choices: { decimalMark: ',' },
    })
    expect([isUsable, wrong.map(({ kind, line }) => [kind, line])]).toEqual([
      ...[false, [['amount-unclear', null]]],
    ])
  })

  it('of a mended cell prove the mark where the file has none', async () => {
    const mended = [{ line: 2, column: 1, text: '7,50' }]
    const reading = await readText('Order ID;Amount;Currency\n1;x;EUR\n2;5;EUR\n', {
      choices: { mended },
    })
    expect(moneyOf(reading).map((row) => (row as unknown[])[2])).toEqual([750n, 500n])
  })

  it('give roles, and a line of names', async () => {
    const text = 'List of June,,\nParcel,Owed,Money\n6760150,3.00,EUR\n'
    const choices = { headLine: 2, roles: ['orderId', 'amount', 'currency'] as const }
    const reading = await readText(text, { choices: { ...choices, roles: [...choices.roles] } })
    expect(moneyOf(reading)).toEqual([[3, '6760150', 300n, null]])
  })

  it('say what a minus, a formula, hidden rows, a word and equal lines mean', async () => {
    const rows = [
      ['Order ID', 'Amount', 'Currency', 'Type'],
      ['1', -3, 'EUR', 'refund'],
      ['2', { formula: '1+1', result: '2' }, 'EUR', 'correction'],
      ['3', -5, 'EUR', 'Fee'],
      ['4', -6, 'EUR', 'refund'],
      ['1', -3, 'EUR', 'refund'],
    ]
    const bytes = await workbook({ sheets: [{ name: 'A', rows, hiddenRows: [5] }] })
    const reading = await readBytes(bytes)
    expect(reading.openKinds).toEqual(['correction', 'fee'])
    const chosen = await readBytes(bytes, {
      choices: {
        ...{ minus: 'amount', formulas: 'stored', hidden: 'leave-out', keepEqual: true },
        kindNames: { correction: 'take', fee: 'leave-out' },
      },
    })
    expect(chosen.wrong).toEqual([])
    expect(moneyOf(chosen)).toEqual([
      [2, '1', 300n, null],
      [3, '2', 200n, null],
      [6, '1', 300n, null],
    ])
  })
})

describe('a sign of a currency', () => {
  it.each([
    ['$20.00', 'USD', true],
    ['$20.00', 'CAD', true],
    ['$20.00', 'EUR', false],
    ['¥20', 'JPY', true],
    ['¥20', 'KWD', false],
    ['20 kr', 'SEK', true],
    ['20 kr', 'USD', false],
    ['€20', 'USD', false],
  ])('%j in %s is one of it: %s', async (cell, currency, isOne) => {
    const wrong = isOne ? [] : ['currency']
    const column = await readText(`Order ID,Amount,Currency\n1,${cell},${currency}\n`)
    expect(column.wrong.map(({ kind }) => kind)).toEqual(wrong)
    const named = await readText(`Order ID,Amount (${currency})\n1,${cell}\n`)
    expect(named.wrong.map(({ kind }) => kind)).toEqual(wrong)
  })

  it('that several have is not any that a person chose', async () => {
    const { rows, wrong } = await readText('Order ID,Amount\n1,$20.00\n', {
      choices: { currency: 'EUR' },
    })
    expect([rows, wrong.map(({ kind }) => kind)]).toEqual([[], ['currency']])
  })
})

describe('a workbook', () => {
  it('gives ids as text, numbers as a spreadsheet shows them, and days of both calendars', async () => {
    const rows = (day: number) => [
      ['Order ID', 'Amount', 'Currency', 'Date'],
      ['6760150123456789012', 19.989999999999998, 'EUR', { day }],
    ]
    const read = async (day: number, is1904: boolean) => {
      const bytes = await workbook({
        sheets: [{ name: 'A', rows: rows(day) }],
        is1904,
        shared: true,
      })
      return (await readBytes(bytes, { purpose: 'orders' })).rows[0]
    }
    expect(await read(46_338, false)).toMatchObject({
      ...{ orderId: '6760150123456789012', amount: { minor: 1999n }, day: '2026-11-12' },
    })
    expect(await read(46_338 - 1_462, true)).toMatchObject({ day: '2026-11-12' })
  })
})

describe('a foot', () => {
  it('is no row, with a word or without one, where it adds up', async () => {
    const read = async (foot: string) =>
      (await readText(`Order ID,Amount,Currency\n1,3.00,EUR\n2,4.50,EUR\n${foot}\n`)).wrong.map(
        ({ kind }) => kind,
      )
    expect([await read('Total,7.50,EUR'), await read(',7.50,'), await read('Total,7.51,')]).toEqual(
      [...[[], [], ['foot']]],
    )
    expect(await read(',7.51,EUR')).toEqual(['no-id'])
  })
})

describe('orders of a shop', () => {
  it('have what a person looks for', async () => {
    const text =
      'Order;Client order;Date;Amount;Currency;E-mail;Last four;Name\n6760150;INV-1;21.11.2026;12,50;EUR;a@example.com;**** 1111;Anna Nowak\n6760151;INV-2;22.11.2026;;;;;\n'
    const { rows, wrong } = await readText(text, { purpose: 'orders' })
    expect(wrong).toEqual([])
    expect(rows[0]).toMatchObject({
      ...{ orderId: '6760150', merchantOrderId: 'INV-1', day: '2026-11-21', lastFour: '1111' },
      ...{ amount: { minor: 1250n, currency: 'EUR' }, email: 'a@example.com', name: 'Anna Nowak' },
    })
    expect(rows[1]).toMatchObject({ amount: null, email: null })
  })
})

describe('a file', () => {
  it('that is another one than before is told', async () => {
    const { wrong } = await readText('Order ID,Amount,Currency\n1,3.00,EUR\n', {
      expectedSha256: 'x',
    })
    expect(wrong.map(({ kind }) => kind)).toEqual(['changed'])
  })

  it('that is not there, or no file, is told', async () => {
    for (const path of [join(folder, 'none'), folder]) {
      const { wrong } = await readFile({ path }, optionsOf())
      expect(wrong.map(({ kind }) => kind)).toEqual(['no-table'])
    }
  })

  it('has sums by currency', async () => {
    const { rows } = await readText('Order ID,Amount,Currency\n1,3.00,EUR\n2,4,JPY\n3,1.50,EUR\n')
    expect(sumsOf(rows)).toEqual([
      { currency: 'EUR', minor: 450n, digits: 2, count: 2 },
      { currency: 'JPY', minor: 4n, digits: 0, count: 1 },
    ])
  })
})
