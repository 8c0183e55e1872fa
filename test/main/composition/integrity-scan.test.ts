// The look at every page of the ledger: what it found is noted, or stops money; given up, it says
// nothing. The look at every row that steers money: a request that waits for it hurries it.
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import type { RowSeals } from '../../../src/main/ledger/seals/row-seal.ts'
import type { Reader } from '../../../src/main/ledger/worker/reader.ts'
import {
  lookAtIndexes,
  lookAtRows,
  startIntegrityScan,
} from '../../../src/main/composition/integrity-scan.ts'
import { newFolder, openAt } from '../ledger/ledger-rig.ts'

function look(find: () => Promise<string | null>) {
  const told: string[] = []
  const asked: string[] = []
  const run = (job: string) => {
    asked.push(job)
    return find()
  }
  const giveUp = startIntegrityScan(
    { run: run as Reader['run'] },
    { noteSound: () => told.push('sound') },
    {
      stopMoney: (reason) => told.push(reason),
      report: (incident, error) => told.push(`${incident}: ${String(error)}`),
      onLooked: () => asked.push('next'),
    },
  )
  return { told, asked, giveUp }
}
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())
const settled = () => vi.advanceTimersByTimeAsync(3_000)

it('notes a sound ledger, once', async () => {
  const { told, asked } = look(() => Promise.resolve(null))
  expect(asked).toEqual([])
  await settled()
  await settled()
  expect(asked).toEqual(['damage', 'next'])
  expect(told).toEqual(['sound'])
})

it('stops money on damage and says what to do, also when the program is closing', async () => {
  for (const isClosing of [false, true]) {
    let find = (_damage: string): void => undefined
    const { told, giveUp } = look(() => new Promise((resolve) => (find = resolve)))
    await settled()
    if (isClosing) giveUp()
    find('Tree 12 page 7: btreeInitPage() returns error 11')
    await settled()
    expect(formatMessages(told)).toEqual([
      expect.stringMatching(/damaged \(Tree 12 page 7.*open it again/),
    ])
  }
})

describe('the look at the indexes', () => {
  const found: (string | null | Error)[] = []
  const told: string[] = []
  const begin = (...answers: (string | null | Error)[]) => {
    found.splice(0, found.length, ...answers)
    told.length = 0
    const run = () => {
      const answer = found.shift()
      if (answer === undefined) throw new Error('asked once too often')
      return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer)
    }
    return lookAtIndexes(
      { run: run as unknown as Reader['run'] },
      {
        onDamage: (damage) => told.push(damage),
        report: (incident, error) => told.push(`${incident}: ${String(error)}`),
      },
    )
  }

  it('is made once where the indexes are sound, however often a request asks', async () => {
    const indexes = begin(null)
    expect(await Promise.all([indexes.now(), indexes.now()])).toEqual([null, null])
    expect([await indexes.now(), told]).toEqual([null, []])
  })

  it('lets nothing leave on damage, or where it can’t be made, and is made again', async () => {
    const damage = 'row 7 missing from index attempt_state'
    const indexes = begin(new Error('no thread'), damage, null)
    for (const tells of [['indexes: Error: no thread'], ['indexes: Error: no thread', damage]]) {
      expect(formatMessages(await indexes.now())).toMatch(/indexes of the ledger.*Nothing was sent/)
      expect(told).toEqual(tells)
    }
    expect(await indexes.now()).toBeNull()
  })

  it('reports nothing where it ends with the program', async () => {
    const indexes = begin(new Error('The reader ended.'))
    indexes.giveUp()
    expect([(await indexes.now()) === null, told]).toEqual([false, []])
  })
})

it('reports that it could not look, and takes nothing for sound', async () => {
  const { told } = look(() => Promise.reject(new Error('no thread')))
  await settled()
  expect(told).toEqual(['ledger: Error: no thread'])
})

it('given up, does not look, takes nothing for sound and complains of nothing', async () => {
  const unasked = look(() => Promise.resolve(null))
  unasked.giveUp()
  await settled()
  expect(unasked).toMatchObject({ asked: [], told: [] })
  for (const hasEnded of [false, true]) {
    let end = (): void => undefined
    const answer = new Promise<null>((resolve, reject) => {
      end = () => (hasEnded ? reject(new Error('The reader ended.')) : resolve(null))
    })
    const { told, asked, giveUp } = look(() => answer)
    await settled()
    expect(asked).toEqual(['damage'])
    giveUp()
    end()
    await settled()
    expect(told).toEqual([])
  }
})

describe('the look at the rows', () => {
  /** `looks` says of each look whether all is compared after it. */
  function rowsThat(looks: (boolean | Error)[]) {
    let isWhole = false
    let pages = 0
    const rows: Pick<RowSeals, 'isWhole' | 'startIntegrityScan'> = {
      isWhole: () => isWhole,
      startIntegrityScan: async (_snapshot, breathe) => {
        for (let page = 0; page < 3; page += 1) {
          pages += 1
          await breathe()
        }
        const next = looks.shift()
        if (next instanceof Error) throw next
        isWhole = next === true
      },
    }
    const reports: string[] = []
    const file = join(newFolder(), 'ledger.sqlite')
    openAt(file).close()
    const look = lookAtRows(rows, file, (incident, error) =>
      reports.push(`${incident}: ${String(error)}`),
    )
    return { look, looks, reports, pages: () => pages }
  }

  it('comes by itself six seconds after the start, with rests', async () => {
    const { looks, pages } = rowsThat([true])
    await vi.advanceTimersByTimeAsync(5_999)
    expect(pages()).toBe(0)
    await vi.advanceTimersByTimeAsync(1 + 5)
    expect(pages()).toBe(2)
    await vi.advanceTimersByTimeAsync(10)
    expect(looks).toEqual([])
  })

  it('is made at once and without rests for a request that is to leave, and once for two', async () => {
    const { look, pages } = rowsThat([true, true])
    const asked = Promise.all([look.now(), look.now()])
    await vi.advanceTimersByTimeAsync(3)
    expect(await asked).toEqual([null, null])
    expect(pages()).toBe(3)
    expect(await look.now()).toBeNull()
    expect(pages()).toBe(3)
  })

  it('is made again where another program wrote meanwhile, and given up where that goes on', async () => {
    for (const [looks, found] of [
      [[false, true], null],
      [[false, false, false, true], expect.stringContaining('could not all be compared')],
    ] as const) {
      const { look } = rowsThat([...looks])
      const asked = look.now()
      await vi.advanceTimersByTimeAsync(30)
      expect(formatMessages(await asked)).toEqual(found)
    }
  })

  it('lets no request leave when it fails, and says why in the log', async () => {
    const { look, reports } = rowsThat([new Error('disk I/O error'), true])
    const asked = look.now()
    await vi.advanceTimersByTimeAsync(10)
    expect(formatMessages(await asked)).toContain('could not all be compared')
    expect(reports).toEqual(['rows: Error: disk I/O error'])
    const again = look.now()
    await vi.advanceTimersByTimeAsync(10)
    expect(await again).toBeNull()
  })

  it('given up, lets no request leave and complains of nothing', async () => {
    const { look, reports } = rowsThat([true])
    const asked = look.now()
    look.giveUp()
    await vi.advanceTimersByTimeAsync(10_000)
    expect(formatMessages(await asked)).toContain('could not all be compared')
    expect(reports).toEqual([])
  })
})
