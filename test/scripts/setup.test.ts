import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { installPackages, type Machine, type Need } from '../../scripts/setup/debian.mjs'
import {
  launchEnvironment,
  strippedNames,
  withoutCoreDumps,
} from '../../scripts/setup/launch-env.mjs'
import { rootStart } from '../../scripts/setup/root.mjs'
import { runtimeFault } from '../../scripts/setup/runtime.mjs'
import { runStep, withoutLocalBin } from '../../scripts/setup/step.mjs'
import { isAlive } from './is-alive.ts'

const top = join(import.meta.dirname, '../..')

describe('a step of the set-up', () => {
  it('resolves to the exit code and hands over what was said', async () => {
    let message = ''
    const onText = (text: string): void => void (message += text)
    expect(
      await runStep('sh', ['-c', 'echo out; echo err >&2; exit 3'], { timeoutMs: 5_000, onText }),
    ).toBe(3)
    expect(message).toMatch(/out/)
    expect(message).toMatch(/err/)
  })

  it('never hangs: what takes too long is ended with all it started', async () => {
    const began = performance.now()
    const command = 'sleep 30 & sleep 30; wait'
    expect(await runStep('sh', ['-c', command], { timeoutMs: 200, isQuiet: true })).toBe(124)
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('ends with the process that runs it, beside others', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-steps-'))
    const step = join(top, 'scripts/setup/step.mjs')
    const run = (name: string): string =>
      `runStep('sh', ['-c', 'echo $$ > ${join(folder, name)}; sleep 30'], { timeoutMs: 30_000 })`
    const both = `import { runStep } from '${step}'; await Promise.all([${run('a')}, ${run('b')}])`
    const child = spawn(process.execPath, ['--input-type=module', '--eval', both])
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const pids = () => ['a', 'b'].map((name) => Number(readFileSync(join(folder, name), 'utf8')))
    await expect.poll(() => pids().every(Boolean)).toBe(true)
    child.kill('SIGINT')
    expect(await ended).toBe(130)
    await expect.poll(() => pids().some(isAlive)).toBe(false)
    rmSync(folder, { recursive: true })
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
    // Asked first without acting: a set-up cut short by this test's limit would leave no npm
    // packages behind.
    const check = spawnSync(process.execPath, [join(top, 'scripts/setup.mjs'), '--check'], {
      encoding: 'utf8',
    })
    expect({ status: check.status, said: check.stdout }).toEqual({ status: 0, said: '' })
    const began = performance.now()
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join(top, 'scripts/setup.mjs')],
      {
        encoding: 'utf8',
        timeout: 20_000,
      },
    )
    expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
    expect(performance.now() - began).toBeLessThan(2_000)
  })
})

describe('Debian packages that are missing', () => {
  /** A machine that lacks these two; apt-get brings them. */
  async function setUp(given: Partial<Machine>) {
    const installed = new Set<string>()
    const need = (name: string, isVital: boolean): Need => ({
      package: name,
      isVital,
      why: 'a window',
      isThere: () => installed.has(name),
    })
    const heard: string[] = []
    const run: Machine['run'] = (command, args) => {
      heard.push(`ran ${[command, ...args].join(' ')}`)
      if (args.includes('install')) for (const name of args.slice(4)) installed.add(name)
      return Promise.resolve(0)
    }
    const machine: Machine = {
      isRoot: true,
      isTerminal: false,
      hasApt: true,
      ask: (question) => {
        heard.push(`asked ${question}`)
        return Promise.resolve(false)
      },
      run,
      complain: (message) => heard.push(message),
      ...given,
    }
    const say = (message: string): void => void heard.push(message)
    const goesOn = await installPackages([need('make', true), need('xvfb', false)], say, machine)
    return { goesOn, heard: heard.join('\n') }
  }

  it('are installed with one line where nobody sits at a terminal', async () => {
    const { goesOn, heard } = await setUp({})
    expect(goesOn).toBe(true)
    expect(heard.split('\n')).toEqual([
      'Nobody can be asked here. Installing 2 Debian package(s): make xvfb',
      'ran apt-get -qq update',
      'ran apt-get -qq install -y --no-install-recommends make xvfb',
    ])
  })

  it('are listed and asked for at a terminal, and stay away after anything but a yes', async () => {
    const { goesOn, heard } = await setUp({ isTerminal: true })
    expect(heard).toMatch(/make: a window\n {2}xvfb: a window\nasked Install them now/)
    expect(heard).not.toContain('ran ')
    expect(heard).toContain('sudo apt-get install make xvfb')
    expect(goesOn).toBe(false)
  })

  it('are installed at a terminal after a yes', async () => {
    const { goesOn, heard } = await setUp({ isTerminal: true, ask: () => Promise.resolve(true) })
    expect(heard).toContain('ran apt-get -qq install -y --no-install-recommends make xvfb')
    expect(goesOn).toBe(true)
  })

  it('are named with the line to run where Paydesk is not started by root', async () => {
    for (const isTerminal of [true, false]) {
      const { goesOn, heard } = await setUp({ isRoot: false, isTerminal })
      expect(heard).not.toMatch(/ran |asked /)
      expect(heard).toContain('On Debian or Ubuntu: sudo apt-get install make xvfb')
      expect(goesOn).toBe(false)
    }
  })
})

