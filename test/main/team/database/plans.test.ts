// How PostgreSQL goes about hearing what colleagues wrote, in a table of desks that wrote very
// differently much: along the index from where each was heard last, and past no other record.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { initDatabase } from '../../../../src/main/team/database/init.ts'
import type { Session, Value } from '../../../../src/main/team/database/session.ts'
import { statements } from '../../../../src/main/team/database/statements.ts'
import { type Postgres, startPostgres } from '../../../fakes/postgres/server.ts'

let server: Postgres
let owner: Session
const ask = async (text: string, values: Value[] = []) => {
  const answer = await owner.ask(text, values)
  if (answer.kind !== 'rows') throw new Error(`${text}: ${JSON.stringify(answer)}`)
  return answer.rows
}
/** The first desk has half of all records, the others share the rest. */
const records = 100_000
beforeAll(async () => {
  server = await startPostgres()
  const admin = await server.session()
  await admin.ask('CREATE DATABASE team_plans')
  await admin.close()
  owner = await server.session('team_plans')
  await initDatabase(owner, 'team_plans')
  // What refers to nothing is not what a plan asks about.
  await ask('SET session_replication_role = replica')
  await ask('SET statement_timeout = 0')
  const signature = Buffer.alloc(64).toString('hex')
  const count = `CASE WHEN d = 0 THEN ${records / 2} ELSE ${records / 100} END`
  await ask(
    `INSERT INTO team.record (desk, n, n_before, topic, version, version_before, body, signature)
     SELECT 'desk-' || d, n, nullif(n - 1, 0), d || '/' || n, 1, NULL, '', decode('${signature}', 'hex')
     FROM generate_series(0, 50) AS d, LATERAL generate_series(1, ${count}) AS n`,
  )
  await ask('ANALYZE team.record')
}, 60_000)
afterAll(async () => {
  await owner.close()
  await server.remove()
})

/** The plan of what is asked about so many desks, heard up to their last record but ten. */
async function planOf(count: number): Promise<string[]> {
  const desks = Array.from({ length: count }, (_, at) => `desk-${at}`)
  const upTo = desks.map((_, at) => (at === 0 ? records / 2 : records / 100) - 10)
  const rows = await ask(`EXPLAIN (COSTS OFF) ${statements.afterOfDesks}`, [desks, upTo])
  return rows.map((row) => String(row['QUERY PLAN']).trim())
}

describe('hearing what colleagues wrote', () => {
  it.each([1, 10, 51, 200])('walks along the index for each of %i desks', async (count) => {
    const plan = await planOf(count)
    expect(plan.filter((line) => /Scan/.test(line))).toEqual([
      '->  Function Scan on heard',
      '->  Index Scan using record_number on record',
    ])
    const conditions = plan.filter((line) => line.startsWith('Index Cond'))
    expect(conditions).toEqual([expect.stringMatching(/desk = .* AND \(n > /)])
    expect(plan.filter((line) => /Filter|Sort/.test(line))).toEqual([])
  })

  it('hears the records after those numbers, of each desk its own', async () => {
    const rows = await ask(statements.afterOfDesks, [
      ['desk-0', 'desk-1', 'desk-2', 'nobody'],
      [records / 2 - 2, records / 100, records / 100 - 1, 0],
    ])
    expect(rows.map(({ desk, n }) => `${String(desk)} ${String(n)}`).sort()).toEqual([
      `desk-0 ${records / 2 - 1}`,
      `desk-0 ${records / 2}`,
      `desk-2 ${records / 100}`,
    ])
  })
})
