// Statements of banks that are wrong in one way each: the sentence that each has to be refused
// with, and its line. What else stands in them is good.
import type { MessageCode } from '#messages/catalogue.ts'
import type { Random } from '../faults/random.ts'
import { type BankStatement, camt, mt940 } from './statements.ts'

interface Broken {
  text: string
  code: MessageCode
  /** Null for the whole file. */
  line: number | null
}

function statementOf(random: Random): BankStatement {
  const entries = Array.from({ length: 2 + random.below(20) }, (_, at) => ({
    amount: `${random.below(3) === 0 ? '-' : ''}${1 + random.below(9_000)}.${10 + random.below(90)}`,
    ...{ day: `2026-11-${10 + random.below(17)}`, text: `Settlement batch-${700 + at}` },
    reference: `B${100_000 + random.below(900_000)}`,
  }))
  const opening = `${random.below(100_000)}.${10 + random.below(90)}`
  return { account: 'DE89370400440532013000', currency: 'EUR', decimals: 2, opening, entries }
}

const lineOf = (text: string, part: string | RegExp): number =>
  text.slice(0, text.search(part)).split('\n').length
/** The first place is made another one. */
const changed = (
  text: string,
  code: MessageCode,
  [from, to]: readonly [string | RegExp, string],
  at: string | RegExp = to,
): Broken => {
  const broken = text.replace(from, to)
  if (broken === text) throw new Error(`nothing of the statement is like ${String(from)}`)
  return { code, text: broken, line: lineOf(broken, at) }
}

const deep = 60
const inCamt: Readonly<Record<string, (text: string) => Broken>> = {
  'a statement with a document type': (text) =>
    changed(
      text,
      'files.statement-doctype',
      [/\?>\n/, '?>\n<!DOCTYPE Document [<!ENTITY a SYSTEM "file:///etc/passwd">]>\n'],
      '<!DOCTYPE',
    ),
  'a statement with an entity': (text) =>
    changed(text, 'files.statement-no-xml', ['Settlement batch', '&secret; batch']),
  'a statement with a tag that is not closed': (text) =>
    changed(text, 'files.statement-no-xml', ['</Ustrd>', '</Ustr>']),
  'a statement of many levels': (text) =>
    changed(
      text,
      'files.statement-deep',
      [/<Ustrd>/, `${'<X>'.repeat(deep)}${'</X>'.repeat(deep)}<Ustrd>`],
      '<X><X>',
    ),
  'a statement with a text of megabytes': (text) =>
    changed(text, 'files.statement-long', ['Settlement batch', 'x'.repeat(30_000)]),
  'a statement with an attribute of megabytes': (text) =>
    changed(
      text,
      'files.statement-long',
      ['<NtryDtls>', `<NtryDtls x="${'y'.repeat(3_000_000)}">`],
      '<NtryDtls',
    ),
  'a statement with a comment of megabytes': (text) =>
    changed(
      text,
      'files.statement-long',
      ['<NtryDtls>', `<!--${'y'.repeat(3_000_000)}--><NtryDtls>`],
      '<!--',
    ),
  'a statement with a name of megabytes': (text) => {
    const name = 'y'.repeat(3_000_000)
    return changed(text, 'files.statement-long', ['<NtryDtls>', `<${name}/><NtryDtls>`], '<yyy')
  },
  'a line with thousands of names': (text) => {
    const names = Array.from({ length: 20_000 }, (_, at) => `<a${at}/>`).join('')
    return changed(text, 'files.statement-long', ['<NtryDtls>', `${names}<NtryDtls>`], '<a0/>')
  },
  'a line with parts without end': (text) =>
    changed(
      text,
      'files.statement-many',
      ['<NtryDtls>', `${'<x></x>'.repeat(500_001)}<NtryDtls>`],
      '<x></x>',
    ),
  'a statement that was cut': (text) => {
    const cut = text.slice(0, text.lastIndexOf('<Ustrd>'))
    return { text: cut, code: 'files.statement-cut', line: cut.split('\n').length }
  },
  'a report of the day': (text) =>
    changed(text.replaceAll('BkToCstmrStmt>', 'BkToCstmrAcctRpt>'), 'files.statement-interim', [
      'camt.053',
      'camt.052',
    ]),
  'a message of a bank without a statement': (text) => ({
    ...{ code: 'files.statement-none', line: null },
    text: text.replaceAll(/<(\/?)Stmt>/g, '<$1Thing>'),
  }),
  'a statement without lines': (text) => ({
    ...{ code: 'files.statement-no-lines', line: null },
    text: text
      .replace(/ {2}<Ntry>[^]*<\/Ntry>\n/, '')
      .replace(/<NbOfNtries>\d+/, '<NbOfNtries>0')
      .replace(
        /(<Amt [^>]*>)[\d.]+(<\/Amt><CdtDbtInd>)\w+([^]*CLBD[^]*?<Amt [^>]*>)[\d.]+(<\/Amt><CdtDbtInd>)\w+/,
        '$15.00$2CRDT$35.00$4CRDT',
      ),
  }),
  'an amount of too many decimals': (text) =>
    changed(
      text,
      'files.statement-amount',
      [/(<Ntry><Amt Ccy="EUR">)[\d.]+/, '$112.345'],
      '12.345',
    ),
  'an amount with a sign': (text) =>
    changed(text, 'files.statement-amount', [/(<Ntry><Amt Ccy="EUR">)/, '$1-'], '>-'),
  'a line of no side': (text) =>
    changed(text, 'files.statement-side', [/(<Ntry>.*<CdtDbtInd>)\w+/, '$1BOTH'], 'BOTH'),
  'a line in a state that nobody knows': (text) =>
    changed(text, 'files.statement-state', ['BOOK', 'MAYB']),
  'a day that is none': (text) =>
    changed(text, 'files.no-day', [/<BookgDt><Dt>[\d-]+/, '<BookgDt><Dt>2026-11-31']),
  'a line that was taken out': (text) =>
    changed(text, 'files.statement-count', [/ {2}<Ntry>[^]*?<\/Ntry>\n/, ''], '<TxsSummry>'),
  'a statement of two accounts': (text) => {
    const other = text.match(/<Stmt>[^]*<\/Stmt>/)![0].replace('DE89', 'DE90')
    return changed(
      text,
      'files.statement-two-accounts',
      ['</Stmt>', `</Stmt>\n${other}`],
      /(?<=<\/Stmt>\n)<Stmt>/,
    )
  },
  'a line in another currency': (text) =>
    changed(text, 'files.statement-currency', [/<Ntry><Amt Ccy="EUR">/, '<Ntry><Amt Ccy="USD">']),
  'a statement without a closing balance': (text) =>
    changed(text, 'files.statement-no-balance', ['>CLBD<', '>CLAV<'], '<Stmt>'),
  'a statement that does not add up': (text) =>
    changed(text, 'files.statement-balance', [/(<Ntry><Amt Ccy="EUR">)/, '$11'], '>CLBD<'),
  'a credit that was made a debit': (text) =>
    changed(
      text,
      'files.statement-balance',
      [
        /(<Ntry>.*<CdtDbtInd>)(CRDT|DBIT)/,
        text.match(/<Ntry>.*<CdtDbtInd>(CRDT|DBIT)/)![1] === 'CRDT' ? '$1DBIT' : '$1CRDT',
      ],
      '>CLBD<',
    ),
}

