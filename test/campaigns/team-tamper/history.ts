// An honest history of a team on a real database, by desks of this process: claims, outcomes,
// releases and heartbeats. Then its table is opened to a superuser: no key of it refuses anything.
import { createTeam } from '../../../src/main/team/claims/create-team.ts'
import type { OwnRecord } from '../../../src/main/team/claims/own-records.ts'
import type { TeamPort } from '../../../src/main/team/claims/team-port.ts'
import { storedIn } from '../../../src/main/team/database/rows.ts'
import type { Session } from '../../../src/main/team/database/session.ts'
import type { StoredRecord } from '../../../src/main/team/records/record.ts'
import { orderTopic } from '../../../src/main/team/records/topics.ts'
import { patient, type Postgres, startPostgres } from '../../fakes/postgres/server.ts'
import {
  facts,
  makeTeam,
  ownInMemory,
  type TestDesk,
  type TestTeam,
} from '../../fakes/postgres/team.ts'
import type { Random } from '../faults/random.ts'

export interface World {
  team: TestTeam
  /** As its superuser. */
  admin: Session
  /** As it was left, by desk and number. */
  honest: readonly StoredRecord[]
  rows(): Promise<readonly StoredRecord[]>
  write(rows: readonly StoredRecord[]): Promise<void>
  /** A desk that starts anew with what it knew at the end of the history. */
  again(desk: TestDesk): TeamPort
  close(): Promise<void>
}

export const topicOf = (name: string): string =>
  orderTopic({ service: 'https://g.test x', orderid: name })

export async function openWorld(name: string, random: Random, orders: number): Promise<World> {
  const server: Postgres = await startPostgres()
  const team = await makeTeam(server, { name, desks: ['a', 'b', 'c'], limits: patient })
  const desks = [team.founder, ...team.desks]
  for (const { team: port } of desks) await port.standing()
  await live(team, random, orders)
  for (const { team: port } of desks) {
    // Behind the heartbeat that nobody waits for.
    await port.standing()
    await port.close()
  }
  const known = new Map(desks.map((desk) => [desk, [...desk.parts.own.all()]] as const))
  const admin = await server.session(team.database)
  const ask = async (text: string, values: readonly (string | number | Buffer)[] = []) => {
    const answer = await admin.ask(text, values)
    if (answer.kind !== 'rows') throw new Error(`${text}: ${JSON.stringify(answer)}`)
    return answer.rows
  }
  const rows = async () =>
    (
      await ask('SELECT desk, n, topic, version, body, signature FROM team.record ORDER BY desk, n')
    ).map(storedIn)
  const honest = await rows()
  for (const { conname } of await ask(
    `SELECT conname FROM pg_constraint WHERE conrelid = 'team.record'::regclass AND contype <> 'n'`,
  ))
    await ask(`ALTER TABLE team.record DROP CONSTRAINT IF EXISTS "${String(conname)}" CASCADE`)
  return {
    ...{ team, admin, honest, rows },
    write: async (changed) => {
      await ask('BEGIN')
      await ask('TRUNCATE team.record')
      for (const { desk, n, topic, version, body, signature } of changed)
        await ask(
          `INSERT INTO team.record (desk, n, topic, version, body, signature)
           VALUES ($1, $2, $3, $4, $5, $6)`,
          [desk, n, topic, version, body, signature],
        )
      await ask('COMMIT')
    },
    again: (desk) => createTeam({ ...desk.parts, own: ownOf(known.get(desk)!) }),
    close: async () => {
      await admin.close()
      await server.remove()
    },
  }
}

const ownOf = (records: readonly OwnRecord[]) => {
  const own = ownInMemory()
  own.list.push(...records)
  return own
}

/** Each desk refunds some, one order is released, and each says now and then what it saw. */
async function live(team: TestTeam, random: Random, orders: number): Promise<void> {
  for (let at = 0; at < orders; at += 1) {
    const { team: port, desk } = random.pick(team.desks)
    const claimed = await port.claim(topicOf(String(at)), facts(desk), 0)
    if (claimed.kind !== 'mine') throw new Error(JSON.stringify(claimed))
    const { claim } = claimed
    if (at === 1) {
      const done = await team.founder.team.free(claim, team.released(claim, 'off'))
      if (done !== 'in') throw new Error(`Not released: ${done}`)
    } else if (at < orders - 1) await port.release(claim, random.pick(['SUCCEEDED', 'NOT_SENT']))
    if (random.chance(0.4)) await random.pick(team.desks).team.beat()
  }
  // One of them has seen everything, but for what is written after it.
  await team.founder.team.beat()
  const [a] = team.desks
  const last = await a!.team.claim(topicOf('last'), facts(a!.desk), 0)
  if (last.kind !== 'mine') throw new Error(JSON.stringify(last))
}
