import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { FaultsSummary } from '../../tools/faults.ts'
import { cellOf, cells, nameOf } from '../../tools/faults/matrix.ts'

const tools = join(import.meta.dirname, '../../tools')

/** In a process of its own: the campaign's timers are faster than the wall. */
function runFaults(...args: string[]): Promise<{ said: string[]; summary: FaultsSummary }> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(tools, 'faults.ts'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let text = ''
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.once('error', reject)
    child.once('close', () => {
      const said = text.trim().split('\n')
      resolve({ said: said.slice(0, -1), summary: JSON.parse(said.at(-1) ?? '') as FaultsSummary })
    })
  })
}

describe('the fault matrix', () => {
  it('names every cell once, and neighbouring seeds reach all of them', () => {
    const names = cells.map(nameOf)
    expect(new Set(names).size).toBe(names.length)
    expect(names.length).toBeGreaterThan(1_000)
    const reached = new Set(cells.map((_, seed) => nameOf(cellOf(seed))))
    expect(reached.size).toBe(cells.length)
  })

  it('breaks no rule in the short form', async () => {
    const { said, summary } = await runFaults('--runs', '180', '--seed', '1')
    expect(said).toEqual([])
    expect(summary).toMatchObject({ runs: 180, failedRuns: 0 })
    expect(summary.sent).toBeGreaterThan(160)
    expect(summary.cellsMet).toBeGreaterThan(160)
  }, 300_000)
})
