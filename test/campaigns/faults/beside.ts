// A team around each run's desk: a database of its own, and a colleague at another computer, who
// claims an order before they work on it and says what became of that. Whenever a request of the
// desk is on its way, the colleague wants the same order for the same amount: whoever gets it then
// sends a double. `without` claims: the desk works alone, and the colleague goes on as before.
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { gatewayOf } from '#shared/order-place.ts'
import type { Desk, ShellPorts } from '../../../src/main/desk/base/desk.ts'
import type { Claim } from '../../../src/main/team/claims/team-port.ts'
import { orderTopic } from '../../../src/main/team/records/topics.ts'
import { patient, type Postgres } from '../../fakes/postgres/server.ts'
import { facts, makeTeam } from '../../fakes/postgres/team.ts'
import { letIn } from '../../journeys/team/two-desks.ts'
import { joiningShell, type TeamTruth, truthOf } from '../runner/own-team.ts'
import type { Colleague } from './colleague.ts'
import { must } from './must.ts'
import type { FastTime } from './time.ts'

/** A database that both reach, for all the runs of a campaign. */
export interface Database {
  server: Postgres
  port: number
  close(): Promise<void>
}

export interface Beside {
  shell: ShellPorts
  /** Somebody who asks no team. */
  alone: Colleague
  /** The same one, who claims first. */
  claiming: Colleague
  /** How often the colleague was told that the desk has the order. */
  heldBack(): number
  /** Of those, how often as they came to work on it by a story of their own. */
  heldVisits(): number
  /** A new computer of the team: how it is called there; empty where it works alone. */
  join(desk: Pick<Desk, 'team:key' | 'team:join'>): Promise<string>
  /** Wants to do the same on the order; false where the desk has it. */
  want(operation: Act, order: OrderNames, amount: Amount): Promise<boolean>
  /** What a desk claimed, and what does not hold of all records. */
  truth(): Promise<TeamTruth>
  close(): Promise<void>
}

type Act = Parameters<Colleague['act']>[0]
type OrderNames = Parameters<Colleague['act']>[1]
type Amount = Parameters<Colleague['act']>[2]

/** While the database has not answered, this process's own time stands still. */
export async function openDatabase(server: Postgres, time: FastTime): Promise<Database> {
  const open = new Set<Socket>()
  const door = createServer((desk) => {
    const database = connect(server.port, '127.0.0.1')
    let goOn = (): void => undefined
    const end = (): void => {
      goOn()
      for (const one of [desk, database]) {
        one.destroy()
        open.delete(one)
      }
    }
    for (const one of [desk, database]) {
      open.add(one)
      one.on('error', end)
      one.on('close', end)
    }
    desk.on('data', (chunk: Buffer) => {
      goOn()
      goOn = time.stand()
      database.write(chunk)
    })
    database.on('data', (chunk: Buffer) => {
      goOn()
      desk.write(chunk)
    })
  }).listen(0, '127.0.0.1')
  await once(door, 'listening')
  return {
    server,
    port: (door.address() as { port: number }).port,
    close: async () => {
      for (const one of open) one.destroy()
      door.close()
      await once(door, 'close')
    },
  }
}

let teams = 0
let desks = 0

export async function openBeside(
  { server, port }: Database,
  parts: {
    home: string
    time: FastTime
    mainUrl: string
    login: string
    alone: Colleague
    isAlone: boolean
  },
): Promise<Beside> {
  const { time, alone } = parts
  const still = async <T>(act: () => Promise<T>): Promise<T> => {
    const goOn = time.stand()
    try {
      return await act()
    } finally {
      goOn()
    }
  }
  teams += 1
  const team = await still(() =>
    makeTeam(server, { name: `faults${teams}`, desks: ['colleague'], limits: patient }),
  )
  const { team: colleagues } = team.desks[0]!
  team.port.at = port
  const file = join(parts.home, 'join.txt')
  const service = gatewayOf({ isEmbedded: false, baseUrl: parts.mainUrl, login: parts.login })
  let heldBack = 0
  let heldVisits = 0

  /** Null where the desk has it. */
  const take = async (orderid: string): Promise<Claim | null> => {
    const topic = orderTopic({ service, orderid })
    const chain = await colleagues.chainOf(topic)
    if ('kind' in chain) throw new Error(`the colleague can’t read: ${JSON.stringify(chain)}`)
    const claimed = await colleagues.claim(topic, facts('colleague'), chain.length)
    if (claimed.kind === 'mine') return claimed.claim
    if (claimed.kind !== 'held' && claimed.kind !== 'moved')
      throw new Error(`the colleague can’t claim: ${JSON.stringify(claimed)}`)
    heldBack += 1
    return null
  }
  const actUnder = async (
    claim: Claim,
    ...asked: Parameters<Colleague['act']>
  ): Promise<boolean> => {
    const isDone = await alone.act(...asked)
    const done = await colleagues.release(claim, isDone ? 'SUCCEEDED' : 'REJECTED')
    if (done !== 'in') throw new Error(`the colleague’s claim is ${done}`)
    return isDone
  }
  return {
    ...{ alone, shell: joiningShell(file) },
    heldBack: () => heldBack,
    heldVisits: () => heldVisits,
    join: async (desk) => {
      if (parts.isAlone) return ''
      desks += 1
      const name = `run-${desks}`
      const { text } = must(await desk['team:key']({}))
      const letter = await still(() => letIn(server, team, { desk: name, publicKey: text }))
      writeFileSync(file, letter)
      must(await desk['team:join']({}))
      return name
    },
    want: async (operation, order, amount) => {
      const claim = await take(order.orderid)
      if (claim !== null) await actUnder(claim, operation, order, amount)
      return claim !== null
    },
    claiming: {
      ...alone,
      act: async (operation, order, amount) => {
        const claim = await take(order.orderid)
        if (claim !== null) return actUnder(claim, operation, order, amount)
        heldVisits += 1
        return false
      },
    },
    truth: () => still(() => truthOf({ server, team })),
    close: async () => {
      await colleagues.close()
      await team.founder.team.close()
    },
  }
}
