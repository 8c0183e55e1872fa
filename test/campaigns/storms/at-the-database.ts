// Plays of a database that is not what it was: a claim over an open one, and an old copy of all
// records under the same name.
import { nextRecord } from '../../../src/main/team/claims/enter.ts'
import { put } from '../../../src/main/team/database/put.ts'
import { epochOf } from '../../../src/main/team/database/rows.ts'
import { facts } from '../../fakes/postgres/team.ts'
import { dropped, homeIn } from './plays.ts'
import { pause, topicOf } from './refund.ts'
import { type Count, count, recordsIn, runDesk, type Stage } from './stage.ts'

/**
 * The bytes of a request have left; a colleague's program that does not look who has the order
 * claims the next turn of it, and sends once the database took that claim.
 */
export async function overOpenClaim(stage: Stage, name: string, without?: string): Promise<Count> {
  const team = await stage.team(name, ['a', 'b'])
  if (without !== undefined) await dropped(stage, team, without)
  const order = `${name}-1`
  const desk = runDesk(stage, team, 'a', { orders: [order], holds: { [order]: 'written' } })
  await desk.at('written', order)
  const { parts } = team.desks[1]!
  const session = await parts.open()
  const epoch = 'unreached' in session ? null : await epochOf(session)
  if ('unreached' in session || epoch === null) throw new Error('The database is not there.')
  const turn = { topic: topicOf(order), version: 3, before: '0'.repeat(64) }
  const claim = nextRecord<'claim'>(parts, { epoch, ...turn, kind: 'claim', facts: facts() })
  const done = await put(session, claim)
  await session.close()
  if (done === 'in')
    await fetch(`http://127.0.0.1:${stage.gateway.port}/refund/${order}/${claim.digest}`)
  desk.go()
  if (without === undefined) {
    await desk.ended()
    return count(stage, team, [order])
  }
  // Whoever reads such an order stops: its own desk tells nobody any more.
  await homeIn([desk], 1_000)
  return count(stage, team, [order])
}

/** An old copy of the database is put back under its name; a colleague is there first. */
export async function oldCopyPutBack(stage: Stage): Promise<Count & { lost: number }> {
  const team = await stage.team('copy', ['a', 'b'])
  const orders = [1, 2, 3].map((n) => `copy-${n}`)
  await team.founder.team.close()
  await asAdmin(stage, `CREATE DATABASE copy_of_before TEMPLATE ${team.database}`)
  await runDesk(stage, team, 'a', { orders }).ended()
  const before = (await recordsIn(stage, team)).length
  await asAdmin(stage, `ALTER DATABASE ${team.database} RENAME TO copy_that_was_lost`)
  await asAdmin(stage, `ALTER DATABASE copy_of_before RENAME TO ${team.database}`)
  const lost = before - (await recordsIn(stage, team)).length
  const early = runDesk(stage, team, 'b', { orders, isPatient: true })
  await early.saysMore()
  await team.founder.team.standing()
  await homeIn([early, runDesk(stage, team, 'a', { orders, isPatient: true })], 60_000)
  return { lost, ...(await count(stage, team, orders)) }
}

/** Tried until the sessions of whoever went home are over. */
async function asAdmin(stage: Stage, text: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const session = await stage.current().session()
    const done = await session.ask(text)
    await session.close()
    if (done.kind === 'rows') return
    await pause(50)
  }
  throw new Error(`The server does not do this: ${text}`)
}
