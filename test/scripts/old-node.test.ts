// Somebody types `npm start` or `npm test` with the Node of their system, which may read no
// TypeScript: what these commands load before they hand over to the pinned Node is JavaScript.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const top = join(import.meta.dirname, '../..')
const { scripts } = JSON.parse(readFileSync(join(top, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>
}
const started = new Set(
  Object.values(scripts).flatMap((line) =>
    [...line.matchAll(/\bnode (scripts\/[\w/-]+\.mjs)/g)].map(([, file]) => file!),
  ),
)

function reachedFrom(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen
  seen.add(file)
  const text = file.endsWith('.mjs') ? readFileSync(file, 'utf8') : ''
  for (const [, path] of text.matchAll(/^(?:import|export)\b[^'"]*?from '(\.[^']+)'/gm))
    reachedFrom(join(dirname(file), path!), seen)
  return seen
}

describe('a command on an older Node', () => {
  it.each([...started])('%s loads JavaScript alone', (file) => {
    const reached = [...reachedFrom(join(top, file))]
    expect(reached.filter((path) => !path.endsWith('.mjs'))).toEqual([])
  })

  it('is looked at', () => {
    expect([...started]).toEqual(expect.arrayContaining(['scripts/setup.mjs', 'scripts/test.mjs']))
  })
})
