import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'

const root = new URL('../../../..', import.meta.url).pathname

describe('OAuth signatures of random requests', () => {
  it('are the same as those of Debian’s python3-oauthlib', { timeout: 180_000 }, () => {
    const child = spawnSync(
      process.execPath,
      ['test/campaigns/check-oauthlib.ts', '--cases', '2000'],
      {
        cwd: root,
        encoding: 'utf8',
      },
    )
    const summary = JSON.parse(child.stdout) as Record<string, unknown>
    expect(summary['error'], 'python3-oauthlib is needed: run npm run setup').toBeUndefined()
    expect(summary).toMatchObject({ cases: 2000, differences: 0 })
    expect(child.status).toBe(0)
  })
})
