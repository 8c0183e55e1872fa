import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { attemptStates, transitions } from '#shared/attempt.ts'
import { docFile, drawnIn, stateDiagram } from '../../scripts/draw-states.ts'
import { breaks } from '../campaigns/model/breaks.ts'

const top = join(import.meta.dirname, '../..')
const doc = readFileSync(docFile, 'utf8')
const rows = [...doc.matchAll(/^\| (\d+) +\| (.+?) +\| (test\/\S+) +\| (.+?) +\|$/gm)].map(
  ([, number, , file, name]) => ({ number: Number(number), file: file!, name: name! }),
)

describe('docs/money-safety.md', () => {
  it('draws exactly the arrows of the table', () => {
    expect(drawnIn(doc)).toBe(stateDiagram())
    const drawn = [...drawnIn(doc).matchAll(/^ {2}(\w+) --> (\w+)/gm)].map(
      ([, a, b]) => `${a} ${b}`,
    )
    const table = attemptStates.flatMap((from) => transitions[from].map((to) => `${from} ${to}`))
    expect(drawn).toEqual(table)
  })
  it('names at least one test for each of the invariants, in their order', () => {
    const named = [...new Set(rows.map((row) => row.number))]
    const all = Array.from({ length: 23 }, (_, index) => index + 1)
    expect(named).toEqual(all.filter((number) => number <= 16 || named.includes(number)))
  })
  it.each(rows)('$number: $file has “$name”', ({ file, name }) => {
    expect(existsSync(join(top, file))).toBe(true)
    expect(readFileSync(join(top, file), 'utf8')).toContain(`'${name}'`)
  })
  it('names every mistake that the model can be shown', () => {
    for (const name of breaks) expect(doc).toContain(`\`${name}\``)
  })
})