const inNotice: Readonly<Record<string, (text: string) => Broken>> = {
  'a notification of another sum': (text) =>
    changed(
      text,
      'files.statement-sum',
      ['</NbOfNtries>', '</NbOfNtries><Sum>999999.99</Sum>'],
      '<TxsSummry>',
    ),
  'a notification of other credits': (text) =>
    changed(
      text,
      'files.statement-sum',
      [
        '</TtlNtries>',
        '</TtlNtries><TtlCdtNtries><NbOfNtries>1</NbOfNtries><Sum>999999.99</Sum></TtlCdtNtries>',
      ],
      '<TxsSummry>',
    ),
}

/** The statement of the file, once more or with another opening balance. */
const beside = (text: string, of: (statement: string) => string): string =>
  text.replace('</Stmt>', `</Stmt>\n${of(text.match(/<Stmt>[^]*<\/Stmt>/)![0])}`)
const moved = (statement: string): string =>
  statement
    .replace(/ {2}<Ntry>[^]*<\/Ntry>\n/, '')
    .replace(/<NbOfNtries>\d+/, '<NbOfNtries>0')
    .replaceAll(/(<Bal>.*?<Amt [^>]*>)[\d.]+(<\/Amt><CdtDbtInd>)\w+/g, '$1777.70$2CRDT')

const several: Readonly<Record<string, (text: string) => Broken>> = {
  'two statements with a gap': (text) => {
    const both = beside(text, moved)
    const line = lineOf(both, '777.70')
    return { code: 'files.statement-gap', text: both, line }
  },
  'two statements without an account': (text) => {
    const both = beside(text, moved).replaceAll(/<IBAN>.*?<\/IBAN>/g, '')
    return { code: 'files.statement-no-account', text: both, line: lineOf(both, '<Stmt>') }
  },
}

const inMt940: Readonly<Record<string, (text: string) => Broken>> = {
  'an MT940 that does not add up': (text) =>
    changed(text, 'files.statement-balance', [/(:61:\d{10}[CD])/, '$11'], ':62F:'),
  'an MT940 with a line of no form': (text) =>
    changed(text, 'files.statement-tag', [/:61:\d{10}[CD]/, ':61:X']),
  'an MT940 with a balance of no form': (text) =>
    changed(text, 'files.statement-tag', [/:60F:[CD]/, ':60F:+']),
  'an MT940 that was cut': (text) => {
    const cut = text.slice(0, text.indexOf(':62F:'))
    return { text: cut, code: 'files.statement-cut', line: cut.trimEnd().split('\n').length }
  },
  'an MT940 that begins with its second page': (text) =>
    changed(text, 'files.statement-first-page', [':60F:', ':60M:']),
  'an MT940 of its first page alone': (text) =>
    changed(text, 'files.statement-next-page', [':62F:', ':62M:']),
  'an MT940 with another statement behind its first page': (text) => {
    const first = text.replace(':62F:', ':62M:')
    return { code: 'files.statement-next-page', text: first + text, line: lineOf(first, ':62M:') }
  },
  'an MT940 of two accounts with their banks': (text) => {
    const one = text.replace(':25:', ':25P:')
    const line = one.split('\n').length
    return { code: 'files.statement-two-accounts', text: one + one.replace('DE89', 'DE90'), line }
  },
  'an MT940 with another second page': (text) => {
    const first = text.replace(':62F:', ':62M:')
    const second = text.replace(/:60F:.*/, ':60M:C261127EUR7,77').replace(/:61:[^]*?(?=:62F)/, '')
    const both = `${first}${second.replace(/:62F:.*/, ':62F:C261127EUR7,77')}`
    return { code: 'files.statement-page', text: both, line: lineOf(both, ':60M:') }
  },
}

const makers = { ...inCamt, ...several, ...inNotice, ...inMt940 }
export const brokenStatements = Object.keys(makers)

export function brokenStatement(name: string, random: Random): Broken {
  const one = statementOf(random)
  if (name in inNotice) return makers[name]!(camt(one, '054'))
  return makers[name]!(name in inMt940 ? mt940(one) : camt(one))
}
