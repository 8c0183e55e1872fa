// Files that are wrong in one way each, drawn: the sentence that each has to be refused with. What
// else stands in them is good.
import type { FilePurpose, ReadChoices, WrongKind } from '#shared/files/file-row.ts'
import type { MessageCode } from '#messages/catalogue.ts'
import type { Random } from '../faults/random.ts'
import { brokenStatement, brokenStatements } from './broken-statements.ts'
import { letters, partsOf, type SheetCell, type SheetSpec, workbook, zipped } from './workbook.ts'

export interface BrokenFile {
  bytes: Buffer
  kind: WrongKind
  code: MessageCode
  choices?: ReadChoices
  purpose?: FilePurpose
  /** Lines that are wrong; null for the whole file. */
  lines: readonly (number | null)[]
  /** What another program makes of it while it is read. */
  meanwhile?: (path: string) => void
}

interface Draw {
  random: Random
  /** Rows of good cells: order ID, amount, currency, reason. */
  rows: string[][]
  /** Which row is made wrong, and its line. */
  at: number
  line: number
}

type Make = (draw: Draw) => BrokenFile | Promise<BrokenFile>

const heads = ['Order ID', 'Amount', 'Currency', 'Reason']
const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(rows.map((cells) => cells.join(',')).join('\n') + '\n')
const table = ({ rows }: Draw, more: readonly (readonly string[])[] = []): Buffer =>
  csv([heads, ...rows, ...more])
const withCell = (draw: Draw, column: number, text: string): Draw => ({
  ...draw,
  rows: draw.rows.map((cells, at) => (at === draw.at ? cells.with(column, text) : cells)),
})

/** A cell of one row that is wrong. */
const cell =
  (kind: WrongKind, code: MessageCode, column: number, write: (draw: Draw) => string): Make =>
  (draw) => ({
    ...{ kind, code, lines: [draw.line] },
    bytes: table(withCell(draw, column, write(draw))),
  })

const changed = (cells: readonly SheetCell[], column: number, value: SheetCell): SheetCell[] =>
  Array.from({ length: Math.max(cells.length, column + 1) }, (_, at) =>
    at === column ? value : (cells[at] ?? null),
  )

const soundIban = 'DE89370400440532013000'
/** A list of suppliers of which one is wrong. */
const payee =
  (code: MessageCode, iban: string, name = 'Mia Maier'): Make =>
  (draw) => ({
    ...{ kind: 'payee', code, purpose: 'payout', lines: [draw.line] },
    bytes: csv([
      ['Recipient', 'IBAN', 'Amount', 'Currency', 'Reason'],
      ...draw.rows.map(([, ...rest], at) =>
        at === draw.at ? [name, iban, ...rest] : ['Ann Adler', soundIban, ...rest],
      ),
    ]),
  })

/** A list of charges of which one is wrong. */
const charge =
  (code: MessageCode, ref: string): Make =>
  (draw) => ({
    ...{ kind: 'card-reference', code, purpose: 'charge', lines: [draw.line] },
    bytes: csv([
      ['Card reference', 'Amount', 'Currency', 'Description'],
      ...draw.rows.map(([id, ...rest], at) => [at === draw.at ? ref : id!, ...rest]),
    ]),
  })

/** The same in a workbook. */
const sheetCell =
  (kind: WrongKind, code: MessageCode, column: number, write: (draw: Draw) => SheetCell): Make =>
  async (draw) => ({
    ...{ kind, code, lines: [draw.line] },
    bytes: await workbook({
      sheets: [
        {
          name: 'Refunds',
          rows: [
            heads,
            ...draw.rows.map((cells, at) =>
              at === draw.at ? changed(cells, column, write(draw)) : cells,
            ),
          ],
        },
      ],
      shared: draw.random.chance(0.5),
    }),
  })
const sheetOf = ({ rows }: Draw): SheetSpec => ({ name: 'Refunds', rows: [heads, ...rows] })
const book =
  (code: MessageCode, write: (draw: Draw) => Promise<Buffer>, kind: WrongKind = 'no-table'): Make =>
  async (draw) => ({ ...{ kind, code, lines: [null] }, bytes: await write(draw) })
