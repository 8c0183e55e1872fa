// A computer alone stays what it is: nothing of the program reaches the room of teams.
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'

const top = join(import.meta.dirname, '../../..')
const files = globSync('src/**/*.{ts,vue}', { cwd: top })
const reached = (file: string): string[] =>
  [...readFileSync(join(top, file), 'utf8').matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(
    ([, name = '']) =>
      name.startsWith('.') ? relative(top, join(top, dirname(file), name)) : name,
  )
const isOfTeam = (name: string): boolean => name.startsWith('src/main/team/') || name === 'pg'

/** Read only where a team was joined. */
const loaded = [
  'src/main/composition/team/claimed-requests.ts',
  'src/main/composition/team/look-at-team.ts',
]
/** Read with these, and with nothing else. */
const beside = (...names: string[]): string[] =>
  names.map((name) => `src/main/composition/team/${name}.ts`)
const wiring = 'src/main/composition/team/wire-team.ts'
const statically = (file: string): string[] =>
  [...readFileSync(join(top, file), 'utf8').matchAll(/^import (?!type )[^']*'([^']+)'/gm)].map(
    ([, name = '']) =>
      name.startsWith('.') ? relative(top, join(top, dirname(file), name)) : name,
  )

describe('the program of a computer alone', () => {
  it('reads nothing of the team’s room, which the wiring imports once a team was joined', () => {
    const [own, others] = [true, false].map((isOwn) =>
      files.filter((file) => isOfTeam(file) === isOwn),
    ) as [string[], string[]]
    const behind = new Set(others.filter((file) => statically(file).some(isOfTeam)))
    const direct = [
      ...loaded,
      ...beside('open-team', 'own-records', 'says-on', 'shown', 'team-approvals', 'team-orders'),
    ]
    expect([...behind].toSorted()).toEqual(direct.toSorted())
    // Whoever imports one of these reads the room as well.
    for (let known = 0; known < behind.size;) {
      known = behind.size
      for (const file of others)
        if (statically(file).some((name) => behind.has(name))) behind.add(file)
    }
    expect([...behind].toSorted()).toEqual([...direct, ...beside('told-apart')].toSorted())
    expect(reached(wiring)).toEqual(expect.arrayContaining(loaded))
    expect(own.filter((file) => reached(file).includes('pg'))).toEqual([
      'src/main/team/database/session.ts',
    ])
    expect(own.filter((file) => reached(file).some(isOfTeam)).length).toBeGreaterThan(5)
  })
})
