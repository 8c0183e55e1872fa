import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runStep, withoutLocalBin } from '../../tools/setup/step.mjs'

const top = join(import.meta.dirname, '../..')

describe('a step of the set-up', () => {
  it('resolves to the exit code and hands over what was said', async () => {
    let words = ''
    const onText = (text: string): void => void (words += text)
    expect(
      await runStep('sh', ['-c', 'echo out; echo err >&2; exit 3'], { timeoutMs: 5_000, onText }),
    ).toBe(3)
    expect(words).toMatch(/out/)
    expect(words).toMatch(/err/)
  })

  it('never hangs: what takes too long is ended with all it started', async () => {
    const began = performance.now()
    const command = 'sleep 30 & sleep 30; wait'
    expect(await runStep('sh', ['-c', command], { timeoutMs: 200, isQuiet: true })).toBe(124)
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('says 127 for a program that is not there', async () => {
    expect(await runStep('no-such-program', [], { timeoutMs: 1_000 })).toBe(127)
  })
})

describe("npm's own environment", () => {
  it('is taken off, so that npm ci does not run on the Node it replaces', () => {
    const env = withoutLocalBin({
      PATH: '/p/node_modules/.bin:/x/node-gyp-bin:/usr/bin',
      HOME: '/home',
      npm_config_registry: 'kept',
      npm_lifecycle_event: 'start',
      npm_node_execpath: '/p/node_modules/node/bin/node',
      INIT_CWD: '/p',
    })
    expect(env).toEqual({ PATH: '/usr/bin', HOME: '/home', npm_config_registry: 'kept' })
  })
})

describe('the set-up on a machine that has all', () => {
  it('says nothing, changes nothing and is done within two seconds', () => {
    // Asked first without acting: a set-up cut short by this test's limit would leave no npm packages behind.
    const check = spawnSync(process.execPath, [join(top, 'tools/setup.mjs'), '--check'], {
      encoding: 'utf8',
    })
    expect({ status: check.status, said: check.stdout }).toEqual({ status: 0, said: '' })
    const began = performance.now()
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(top, 'tools/setup.mjs')], {
      encoding: 'utf8',
      timeout: 20_000,
    })
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})
