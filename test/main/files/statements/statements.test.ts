// Statements of banks, written by another program (test/campaigns/files/statements.ts): read to the
// minor unit, in all forms. What is wrong with statements is drawn by the campaign of files.
import { describe, expect, it } from 'vitest'
import { readFile } from '../../../../src/main/files/read-file.ts'
import { brokenStatement, brokenStatements } from '../../../campaigns/files/broken-statements.ts'
import { optionsOf } from '../../../campaigns/files/refusals.ts'
import {
  type BankEntry,
  type BankStatement,
  camt,
  mt940,
} from '../../../campaigns/files/statements.ts'
import { makeRandom } from '../../../campaigns/faults/random.ts'

const read = (text: string) => readFile({ text }, optionsOf({ purpose: 'report' }))
const base = { account: 'DE89370400440532013000', currency: 'EUR', decimals: 2, opening: '10.00' }
const one = (entries: readonly BankEntry[], more: Partial<BankStatement> = {}): BankStatement => ({
  ...{ ...base, entries, ...more },
})
const entry = (amount: string, more: Partial<BankEntry> = {}): BankEntry => ({
  ...{ amount, day: '2026-11-26', text: 'Settlement batch-214', reference: 'B77' },
  ...more,
})
const amountsOf = ({ rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map(({ amount, moved }) => [moved?.kind, amount?.minor])

describe('a statement', () => {
  it('is read to the minor unit in each form and with each number of decimals', async () => {
    const random = makeRandom(11)
    const monies = [
      ['JPY', 0],
      ['EUR', 2],
      ['KWD', 3],
    ] as const
    for (let round = 0; round < 60; round += 1) {
      const [currency, decimals] = random.pick(monies)
      const units = Array.from({ length: 1 + random.below(30) }, () => 1 + random.below(9_999_999))
      const signs = units.map(() => (random.below(3) === 0 ? '-' : ''))
      const entries = units.map((unit, at) => {
        const text = String(unit).padStart(decimals + 1, '0')
        const cut = text.length - decimals
        const amount = decimals === 0 ? text : `${text.slice(0, cut)}.${text.slice(cut)}`
        return entry(`${signs[at]}${amount}`, { reference: `B${at}` })
      })
      const made = one(entries, { currency, decimals, opening: '-3' })
      const due = units.map((unit, at) => [signs[at] === '' ? 'bank-in' : 'bank-out', BigInt(unit)])
      for (const text of [camt(made), camt(made, '054'), mt940(made)]) {
        const reading = await read(text)
        expect(reading.wrong).toEqual([])
        expect(amountsOf(reading)).toEqual(due)
        expect(reading.rows[0]).toMatchObject({ day: '2026-11-26', amount: { currency } })
      }
    }
  })

  it('says its form, its account and its balances, and leaves out what is not booked', async () => {
    const made = one([entry('5.00'), entry('7.00', { isPending: true })])
    const balances = {
      ...{ opening: { amount: '10.00', currency: 'EUR' } },
      closing: { amount: '15.00', currency: 'EUR' },
    }
    const facts = { account: '3000', balances, pending: 1 }
    const pick = async (text: string) => (await read(text)).statement
    expect(await pick(camt(made))).toEqual({ ...facts, form: 'camt.053' })
    expect(await pick(mt940(made))).toEqual({ ...facts, form: 'mt940' })
    expect(await pick(camt(made, '054'))).toEqual({ ...facts, form: 'camt.054', balances: null })
  })

  it('keeps words with a number, and no name, account or card number', async () => {
    const text = 'Anna Muster DE02120300000000202051 4111111111111111 payout batch-214 of 26 Nov'
    for (const file of [
      camt(one([entry('5.00', { text })])),
      mt940(one([entry('5.00', { text })])),
    ]) {
      const { batch = '' } = (await read(file)).rows[0]!.moved!
      expect(batch.split(' ')).toContain('batch-214')
      expect(batch).not.toMatch(/Anna|Muster|DE0212|4111111111111111/)
    }
  })

  it('keeps a number with signs in it whole, and no name or account beside a sign', async () => {
    const text = 'payout S_214/3 of Mustermann/12 Anna /DE02120300000000202051/7 ref 20.11.4.'
    const { rows } = await read(camt(one([entry('5.00', { text, reference: '' })])))
    const words = rows[0]!.moved!.batch!.split(' ')
    expect(words).toEqual(expect.arrayContaining(['S_214/3', '214', '20.11.4']))
    expect(words.join(' ')).not.toMatch(/Mustermann|DE0212/)
  })

  it('keeps the number of a batch that only looks like an account', async () => {
    const text = 'Settlement PB202611260001234 of GB29NWBK60161331926819'
    const { rows } = await read(camt(one([entry('5.00', { text, reference: '' })])))
    expect(rows[0]?.moved?.batch).toBe('PB202611260001234')
  })

  it('of several pages goes on where the page before ended', async () => {
    const first = mt940(one([entry('5.00')]), ['60F', '62M'])
    const second = mt940(one([entry('1.00')], { opening: '15.00' }), ['60M', '62F'])
    const reading = await read(first + second)
    expect([reading.wrong, amountsOf(reading)]).toEqual([
      [],
      [
        ['bank-in', 500n],
        ['bank-in', 100n],
      ],
    ])
    expect(reading.statement?.balances?.closing).toEqual({ amount: '16.00', currency: 'EUR' })
  })

  it('is one of several that follow each other, the oldest or the newest first', async () => {
    const [monday, tuesday] = [one([entry('5.00')]), one([entry('1.00')], { opening: '15.00' })]
    const balances = { opening: { amount: '10.00' }, closing: { amount: '16.00' } }
    for (const text of [mt940(monday) + mt940(tuesday), mt940(tuesday) + mt940(monday)]) {
      const { wrong, rows, statement } = await read(text)
      expect([wrong, rows.length, statement]).toMatchObject([[], 2, { balances }])
    }
    // Once more the same day is no day behind itself.
    expect((await read(mt940(monday) + mt940(monday))).isUsable).toBe(false)
  })

  it('of a notification fits its sums: of all lines, of what is left, of credits and debits', async () => {
    const made = camt(one([entry('5.00'), entry('-2.00'), entry('1.50')]), '054')
    const sums = (all: string, credits = '6.5', debits = '2.00'): string =>
      made
        .replace('</NbOfNtries>', `</NbOfNtries><Sum>${all}</Sum>`)
        .replace(
          '</TtlNtries>',
          `</TtlNtries><TtlCdtNtries><Sum>${credits}</Sum></TtlCdtNtries><TtlDbtNtries><Sum>${debits}</Sum></TtlDbtNtries>`,
        )
    const isUsable = async (text: string) => (await read(text)).isUsable
    expect(await Promise.all(['8.50', '4.50', '8.5'].map((all) => isUsable(sums(all))))).toEqual([
      ...[true, true, true],
    ])
    expect(await isUsable(sums('8.51'))).toBe(false)
    expect(await isUsable(sums('8.50', '6.51'))).toBe(false)
    expect(await isUsable(sums('8.50', '6.50', '2.01'))).toBe(false)
  })

  it('is no table of another list', async () => {
    const refund = { purpose: 'refund' } as const
    const { isUsable, wrong } = await readFile(
      { text: camt(one([entry('5.00')])) },
      optionsOf(refund),
    )
    expect([isUsable, wrong.map(({ kind }) => kind)]).toEqual([false, ['no-table']])
  })
})

describe('a statement that is refused', () => {
  it.each(brokenStatements)('says so in its own sentence, with its line: %s', async (name) => {
    const { text, code, line } = brokenStatement(name, makeRandom(5))
    const { wrong, rows, isUsable } = await read(text)
    expect([rows, isUsable, wrong.length]).toEqual([[], false, 1])
    const said = JSON.parse(wrong[0]!.message) as { code: string; values?: { line?: number } }
    expect([said.code, said.values?.line ?? null]).toEqual([code, line])
  })
})

describe('an MT940', () => {
  const swapped = (mark: string): string =>
    mt940(one([entry('5.00'), entry('-5.00')])).replace(/(:61:\d{10})C5,00/, `$1${mark}5,00`)

  it('takes a reversal of a credit for money out, and one of a debit for money in', async () => {
    // RD is a credit again, so the balance still fits; RC is a debit, and it does not.
    expect(amountsOf(await read(swapped('RD')))).toEqual([
      ['bank-in', 500n],
      ['bank-out', 500n],
    ])
    expect((await read(swapped('RC'))).isUsable).toBe(false)
  })

  it('reads an amount of whole units, of one decimal, and with the letter of its funds', async () => {
    const text = mt940(one([entry('5.00'), entry('0.50')]))
      .replace('C5,00N', 'CR5,N')
      .replace('C0,50N', 'C0,5N')
    expect(amountsOf(await read(text))).toEqual([
      ['bank-in', 500n],
      ['bank-in', 50n],
    ])
  })

  it('of the turn of a year has the year of its value', async () => {
    const text = mt940(one([entry('5.00', { day: '2026-12-31' })])).replace(
      '2612311231C',
      '2612310102C',
    )
    expect((await read(text)).rows[0]?.day).toBe('2027-01-02')
  })

  it('has no number of a batch in the code before its texts', async () => {
    const text = mt940(one([entry('5.00', { text: 'Settlement 166 batch-9', reference: '' })]))
    const batchIn = async (file: string) => (await read(file)).rows[0]?.moved?.batch
    expect(await batchIn(text.replace('20Settlement 166 ', '20Deposit '))).toBe('batch-9')
    expect(await batchIn(text)).toBe('166 batch-9')
    expect(await batchIn(text.replace('166?00PAYOUT?20', '166 '))).toBe('166 batch-9')
  })

  it('stands in the blocks of a message', async () => {
    const text = mt940(one([entry('5.00')]))
      .trimEnd()
      .replace(/-$/, '-}')
    const { wrong, rows } = await read(`{1:F01BANK}{2:I940X}{4:\r\n${text}\r\n`)
    expect([wrong, rows.length]).toEqual([[], 1])
  })
})

describe('a camt', () => {
  it('of an older version and with a prefix of its names is read as well', async () => {
    const text = camt(one([entry('5.00')]))
      .replace('<Sts><Cd>BOOK</Cd></Sts>', '<Sts>BOOK</Sts>')
      .replaceAll(/<(\/?)(?=[A-Z])/g, '<$1bk:')
      .replace('xmlns=', 'xmlns:bk=')
    expect(amountsOf(await read(text))).toEqual([['bank-in', 500n]])
  })

  it('in the encoding that it names keeps its letters', async () => {
    const text = camt(one([entry('5.00', { text: 'Größe-7 batch' })])).replace(
      'UTF-8',
      'ISO-8859-1',
    )
    const { writeFileSync, mkdtempSync, rmSync } = await import('node:fs')
    const folder = mkdtempSync('/tmp/paydesk-camt-')
    writeFileSync(`${folder}/one.xml`, Buffer.from(text, 'latin1'))
    const reading = await readFile({ path: `${folder}/one.xml` }, optionsOf({ purpose: 'report' }))
    rmSync(folder, { recursive: true })
    expect(reading.rows[0]?.moved?.batch).toContain('Größe-7')
  })
  it('in UTF-16 is read as any other', async () => {
    const { writeFileSync, mkdtempSync, rmSync } = await import('node:fs')
    const folder = mkdtempSync('/tmp/paydesk-camt-')
    const text = camt(one([entry('5.00', { text: 'Größe-7 batch' })])).replace('UTF-8', 'UTF-16')
    const swapped = Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
    for (const bytes of [Buffer.from(`\ufeff${text}`, 'utf16le'), swapped]) {
      writeFileSync(`${folder}/one.xml`, bytes)
      const options = optionsOf({ purpose: 'report' })
      const { wrong, rows } = await readFile({ path: `${folder}/one.xml` }, options)
      expect([wrong, rows[0]?.moved?.batch]).toEqual([[], 'Größe-7 B77'])
    }
    rmSync(folder, { recursive: true })
  })

  it('of an entry with many payments in it is read', async () => {
    const payment = '<TxDtls><Refs><TxId>7</TxId></Refs><Amt Ccy="EUR">0.01</Amt></TxDtls>\n'
    const text = camt(one([entry('5.00')])).replace(
      '<NtryDtls>',
      `<NtryDtls>${payment.repeat(9_000)}`,
    )
    expect(amountsOf(await read(text))).toEqual([['bank-in', 500n]])
  })
})
