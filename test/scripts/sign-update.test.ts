// A release from the keys to what a Paydesk would say, as three people make it.
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, cpSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { runSignUpdate } from '../../scripts/sign-update.ts'

const now = Date.UTC(2027, 0, 4)
let folder: string
const at = (name: string): string => join(folder, name)
const run = (...args: string[]) => runSignUpdate(args, now)
const must = (...args: string[]): string => {
  const { said, code } = run(...args)
  if (code !== 0) throw new Error(said)
  return said
}
const refused = (...args: string[]): string => {
  const { said, code } = run(...args)
  expect(code).toBe(1)
  return said
}
let keys: string[]
const verify = (file: string, installed = '1.2.0') =>
  run('verify', '--keys', at('set-1.json'), '--installed', installed, at(file))

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paydesk-signing-'))
  keys = ['ana', 'bo', 'cy'].map((name) => must('key', '--out', at(`${name}.pem`)))
  const named = keys.flatMap((key) => ['--key', key])
  must('keys', '--number', '1', ...named, '--until', '2028-01-01', '--out', at('set-1.json'))
  writeFileSync(at('package'), 'the program')
  describePackage('update.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function describePackage(out: string, ...more: string[]): string {
  return must(
    ...['describe', '--file', at('package'), '--version', '1.3.0', '--channel', 'stable'],
    ...['--platform', 'linux', '--arch', 'x64', '--form', 'deb', '--keys', '1', '--days', '30'],
    ...['--out', at(out), ...more],
  )
}

it('two people sign copies of one description, and a third puts them together', () => {
  cpSync(at('update.json'), at('bo.json'))
  expect(must('sign', '--key', at('ana.pem'), at('update.json'))).toContain('version: "1.3.0"')
  must('sign', '--key', at('bo.pem'), at('bo.json'))
  expect(verify('bo.json').said).toContain('Fewer than two of the three keys')
  const both = [at('update.json'), at('bo.json')]
  expect(must('combine', '--out', at('both.json'), ...both)).toBe('2 signatures')
  expect(verify('both.json')).toEqual({ said: 'Paydesk 1.2.0 would install 1.3.0.', code: 0 })
  expect(verify('both.json', '1.3.0')).toMatchObject({ code: 1 })
})

it('a key is for its owner alone, is never overwritten, and signs once', () => {
  expect(statSync(at('ana.pem')).mode & 0o777).toBe(0o600)
  expect(refused('key', '--out', at('ana.pem'))).toContain('EEXIST')
  must('sign', '--key', at('ana.pem'), at('update.json'))
  expect(refused('sign', '--key', at('ana.pem'), at('update.json'))).toContain('already')
  expect(readFileSync(at('update.json'), 'utf8')).not.toContain('PRIVATE')
})

it('different descriptions are not put together, and a changed one is refused', () => {
  describePackage('other.json', '--version', '1.4.0')
  const both = [at('update.json'), at('other.json')]
  expect(refused('combine', '--out', at('x.json'), ...both)).toContain('different things')
  for (const name of ['ana', 'bo']) must('sign', '--key', at(`${name}.pem`), at('update.json'))
  const text = readFileSync(at('update.json'), 'utf8')
  writeFileSync(at('update.json'), text.replace('1.3.0', '1.9.0'))
  expect(verify('update.json').said).toContain('A signature does not fit')
})

it('the next set of keys is signed by the old one and by itself', () => {
  const stranger = must('key', '--out', at('di.pem'))
  const next = [keys[0]!, keys[1]!, stranger].flatMap((key) => ['--key', key])
  must('keys', '--number', '2', ...next, '--until', '2029-01-01', '--out', at('set-2.json'))
  const check = () => run('verify', '--keys', at('set-1.json'), at('set-2.json'))
  must('sign', '--key', at('ana.pem'), at('set-2.json'))
  expect(check()).toMatchObject({ code: 1 })
  must('sign', '--key', at('bo.pem'), at('set-2.json'))
  expect(check()).toEqual({ said: 'Set 2 may follow set 1.', code: 0 })
})

it.each([
  ['a version that is none', ['--version', '1.3']],
  ['a form that is none', ['--form', 'rpm']],
])('%s is not described', (_what, more) => {
  const args = ['describe', '--file', at('package'), '--version', '1.3.0', '--channel', 'stable']
  const rest = ['--platform', 'linux', '--arch', 'x64', '--form', 'deb', '--keys', '1']
  const said = refused(...args, ...rest, '--days', '30', '--out', at('x.json'), ...more)
  expect(said).toContain('can’t be described')
})

it('without a command it says how it is used', () => {
  expect(run()).toMatchObject({ code: 2, said: expect.stringContaining('sign-update -- sign') })
  expect(refused('sign')).toContain('is missing')
})
