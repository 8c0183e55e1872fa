// Readings that are kept under an id, mended, and taken once.
import { describe, expect, it } from 'vitest'
import { mostWrongShown } from '#shared/files/reading-view.ts'
import { readFile } from '../../../src/main/files/read-file.ts'
import { createReadings } from '../../../src/main/files/readings.ts'
import { optionsOf } from '../../campaigns/files/refusals.ts'

const options = optionsOf({ reason: { most: 50, isNeeded: false } })
const head = 'Order ID,Amount,Currency\n'
const text = `${head}1,3.00,EUR\n2,-4.00,EUR\nx,1.00,EUR\n3,5,JPY\n`
const opened = async (source = text) => {
  const readings = createReadings(readFile)
  return { readings, view: await readings.open('june.csv', { text: source }, options) }
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

  it('shows 200 wrong rows of more, and counts and keeps all', async () => {
    const { readings, view } = await opened(`${head}${'x,1.00,EUR\n'.repeat(300)}`)
    expect(view.groups.map(({ count, shown }) => [count, shown.length])).toEqual([
      [300, mostWrongShown],
    ])
    expect(readings.wrongOf(view.id)).toHaveLength(300)
  })

  it('is taken once, with the lines that a person leaves out', async () => {
    const { readings, view } = await opened()
    expect([readings.take(view.id, 0), readings.take(view.id, 1)]).toEqual([null, null])
    const taken = readings.take(view.id, 2)
    expect(taken?.rows.map(({ line }) => line)).toEqual([2, 5])
    expect(taken?.source).toEqual({
      ...{ name: 'june.csv', bytesSha256: view.bytesSha256, meaning: view.meaning },
    })
    expect(readings.take(view.id, 2)).toBeNull()
  })

  it('is mended without losing anything', async () => {
    const { readings, view } = await opened()
    const mended = [{ line: 4, column: 0, text: '9' }]
    const again = await readings.again(view.id, { minus: 'amount', mended })
    expect([again?.id, again?.wrongLines, again?.goodCount]).toEqual([view.id, 0, 4])
    expect(again?.meaning).not.toBe(view.meaning)
    expect(readings.take(view.id, 0)?.rows).toHaveLength(4)
  })

  it('is not taken while something has to be chosen', async () => {
    const { readings, view } = await opened(`${head}1,2.614,KWD\n`)
    expect([view.isUsable, readings.take(view.id, 0)]).toEqual([false, null])
  })

  it('is gone where it holds a card number, was dropped, or others came', async () => {
    const { readings, view } = await opened(`${head}1,3.00,EUR\n5555555555554444,1,EUR\n`)
    expect(readings.wrongOf(view.id)).toEqual([])
    expect(view.columns).toEqual([])
    const ids: string[] = []
    for (let at = 0; at < 3; at += 1) ids.push((await readings.open('a', { text }, options)).id)
    expect(ids.map((id) => readings.wrongOf(id).length)).toEqual([0, 2, 2])
    readings.drop(ids[1]!)
    expect(await readings.again(ids[1]!, {})).toBeNull()
  })
})