const whole =
  (kind: WrongKind, code: MessageCode, write: (draw: Draw) => Buffer): Make =>
  (draw) => ({ ...{ kind, code, lines: [null] }, bytes: write(draw) })
const replaced = (draw: Draw, from: string | RegExp, to: string): Buffer =>
  Buffer.from(table(draw).toString().replace(from, to))
/** A compound file with one name in its directory. */
const compound = (name: string): Buffer => {
  const bytes = Buffer.alloc(2048)
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(bytes)
  bytes.writeUInt16LE(9, 30)
  bytes.writeUInt32LE(0, 48)
  Buffer.from(name, 'utf16le').copy(bytes, 512)
  return bytes
}
const card = (random: Random): string =>
  random.pick(['4111111111111111', '5555 5555 5555 4444', '4012-8888-8888-1881', '378282246310005'])

const texts: Readonly<Record<string, Make>> = {
  'no rows below the head': whole('no-rows', 'files.no-rows', () => csv([heads])),
  'no byte': whole('no-rows', 'files.no-rows', () => Buffer.alloc(0)),
  'no head': whole('no-head', 'files.no-head-line', ({ rows }) => csv(rows)),
  'an old encoding': (draw) => ({
    ...{ kind: 'encoding', code: 'files.encoding-unknown', lines: [null] },
    bytes: Buffer.from(table(withCell(draw, 3, 'zur\u00fcck an M\u00fcller')).toString(), 'latin1'),
  }),
  'half a letter behind whole ones': (draw) => {
    const text = table(withCell(draw, 3, 'für Łódź')).toString()
    const bytes = Buffer.from(text)
    const cut = bytes.indexOf(Buffer.from('ź'))
    return {
      ...{ kind: 'half-character', code: 'files.half-a-character', lines: [draw.line] },
      bytes: Buffer.concat([bytes.subarray(0, cut + 1), bytes.subarray(cut + 2)]),
    }
  },
  'half a unit of UTF-16': (draw) => {
    const bytes = Buffer.from(`\ufeff${table(draw).toString()}`, 'utf16le')
    const last = draw.rows.length + 1
    return {
      ...{ kind: 'half-character', code: 'files.half-a-character', lines: [last] },
      bytes: bytes.subarray(0, -1),
    }
  },
  'an open quote': (draw) => ({
    ...{ kind: 'quote-open', code: 'files.quote-not-closed', lines: [draw.line] },
    bytes: table(withCell(draw, 3, '"not closed')),
  }),
  'text behind a quote': cell('quote-text', 'files.text-after-quote', 3, () => '"broken"glass'),
  'a quote inside': cell('quote-text', 'files.quote-inside', 3, () => 'a 27" screen'),
  'a cell too many': cell('cell-count', 'files.cell-count', 3, () => 'late,and,wrong'),
  'a cell too few': (draw) => ({
    ...{ kind: 'cell-count', code: 'files.cell-count', lines: [draw.line] },
    bytes: csv([
      heads,
      ...draw.rows.map((cells, at) => (at === draw.at ? cells.slice(0, 3) : cells)),
    ]),
  }),
  'a long line': cell('long-line', 'files.line-too-long', 3, () => 'late '.repeat(14_000)),
  'a NUL': cell('unseen', 'files.unseen-character', 3, () => 'la\0te'),
  'a mark of direction': cell('unseen', 'files.unseen-character', 0, () => '67601\u202e50'),
  'a space without width': cell('unseen', 'files.unseen-character', 1, () => '12\u200b.50'),
  'no column of ids': whole('column-needed', 'files.no-id-column', (draw) =>
    replaced(draw, 'Order ID', 'Parcel'),
  ),
  'no column of amounts': whole('no-amounts', 'files.no-amount-column', (draw) =>
    replaced(draw, 'Amount', 'Parcels'),
  ),
  'the result of a run': whole('own-result', 'files.own-result', ({ rows }) =>
    csv([
      ['order_id', 'asked', 'currency', 'reason', 'sends', 'does', 'outcome'],
      ...rows.map((cells) => [...cells, cells[1]!, 'return', 'done']),
    ]),
  ),
  'two columns of amounts': whole('one-role-twice', 'files.two-columns-one-role', (draw) =>
    replaced(draw, 'Reason', 'Betrag'),
  ),
  'a name twice': whole('head-twice', 'files.head-twice', (draw) =>
    replaced(draw, 'Reason', 'Amount'),
  ),
  'an unclear mark': whole('amount-unclear', 'files.amount-unclear', (draw) =>
    csv([
      heads,
      ...draw.rows.map(([id = '', , , why = '']) => [
        id,
        `${1 + draw.random.below(900)}.614`,
        'KWD',
        why,
      ]),
    ]),
  ),
  'two marks': (draw) => ({
    ...{ kind: 'marks-contradict', code: 'files.marks-contradict', lines: [null] },
    bytes: table({
      ...draw,
      rows: [...draw.rows, ['9760150', '"12,55"', 'EUR', 'x'], ['9760151', '12.55', 'EUR', 'x']],
    }),
  }),
  'a decimal too many': cell(
    'decimals',
    'files.too-many-decimals',
    1,
    ({ random }) => `${random.below(90)}.1234`,
  ),
  'decimals of a yen': (draw) => ({
    ...{ kind: 'decimals', code: 'files.no-decimals', lines: [draw.line] },
    bytes: table(withCell(withCell(draw, 1, '12.50'), 2, 'JPY')),
  }),
  'a minus': cell('negative', 'files.negative', 1, ({ random }) =>
    random.pick(['-12.50', '12.50-', '(12.50)', '\u221212.50']),
  ),
  zero: cell('zero-or-large', 'files.zero', 1, ({ random }) => random.pick(['0.00', '0'])),
  'too much': cell('zero-or-large', 'files.too-large', 1, () => '99999999999999.00'),
  'no amount': cell('no-amount', 'files.no-amount', 1, ({ random }) =>
    random.pick(['twelve', '1e3', '12 %', '٢٠']),
  ),
  'an empty amount': cell('no-amount', 'files.amount-missing', 1, () => ''),
  'no such currency': cell('currency', 'files.no-currency-code', 2, ({ random }) =>
    random.pick(['EURO', 'XXQ', '978']),
  ),
  'no currency': cell('currency', 'files.currency-missing', 2, () => ''),
  'an exponent': cell('id-scientific', 'files.id-scientific', 0, ({ random }) =>
    random.pick(['6.76E+18', '6,76E+18'].slice(0, 1)),
  ),
  'a day for an id': cell('id-date', 'files.id-a-date', 0, ({ random }) =>
    random.pick(['12.11.2026', '1-Nov', 'Nov-26', '2026-11-12']),
  ),
  'letters for an id': cell('no-id', 'files.no-order-id', 0, () => 'ORDER-77'),
  'too long an id': cell('no-id', 'files.no-order-id', 0, () => '67601501234567890123'),
  'no id': cell('no-id', 'files.id-missing', 0, () => ''),
  'one line twice': (draw) => ({
    ...{ kind: 'same-twice', code: 'files.same-twice', lines: [draw.rows.length + 2] },
    bytes: table(draw, [draw.rows[draw.at]!.with(0, `000${draw.rows[draw.at]![0]}`)]),
  }),
  'one id twice in a list': (draw) => ({
    ...{
      kind: 'same-twice',
      code: 'files.named-twice',
      purpose: 'look-up',
      lines: [draw.rows.length + 2],
    },
    bytes: csv([['Order ID'], ...draw.rows.map(([id = '']) => [id]), [draw.rows[draw.at]![0]!]]),
  }),
  'a card number in a reason': (draw) => ({
    ...{ kind: 'card-number', code: 'files.card-number', lines: [draw.line] },
    bytes: table(withCell(draw, 3, `paid with ${card(draw.random)}`)),
  }),
  'a card number for an id': (draw) => ({
    ...{ kind: 'card-number', code: 'files.card-number', lines: [draw.line] },
    bytes: table(withCell(draw, 0, '5555555555554444')),
  }),
  'another account': (draw) => ({
    ...{ kind: 'account', code: 'files.other-account', lines: [draw.line] },
    bytes: csv([
      [...heads, 'Account'],
      ...draw.rows.map((cells, at) => [...cells, at === draw.at ? 'shop-us' : 'shop-eu']),
    ]),
  }),
  'no account to pay to': payee('files.account-missing', ''),
  'wrong check digits of an IBAN': payee('files.iban-check-digits', 'DE89370400440532013001'),
  'a digit less in an IBAN': payee('files.iban-length', 'DE8937040044053201300'),
  'an account of words': payee('files.no-account', 'see the invoice'),
  'an account that a spreadsheet rounded': payee('files.account-rounded', '1.23457E+17'),
  'a name that is too long': payee('files.payee-too-long', soundIban, 'n'.repeat(129)),
  'a name with a letter that nobody sees': payee(
    'files.payee-unseen',
    soundIban,
    'Ann\u3164Miller',
  ),
  'no reference of a card': charge('files.card-reference-missing', ''),
  'words for the reference of a card': charge('files.no-card-reference', 'see the file'),
  'a card reference that a spreadsheet rounded': charge(
    'files.card-reference-rounded',
    '1.23457E+17',
  ),
  'a long reason': cell('reason', 'files.reason-too-long', 3, () => 'r'.repeat(51)),
  'no reason': cell('reason', 'files.reason-missing', 3, () => ' '),
  'an unknown kind': (draw) => ({
    ...{ kind: 'kind-word', code: 'files.kind-unknown', lines: [draw.line] },
    bytes: csv([
      [...heads, 'Type'],
      ...draw.rows.map((cells, at) => [...cells, at === draw.at ? 'adjustment' : 'refund']),
    ]),
  }),
  'a report whose refund has no minus, where others have': (draw) => ({
    ...{ kind: 'direction', code: 'files.sign-missing', lines: [draw.line], purpose: 'report' },
    bytes: csv([
      ['Order ID', 'Type', 'Amount', 'Currency'],
      ...draw.rows.map((cells, at) => [
        cells[0]!,
        'Refund',
        at === draw.at ? '1.50' : '-1.50',
        'EUR',
      ]),
    ]),
  }),
  'a report without decimals': (draw) => ({
    ...{ kind: 'unit', code: 'files.unit-unclear', lines: [null], purpose: 'report' },
    bytes: csv([
      ['Order ID', 'Type', 'Amount', 'Currency'],
      ...draw.rows.map((cells) => [cells[0]!, 'Refund', '150', 'EUR']),
    ]),
  }),
  'a foot that does not fit': whole('foot', 'files.foot-differs', (draw) =>
    csv([heads, ...draw.rows.map((cells) => cells.with(2, 'EUR')), ['Total', '1.11', '', '']]),
  ),
  'an unclear day': (draw) => ({
    ...{ kind: 'day', code: 'files.day-unclear', purpose: 'orders', lines: [null] },
    bytes: csv([['Order ID', 'Date'], ...draw.rows.map(([id = '']) => [id, '03/04/2026'])]),
  }),
  'no day': (draw) => ({
    ...{ kind: 'day', code: 'files.no-day', purpose: 'orders', lines: [draw.line] },
    bytes: csv([
      ['Order ID', 'Date'],
      ...draw.rows.map(([id = ''], at) => [id, at === draw.at ? '31.02.2026' : '21.04.2026']),
    ]),
  }),
  'changed meanwhile': (draw) => ({
    ...{ kind: 'changed', code: 'files.changed', lines: [null] },
    bytes: table(draw),
    meanwhile: () => undefined,
  }),
}

