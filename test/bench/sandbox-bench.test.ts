import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { summaryOf } from './bench-summary.ts'

const root = new URL('../..', import.meta.url).pathname

describe('the sandbox bench', { timeout: 90_000 }, () => {
  it('measures answered status requests beside the bare server', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['bench/sandbox.ts'], {
      cwd: root,
      encoding: 'utf8',
      timeout: 80_000,
    })
    expect(status, stderr).toBe(0)
    const { figures, ...about } = summaryOf(stdout)
    expect(about).toMatchObject({ orders: 2000, rounds: 1, requests: 2000, missed: [] })
    expect(figures['requests refused']?.value).toBe(0)
    // Far below what is aimed at: a busy machine must not fail it, a gateway gone slow must.
    expect(figures['rate beside the bare server']?.value).toBeGreaterThan(0.05)
    expect(figures['signed status requests']?.value).toBeGreaterThan(200)
  })
})