describe('the Node that was fetched', () => {
  const modules = join(top, 'node_modules')
  const place = `${process.platform} ${process.arch}`

  it('is run when its bytes are those that were looked at', () => {
    expect(runtimeFault(modules, process.platform, process.arch)).toBeNull()
  })

  it('is not run when one byte differs, is missing, or was never looked at', () => {
    const other = { [place]: '0'.repeat(64) }
    expect(runtimeFault(modules, process.platform, process.arch, other)).toMatch(/nothing of it/)
    expect(runtimeFault(join(top, 'docs'), 'linux', 'x64')).toMatch(/missing/)
    expect(runtimeFault(modules, process.platform, 'other')).toMatch(/No digest/)
  })

  it('is of the version that package.json names', () => {
    const { devDependencies } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
      devDependencies: Record<string, string>
    }
    const asked = runtimeFault(join(top, 'docs'), 'linux', 'x64')
    expect(asked).toContain(`Node ${devDependencies['node']} did not arrive`)
  })

  it('comes while no package may run a script of its own', () => {
    expect(readFileSync(join(top, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  })
})

describe('what Paydesk takes over from whoever starts it', () => {
  it.each(strippedNames)('is never %s', (name) => {
    expect(launchEnvironment({ [name]: 'x', HOME: '/home' })).toEqual({ HOME: '/home' })
  })

  it('is no right to write a core dump, neither its own nor one it could take back', () => {
    const shown = { command: 'sh', args: ['-c', 'ulimit -Sc; ulimit -Hc'] }
    const { command, args } = withoutCoreDumps(shown)
    const { stdout } = spawnSync(command, args, { encoding: 'utf8' })
    expect(stdout).toBe('0\n0\n')
  })
})

describe('a start as root', () => {
  const start = { isRoot: true, isTerminal: true, isWindow: true, env: {} }

  it('of a window at a terminal is refused with the name of the variable that allows it', () => {
    expect(rootStart(start)).toMatchObject({ isRefused: true, env: {} })
    expect(rootStart(start).message).toContain('PAYDESK_ALLOW_ROOT=1')
  })

  it.each([
    ['that is allowed by name', { env: { PAYDESK_ALLOW_ROOT: '1' } }],
    ['without a terminal', { isTerminal: false }],
    ['of the tour', { isWindow: false }],
  ])('%s goes on, and says in one line that no sandbox is there', (_name, more) => {
    const { isRefused, message, env } = rootStart({ ...start, ...more })
    expect({ isRefused, env }).toEqual({ isRefused: false, env: { PAYDESK_ALLOW_ROOT: '1' } })
    expect(message).toMatch(/^Running as root, so the page has no browser sandbox.*$/)
  })

  it('without a terminal says that it allows itself what nobody was asked', () => {
    const { message } = rootStart({ ...start, isTerminal: false })
    expect(message).toContain('Nobody can be asked here, so PAYDESK_ALLOW_ROOT=1 is set.')
    for (const more of [{ isWindow: false }, { env: { PAYDESK_ALLOW_ROOT: '1' } }])
      expect(rootStart({ ...start, ...more }).message).not.toContain('Nobody can be asked')
  })

  it('by anybody else says and adds nothing', () => {
    expect(rootStart({ ...start, isRoot: false })).toEqual({
      isRefused: false,
      message: null,
      env: {},
    })
  })

  it('ends at a real terminal before anything is built or opened', () => {
    // The user is made root's namesake, so that the story holds for whoever runs it.
    const asRoot = 'data:text/javascript,process.getuid=()=>0'
    const command = [process.execPath, '--import', asRoot, join(top, 'scripts/start.mjs')]
    const terminal =
      'import pty, os, sys; sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:])))'
    const { PAYDESK_ALLOW_ROOT: _allowed, ...env } = process.env
    const { status, stdout } = spawnSync('python3', ['-c', terminal, ...command], {
      encoding: 'utf8',
      env: { ...env, DISPLAY: ':no-display' },
      timeout: 20_000,
    })
    expect(stdout.trim()).toMatch(/^Paydesk does not open as root.*PAYDESK_ALLOW_ROOT=1/)
    expect(status).toBe(1)
  })
})
