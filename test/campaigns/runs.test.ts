import { describe, expect, it } from 'vitest'
import type { EffectRow } from '../../src/sandbox/start.ts'
import type { Passage } from './faults/oracle/witness.ts'
import { isClean, runRuns } from './runs.ts'
import { compareTwo } from './runs/two-desks.ts'

describe('a run that is killed', () => {
  it('sends no row twice, none in another amount, loses none, and nothing before a person resumes it', async () => {
    const said: string[] = []
    const summary = await runRuns({
      ...{ rows: 6, kills: 2, sets: 1, seed: 5, calm: false, desks: false },
      say: (line) => said.push(line),
    })
    expect(said).toEqual([])
    expect(isClean(summary, { calm: false })).toBe(true)
    // It was really at work.
    expect(summary.kills).toBeGreaterThan(0)
    expect(summary.requests).toBeGreaterThan(3)
    expect(summary.byNumber).toBeGreaterThan(0)
    expect(summary.approved).toBeGreaterThan(0)
  }, 600_000)
})

describe('a run whose books nobody else moves', () => {
  it('goes as its check foretold, row for row', async () => {
    const said: string[] = []
    const summary = await runRuns({
      ...{ rows: 8, kills: 0, sets: 1, seed: 3, calm: true, desks: false },
      say: (line) => said.push(line),
    })
    expect(said).toEqual([])
    expect(summary).toMatchObject({ otherwise: 0, foretoldWrong: 0, done: summary.foretold })
    expect(summary.rows).toBeGreaterThan(summary.foretold)
  }, 600_000)
})

describe('two desks on one list', () => {
  it('send nothing that the gateway had told the other did', async () => {
    const said: string[] = []
    const summary = await runRuns({
      ...{ rows: 8, kills: 1, sets: 1, seed: 5, calm: false, desks: true },
      say: (line) => said.push(line),
    })
    expect(said).toEqual([])
    expect(isClean(summary, { calm: false })).toBe(true)
    expect(summary.kills).toBeGreaterThan(0)
  }, 600_000)
})

describe('what both desks sent', () => {
  const row = { orderid: '7', amount: { amount: '1.30', currency: 'EUR' } }
  const passage = (left: number, more: Partial<Passage>): Passage => ({
    ...{ place: '', operation: 'return', fields: { orderid: '7', amount: '1.30' } },
    ...{ left, forwarded: left, answered: left + 1, at: left, answeredAt: left + 1, serial: null },
    ...{ reported: null, real: null, isDoubtful: false },
    ...more,
  })
  const status = (left: number, reported: Passage['reported']): Passage =>
    passage(left, { operation: 'status', fields: { orderid: '7' }, reported })
  const effect = { orderid: '7', amountMinor: 130, currency: 'EUR' } as EffectRow
  const reversal = { 'transaction-type': 'reversal', status: 'approved' }
  const said: string[] = []
  const compared = (...asked: Passage[]) => {
    const desks = [
      { told: [], passages: [passage(1, {})] },
      { told: [], passages: [...asked, passage(9, {})] },
    ]
    return compareTwo([row], desks, [effect, effect], (line) => said.push(line))
  }

  it('is one refund too many where a status named it before the second was sent', () => {
    const told = compared(status(3, { ...reversal, amount: '1.30' }), status(5, reversal))
    expect(told).toMatchObject({ sentThoughTold: 1, crossed: 0 })
  })

  it('says where the status may not have been read, as its program died', () => {
    const answer = status(3, { ...reversal, amount: '1.30' })
    expect(compared({ ...answer, isDoubtful: true })).toMatchObject({ sentThoughTold: 1 })
    expect(said.at(-1)).toMatch(/told of the first as its program died$/)
    expect(compared(answer)).toMatchObject({ sentThoughTold: 1 })
    expect(said.at(-1)).toMatch(/told of the first$/)
  })

  it('crossed where no status could name it: another one followed, or was asked for too late', () => {
    for (const asked of [
      status(3, { ...reversal, amount: '1.60' }),
      status(3, { ...reversal, amount: '1.30', status: 'declined' }),
      status(3, { 'transaction-type': 'sale', status: 'approved', amount: '1.30' }),
      status(8, { ...reversal, amount: '1.30' }),
    ])
      expect(compared(asked)).toMatchObject({ sentThoughTold: 0, crossed: 1 })
  })
})
