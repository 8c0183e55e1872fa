// Approvals as an outsider reads them out of a ledger file in which whatever moves money takes one:
// each request that left used up one of its own, which somebody else had signed.
import { DatabaseSync } from 'node:sqlite'

/** What is wrong, in words, and how many were used up. */
export function approvalsIn(file: string): { faults: string[]; used: number } {
  const db = new DatabaseSync(file, { readOnly: true })
  const all = (sql: string) => db.prepare(sql).all() as Record<string, string | null>[]
  const used = all(
    `SELECT json_extract(CAST(body AS TEXT), '$.details.approval') AS approval,
       json_extract(CAST(body AS TEXT), '$.details.attemptId') AS attempt
     FROM audit_entry WHERE kind = 'approval:spent'`,
  )
  const spent = new Map(
    all(`SELECT * FROM approval WHERE state = 'SPENT'`).map((row) => [row['id'], row]),
  )
  // A check of a payout moves nothing.
  const sent = all(
    `SELECT id, run_id AS run FROM attempt
     WHERE sent_at IS NOT NULL AND operation <> 'payout-check'`,
  )
  db.close()
  const faults: string[] = []
  const isSigned = ({ author, signatures }: Record<string, string | null>): boolean =>
    (JSON.parse(signatures ?? '[]') as { body: string }[]).some(
      ({ body }) => (JSON.parse(body) as { by: string }).by !== author,
    )
  for (const one of new Set(used.map(({ approval }) => approval)))
    if (used.filter(({ approval }) => approval === one).length > 1)
      faults.push(`${one} was used up more than once`)
  for (const [id, row] of spent) if (!isSigned(row)) faults.push(`${id} is signed by nobody else`)
  for (const { id, run } of sent) {
    const own = used.filter(({ attempt }) => attempt === id)
    const isOfRun = run !== null && [...spent.values()].some((row) => row['run_id'] === run)
    if (run === null ? own.length !== 1 || !spent.has(own[0]!['approval']) : !isOfRun)
      faults.push(`${id} left with ${own.length} approvals of its own`)
  }
  return { faults, used: spent.size }
}
