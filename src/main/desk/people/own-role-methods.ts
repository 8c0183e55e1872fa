// Roles of this computer: made, changed and removed by an administrator, whose key signs them. What
// a role gives counts from the next call on, for everybody who has it.
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { PeopleOutput, PeopleStanding } from '#shared/people/people-methods.ts'
import type { Desk } from '../base/desk.ts'
import { notMine } from '../base/faults.ts'
import { mintId } from '../base/ids.ts'
import { roleNameFault } from './names.ts'
import { type PeopleParts, stateAsMe } from './stating.ts'

export function createOwnRoles(
  parts: PeopleParts,
  standing: () => PeopleStanding,
): Pick<Desk, keyof PeopleOutput & ('people:set-role' | 'people:remove-role')> {
  const { roll } = parts
  const done = (stated: Result<null>): Result<PeopleStanding> => {
    if (!stated.ok) return stated
    parts.onChange()
    return ok(standing())
  }
  return {
    'people:set-role': async ({ roleId, name, rights, own }) => {
      const { ownRoles } = roll.read()
      if (roleId !== null && !ownRoles.some(({ id }) => id === roleId)) return fail(noRole)
      const others = ownRoles.filter(({ id }) => id !== roleId)
      const fault = roleNameFault(name, others)
      if (fault !== null) return fail(fault)
      const id = roleId ?? mintId('r-', parts.randomBytes)
      const role = {
        kind: 'role',
        id,
        name,
        rights: [...new Set(rights)],
        isRemoved: false,
      } as const
      return done(await stateAsMe(parts, own, 'people:role-set', role))
    },
    'people:remove-role': async ({ roleId, own }) => {
      const { ownRoles, people } = roll.read()
      const role = ownRoles.find(({ id }) => id === roleId)
      if (role === undefined) return fail(noRole)
      const names = [...people.values()]
        .filter((one) => !one.isRemoved && one.ownRoles?.some(({ id }) => id === roleId) === true)
        .map(({ name }) => quoted(name))
      if (names.length > 0)
        return fail(notMine(say('people.role-in-use', { names, count: names.length })))
      const { name, rights } = role
      const gone = { kind: 'role', id: roleId, name, rights, isRemoved: true } as const
      return done(await stateAsMe(parts, own, 'people:role-removed', gone))
    },
  }
}

const noRole = notMine(say('people.no-such-role'))
