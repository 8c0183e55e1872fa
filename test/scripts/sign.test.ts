import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const root = new URL('../..', import.meta.url).pathname
const vectors = JSON.parse(readFileSync(`${root}test/vectors/signing.json`, 'utf8')) as {
  keys: Record<string, { pkcs8: string; pkcs1: string }>
  oauth1: Record<string, unknown>[]
  control: Record<string, unknown>[]
}

function run(lines: readonly string[]) {
  const child = spawnSync(process.execPath, ['scripts/sign.ts'], {
    cwd: root,
    input: lines.join('\n'),
    encoding: 'utf8',
  })
  return {
    code: child.status,
    lines: child.stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as Record<string, string>),
  }
}

const inputOf = (entry: Record<string, unknown>, form: 'pkcs8' | 'pkcs1') => {
  const { key, plain, control, baseString, signature, headerSignature, ...rest } = entry
  const privateKey = typeof key === 'string' ? vectors.keys[key]![form] : undefined
  return {
    line: JSON.stringify({ ...rest, privateKey }),
    wanted: { plain, control, baseString, signature },
    headerSignature,
  }
}

describe('the signing tool', () => {
  it('gives every vector its value, in order', { timeout: 180_000 }, () => {
    const entries = [
      ...vectors.control.map((entry) => inputOf(entry, 'pkcs8')),
      ...vectors.oauth1.map((entry, at) => inputOf(entry, at % 2 === 0 ? 'pkcs8' : 'pkcs1')),
    ]
    const out = run(entries.map(({ line }) => line))
    expect(out.code).toBe(0)
    expect(out.lines).toHaveLength(entries.length)
    for (const [at, { wanted, headerSignature }] of entries.entries()) {
      const { authorization, ...values } = out.lines[at]!
      expect(values).toEqual(JSON.parse(JSON.stringify(wanted)))
      if (headerSignature !== undefined)
        expect(authorization).toContain(`oauth_signature="${String(headerSignature)}"`)
    }
  })

  const control = vectors.control.find((entry) => entry['operation'] === 'return')!
  const fields = control['fields'] as Record<string, string>
  const oauth = inputOf(
    vectors.oauth1.find((entry) => entry['key'] === 'rsa2048')!,
    'pkcs8',
  ).line
  const change = (line: string, changes: object) =>
    JSON.stringify({ ...(JSON.parse(line) as object), ...changes })
  const changeFields = (changes: object) =>
    JSON.stringify({ ...control, fields: { ...fields, ...changes } })

  it.each([
    ['line', 'not JSON with a KEY'],
    ['line', '[]'],
    ['operation', JSON.stringify({ ...control, operation: 'payout' })],
    ['operation', JSON.stringify({ ...control, operation: 'toString' })],
    ['merchantControlKey', JSON.stringify({ ...control, merchantControlKey: '' })],
    ['amount', changeFields({ amount: '1,50' })],
    ['amount', changeFields({ amount: '1.005' })],
    ['amount', changeFields({ amount: 5 })],
    ['currency', changeFields({ currency: 'eur' })],
    ['login', changeFields({ login: undefined })],
    ['orderid', changeFields({ orderid: undefined })],
    ['url', change(oauth, { url: 'ftp://x' })],
    ['body', change(oauth, { body: { a: '1' } })],
    ['method', change(oauth, { method: 'GET' })],
    ['oauth', change(oauth, { oauth: undefined })],
    ['privateKey', change(oauth, { privateKey: undefined })],
    ['privateKey', change(oauth, { privateKey: 'KEY' })],
  ])('answers a bad line with an error that names %s and goes on', (field, bad) => {
    const out = run([bad, JSON.stringify(control)])
    expect(out.code).toBe(1)
    expect(out.lines[0]).toMatchObject({ field, error: expect.stringContaining(field) })
    expect(out.lines[0]!['error']).not.toContain('KEY')
    expect(out.lines[1]).toEqual({ plain: control['plain'], control: control['control'] })
  })
})
