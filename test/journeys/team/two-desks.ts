// Two whole desks of one team: each with a folder and a keychain of its own, one gateway, and a
// database that a test can take away. Whoever joins does so as a person does: by a file.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OrderView, Review } from '#shared/bridge/views.ts'
import { ok, type Result } from '#shared/fault.ts'
import { publicKeyIn } from '../../../src/main/desk/people/public-key.ts'
import { joinLine } from '../../../src/main/desk/team/join-file.ts'
import { openLogin } from '../../../src/main/team/database/init.ts'
import { paymentKeyOf } from '../../../src/main/team/records/topics.ts'
import { createMemoryVault } from '../../../src/main/vault/memory.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'
import type { Sandbox } from '../../../src/sandbox/start.ts'
import type { Postgres } from '../../fakes/postgres/server.ts'
import { say, type TestTeam } from '../../fakes/postgres/team.ts'
import { addShop, handleOf, must, type OpenDesk, openDesk } from '../story.ts'
import type { World } from '../world.ts'

/** Keeps its secrets as a keychain does. Frozen, it forgets what comes, as after a power cut. */
export interface Keychain extends Vault {
  isFrozen: boolean
}
export function newKeychain(): Keychain {
  const memory = createMemoryVault()
  const keychain: Keychain = {
    ...{ ...memory, kind: 'keychain', isFrozen: false },
    write: (slot, secret) =>
      keychain.isFrozen ? Promise.resolve(ok(null)) : memory.write(slot, secret),
    remove: (slot) => (keychain.isFrozen ? Promise.resolve(ok(null)) : memory.remove(slot)),
  }
  return keychain
}

export interface DeskPlace {
  folder: string
  vault: Keychain
  ask?: NonNullable<Parameters<typeof openDesk>[0]['ask']>
}

export interface TeamDesk {
  desk: OpenDesk
  shop: string
  folder: string
  vault: Keychain
  lookUp(orderid: string): Promise<OrderView>
  review(orderid: string, more?: Record<string, string>): Promise<Result<Review>>
  confirm(review: Review): ReturnType<OpenDesk['desk']['attempt:confirm']>
  /** Ends it in order, and opens it again on the same folder. */
  again(): Promise<TeamDesk>
}

/** The text of the file that lets the computer of this public key in. */
export async function letIn(
  server: Postgres,
  team: TestTeam,
  { desk, publicKey, isKnown = false }: { desk: string; publicKey: string; isKnown?: boolean },
): Promise<string> {
  const key = publicKeyIn(publicKey)
  if (!('key' in key)) throw new Error('not a public key')
  const owner = await server.session(team.database)
  const password = 'only-in-tests-of-a-team'
  const { database } = team
  const login = await openLogin(owner, { database, desk, password, mayRenew: isKnown })
  if (login === null) throw new Error(`${desk} has a login.`)
  await login.keep()
  await owner.close()
  if (!isKnown) await say(team.founder, { kind: 'joined', desk, key: key.key })
  const address = { host: '127.0.0.1', port: team.port.at, database }
  const membership = { ...team.id, desk, address, ca: server.ca }
  return `${joinLine({ membership, password, paymentKey: paymentKeyOf(team.founder.key, team.id.team) })}\n${server.ca}`
}

/** A desk with a connection of its own to the gateway; it works alone until it joins. */
export async function openShopDesk(
  world: World,
  gateway: Sandbox,
  place: DeskPlace,
): Promise<TeamDesk> {
  const { folder, vault } = place
  const desk = await openDesk({
    ...{ folder, vault, sandbox: handleOf(world.sandbox) },
    fileToOpen: () => join(folder, 'join.txt'),
    ...(place.ask === undefined ? {} : { ask: place.ask }),
  })
  const known = must(await desk.desk['connection:list']({})).find(({ name }) => name === 'Shop')
  const shop = known?.id ?? (await addShop(desk, gateway))
  const lookUp: TeamDesk['lookUp'] = async (orderid) =>
    must(await desk.desk['order:look-up']({ connectionId: shop, by: 'orderid', value: orderid }))
  return {
    ...{ desk, shop, folder, vault, lookUp },
    review: async (orderid, more = {}) => {
      const { clientOrderid: client_orderid } = await lookUp(orderid)
      const request = { client_orderid, orderid, comment: 'damaged', ...more }
      return desk.desk['attempt:review']({ connectionId: shop, operation: 'return', request })
    },
    confirm: ({ attemptId, token }) => desk.desk['attempt:confirm']({ attemptId, token }),
    again: async () => {
      await desk.close()
      return openShopDesk(world, gateway, place)
    },
  }
}

export async function joinAs(
  { desk, folder }: TeamDesk,
  { server, team, name }: { server: Postgres; team: TestTeam; name: string },
): Promise<void> {
  const { text } = must(await desk.desk['team:key']({}))
  writeFileSync(
    join(folder, 'join.txt'),
    await letIn(server, team, { desk: name, publicKey: text }),
  )
  must(await desk.desk['team:join']({}))
}
