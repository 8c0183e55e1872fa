// What a run's team was told of the desk's claims, against what became of its requests.
import { type OperationId, rowOf } from '#shared/gateway/operations/index.ts'
import * as calls from './calls.ts'
import type { Row } from './oracle/ledger.ts'
import { pause, type Run } from './run.ts'

/** Once the team was told all that it is owed, or a minute later. */
export async function teamAtRest(run: Run): Promise<void> {
  for (let tries = 0; tries < 60; tries += 1) {
    const rows = await calls.list(run.life, false)
    if (rows === null || (await teamFaults(run, rows)).length === 0) return
    await pause(run, 1_000)
  }
}

const finals = ['SUCCEEDED', 'DECLINED', 'FAILED', 'REJECTED', 'RESOLVED_BY_HAND']

export async function teamFaults(
  { fixture, deskOfTeam }: Run,
  rows: readonly Pick<Row, 'connectionId' | 'operation' | 'state' | 'conflict'>[],
): Promise<string[]> {
  if (fixture.beside === null || deskOfTeam === '') return []
  const { turns, flaws } = await fixture.beside.truth()
  const own = rows.filter(
    ({ connectionId, operation }) =>
      connectionId !== fixture.places.neighbour && rowOf(operation as OperationId).risk === 'money',
  )
  // Of what contradicts itself the team is told nothing before a person looked into it.
  if (own.some(({ conflict }) => conflict !== null)) return [...flaws]
  const told = (state: string): number =>
    turns
      .filter(({ desk }) => desk === deskOfTeam)
      .reduce((sum, { ends }) => sum + (ends[state] ?? 0), 0)
  const wrong = finals.flatMap((state) => {
    const ended = own.filter((row) => row.state === state).length
    return ended === told(state)
      ? []
      : [`${ended} requests are ${state}, and the team was told of ${told(state)}`]
  })
  return [...flaws, ...wrong]
}
