// A report as files: the CSV and the spreadsheet say what the screen says, figure by figure;
// amounts of the spreadsheet are numbers, and its second sheet has one row for each request behind
// them.
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { wireAmount } from '#shared/money.ts'
import { piecesOf } from '#shared/time/periods.ts'
import { createTimeSlice } from '../../../../src/main/ledger/db/time-slice.ts'
import { openMoneyFacts } from '../../../../src/main/ledger/reports/money-facts.ts'
import { readReport } from '../../../../src/main/ledger/reports/report.ts'
import { writeReport } from '../../../../src/main/ledger/reports/report-file.ts'
import { newFolder, openLog } from '../ledger-rig.ts'
import { aLedger, dayOf, type MadeRequest, within } from './made-ledger.ts'

const script = `
import csv, json, sys, zipfile
import xml.etree.ElementTree as tree
path = sys.argv[1]
if path.endswith('.csv'):
    sheets = [[[('text', cell) for cell in row] for row in csv.reader(open(path, encoding='utf-8-sig', newline=''))]]
else:
    ns = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
    book = zipfile.ZipFile(path)
    sheets = [[[('text' if cell.get('t') == 'inlineStr' or len(cell) == 0 else 'number', ''.join(cell.itertext())) for cell in row]
      for row in tree.fromstring(book.read('xl/worksheets/sheet%d.xml' % n)).find(ns + 'sheetData')] for n in (1, 2)]
print(json.dumps(sheets))`
type Sheet = [kind: string, text: string][][]
const read = (path: string): Sheet[] =>
  JSON.parse(
    execFileSync('python3', ['-c', script, path], { maxBuffer: 1e9 }).toString(),
  ) as Sheet[]

const reasonNames = { damaged: 'Arrived damaged' }
const work = createTimeSlice({ monotonic: () => performance.now() })

async function saved(made: readonly MadeRequest[], noon: number, zone: string) {
  const { db } = openLog().ledger
  return within(db, made, async () => {
    const facts = openMoneyFacts(db)
    const [from, to] = [dayOf(noon - 12 * 86_400_000, zone), dayOf(noon, zone)]
    const { names, borders } = piecesOf({ from, to, zone }, 'week')
    const split = ['operator', 'reason', 'outcome'] as const
    const query = { connectionIds: [], isWithin: false, borders, split }
    const file = { ...query, report: 'moved' as const, zone, parts: names, reasonNames }
    const [csvFolder, xlsxFolder] = [newFolder(), newFolder()]
    const csv = await writeReport(db, facts, { ...file, as: 'csv', folder: csvFolder }, work)
    const xlsx = await writeReport(db, facts, { ...file, as: 'xlsx', folder: xlsxFolder }, work)
    const report = await readReport(db, facts, query, work)
    const [csvSheet] = read(join(csvFolder, csv.name))
    const [figures, requests] = read(join(xlsxFolder, xlsx.name))
    return { report, names, borders, csv: csvSheet!, figures: figures!, requests: requests! }
  })
}

const column = (sheet: Sheet, name: string): [kind: string, text: string][] => {
  const at = sheet[0]!.findIndex(([, text]) => text === name)
  return sheet.slice(1).map((row) => row[at]!)
}

it('says in both files what the screen says, and has every request behind it once', async () => {
  const drawn = fc.sample(aLedger, { numRuns: 4, seed: 34 })
  for (const { made, noon, zone } of drawn) {
    const { report, csv, figures, requests, borders } = await saved(made, noon, zone)
    const wanted = report.figures.map(({ key, count, total, largest }) => [
      ...[key.operation, key.currency, String(count)],
      ...(key.currency === '' ? ['', ''] : [wireAmount(total), wireAmount(largest)]),
    ])
    for (const sheet of [csv, figures]) {
      const shown = ['operation', 'currency', 'requests', 'total', 'largest'].map((name) =>
        column(sheet, name).map(([, text]) => text),
      )
      expect(wanted.map((_, at) => shown.map((cells) => cells[at]))).toEqual(wanted)
      expect(new Set(column(sheet, 'zone').map(([, text]) => text))).toEqual(new Set([zone]))
    }
    for (const [kind, text] of column(figures, 'total'))
      if (/^\d{1,11}(\.\d+)?$/.test(text)) expect(kind).toBe('number')
    const inside = made.filter((one) => {
      const at = one.resolvedAt ?? one.sentAt
      return at >= borders[0]! && at < borders.at(-1)!
    })
    expect(requests.length - 1).toBe(inside.length)
    const codes = new Set(inside.flatMap(({ code }) => (code === '' ? [] : [code])))
    const shownCodes = column(requests, 'reason_code').flatMap(([, text]) => (text ? [text] : []))
    expect(new Set(shownCodes)).toEqual(codes)
    for (const [at, [, code]] of column(csv, 'reason_code').entries())
      if (code !== '')
        expect(column(csv, 'reason')[at]?.[1]).toBe(code === 'damaged' ? 'Arrived damaged' : code)
    expect(new Set(column(requests, 'request').map(([, id]) => id)).size).toBe(inside.length)
    expect(column(requests, 'approved_by').every(([, text]) => text === '')).toBe(true)
    const sum = (cells: string[]): number => cells.filter((text) => text !== '').length
    expect(sum(column(requests, 'amount').map(([, text]) => text))).toBe(
      inside.filter(({ minor }) => minor !== null).length,
    )
  }
}, 600_000)
