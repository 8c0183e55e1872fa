import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { playedIds } from '../sandbox/played-ids.ts'

const root = new URL('../..', import.meta.url).pathname

function run(env: Record<string, string> = {}) {
  const child = spawnSync(process.execPath, ['test/campaigns/outside-clients.ts'], {
    cwd: root,
    env: { ...process.env, ...env },
    encoding: 'utf8',
    timeout: 90_000,
  })
  const lines = child.stdout.trim().split('\n')
  const summary = JSON.parse(lines.at(-1) ?? '{}') as Record<string, unknown> & {
    failures: string[]
  }
  return { code: child.status, lines: lines.slice(0, -1), summary, errors: child.stderr }
}

describe('clients nobody here wrote', { timeout: 120_000 }, () => {
  it('are taken by the sandbox in every operation, and refused with a wrong signature', () => {
    const { code, lines, summary, errors } = run()
    expect(summary.failures, errors).toEqual([])
    expect(code).toBe(0)
    expect(lines).toHaveLength(33)
    for (const line of lines)
      expect(line).toMatch(/^ok .* HTTP 200 .*; wrong signature HTTP 40[03]$/)
    expect(summary).toMatchObject({
      operations: playedIds.length,
      control: 17,
      hmac: 6,
      rsa: 10,
    })
  })

  it('make the tool fail when one of them can not do its part', () => {
    const { code, summary } = run({ PATH: '/nonexistent' })
    expect(code).toBe(1)
    expect(summary.failures).toContain('sale control was not tried')
    expect(summary.failures).not.toContain('payout hmac-sha1 was not tried')
  })
})
