// The connections every run begins with: one gateway under one record or several, and a neighbour.
// Callers: fixture.ts for the ledger of a fixture, life.ts when the secrets were only in memory and
// somebody enters them again.
import { connectionSettings, type ConnectionSettings } from '#shared/connections/connection.ts'
import type { Desk } from '../../../src/main/desk/base/desk.ts'
import { sandboxId } from '../../../src/main/composition/sandbox-connection.ts'
import type { Identity } from '../../../src/sandbox/start.ts'
import { must } from './must.ts'

/** Ids of connection records. Null: Paydesk refuses a second record of one gateway. */
export interface Places {
  main: string
  /** The same gateway once more, word for word. */
  twin: string | null
  /** The same gateway by its group of endpoints. */
  group: string | null
  neighbour: string
}

/**
 * On loopback, by a clock that never runs ahead of the work: an answer that takes longer is not
 * coming.
 */
const timeouts = { connectTimeoutMs: 3_000, answerTimeoutMs: 5_000 }
const extensions = ['process-recurring-payment', 'update-recurring-payment']

export async function setUp(desk: Desk, baseUrl: string, identity: Identity): Promise<Places> {
  const save = (name: string, endpointId: string) =>
    desk['connection:save']({
      name,
      environment: 'test',
      baseUrl,
      endpointId,
      login: identity.login,
      settings: settingsWith({}),
    })
  const main = must(await save('Main', identity.endpointId)).id
  const twin = await save('Main once more', identity.endpointId)
  const group = await save('Main as a group', `group/${identity.groupId}`)
  const places: Places = {
    main,
    twin: twin.ok ? twin.value.id : null,
    group: group.ok ? group.value.id : null,
    neighbour: sandboxId,
  }
  await enterKeys(desk, places, identity)
  must(await desk['connection:set-money']({ connectionId: places.neighbour, money: { undoMs: 0 } }))
  return places
}

/** Settings of the main connection, some of them changed. */
export const settingsWith = (change: Record<string, unknown>): ConnectionSettings =>
  connectionSettings.parse({
    ...{ extensions, ...timeouts, statusAmount: 'latest', money: { undoMs: 0 } },
    ...change,
  })

/**
 * What a keychain that is not there has forgotten: a person enters the keys again. Not possible
 * while the keychain is locked.
 */
export async function enterKeys(desk: Desk, places: Places, identity: Identity): Promise<void> {
  for (const connectionId of [places.main, places.twin, places.group]) {
    if (connectionId === null) continue
    await desk['key:set-control']({ connectionId, key: identity.merchantControlKey })
    await desk['key:import-rsa']({ connectionId, pem: identity.privateKeyPem })
  }
}
