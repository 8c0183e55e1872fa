import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { columns } from '../../../../src/main/ledger/export/csv.ts'
import { createXlsx } from '../../../../src/main/ledger/export/xlsx.ts'
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
sheet = tree.fromstring(book.read('xl/worksheets/sheet1.xml'))
rows = [[(cell.get('t'), ''.join(cell.itertext())) for cell in row] for row in sheet.find(ns + 'sheetData')]
print(json.dumps({'bad': bad, 'names': book.namelist(), 'rows': rows, 'formulas': len(sheet.findall('../' + ns + 'f'))}))`

interface Book {
  bad: string | null
  names: string[]
  rows: [string | null, string][][]
  formulas: number
}
const read = (path: string): Book =>
  JSON.parse(execFileSync('python3', ['-c', script, path], { maxBuffer: 1e9 }).toString()) as Book

describe('a spreadsheet file', () => {
  it('holds every cell as text, whatever it begins with', async () => {
    const folder = newFolder()
    const sheet = await createXlsx(folder, 'a.xlsx')
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
    const sheet = await createXlsx(folder, 'a.xlsx')
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
    const one = await createXlsx(folder, 'one.xlsx')
    await one.write(rows)
    await one.finish()
    const many = await createXlsx(folder, 'many.xlsx')
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
      const sheet = await createXlsx(process.argv[1], 'a.xlsx')
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
    const sheet = await createXlsx(folder, 'a.xlsx')
    await sheet.write([['x']])
    await sheet.remove()
    expect(readdirSync(folder)).toEqual([])
  })
})
