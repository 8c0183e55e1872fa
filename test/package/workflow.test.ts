// The workflow that packs on the three systems: what can be told of it without running it.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { electronBinary } from '../../scripts/setup/electron.mjs'
import { top } from '../../scripts/setup/step.mjs'

const text = readFileSync(join(top, '.github/workflows/package.yml'), 'utf8')

describe('the workflow of packages', () => {
  it('takes each action by the digest of its commit, with its version beside it', () => {
    const actions = [...text.matchAll(/uses: (.*)$/gm)].map(([, action]) => action)
    expect(actions.length).toBeGreaterThan(4)
    for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+/)
  })

  it('runs only scripts that are there, and reads by default', () => {
    const { scripts } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    const asked = [...text.matchAll(/npm run ([\w:]+)/g)].map(([, name]) => name ?? '')
    expect([...new Set(asked)].sort()).toEqual([
      'check',
      'package',
      'reproducible',
      'test:electron',
    ])
    for (const name of asked) expect(Object.keys(scripts)).toContain(name)
    expect(text).toContain('\npermissions:\n  contents: read\n')
    expect(text).not.toMatch(/secrets\.|pull_request_target/)
  })

  it('packs no release whose lock file names a vulnerable package, and asks every week', () => {
    const ask = '        run: npm audit --package-lock-only --audit-level=high\n'
    const jobs = text.split(/^ {2}(?=[a-z]+:$)/m)
    const jobOf = (name: string): string => jobs.find((job) => job.startsWith(`${name}:`)) ?? ''
    const [packing, weekly] = [jobOf('package'), jobOf('electron')]
    const atRelease = "        if: runner.os == 'Linux' && startsWith(github.ref, 'refs/tags/v')\n"
    expect(packing).toContain(atRelease + ask)
    expect(packing.indexOf(ask)).toBeLessThan(packing.indexOf('npm run package'))
    expect(weekly).toContain(ask)
    expect(weekly).toMatch(/^ {4}if: github\.event_name == 'schedule'/m)
    expect(text).toMatch(/^ {4}- cron: '17 5 \* \* 1'$/m)
  })

  it('gives the token that attests to no pull request and to no code of the project', () => {
    const [, ...jobs] = text.split(/^ {2}(?=[a-z]+:$)/m)
    const holding = jobs.filter((job) => /id-token|attestations: write/.test(job))
    expect(holding.map((job) => job.split(':', 1)[0])).toEqual(['provenance'])
    const [provenance = ''] = holding
    expect(provenance).toMatch(/^ {4}if: .*github\.event_name != 'pull_request'$/m)
    expect(provenance).toMatch(/^ {4}needs: package$/m)
    expect(provenance).not.toMatch(/\brun:|checkout|npm/)
    expect(text).not.toContain('write-all')
  })

  it('fails in one line where Electron’s binary is missing', () => {
    if (electronBinary() !== undefined) return
    const run = spawnSync(process.execPath, [join(top, 'scripts/test-electron.mjs')], {
      encoding: 'utf8',
    })
    expect(run.status).toBe(1)
    expect(run.stderr.trim().split('\n')).toEqual([
      'Electron’s binary is not here, so nothing was tested in Electron.',
    ])
    expect(run.stdout).toBe('')
  })
})
