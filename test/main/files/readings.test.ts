// Readings that are kept under an id, mended, and taken once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { mostWrongShown } from '#shared/files/reading-view.ts'
import { readFile } from '../../../src/main/files/read-file.ts'
import { createReadings } from '../../../src/main/files/readings.ts'
import { optionsOf } from '../../campaigns/files/refusals.ts'

const options = optionsOf({ reason: { most: 50, isNeeded: false } })
const head = 'Order ID,Amount,Currency\n'
const text = `${head}1,3.00,EUR\n2,-4.00,EUR\nx,1.00,EUR\n3,5,JPY\n`
const opened = async (source = text) => {
  const readings = createReadings()
  return { readings, view: await readings.open(readFile, 'june.csv', { text: source }, options) }
}

describe('a reading', () => {
  it('shows groups and sums, and no rows', async () => {
    const { view } = await opened()
    expect(view.groups.map(({ kind, count }) => [kind, count])).toEqual([
      ['negative', 1],
      ['no-id', 1],
    ])
    expect(view.sums.map(({ currency, minor }) => [currency, minor])).toEqual([
      ['EUR', 300n],
      ['JPY', 5n],
    ])
    expect([view.goodCount, view.wrongLines, 'rows' in view]).toEqual([2, 2, false])
  })

  it('shows 200 wrong rows of more, and gives all of them page by page', async () => {
    const { readings, view } = await opened(`${head}${'x,1.00,EUR\n'.repeat(300)}`)
    expect(view.groups.map(({ count, shown }) => [count, shown.length])).toEqual([
      [300, mostWrongShown],
    ])
    const first = readings.wrongOf(view.id, -1, 200)
    const rest = readings.wrongOf(view.id, first.next!, 200)
    expect([first.lines.length, first.next, rest.lines.length, rest.next]).toEqual([
      ...[200, 201, 100, null],
    ])
  })

  it('gives each wrong line with its cells and its sentence', async () => {
    const { readings, view } = await opened(`${text}4\n`)
    const { lines } = readings.wrongOf(view.id, -1, 50)
    expect(lines.map(({ line, cells }) => [line, cells.map((cell) => cell.text)])).toEqual([
      [3, ['2', '-4.00', 'EUR']],
      [4, ['x', '1.00', 'EUR']],
      [6, ['4', '', '']],
    ])
    expect(lines[1]!.messages.map((one) => formatMessage(one))).toEqual([
      'Line 4: “x” is not an order ID.',
    ])
  })

  it('is taken once, with the lines that a person leaves out', async () => {
    const { readings, view } = await opened()
    const { stamp, meaning } = view
    const tries = [0, 1].map((leftOut) => readings.take(view.id, { stamp, meaning, leftOut }))
    expect(tries).toEqual([null, null])
    const taken = readings.take(view.id, { stamp, meaning, leftOut: 2 })
    expect(taken?.rows.map(({ line }) => line)).toEqual([2, 5])
    expect(taken?.source).toEqual({ name: 'june.csv', bytesSha256: view.bytesSha256, meaning })
    expect([taken?.leftOut, taken?.mended]).toEqual([[3, 4], 0])
    expect(readings.take(view.id, { stamp, meaning, leftOut: 2 })).toBeNull()
  })

  it('is mended without losing anything', async () => {
    const { readings, view } = await opened()
    const mended = [{ line: 4, column: 0, text: '9' }]
    const choices = { minus: 'amount', mended } as const
    const again = await readings.again(readFile, view.id, { ...options, choices })
    expect([again?.id, again?.wrongLines, again?.goodCount]).toEqual([view.id, 0, 4])
    expect(again?.meaning).not.toBe(view.meaning)
    // MONEY: what was shown before the mending is not what is taken.
    expect(readings.take(view.id, { ...view, leftOut: 0 })).toBeNull()
    const taken = readings.take(view.id, { ...again!, leftOut: 0 })
    expect([taken?.rows.length, taken?.mended]).toEqual([4, 1])
  })

  it('is taken as it was shown last: reasons and columns beside are no part of its meaning', async () => {
    const { readings, view } = await opened(
      'Order ID,Amount,Currency,Comment,Buyer\n1,2.00,EUR,late,Anna Smith\n',
    )
    const roles = [...(['orderId', 'amount', 'currency', 'none', 'reason'] as const)]
    const again = await readings.again(readFile, view.id, { ...options, choices: { roles } })
    expect(again!.meaning).toBe(view.meaning)
    expect(again!.stamp).not.toBe(view.stamp)
    expect(readings.take(view.id, { ...view, leftOut: 0 })).toBeNull()
    const taken = readings.take(view.id, { ...again!, leftOut: 0 })
    expect(taken?.rows.map(({ reason }) => reason)).toEqual(['Anna Smith'])
  })

  // MONEY: a cell that was mended by its line would stand in the row of another order.
  it('of a file that was changed is read anew without what was mended in the old one', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-readings-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const path = join(folder, 'june.csv')
    writeFileSync(path, `${head}1,x,EUR\n2,500.00,EUR\n`)
    const readings = createReadings()
    const { id } = await readings.open(readFile, 'june.csv', { path }, options)
    const roles = [...(['orderId', 'amount', 'currency'] as const)]
    const choices = { roles, mended: [{ line: 2, column: 1, text: '20.00' }] }
    const once = await readings.again(readFile, id, { ...options, choices })
    expect(once!.goodCount).toBe(2)
    writeFileSync(path, `${head}2,500.00,EUR\n1,x,EUR\n`)
    for (const asked of [choices, choices, { mended: choices.mended }, { roles }]) {
      const told = await readings.again(readFile, id, { ...options, choices: asked })
      expect(told!.groups.map(({ kind }) => kind)).toEqual(['changed'])
      expect([told!.isUsable, readings.take(id, { ...told!, leftOut: 0 })]).toEqual([false, null])
    }
    const after = await readings.again(readFile, id, { ...options, choices: { keepEqual: true } })
    expect(after!.groups.map(({ kind }) => kind)).toEqual(['no-amount'])
    expect(readings.find(id)!.rows.map(({ orderId, amount }) => [orderId, amount?.minor])).toEqual([
      ['2', 50_000n],
    ])
    // What is mended from here on is mended in this file.
    const mended = [{ line: 3, column: 1, text: '20.00' }]
    const last = await readings.again(readFile, id, { ...options, choices: { mended } })
    expect(last!.goodCount).toBe(2)
  })

  it('is not taken while something has to be chosen', async () => {
    const { readings, view } = await opened(`${head}1,2.614,KWD\n`)
    const taken = readings.take(view.id, { ...view, leftOut: 0 })
    expect([view.isUsable, taken]).toEqual([false, null])
  })

  it('is gone where it holds a card number, was dropped, or others came', async () => {
    const { readings, view } = await opened(`${head}1,3.00,EUR\n5555555555554444,1,EUR\n`)
    expect(readings.wrongOf(view.id, -1, 50).lines).toEqual([])
    expect([view.columns, readings.find(view.id)]).toEqual([[], null])
    const ids: string[] = []
    for (let at = 0; at < 3; at += 1)
      ids.push((await readings.open(readFile, 'a', { text }, options)).id)
    expect(ids.map((id) => readings.wrongOf(id, -1, 50).lines.length)).toEqual([0, 2, 2])
    readings.drop(ids[1]!)
    expect(await readings.again(readFile, ids[1]!, options)).toBeNull()
  })
})
