import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { createXlsx, type SheetPlan } from '../../../../src/main/ledger/export/xlsx.ts'
import { newFolder } from '../ledger-rig.ts'

// A reader that shares nothing with the writer: Python's zipfile (which checks every sum) and its
// XML parser.
const script = `
import json, sys, zipfile
import xml.etree.ElementTree as tree
ns = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
book = zipfile.ZipFile(sys.argv[1])
bad = book.testzip()
for name in book.namelist():
    tree.fromstring(book.read(name))
sheets = [tree.fromstring(book.read(name)) for name in sorted(book.namelist()) if name.startswith('xl/worksheets/')]
tables = [[[(cell.get('t'), ''.join(cell.itertext())) for cell in row] for row in sheet.find(ns + 'sheetData')] for sheet in sheets]
titles = [sheet.get('name') for sheet in tree.fromstring(book.read('xl/workbook.xml')).find(ns + 'sheets')]
print(json.dumps({'bad': bad, 'names': book.namelist(), 'titles': titles, 'tables': tables, 'rows': tables[0], 'formulas': sum(len(sheet.findall('.//' + ns + 'f')) for sheet in sheets)}))`

interface Book {
  bad: string | null
  names: string[]
  titles: string[]
  tables: [string | null, string][][][]
  rows: [string | null, string][][]
  formulas: number
}
const read = (path: string): Book =>
  JSON.parse(execFileSync('python3', ['-c', script, path], { maxBuffer: 1e9 }).toString()) as Book

const columns = ['a', 'b', 'amount']
const plans: [SheetPlan] = [{ name: 'Audit log', columns, numbers: ['amount'], times: [] }]

