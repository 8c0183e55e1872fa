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

describe('the program of a computer alone', () => {
  it('imports nothing of the team’s room', () => {
    const [own, others] = [true, false].map((isOwn) =>
      files.filter((file) => isOfTeam(file) === isOwn),
    ) as [string[], string[]]
    expect(others.filter((file) => reached(file).some(isOfTeam))).toEqual([])
    expect(own.filter((file) => reached(file).includes('pg'))).toEqual([
      'src/main/team/database/session.ts',
    ])
    expect(own.filter((file) => reached(file).some(isOfTeam)).length).toBeGreaterThan(5)
  })
})
