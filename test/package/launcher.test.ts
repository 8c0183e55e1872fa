// What starts Paydesk on Linux, and what its package does with the name in /usr/bin.
import { spawnSync } from 'node:child_process'
import {
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { strippedNames as byScripts } from '../../scripts/setup/launch-env.mjs'
import { top } from '../../scripts/setup/step.mjs'
import { strippedNames } from '../../src/main/packaged/stripped-names.ts'
import { hostileWords, runLauncher } from './launcher.ts'

const packaging = join(top, 'packaging/linux')
const text = readFileSync(join(packaging, 'launch.sh'), 'utf8')

let home: string
let launcher: string
let program: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'paydesk launcher-'))
  launcher = join(home, 'opt', 'paydesk')
  program = join(home, 'opt', 'paydesk.bin')
  mkdirSync(join(home, 'opt'))
  copyFileSync(join(packaging, 'launch.sh'), launcher)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const kept = (names: readonly string[]): string[] =>
  names.filter((name) => strippedNames.includes(name))
const clean = { status: 0, core: '0', words: [...hostileWords] }

describe('the launcher of Linux', () => {
  it('takes out the same names as main and as the scripts of a checkout', () => {
    const inShell = [...text.matchAll(/^unset (?!-f)(.+)$/gm)].flatMap(([, names = '']) =>
      names.split(' '),
    )
    expect(inShell).toEqual(strippedNames)
    expect(byScripts).toEqual(strippedNames)
  })

  it('hands on neither a hostile environment nor a core dump, and each word as it is', () => {
    const recorded = runLauncher({ command: [launcher], program })
    expect(recorded).toMatchObject(clean)
    expect(kept(recorded.names)).toEqual([])
    expect(recorded.names).toContain('RECORDED')
  })

  it('does so through a link, as the one in /usr/bin', () => {
    symlinkSync(launcher, join(home, 'link'))
    const recorded = runLauncher({ command: [join(home, 'link')], program })
    expect(recorded).toMatchObject(clean)
    expect(kept(recorded.names)).toEqual([])
  })

  it('does so where a shell takes functions from the environment', () => {
    const shell = join(home, 'sh')
    symlinkSync('/bin/bash', shell)
    const functions = Object.fromEntries(
      ['ulimit', 'readlink', 'unset', 'exec'].map((name) => [`BASH_FUNC_${name}%%`, '() { :; }']),
    )
    const recorded = runLauncher({ command: [shell, launcher], program }, functions)
    expect(recorded).toMatchObject(clean)
    expect(kept(recorded.names)).toEqual([])
  })

  it('starts no program that lies elsewhere on the path', () => {
    const mark = join(home, 'hostile ran')
    for (const name of ['readlink', 'dirname', 'paydesk.bin'])
      writeFileSync(join(home, name), `#!/bin/sh\n: > "${mark}"\n`, { mode: 0o755 })
    const PATH = `${home}:/usr/bin:/bin`
    expect(runLauncher({ command: [launcher], program }, { PATH })).toMatchObject(clean)
    expect(existsSync(mark)).toBe(false)
  })
})

describe('the name in /usr/bin', () => {
  let link: string
  beforeEach(() => {
    mkdirSync(join(home, 'usr/bin'), { recursive: true })
    mkdirSync(join(home, 'opt/Paydesk'), { recursive: true })
    link = join(home, 'usr/bin/paydesk')
  })
  const run = (script: string, ...words: string[]) => {
    const env = { ...process.env, DPKG_ROOT: home }
    const path = join(packaging, script)
    const { status, stderr } = spawnSync('sh', [path, ...words], { env, encoding: 'utf8' })
    return { status, stderr }
  }

  it('leads to Paydesk, also after it was installed again, and goes with it', () => {
    for (let times = 0; times < 2; times += 1) {
      expect(run('after-install.sh')).toEqual({ status: 0, stderr: '' })
      expect(readlinkSync(link)).toBe('/opt/Paydesk/paydesk')
    }
    expect(run('after-remove.sh', 'remove').status).toBe(0)
    expect(() => lstatSync(link)).toThrow('ENOENT')
  })

  it.each([
    ['a program', () => writeFileSync(link, 'another paydesk')],
    ['a link to a program', () => symlinkSync('/usr/bin/env', link)],
    ['a link to nothing', () => symlinkSync('/nowhere/paydesk', link)],
  ] as const)('stays with somebody else who has %s there', (_what, place) => {
    place()
    const before = lstatSync(link)
    const { status, stderr } = run('after-install.sh')
    expect(status).toBe(0)
    expect(stderr).toContain('belongs to something else and stays')
    expect(run('after-remove.sh', 'remove').status).toBe(0)
    expect(lstatSync(link).ino).toBe(before.ino)
  })
})
