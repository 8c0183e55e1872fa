// The list of orders as a file, read by a program that shares nothing with the writer and compared
// with what stands in the tables.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OrderFile } from '#shared/bridge/lists.ts'
import { type OrderField, orderFields } from '#shared/bridge/views.ts'
import { connection, createTestDesk } from '../../../fakes/desk.ts'
import { tampered } from '../../../fakes/ledger-check.ts'
import { newFolder } from '../ledger-rig.ts'
import { review, see, type TestDesk } from '../order-rig.ts'

const script = `
import csv, json, sys, zipfile
import xml.etree.ElementTree as tree
path = sys.argv[1]
if path.endswith('.csv'):
    rows = [[('text', cell) for cell in row] for row in csv.reader(open(path, encoding='utf-8-sig', newline=''))]
else:
    ns = '{http://schemas.openxmlformats.org/spreadsheetml/2006/main}'
    sheet = tree.fromstring(zipfile.ZipFile(path).read('xl/worksheets/sheet1.xml'))
    rows = [[('text' if cell.get('t') == 'inlineStr' or len(cell) == 0 else cell.get('s'), ''.join(cell.itertext())) for cell in row] for row in sheet.find(ns + 'sheetData')]
print(json.dumps(rows))`
const read = (path: string): [string, string][][] =>
  JSON.parse(execFileSync('python3', ['-c', script, path], { maxBuffer: 1e9 }).toString()) as [
    string,
    string,
  ][][]
const texts = (path: string): string[][] => read(path).map((row) => row.map(([, text]) => text))

const odd = [
  '=1+1',
  'Ana "Nan" Ruiz; Söhne,\tKG',
  'two\r\nlines',
  "'quoted'",
  'د. فاطمة',
  '😀 <b>&amp;',
  '＝SUM(A1)',
  '',
]
/** What keeps a spreadsheet from running a cell: the rule of every table that leaves. */
const guarded: Record<string, string> = {
  '=1+1': "'=1+1",
  '＝SUM(A1)': "'＝SUM(A1)",
}

async function save(desk: TestDesk, asked: Partial<OrderFile> = {}) {
  const folder = newFolder()
  const query = { as: 'csv' as const, columns: ['orderid'] as OrderField[], ...asked, folder }
  const facts = await desk.reader.run('order-file', query)
  return { ...facts, path: join(folder, facts.name), folder }
}

function seeMany(desk: TestDesk, count: number): void {
  for (let n = 0; n < count; n += 1) {
    desk.time.now += 61_001
    see(desk, String(1_000 + n), {
      connectionId: n % 3 === 0 ? 'test-2' : 'test-1',
      clientOrderid: `inv ${odd[n % odd.length]!}`,
      amount: ['0.01', '1200', '77.70'][n % 3]!,
      answer: {
        name: odd[n % odd.length]!,
        'card-type': n % 2 === 0 ? 'VISA' : '',
        currency: n % 5 === 0 ? 'JPY' : n % 7 === 0 ? 'KWD' : 'EUR',
        status: n % 4 === 3 ? 'declined' : 'approved',
      },
    })
  }
}

const fields = Object.keys(orderFields) as OrderField[]
const decimals = (minor: unknown, digits: unknown): string => {
  if (minor === null) return ''
  const text = String(minor).padStart(Number(digits) + 1, '0')
  const at = text.length - Number(digits)
  return Number(digits) === 0 ? text : `${text.slice(0, at)}.${text.slice(at)}`
}

/** Straight from the table, newest first. */
function expected(desk: TestDesk, where = '1'): string[][] {
  const rows = desk.db
    .prepare(`SELECT * FROM payment_order WHERE ${where} ORDER BY checked_at DESC`)
    .all() as Record<string, unknown>[]
  return rows.map((row) => {
    const cells = fields.map((field): string => {
      const { kind, column } = orderFields[field]
      if (kind === 'time') return new Date(Number(row[column])).toISOString()
      if (kind === 'money') return decimals(row[column], row['digits'])
      const text = String(row[column])
      return guarded[text] ?? text
    })
    cells.splice(fields.indexOf('original') + 1, 0, String(row['currency'] ?? ''))
    return cells
  })
}

