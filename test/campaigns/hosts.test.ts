// Random sequences at random hosts, checked against the sandbox's books; the full run is a command
// of its own.
import { expect, it } from 'vitest'
import { playSequences } from './hosts/sequences.ts'

it('no sequence of answers makes a final word that the books contradict', async () => {
  const { wrong, ...summary } = await playSequences({ sequences: 300, seed: 1 })
  expect(wrong).toEqual([])
  expect(summary.sequences).toBe(300)
  expect(summary.succeeded).toBeGreaterThan(300)
  expect(summary.ended).toBeGreaterThan(30)
  for (const { sequences, sent, closed } of Object.values(summary.hosts)) {
    expect(sequences).toBeGreaterThan(5)
    expect(closed).toBeGreaterThan(0)
    expect(closed).toBeLessThanOrEqual(sent)
  }
}, 240_000)
