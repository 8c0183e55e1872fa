// The package installed by dpkg in a folder of its own: started, upgraded, removed, installed
// again, dpkg killed in between; the short form of npm run package -- --check. And what the
// installed program refuses.
import { spawnSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeDeb } from '../../scripts/package/deb.ts'
import { pack, type Packed } from '../../scripts/package/pack.ts'
import { top } from '../../scripts/setup/step.mjs'
import { packNewer, runInstalls } from '../campaigns/install.ts'

const home = mkdtempSync(join(tmpdir(), 'paydesk-install-test-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

describe('an installed Paydesk', () => {
  let packed: Packed
  let older: string
  beforeAll(async () => {
    const out = join(home, 'older')
    packed = await pack({ top, out })
    const { folder, version, target } = packed
    const made = { top, folder, version, arch: target.arch, out, effort: 0 }
    older = makeDeb({ ...made, sourceDate: 1_700_000_000 })
  })

  const start = (...args: string[]) => {
    const { status, stderr } = spawnSync(join(packed.folder, 'paydesk'), args, {
      encoding: 'utf8',
      env: {
        ...process.env,
        PAYDESK_STAND_IN: top,
        PAYDESK_HOST_HEADLESS: '1',
        XDG_CONFIG_HOME: home,
      },
    })
    return { status, message: stderr.trim() }
  }

  it('keeps its records over upgrade, removal and kills', async () => {
    const debs = { older, newer: await packNewer(join(home, 'newer')) }
    const summary = await runInstalls({ debs, kills: 6, seed: 7 })
    expect(summary.faults).toEqual([])
    expect(Object.values(summary.kills).reduce((sum, one) => sum + one)).toBe(6)
    expect(summary.looks).toBe(4)
  })

  it.each([
    ...['--remote-debugging-port=9222', ' --remote-debugging-port=9222', '--no-sandbox'],
    ...['--user-data-dir=/tmp', '--what'],
  ])('does not start with %s, and says why in one sentence', (given) => {
    const { status, message } = start(given)
    expect(status).toBe(1)
    expect(message).toMatch(/^Paydesk does not start: .*--[\w-]+.*\.$/)
    expect(message.split('\n')).toHaveLength(1)
  })

  it('does not start once a byte was added to its archive', () => {
    appendFileSync(join(packed.folder, 'resources/app.asar'), 'x')
    expect(start()).toEqual({
      status: 1,
      message:
        'Paydesk does not start: A file of the program was changed after it was packaged: app.asar. ' +
        'Install Paydesk again. Your records are elsewhere and stay as they are.',
    })
  })
})
