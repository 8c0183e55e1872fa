// People of a team's computers, each with a key of their own.
import { publicKeyIn } from '../../../src/main/desk/people/public-key.ts'
import { say } from '../../fakes/postgres/team.ts'
import { must } from '../story.ts'
import type { TeamWorld } from './team-world.ts'
import type { TeamDesk } from './two-desks.ts'

export const passphrase = 'correct horse battery'
/** Somebody with a key of their own signs in there, and the founder lets them in. */
export async function signedIn(
  all: TeamWorld,
  { desk: { desk } }: TeamDesk,
  name: string,
  isLetIn = true,
): Promise<void> {
  must(await desk['people:switch-on']({ name, passphrase }))
  const personId = must(await desk['people:standing']({})).me!.id
  const roles = ['administrator', 'payments', 'payouts', 'approver'] as const
  must(await desk['people:set-roles']({ personId, roles: [...roles], own: passphrase }))
  const key = publicKeyIn(must(await desk['people:my-key']({})).text)
  if (!('key' in key)) throw new Error('no key')
  const id = `p-${name
    .toLowerCase()
    .padEnd(16, '0')
    .replaceAll(/[^0-9a-f]/g, 'a')}`
  if (isLetIn) await say(all.team.founder, { kind: 'person', id, name, key: key.key })
}