describe('a spreadsheet file', () => {
  it('holds amounts as numbers that add up, and nothing else', async () => {
    const folder = newFolder()
    const more = { name: 'Requests', columns: ['amount', 'c'], numbers: ['amount'], times: [] }
    const sheet = await createXlsx(folder, 'a.xlsx', [...plans, more])
    const amounts = ['20.00', '500', '1.234', '', 'none', '=1', '123456789012.00']
    await sheet.write(amounts.map((amount) => ['1', '2.50', amount]))
    await sheet.next()
    await sheet.write([['9.90', '1.10']])
    await sheet.finish()
    const { bad, titles, tables } = read(join(folder, 'a.xlsx'))
    expect({ bad, titles }).toEqual({ bad: null, titles: ['Audit log', 'Requests'] })
    expect(tables[0]?.slice(1).map((row) => row[2])).toEqual([
      ...[
        [null, '20.00'],
        [null, '500'],
        [null, '1.234'],
        [null, ''],
      ],
      ...['none', '=1', '123456789012.00'].map((text) => ['inlineStr', text]),
    ])
    expect(tables[0]?.[1]?.[1]).toEqual(['inlineStr', '2.50'])
    expect(tables[1]).toEqual([
      [
        ['inlineStr', 'amount'],
        ['inlineStr', 'c'],
      ],
      [
        [null, '9.90'],
        ['inlineStr', '1.10'],
      ],
    ])
  })

  it('holds times as days since the last of 1899, which spreadsheets show as dates', async () => {
    const folder = newFolder()
    const plan = { name: 'Requests', columns: ['sent', 'text'], numbers: [], times: ['sent'] }
    const sheet = await createXlsx(folder, 'a.xlsx', [plan])
    const times = ['2026-11-26T12:00:00.000Z', '1970-01-01T00:00:00.000Z', '', 'yesterday']
    await sheet.write(times.map((time) => [time, time]))
    await sheet.finish()
    const { tables } = read(join(folder, 'a.xlsx'))
    expect(tables[0]?.slice(1)).toEqual([
      [
        [null, '46352.5'],
        ['inlineStr', times[0]],
      ],
      [
        [null, '25569'],
        ['inlineStr', times[1]],
      ],
      [
        [null, ''],
        [null, ''],
      ],
      // What is no time is no number either.
      [
        ['inlineStr', times[3]],
        ['inlineStr', times[3]],
      ],
    ])
  })

  it('holds every cell as text, whatever it begins with', async () => {
    const folder = newFolder()
    const sheet = await createXlsx(folder, 'a.xlsx', plans)
    const cells = ['=1+1', '<b>&amp;"', ' two\nlines ', '', 'د. فاطمة', '\0\u0001\ud800x', '00123']
    await sheet.write([cells])
    const fact = await sheet.finish()
    const bytes = readFileSync(join(folder, 'a.xlsx'))
    expect(fact).toEqual({
      name: 'a.xlsx',
      bytes: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    })
    const book = read(join(folder, 'a.xlsx'))
    expect(book).toMatchObject({ bad: null, formulas: 0 })
    expect(book.names).toContain('[Content_Types].xml')
    expect(book.rows[0]?.map(([, text]) => text)).toEqual([...columns])
    expect(book.rows[1]).toEqual([
      ['inlineStr', '=1+1'],
      ['inlineStr', '<b>&amp;"'],
      ['inlineStr', ' two\nlines '],
      [null, ''],
      ['inlineStr', 'د. فاطمة'],
      ['inlineStr', '\ufffd\ufffd\ufffdx'],
      ['inlineStr', '00123'],
    ])
  })

  it('shows no other text than the log has', async () => {
    const folder = newFolder()
    const sheet = await createXlsx(folder, 'a.xlsx', plans)
    const cells = ['_x003D_1+1', '_X003d_', '__x0041__', '_x003D', 'a_x_b']
    await sheet.write([cells])
    await sheet.finish()
    // What programs for spreadsheets do with such a cell (ECMA-376, 22.9.2.19).
    const shown = (text: string): string =>
      text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) =>
        String.fromCharCode(parseInt(code, 16)),
      )
    const [, row] = read(join(folder, 'a.xlsx')).rows
    expect(row?.map(([, text]) => shown(text))).toEqual(cells)
  })

  it('is the same from many small writes as from one', async () => {
    const folder = newFolder()
    const rows = Array.from({ length: 3_000 }, (_, n) => [String(n), `row ${n} of many`])
    const one = await createXlsx(folder, 'one.xlsx', plans)
    await one.write(rows)
    await one.finish()
    const many = await createXlsx(folder, 'many.xlsx', plans)
    for (const row of rows) await many.write([row])
    await many.finish()
    const book = read(join(folder, 'many.xlsx'))
    expect(book.bad).toBeNull()
    expect(book.rows).toEqual(read(join(folder, 'one.xlsx')).rows)
    expect(book.rows).toHaveLength(3_001)
  })

  it('that no longer fits on the disk is refused to its writer, and ends nothing else', () => {
    const folder = newFolder()
    const module = new URL('../../../../src/main/ledger/export/xlsx.ts', import.meta.url)
    const story = `
      const { createXlsx } = await import('${module.href}')
      const { randomBytes } = await import('node:crypto')
      const sheet = await createXlsx(process.argv[1], 'a.xlsx', [{ name: 'a', columns: ['a'], numbers: [], times: [] }])
      const said = await (async () => {
        for (let at = 0; at < 500; at += 1) await sheet.write([[randomBytes(8000).toString('hex')]])
        await sheet.finish()
        return 'finished'
      })().catch((error) => error.code)
      await sheet.remove()
      await new Promise((resolve) => setTimeout(resolve, 50))
      console.log(said)`
    const node = `'${process.execPath}' --input-type=module -e "$1" -- "$2"`
    const said = execFileSync('bash', ['-c', `ulimit -f 512; ${node}`, 'bash', story, folder])
    expect(said.toString().trim()).toBe('EFBIG')
    expect(readdirSync(folder)).toEqual([])
  })

  it('that is not wanted is gone', async () => {
    const folder = newFolder()
    const sheet = await createXlsx(folder, 'a.xlsx', plans)
    await sheet.write([['x']])
    await sheet.remove()
    expect(readdirSync(folder)).toEqual([])
  })
})
