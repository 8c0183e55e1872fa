// A desk of a campaign's team, as it is opened for the first time: it joins by a file, as people
// do.
import { writeFileSync } from 'node:fs'
import { connectionRecord } from '#shared/connections/connection.ts'
import type { Assembled } from '../../../src/main/assemble.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'
import type { Sandbox } from '../../../src/sandbox/start.ts'
import { letIn } from '../../journeys/team/two-desks.ts'
import { openDeskAt } from '../faults/fixture.ts'
import { must } from '../faults/must.ts'
import { joiningShell, type OwnTeam } from './own-team.ts'

/**
 * Its first start: a connection of its own to the gateway, and the team; null works alone.
 * `practice`: another address than `baseUrl`: nobody claims an order of the practice.
 */
export async function openTeamDesk(parts: {
  folder: string
  vault: Vault
  sandbox: Sandbox
  practice: string
  baseUrl: string
  own: OwnTeam | null
  name: string
}): Promise<{ opened: Assembled; connectionId: string }> {
  const { folder, vault, sandbox, baseUrl, own, name } = parts
  const file = `${folder}-join.txt`
  const opened = must(
    await openDeskAt({
      ...{ folder, vault, sandbox, baseUrl: parts.practice, clock: Date.now },
      shell: joiningShell(file),
    }),
  )
  const { desk } = opened
  const { merchantControlKey: key, login, endpointId } = sandbox.identity
  const { id: _id, ...record } = connectionRecord.omit({ isEmbedded: true }).parse({
    ...{ id: 'x', name: 'Shop', environment: 'test', baseUrl, login, endpointId },
    settings: { statusAmount: 'latest', money: { undoMs: 0 } },
  })
  const { id: connectionId } = must(await desk['connection:save'](record))
  must(await desk['key:set-control']({ connectionId, key }))
  if (own !== null) {
    const { text } = must(await desk['team:key']({}))
    writeFileSync(file, await letIn(own.server, own.team, { desk: name, publicKey: text }))
    must(await desk['team:join']({}))
  }
  return { opened, connectionId }
}