const bytesOf: Readonly<Record<string, Make>> = {
  'a page named as a table': whole('no-table', 'files.no-table', () =>
    Buffer.from('<html><table><tr><td>1</td></tr></table></html>'),
  ),
  'a printed page': whole('no-table', 'files.no-table', () =>
    Buffer.from('%PDF-1.7\n%\u00e2\u00e3\n1 0 obj'),
  ),
  'bytes of a picture': whole('no-table', 'files.no-table', ({ random }) =>
    Buffer.concat([
      Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1'),
      Buffer.from(Array.from({ length: 600 }, (_, at) => (at % 7 === 0 ? 0 : random.below(256)))),
    ]),
  ),
  'UTF-32': whole('no-table', 'files.no-table', (draw) =>
    Buffer.concat([
      Buffer.from([0xff, 0xfe, 0, 0]),
      ...[...table(draw).toString()].map((one) => Buffer.from([one.charCodeAt(0), 0, 0, 0])),
    ]),
  ),
  'an old workbook': whole('no-table', 'files.old-workbook', () => compound('Workbook')),
  'a password': whole('no-table', 'files.password', () => compound('EncryptedPackage')),
  'another compound file': whole('no-table', 'files.no-table', () => compound('WordDocument')),
}

const hostileSheet =
  (xml: string): ((draw: Draw) => Promise<Buffer>) =>
  (draw) =>
    workbook({ sheets: [sheetOf(draw)], parts: { 'xl/worksheets/sheet1.xml': xml } })

