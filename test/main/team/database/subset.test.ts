// Every text that the team's room gives to its client, read by PostgreSQL's own parser: only what
// its relatives understand, too. No statement decides but a plain INSERT.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'libpg-query'
import { describe, expect, it } from 'vitest'
import { statements } from '../../../../src/main/team/database/statements.ts'

const mayUse = new Set([
  ...['SelectStmt', 'InsertStmt', 'ColumnRef', 'ParamRef', 'ResTarget', 'RangeVar', 'List'],
  ...['A_Expr', 'BoolExpr', 'A_Const', 'Integer', 'String', 'SortBy'],
  // A list of desks, and what each of them wrote: both relatives document these.
  ...['RangeFunction', 'RangeSubselect', 'JoinExpr', 'A_Star', 'TypeCast', 'TypeName'],
  'FuncCall unnest',
])

const nameOf = (call: unknown): string =>
  (call as { funcname: { String: { sval: string } }[] }).funcname
    .map(({ String: { sval } }) => sval)
    .join('.')

/** The kinds of nodes that a statement is made of. */
async function nodesOf(text: string): Promise<Set<string>> {
  const found = new Set<string>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(visit)
    if (typeof value !== 'object' || value === null) return
    for (const [name, inner] of Object.entries(value)) {
      // A function is as good as its name.
      if (name === 'FuncCall') found.add(`FuncCall ${nameOf(inner)}`)
      else if (/^[A-Z]/.test(name)) found.add(name)
      // Only these name what a statement does besides its nodes.
      if (['onConflictClause', 'lockingClause', 'withClause', 'returningClause'].includes(name))
        found.add(name)
      visit(inner)
    }
  }
  visit(((await parse(text)) as { stmts: unknown }).stmts)
  return found
}
const beyond = async (text: string): Promise<string[]> =>
  [...(await nodesOf(text))].filter((name) => !mayUse.has(name))

describe('a statement of a desk', () => {
  it.each(Object.entries(statements).filter(([name]) => name !== 'identity'))(
    '%s is understood by PostgreSQL’s relatives',
    async (_, text) => {
      expect(await beyond(text)).toEqual([])
    },
  )

  it('asks PostgreSQL itself which database it is: the one exception', async () => {
    expect(await beyond(statements.identity)).toEqual(
      expect.arrayContaining(['FuncCall pg_control_system', 'SubLink']),
    )
  })

  it.each([
    'UPDATE team.record SET n = 2',
    'DELETE FROM team.record',
    'TRUNCATE team.record',
    'SELECT pg_advisory_lock(1)',
    'SELECT n FROM team.record FOR UPDATE SKIP LOCKED',
    "INSERT INTO team.record (desk) VALUES ('a') ON CONFLICT DO NOTHING",
    "INSERT INTO team.record (desk) VALUES ('a') RETURNING n",
    'SELECT other.unnest($1)',
    'SELECT pg_sleep(1)',
    'LISTEN team',
    "SELECT nextval('s')",
    'LOCK TABLE team.record',
    'WITH one AS (SELECT 1) SELECT * FROM one',
    'COPY team.record TO STDOUT',
  ])('is never like this: %s', async (text) => {
    expect(await beyond(text)).not.toEqual([])
  })

  it('stands in one file, and somebody asks it', () => {
    const room = join(import.meta.dirname, '../../../../src/main/team')
    const files = readdirSync(room, { recursive: true }).map(String)
    const others = files.filter(
      (file) => /\.ts$/.test(file) && !/(statements|schema|init)\.ts$/.test(file),
    )
    expect(others.length).toBeGreaterThan(12)
    const texts = others.map((file) => readFileSync(join(room, file), 'utf8'))
    const isAsked = (name: string): boolean =>
      texts.some((text) => text.includes(`statements.${name}`) || text.includes(`'${name}'`))
    expect(Object.keys(statements).filter((name) => !isAsked(name))).toEqual([])
    for (const file of others)
      expect(readFileSync(join(room, file), 'utf8'), file).not.toMatch(
        /\b(SELECT|INSERT INTO)\b.*\b(FROM|team)\b/,
      )
  })
})
