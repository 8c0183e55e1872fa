// Formats of cells as spreadsheets write them, and what they mean for an ID.
import { describe, expect, it } from 'vitest'
import { numberFormat } from '../../../../src/main/files/tables/number-format.ts'
import { readFile } from '../../../../src/main/files/read-file.ts'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { workbook } from '../../../campaigns/files/workbook.ts'

describe('the format of a number', () => {
  it.each([
    ['00000', 'padded'],
    ['00000;[Red]-00000', 'padded'],
    ['"INV-"00000', 'otherwise'],
    ['000-00-0000', 'otherwise'],
    ['00000\\-0000', 'otherwise'],
    ['0000.00', 'otherwise'],
    ['0\\x', 'otherwise'],
    ['General', 'plain'],
    ['0', 'plain'],
    ['#,##0', 'plain'],
    ['#,##0.00 [$€-407]', 'plain'],
    ['0.00E+00', 'plain'],
    ['#,##0.00;[Red]\\-#,##0.00', 'plain'],
    ['yyyy\\-mm\\-dd', 'day'],
    ['[$-409]d\\-mmm\\-yy;@', 'day'],
  ])('%s is %s', (code, kind) => {
    expect(numberFormat(164, code).kind).toBe(kind)
  })
  it('is known by its number where it has no code', () => {
    expect([0, 1, 14, 22, 46].map((id) => numberFormat(id, undefined).kind)).toEqual([
      ...['plain', 'plain', 'day', 'day', 'day'],
    ])
  })
})

describe('an ID that a workbook keeps as a number', () => {
  it('is read with the zeros that are shown, and its amount without', async () => {
    const path = join(mkdtempSync(join(tmpdir(), 'paydesk-format-')), 'list.xlsx')
    const zeros = (number: number) => ({ number, format: 'zeros' }) as const
    const rows = [
      ['Merchant order ID', 'Amount', 'Currency', 'Reason'],
      [zeros(4242), zeros(12), 'EUR', 'late'],
      [{ number: 4243, format: 'text before it' } as const, 12, 'EUR', 'late'],
    ]
    writeFileSync(path, await workbook({ sheets: [{ name: 'A', rows }] }))
    const reading = await readFile(
      { path },
      {
        ...{ purpose: 'refund', operation: 'return', account: 'a', accountNames: [] },
        ...{ digitsRule: 'iso-4217', reason: { most: 50, isNeeded: false }, choices: {} },
      },
    )
    expect(reading.rows).toMatchObject([
      { merchantOrderId: '00004242', amount: { minor: 1200n, currency: 'EUR' } },
    ])
    expect(reading.wrong).toMatchObject([{ kind: 'id-rounded', line: 3 }])
  })
})
