// A team in a database of its own on a test's server: the founder and its desks, each with a
// login, a key and what it knows of its own records.
import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { createTeam, type TeamParts } from '../../../src/main/team/claims/create-team.ts'
import { foundTeam, sayAsFounder } from '../../../src/main/team/claims/found-team.ts'
import type { OwnRecord, OwnRecords } from '../../../src/main/team/claims/own-records.ts'
import type { Claim, TeamPort } from '../../../src/main/team/claims/team-port.ts'
import { initDatabase, openLogin } from '../../../src/main/team/database/init.ts'
import { openSession, type SessionLimits } from '../../../src/main/team/database/session.ts'
import { releaseText } from '../../../src/main/team/records/order-chain.ts'
import { type FactsOf, keyText } from '../../../src/main/team/records/record.ts'
import type { TeamId } from '../../../src/main/team/records/roster.ts'
import type { Postgres } from './server.ts'

/** Own records in memory. */
export function ownInMemory(): OwnRecords & { list: OwnRecord[] } {
  const list: OwnRecord[] = []
  return {
    list,
    all: () => list,
    add: (record) => void list.push({ record, state: 'out' }),
    markIn: (n) => {
      const at = list.findIndex(({ record }) => record.n === n)
      list[at] = { ...list[at]!, state: 'in' }
    },
    drop: (n) => {
      if (list.at(-1)?.record.n !== n || list.at(-1)?.state !== 'out')
        throw new Error(`${n} is not the newest that is out`)
      list.pop()
    },
  }
}

export interface TestDesk {
  desk: string
  key: KeyObject
  password: string
  parts: TeamParts
  team: TeamPort
}

export interface TestTeam {
  id: TeamId
  database: string
  founder: TestDesk
  desks: readonly TestDesk[]
  people: readonly { id: string; key: KeyObject }[]
  /** Of its server, or of what stands before it. */
  port: { at: number }
  released(claim: Claim, reason: string): FactsOf<'released'>
}

const now = () => ({ steadyMs: performance.now(), wallMs: Date.now() })

export const newKey = (): KeyObject => generateKeyPairSync('ed25519').privateKey

/** Logins are of the whole server, so each team has names of its own. */
export async function makeTeam(
  server: Postgres,
  options: {
    name: string
    desks: readonly string[]
    /** Of a desk that runs elsewhere. */
    keyOf?: (desk: string) => KeyObject
    limits?: SessionLimits
  },
): Promise<TestTeam> {
  const { name, limits } = options
  const database = `team_${name}`
  const admin = await server.session()
  await admin.ask(`CREATE DATABASE ${database}`)
  await admin.close()
  const owner = await server.session(database)
  await initDatabase(owner, database)
  const port = { at: server.port }
  const key = newKey()
  const id = {
    team: randomBytes(16).toString('hex'),
    founder: { desk: `office-${name}`, key: keyText(key) },
  }
  const make = async (desk: string, own: KeyObject): Promise<TestDesk> => {
    const password = randomBytes(24).toString('base64url')
    const login = await openLogin(owner, { database, desk, password, mayRenew: false })
    if (login === null) throw new Error(`${desk} has a login.`)
    await login.keep()
    const open = () =>
      openSession({
        ...{ host: '127.0.0.1', port: port.at, user: desk, database, password, ca: server.ca },
        ...(limits === undefined ? {} : { limits }),
      })
    const parts: TeamParts = {
      ...{ id, desk, key: own, own: ownInMemory(), open, now, pauseMs: 50, waitMs: 8_000 },
    }
    return { desk, key: own, password, parts, team: createTeam(parts) }
  }
  const founder = await make(id.founder.desk, key)
  const begun = await foundTeam(founder.parts)
  if (begun !== 'in') throw new Error(`The team was not begun: ${JSON.stringify(begun)}`)
  const desks: TestDesk[] = []
  for (const one of options.desks) {
    const desk = await make(`${one}-${name}`, options.keyOf?.(one) ?? newKey())
    desks.push(desk)
    await say(founder, { kind: 'joined', desk: desk.desk, key: keyText(desk.key) })
  }
  const people = [1, 2].map((n) => ({ id: `p-${String(n).padStart(16, '0')}`, key: newKey() }))
  for (const person of people)
    await say(founder, { kind: 'person', id: person.id, name: person.id, key: keyText(person.key) })
  await owner.close()
  const released: TestTeam['released'] = (claim, reason) => ({
    reason,
    people: people.map((person) => ({
      id: person.id,
      signature: sign(null, releaseText(claim, reason), person.key).toString('base64'),
    })),
  })
  return { id, database, founder, desks, people, port, released }
}

/** Another database of the same server is another epoch, as after a dump was put back. */
export async function beginEpoch(server: Postgres, { database }: TestTeam): Promise<void> {
  const admin = await server.session()
  epochs += 1
  const before = `before_${epochs}_${database}`
  for (const text of [
    `ALTER DATABASE ${database} RENAME TO ${before}`,
    `CREATE DATABASE ${database} TEMPLATE ${before}`,
  ]) {
    const answer = await admin.ask(text)
    if (answer.kind !== 'rows') throw new Error(`${text}: ${JSON.stringify(answer)}`)
  }
  await admin.close()
}
let epochs = 0

export async function say(
  { parts }: TestDesk,
  said: Parameters<typeof sayAsFounder>[1],
): Promise<void> {
  const done = await sayAsFounder(parts, said)
  if (done !== 'in') throw new Error(`Not said: ${JSON.stringify(done)}`)
}

export const facts = (by = 'anna', operation = 'return'): Claim['facts'] => ({
  ...{ at: Date.now(), by, operation, amount: ['4000', 'EUR'] },
})