const workbooks: Readonly<Record<string, Make>> = {
  'a rounded id': sheetCell('id-rounded', 'files.id-rounded', 0, ({ random }) => ({
    raw: `67601501234567${10_000 + random.below(9_000)}`,
  })),
  'a rounded id with an exponent': sheetCell('id-rounded', 'files.id-rounded', 0, () => ({
    raw: '6.7601501234567E+18',
  })),
  'an id that is shown otherwise': sheetCell(
    'id-rounded',
    'files.id-shown-otherwise',
    0,
    ({ random }) => ({ number: 60_000 + random.below(9_000), format: 'text before it' }),
  ),
  'a day in a column of ids': sheetCell('id-date', 'files.id-a-date', 0, ({ random }) => ({
    day: 44_000 + random.below(2_000),
  })),
  'a formula': sheetCell('formula', 'files.formula', 1, () => ({
    formula: 'B1*2',
    result: '12.5',
  })),
  'an error cell': sheetCell('error-cell', 'files.error-cell', 1, ({ random }) => ({
    error: random.pick(['#N/A', '#REF!', '#DIV/0!']),
  })),
  'too many decimals of a number': sheetCell(
    'decimals',
    'files.too-many-decimals',
    1,
    () => 12.3456,
  ),
  'a cell beside the table': (draw) =>
    sheetCell('cell-count', 'files.cell-count', 5, () => 'note')(draw),
  'hidden rows': async (draw) => ({
    ...{ kind: 'hidden', code: 'files.hidden-rows', lines: [null] },
    bytes: await workbook({ sheets: [{ ...sheetOf(draw), hiddenRows: [draw.line] }] }),
  }),
  'several sheets': async (draw) => ({
    ...{ kind: 'sheets', code: 'files.several-sheets', lines: [null] },
    bytes: await workbook({ sheets: [sheetOf(draw), { ...sheetOf(draw), name: 'More' }] }),
  }),
  macros: book('files.macros', (draw) =>
    workbook({ sheets: [sheetOf(draw)], parts: { 'xl/vbaProject.bin': 'x' } }),
  ),
  'a bomb': book('files.bomb', (draw) =>
    workbook({
      sheets: [sheetOf(draw)],
      parts: { 'xl/worksheets/sheet2.xml': Buffer.alloc(60 * 2 ** 20, 32) },
    }),
  ),
  'a bomb of entities': book(
    'files.no-table',
    hostileSheet(
      '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>&b;</t></is></c></row></sheetData></worksheet>',
    ),
  ),
  'another file named by an entity': book(
    'files.no-table',
    hostileSheet(
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet>&a;</worksheet>',
    ),
  ),
  'a cut sheet': book(
    'files.no-table',
    hostileSheet('<worksheet><sheetData><row r="1"><c r="A1"><v>1'),
  ),
  'a row below the last': book(
    'files.no-table',
    hostileSheet(
      '<worksheet><sheetData><row r="1048577"><c r="A1048577"><v>1</v></c></row></sheetData></worksheet>',
    ),
  ),
  'rows in disorder': book(
    'files.no-table',
    hostileSheet(
      '<worksheet><sheetData><row r="2"><c r="A2"><v>1</v></c></row><row r="1"><c r="A1"><v>1</v></c></row></sheetData></worksheet>',
    ),
  ),
  'a column behind the last': book(
    'files.no-table',
    hostileSheet(
      `<worksheet><sheetData><row r="1"><c r="${letters(16_384)}1"><v>1</v></c></row></sheetData></worksheet>`,
    ),
  ),
  'a text that is not there': book(
    'files.no-table',
    hostileSheet(
      '<worksheet><sheetData><row r="1"><c r="A1" t="s"><v>7</v></c></row></sheetData></worksheet>',
    ),
  ),
  'a number that is none': book(
    'files.no-table',
    hostileSheet(
      '<worksheet><sheetData><row r="1"><c r="A1"><v>NaN</v></c></row></sheetData></worksheet>',
    ),
  ),
  'a part that is not there': book('files.no-table', async (draw) => {
    const { 'xl/worksheets/sheet1.xml': _sheet, ...parts } = partsOf({ sheets: [sheetOf(draw)] })
    return zipped(parts)
  }),
  'an archive of something else': book('files.no-table', () =>
    zipped({ 'word/document.xml': '<w/>' }),
  ),
  'a cut archive': book('files.no-table', async (draw) => {
    const bytes = await workbook({ sheets: [sheetOf(draw)] })
    return bytes.subarray(0, 40 + draw.random.below(bytes.length - 60))
  }),
  'a size that lies': book('files.no-table', async (draw) => {
    const bytes = await workbook({ sheets: [sheetOf(draw)] })
    const at = bytes.lastIndexOf(Buffer.from('PK\x01\x02', 'latin1'))
    bytes.writeUInt32LE(bytes.readUInt32LE(at + 24) + 7, at + 24)
    return bytes
  }),
}

