// The list of flows against what there is: each is played by exactly one screen test, they cover
// the operation table, and docs/flows.md tells of the same.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { playedIds } from './sandbox/played-ids.ts'
import { type FlowId, flows } from './screens/flow-list.ts'

const folder = join(import.meta.dirname, 'screens')
const tests = readdirSync(folder)
  .filter((name) => name.endsWith('.test.ts'))
  .map((name) => ({ name, text: readFileSync(join(folder, name), 'utf8') }))
const ids = Object.keys(flows) as FlowId[]

/** The files whose tests play it, one entry for each time it is played. */
const playedIn = (id: FlowId): string[] =>
  tests.flatMap(({ name, text }) =>
    Array.from(text.matchAll(/\bflow(ByKeys)?\(\s*'([^']+)'/g))
      .filter(
        ([, byKeys, played]) =>
          played === id && (byKeys !== undefined) === (flows[id].isByKeys === true),
      )
      .map(() => name.replace('.test.ts', '')),
  )

describe('the flows', () => {
  it('are at least 40, five of them by keys alone', () => {
    expect(ids.length).toBeGreaterThanOrEqual(40)
    expect(ids.filter((id) => flows[id].isByKeys === true).length).toBeGreaterThanOrEqual(5)
  })

  it.each(ids)('%s is played by exactly one test', (id) => {
    expect(playedIn(id)).toHaveLength(1)
  })

  it('ask for every operation that the sandbox plays', () => {
    const asked = new Set(ids.flatMap((id) => flows[id].asks))
    expect(playedIds.filter((id) => !asked.has(id))).toEqual([])
  })

  it('are those of docs/flows.md, in the same words', () => {
    const page = readFileSync(join(import.meta.dirname, '../docs/flows.md'), 'utf8')
    const rows = Array.from(page.matchAll(/^\| `([a-z0-9-]+)` +\| (.+?) +\| (\S+) +\|$/gm)).map(
      ([, ...row]) => row,
    )
    const keys = (id: FlowId): string => (flows[id].isByKeys === true ? ' (keys alone)' : '')
    const expected = ids.map((id) => [id, `${flows[id].title}${keys(id)}`, playedIn(id)[0]])
    expect(rows).toEqual(expected)
  })
})
