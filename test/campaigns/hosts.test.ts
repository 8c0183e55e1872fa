// Paydesk at hosts it does not know: random sequences at the sandbox's hosts, and a slice of the
// foreign gateway's table. The full runs are a command of their own.
import { expect, it } from 'vitest'
import { played } from './hosts/traits/index.ts'
import { flowNames } from './hosts/proof/flows.ts'
import { drawn, playTable } from './hosts/proof/play.ts'
import { readRecorded, recordOf, worseThan } from './hosts/proof/record.ts'
import { playSequences } from './hosts/sequences.ts'

it('no sequence of answers makes a final word that the books contradict', async () => {
  const { wrong, ...summary } = await playSequences({ sequences: 100, seed: 1 })
  expect(wrong).toEqual([])
  expect(summary.sequences).toBe(100)
  expect(summary.succeeded).toBeGreaterThan(100)
  expect(summary.ended).toBeGreaterThan(10)
  for (const { sequences, sent, closed } of Object.values(summary.hosts)) {
    expect(sequences).toBeGreaterThan(0)
    expect(closed).toBeGreaterThan(0)
    expect(closed).toBeLessThanOrEqual(sent)
  }
}, 600_000)

it('no flow ends worse at a foreign gateway than docs/hosts.md says', async () => {
  const table = await playTable(drawn(24, 1))
  expect(Object.values(recordOf(table)).join('')).toMatch(/R/)
  expect(worseThan(readRecorded(), table)).toEqual([])
}, 600_000)

it('a plain foreign gateway ends every flow right, but for the one that nobody can tell', async () => {
  const plain = played.filter(({ name }) => name === 'plain')
  const table = await playTable(plain.map((trait) => [trait, flowNames] as const))
  const right = flowNames.map((name) => (name === 'lost, not done' ? 'H' : 'R')).join('')
  expect(recordOf(table)).toEqual({ plain: right })
}, 600_000)

it('the table holds every trait and every flow, and no cell is wrong or stuck', () => {
  const recorded = readRecorded()
  for (const { name, isBare } of played)
    expect([name, recorded[name]]).toEqual([
      name,
      expect.not.stringMatching(isBare === true ? /[SW]/ : /[SWx]/),
    ])
  expect(Object.keys(recorded)).toEqual(played.map(({ name }) => name))
  expect(new Set(Object.values(recorded).map(({ length }) => length))).toEqual(
    new Set([flowNames.length]),
  )
})
