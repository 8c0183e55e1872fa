// Gross less fees is net, to the minor unit, whatever sign the file writes fees with.
import { describe, expect, it } from 'vitest'
import { readFile } from '../../../../src/main/files/read-file.ts'
import { optionsOf } from '../../../campaigns/files/refusals.ts'

const read = (head: string, ...lines: string[]) =>
  readFile(
    { text: [`Order ID\tType\tCurrency\t${head}`, ...lines].join('\n') },
    optionsOf({ purpose: 'report', choices: { decimalMark: '.' } }),
  )
const feesOf = ({ rows }: Awaited<ReturnType<typeof read>>) => rows.map(({ moved }) => moved?.fee)
const codesOf = ({ wrong }: Awaited<ReturnType<typeof read>>) =>
  wrong.map(({ line, message }) => [line, (JSON.parse(message) as { code: string }).code])

describe('fees of a line', () => {
  it('are taken as they are written, with a minus or without', async () => {
    const plus = await read(
      'Amount\tFee\tNet',
      ...['1\tSale\tEUR\t20.00\t0.50\t19.50', '2\tRefund\tEUR\t-5.00\t0.10\t-5.10'],
    )
    const minus = await read(
      'Amount\tFee\tNet',
      ...['1\tSale\tEUR\t20.00\t-0.50\t19.50', '2\tRefund\tEUR\t-5.00\t-0.10\t-5.10'],
    )
    expect([codesOf(plus), feesOf(plus)]).toEqual([[], [50n, 10n]])
    expect([codesOf(minus), feesOf(minus)]).toEqual([[], [50n, 10n]])
  })

  it('of a file without signs are those of its kinds', async () => {
    const reading = await read(
      'Amount\tFee\tNet',
      ...['1\tSale\tEUR\t20.00\t0.50\t19.50', '2\tRefund\tEUR\t5.00\t0.10\t5.10'],
    )
    expect([codesOf(reading), feesOf(reading)]).toEqual([[], [50n, 10n]])
  })

  it('follow from gross and net, and a fee that was given back is negative', async () => {
    const reading = await read(
      'Amount\tNet',
      ...['1\tSale\tEUR\t20.00\t19.50', '2\tRefund\tEUR\t-5.00\t-4.90'],
    )
    expect([codesOf(reading), feesOf(reading)]).toEqual([[], [50n, -10n]])
  })

  it('do not follow from a net of the other sign, which makes its line wrong', async () => {
    const lines = ['1\tSale\tEUR\t20.00\t19.50', '2\tRefund\tEUR\t-5.00\t5.10']
    const reading = await read('Amount\tNet', ...lines)
    expect(codesOf(reading)).toEqual([[3, 'files.net-other-side']])
    expect(feesOf(reading)).toEqual([50n])
    // A fee of its own may take more than all.
    const small = await read('Amount\tFee\tNet', '1\tSale\tEUR\t0.10\t0.30\t-0.20')
    expect([codesOf(small), feesOf(small)]).toEqual([[], [30n]])
  })

  it('that lack one cent are refused with their line, and no other line is', async () => {
    const reading = await read(
      'Amount\tFee\tNet',
      ...['1\tSale\tKWD\t20.000\t0.500\t19.500', '2\tSale\tKWD\t20.000\t0.500\t19.501'],
    )
    expect(codesOf(reading)).toEqual([[3, 'files.fees-differ']])
    expect(feesOf(reading)).toEqual([500n])
  })

  it('are no reason to be left out for a movement of which everybody knows what it is', async () => {
    const text = 'Order ID\tType\tAmount\tCurrency\n1\tRefund\t20.00\tEUR'
    const choices = { kindNames: { refund: 'fee' as const } }
    const reading = await readFile({ text }, optionsOf({ purpose: 'report', choices }))
    expect(reading.rows).toEqual([])
    expect(codesOf(reading)).toEqual([[null, 'files.kind-word-unknown']])
  })
})

describe('a rate', () => {
  it('is checked to half a unit, and money of no currency is refused', async () => {
    const head = 'Amount\tExchange rate\tConverted amount\tConverted currency'
    const reading = await read(
      head,
      ...['1\tSale\tEUR\t20.00\t1,0825\t21.65\tUSD', '2\tSale\tEUR\t20.00\t1.0825\t21.65\tXX'],
    )
    expect(codesOf(reading)).toEqual([[3, 'files.currency-missing']])
    expect(reading.rows.length).toBe(1)
  })

  it('that is no number has a sentence of its own, unless nothing was turned into other money', async () => {
    const head = 'Amount\tExchange rate\tConverted amount\tConverted currency'
    const rows = ['1\tSale\tEUR\t20.00\tn/a\t21.65\tUSD', '2\tSale\tEUR\t20.00\tn/a\t\t']
    const reading = await read(head, ...rows)
    expect(codesOf(reading)).toEqual([[2, 'files.no-rate']])
    expect(reading.rows.length).toBe(1)
  })
})
