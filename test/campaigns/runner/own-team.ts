// The team of a campaign's desks, in a database of its own on a PostgreSQL that the campaign
// started: the shell of a desk that joins it by a file, and what its records say in the end.
import type { ShellPorts } from '../../../src/main/desk/base/desk.ts'
import { storedIn } from '../../../src/main/team/database/rows.ts'
import { readRecord, type TeamRecord } from '../../../src/main/team/records/record.ts'
import { isOrderTopic } from '../../../src/main/team/records/topics.ts'
import { teamFlaws } from '../../../src/main/team/records/verify-team.ts'
import type { Postgres } from '../../fakes/postgres/server.ts'
import type { TestTeam } from '../../fakes/postgres/team.ts'
import { quietShell } from '../../fakes/shell/quiet-shell.ts'

/** In which a person chooses that file to join a team. */
export const joiningShell = (file: string): ShellPorts => ({
  ...quietShell,
  chooseToOpen: () => Promise.resolve({ ok: true, value: file }),
})

export interface OwnTeam {
  server: Postgres
  team: TestTeam
}

/** What a desk claimed of an order: how often, by what became of it; `open` while nobody said. */
export interface Turns {
  topic: string
  desk: string
  ends: Readonly<Record<string, number>>
}

export interface TeamTruth {
  turns: readonly Turns[]
  /** Records that do not hold. */
  flaws: readonly string[]
}

export async function truthOf({ server, team }: OwnTeam): Promise<TeamTruth> {
  const session = await server.session(team.database)
  const answer = await session.ask(
    'SELECT desk, n, topic, version, body, signature FROM team.record ORDER BY desk, n',
  )
  await session.close()
  if (answer.kind !== 'rows') throw new Error('The records of the team can’t be read.')
  const stored = answer.rows.map(storedIn)
  const records = stored.flatMap((one) => {
    const record = readRecord(one)
    return typeof record === 'string' ? [] : [record]
  })
  return {
    turns: turnsIn(records),
    flaws: teamFlaws(team.id, stored).map(({ flaw, desk, n }) => `${flaw} ${desk} ${n}`),
  }
}

/** What the gateway showed a colleague as done succeeded. */
function endOf(record: TeamRecord): string {
  if (record.kind === 'shown') return 'SUCCEEDED'
  return record.kind === 'outcome' ? record.facts.state : record.kind
}

function turnsIn(records: readonly TeamRecord[]): Turns[] {
  const behind = new Map(records.map((record) => [`${record.version} ${record.topic}`, record]))
  const turns = new Map<string, Turns & { ends: Record<string, number> }>()
  for (const claim of records) {
    if (claim.kind !== 'claim' || !isOrderTopic(claim.topic)) continue
    const { desk, topic } = claim
    const next = behind.get(`${claim.version + 1} ${topic}`)
    const end = next === undefined ? 'open' : endOf(next)
    const key = `${desk} ${topic}`
    const known = turns.get(key) ?? { topic, desk, ends: {} }
    known.ends[end] = (known.ends[end] ?? 0) + 1
    turns.set(key, known)
  }
  return [...turns.values()]
}