const ofReport =
  (code: MessageCode, head: readonly string[], row: (draw: Draw, at: number) => string[]): Make =>
  (draw) => ({
    ...{ kind: 'fees', code, purpose: 'report', lines: [draw.line] },
    bytes: csv([
      ['Order ID', 'Type', 'Amount', 'Currency', ...head],
      ...draw.rows.map(([id = ''], at) => [id, 'Sale', '20.00', 'EUR', ...row(draw, at)]),
    ]),
  })
const fees: Record<string, Make> = {
  'a line whose net is another': ofReport('files.fees-differ', ['Fee', 'Net'], (draw, at) => [
    ...['0.50', at === draw.at ? '19.49' : '19.50'],
  ]),
  'a net of the other sign without a fee': ofReport('files.net-other-side', ['Net'], (draw, at) => [
    at === draw.at ? '-19.50' : '19.50',
  ]),
  'a line whose rate is no number': ofReport(
    'files.no-rate',
    ['Exchange rate', 'Converted amount', 'Converted currency'],
    (draw, at) => [at === draw.at ? 'n/a' : '1.0825', '21.65', 'USD'],
  ),
  'a line at another rate': ofReport(
    'files.rate-differs',
    ['Exchange rate', 'Converted amount', 'Converted currency'],
    (draw, at) => ['1.0825', at === draw.at ? '21.66' : '21.65', 'USD'],
  ),
}

const statements: Record<string, Make> = Object.fromEntries(
  brokenStatements.map((name): [string, Make] => [
    name,
    ({ random }) => {
      const { text, code } = brokenStatement(name, random)
      const kind = 'statement' as const
      return { kind, code, purpose: 'report', lines: [null], bytes: Buffer.from(text) }
    },
  ]),
)

const makers = { ...texts, ...bytesOf, ...workbooks, ...statements, ...fees }
export const brokenKinds = Object.keys(makers)

const longestFile = 30

export function brokenFile(name: string, random: Random): BrokenFile | Promise<BrokenFile> {
  const count = 3 + random.below(longestFile)
  const at = random.below(count)
  const first = 6_000_000 + random.below(900_000)
  const rows = Array.from({ length: count }, (_, index) => [
    `${first + index * 7}`,
    `${1 + random.below(900)}.${10 + random.below(90)}`,
    random.pick(['EUR', 'USD', 'GBP']),
    random.pick(['Damaged', 'Came late', 'Sent twice']),
  ])
  return makers[name]!({ random, rows, at, line: at + 2 })
}
