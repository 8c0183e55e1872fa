// docs/sandbox.md against the data it describes: nothing added to the sandbox goes unmentioned,
// nothing mentioned is wrong.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { disputeEndings } from '../../src/sandbox/events/dispute.ts'
import { testCards } from '../../src/sandbox/book/card.ts'
import { faultKinds, faultRow } from '../../src/sandbox/book/test-amounts.ts'
import { refusalCodes } from '../../src/sandbox/http/refusal.ts'
import { routes } from '../../src/sandbox/operations/routes.ts'
import { openStore } from '../../src/sandbox/book/store.ts'
import { openSwitches, switchNames } from '../../src/sandbox/context/switches.ts'

const text = readFileSync(new URL('../../docs/sandbox.md', import.meta.url), 'utf8')
/** Rows as they are read, whatever their padding. */
const rows = new Set(text.split('\n').map((line) => line.replace(/ +/g, ' ').trim()))

describe('docs/sandbox.md', () => {
  it.each(faultKinds)('has the row of the fault %s', (kind) => {
    const { ends, about } = faultRow(kind)
    expect(rows).toContain(
      ends === undefined ? `| \`${kind}\` | ${about} |` : `| .${ends} | \`${kind}\` | ${about} |`,
    )
  })

  it.each(disputeEndings)('has the row of the ending .$ends', ({ ends, about }) => {
    expect(rows).toContain(`| .${ends} | ${about} |`)
  })

  it.each(testCards)('has the row of the card $number', ({ number, about }) => {
    expect(rows).toContain(`| ${number} | ${about} |`)
  })

  it.each(Object.entries(refusalCodes))('has the row of %s', (name, { code, http }) => {
    expect(rows).toContain(`| ${code} | ${name} | ${http} |`)
  })

  it('has every switch as it is at first', () => {
    const store = openStore(':memory:')
    for (const { name, isOn, about } of openSwitches(store).list())
      expect(rows).toContain(`| \`${name}\` | ${isOn ? 'on' : 'off'} | ${about} |`)
    store.close()
  })

  it('has every option of the program, and no other', () => {
    const program = readFileSync(new URL('../../src/sandbox/cli.ts', import.meta.url), 'utf8')
    const usage = /'node src\/sandbox\/cli\.ts ([^']+)'/.exec(program)?.[1] ?? ''
    const options = [...usage.matchAll(/\[([^\]]+)\]/g)].map(([, option]) => option)
    expect(options.length).toBeGreaterThan(5)
    const named = [...rows].flatMap((row) => /^\| `(--[^`]+)` \|/.exec(row)?.[1] ?? [])
    expect(named.sort()).toEqual(options.sort())
  })

  it('has no fault, card, code or switch that is not there', () => {
    const count = (pattern: RegExp): number => [...rows].filter((row) => pattern.test(row)).length
    expect(count(/^\| (\.\d\d \| )?`[a-z][a-z0-9-]*` \| (?!on \||off \|)[a-z]/)).toBe(
      faultKinds.length,
    )
    expect(count(/^\| \d{16} \|/)).toBe(testCards.length)
    expect(count(/^\| \d+ \| [A-Z_0-9]+ \| \d{3} \|/)).toBe(Object.keys(refusalCodes).length)
    expect(count(/^\| `[a-z0-9-]+` \| (on|off) \|/)).toBe(switchNames.length)
  })

  it.each(routes)('names $id with its path and schemes', ({ id, path, auth }) => {
    const names = { control: 'control', 'hmac-sha1': 'HMAC-SHA1', 'rsa-sha256': 'RSA-SHA256' }
    const row = [...rows].find((line) =>
      line
        .split('|')[2]
        ?.split(',')
        .some((one) => one.trim() === path),
    )
    expect(
      row
        ?.split('|')[1]
        ?.split(',')
        .map((one) => one.trim()),
    ).toContain(id)
    const signed = row?.split('|')[3] ?? ''
    for (const scheme of ['control', 'hmac-sha1', 'rsa-sha256'] as const)
      expect(signed.includes(names[scheme]), names[scheme]).toBe(
        auth.some((one) => one.scheme === scheme),
      )
  })
})