describe('the list of orders as CSV', () => {
  it('holds every row of the table with every column, odd text too', async () => {
    const desk = createTestDesk()
    seeMany(desk, 450)
    const { path, rows, sha256, bytes } = await save(desk, { columns: fields })
    const content = readFileSync(path)
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'))
    expect(bytes).toBe(content.length)
    const [head, ...lines] = texts(path)
    expect(head).toEqual([
      ...['connection', 'orderid', 'client_orderid', 'phase', 'status', 'transaction_type'],
      ...['original', 'currency', 'returned', 'returnable', 'customer', 'card'],
      ...['first_seen_at_utc', 'checked_at_utc'],
    ])
    expect(rows).toBe(450)
    expect(lines).toEqual(expected(desk))
  })

  it('holds what a filter leaves, in the order of the list, with its columns', async () => {
    const desk = createTestDesk()
    seeMany(desk, 60)
    const filter = { phase: 'declined' }
    const { path } = await save(desk, {
      ...{ filter, connectionId: 'test-1', sort: '-original' as const },
      columns: ['original', 'orderid', 'original'],
    })
    const [head, ...lines] = texts(path)
    expect(head).toEqual(['original', 'currency', 'orderid'])
    const { page } = await desk.reader.run('orders', {
      ...{ filter, connectionId: 'test-1', sort: '-original', limit: 100 },
    })
    expect(lines.map((line) => line[2])).toEqual(page?.rows.map(({ orderid }) => orderid))
    expect(lines.length).toBeGreaterThan(5)
  })

  it.each([
    ['a text', { text: 'ruiz' }],
    ['a person', { filter: { actor: 'anna' } }],
  ])('holds all that %s finds', async (_, asked) => {
    const desk = createTestDesk()
    seeMany(desk, 450)
    // Brings the search up to date, as the list on the screen did.
    while ((await desk.reader.run('orders', { limit: 1 })).unindexed > 0);
    const { path, rows } = await save(desk, asked)
    const count = 'text' in asked ? expected(desk, "customer LIKE '%ruiz%'").length : 450
    expect(rows).toBe(count)
    expect(new Set(texts(path).map(([id]) => id)).size).toBe(count + 1)
  })

  it.each(['csv', 'xlsx'] as const)(
    'says in %s what a search matched, as the list does',
    async (as) => {
      const desk = createTestDesk()
      seeMany(desk, 450)
      while ((await desk.reader.run('orders', { limit: 1 })).unindexed > 0);
      const columns: OrderField[] = ['original', 'orderid']
      const { path } = await save(desk, { as, columns, text: '1449' })
      const { page } = await desk.reader.run('orders', { text: '1449', limit: 400 })
      const shown = page?.rows.map(({ orderid, matched }) => [
        orderid,
        matched?.field,
        matched?.text,
      ])
      const [head, ...rows] = texts(path)
      expect(head).toEqual(['original', 'currency', 'orderid', 'matched_in', 'matched'])
      expect(rows.map((row) => row.slice(2))).toEqual(shown)
      expect(shown).toContainEqual(['1449', 'orderid', '1449'])
      expect(texts((await save(desk, { as, columns })).path)[0]).toEqual(head?.slice(0, 3))
    },
  )

  it('names connections, and calls an order whose outcome is unknown unknown', async () => {
    const others = [{ ...connection, id: 'test-2', name: 'Shop, "two"' }]
    const desk = createTestDesk({ others })
    tampered('a connection and an outcome that no request of this test has')
    desk.db
      .prepare('INSERT INTO connection (id, record, created_at, updated_at) VALUES (?, ?, 1, 1)')
      .run('test-1', JSON.stringify({ name: 'Shop, "one"' }))
    see(desk, '1')
    review(desk, '1', 'a', 'broken')
    const columns: OrderField[] = ['connectionId', 'phase']
    expect(texts((await save(desk, { columns })).path)[1]).toEqual(['Shop, "one"', 'captured'])
    desk.db.prepare("UPDATE attempt SET state = 'UNKNOWN' WHERE id = 'a'").run()
    expect(texts((await save(desk, { columns })).path)[1]).toEqual(['Shop, "one"', 'unknown'])
  })

  it('names whom an order paid as the list does, where the gateway names nobody', async () => {
    const desk = createTestDesk()
    const nobody = { name: '', 'cardholder-name': '', email: '' }
    see(desk, '1', { answer: { ...nobody, 'transaction-type': 'transfer' } })
    see(desk, '2', { answer: { ...nobody, 'transaction-type': 'sale' } })
    for (const id of ['1', '2'])
      desk.ports.journal.draft({
        ...{ id, service: 'gateway of test-1', connectionId: 'test-1', endpointId: '1144' },
        ...{ operation: 'transfer', risk: 'money', orderid: id, clientOrderid: id, lockKey: id },
        ...{ amount: null, isFull: false, digest: 'd', expiresAt: desk.time.now + 1000 },
        ...{ actor: 'anna', comment: '', seen: '[]', tokenHash: 'h' },
        request: { destination_card_recurring_payment_id: '880002' },
      })
    const columns: OrderField[] = ['orderid', 'customer']
    const [, ...lines] = texts((await save(desk, { columns })).path)
    expect(lines.sort()).toEqual([
      ['1', 'Subscription 880002'],
      ['2', ''],
    ])
  })

  it('is a head alone where the filter leaves nothing', async () => {
    const desk = createTestDesk()
    const { path, rows } = await save(desk)
    expect({ rows, texts: texts(path) }).toEqual({ rows: 0, texts: [['orderid']] })
  })
})

describe('the list of orders as a spreadsheet', () => {
  it('has the rows of the CSV, amounts as numbers and times as dates', async () => {
    const desk = createTestDesk()
    seeMany(desk, 30)
    const csv = texts((await save(desk, { columns: fields })).path)
    const sheet = read((await save(desk, { as: 'xlsx', columns: fields })).path)
    const epoch = Date.UTC(1899, 11, 30)
    const words = sheet.map((row) =>
      row.map(([kind, text]) => {
        if (kind !== '7') return text
        return new Date(Math.round(epoch + Number(text) * 86_400_000)).toISOString()
      }),
    )
    const unguarded = Object.fromEntries(
      Object.entries(guarded).map(([text, cell]) => [cell, text]),
    )
    // XML knows one line break.
    expect(words).toEqual(
      csv.map((row) => row.map((cell) => (unguarded[cell] ?? cell).replace('\r\n', '\n'))),
    )
    const kinds = sheet.slice(1).map((row) => row.map(([kind]) => kind))
    const at = (name: string): number => csv[0]!.indexOf(name)
    for (const [nth, row] of kinds.entries()) {
      const amount = csv[nth + 1]![at('original')]!
      const digits = amount.split('.')[1]?.length ?? 0
      expect(row[at('original')]).toBe(amount === '' ? 'text' : String(2 + digits))
      expect(row[at('checked_at_utc')]).toBe('7')
      expect(row[at('orderid')]).toBe('text')
    }
  })
})

it('leaves nothing open and writes one file into the folder it was given', async () => {
  const desk = createTestDesk()
  seeMany(desk, 3)
  const { folder } = await save(desk, { as: 'xlsx' })
  expect(readdirSync(folder)).toEqual(['list.xlsx'])
})
