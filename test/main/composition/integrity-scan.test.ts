// The look at every page of the ledger: what it found is noted, or stops money; given up, it says
// nothing.
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { formatMessages } from '#wording/format-messages.ts'
import type { Reader } from '../../../src/main/ledger/worker/reader.ts'
import { startIntegrityScan } from '../../../src/main/composition/integrity-scan.ts'

function look(find: () => Promise<string | null>, noteDamage?: () => void) {
  const reported: string[] = []
  const asked: string[] = []
  const run = (job: string) => {
    asked.push(job)
    return find()
  }
  const giveUp = startIntegrityScan(
    { run: run as Reader['run'] },
    { noteDamage: noteDamage ?? (() => reported.push('noted')) },
    {
      stopMoney: (reason) => reported.push(reason),
      report: (incident, error) => reported.push(`${incident}: ${String(error)}`),
      onLooked: () => asked.push('next'),
    },
  )
  return { reported, asked, giveUp }
}
beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())
const settled = () => vi.advanceTimersByTimeAsync(3_000)

it('looks once, and notes nothing of a ledger without damage', async () => {
  const { reported, asked } = look(() => Promise.resolve(null))
  expect(asked).toEqual([])
  await settled()
  await settled()
  expect(asked).toEqual(['damage', 'next'])
  expect(reported).toEqual([])
})

it('notes damage and stops money on it, and says what to do, also when the program is closing', async () => {
  for (const isClosing of [false, true]) {
    let find = (_damage: string): void => undefined
    const { reported, giveUp } = look(() => new Promise((resolve) => (find = resolve)))
    await settled()
    if (isClosing) giveUp()
    find('Tree 12 page 7: btreeInitPage() returns error 11')
    await settled()
    expect(formatMessages(reported)).toEqual([
      expect.stringMatching(/damaged \(Tree 12 page 7.*open it again/),
      'noted',
    ])
  }
})

it('stops money on damage that it can not note, and reports that', async () => {
  const { reported } = look(
    () => Promise.resolve('page 7'),
    () => {
      throw new Error('disk full')
    },
  )
  await settled()
  expect(formatMessages(reported)).toEqual([
    expect.stringMatching(/damaged \(page 7\)/),
    'ledger: Error: disk full',
  ])
})

it('reports that it could not look, and notes nothing', async () => {
  const { reported } = look(() => Promise.reject(new Error('no thread')))
  await settled()
  expect(reported).toEqual(['ledger: Error: no thread'])
})

it('given up, does not look and complains of nothing', async () => {
  const unasked = look(() => Promise.resolve(null))
  unasked.giveUp()
  await settled()
  expect(unasked).toMatchObject({ asked: [], reported: [] })
  for (const hasEnded of [false, true]) {
    let end = (): void => undefined
    const answer = new Promise<null>((resolve, reject) => {
      end = () => (hasEnded ? reject(new Error('The reader ended.')) : resolve(null))
    })
    const { reported, asked, giveUp } = look(() => answer)
    await settled()
    expect(asked).toEqual(['damage'])
    giveUp()
    end()
    await settled()
    expect(reported).toEqual([])
  }
})
