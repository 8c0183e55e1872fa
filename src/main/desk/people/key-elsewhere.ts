// Somebody whose key lies on a computer of their own: added here by its public half. They can't
// sign in here; what they signed there counts here (desk/approvals/file-in.ts).
import { fail, inputFault, ok } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import { apart } from '#shared/people/own-roles.ts'
import type { PersonView } from '#shared/people/people-methods.ts'
import type { Desk } from '../base/desk.ts'
import { signInFirst } from '../base/faults.ts'
import { personNameFault } from './names.ts'
import { publicKeyIn, publicKeyText } from './public-key.ts'
import { fingerprintOf } from './statements.ts'
import { meOf, newId, type PeopleParts, stateAsMe } from './stating.ts'

/** Nobody could sign in as one who is somewhere else. */
export const administratorElsewhere = inputFault('roles', say('people.no-administrator-elsewhere'))

export function createElsewhere(
  parts: PeopleParts,
  list: () => PersonView[],
): Pick<Desk, 'people:add-elsewhere' | 'people:my-key'> {
  return {
    'people:my-key': async () => {
      const me = meOf(parts)
      return me === null
        ? fail(signInFirst)
        : ok({ text: publicKeyText(me.key), fingerprint: fingerprintOf(me.key) })
    },
    'people:add-elsewhere': async ({ name, roles, publicKey, own }) => {
      const people = [...parts.roll.read().people.values()]
      const fault = personNameFault(name, people)
      if (fault !== null) return fail(fault)
      if (roles.includes('administrator')) return fail(administratorElsewhere)
      const read = publicKeyIn(publicKey)
      if ('fault' in read) return fail(read.fault)
      const { key } = read
      const holder = people.find((one) => one.key === key)
      if (holder !== undefined)
        return fail(inputFault('publicKey', say('people.key-taken', { name: quoted(holder.name) })))
      const done = await stateAsMe(parts, own, 'person:added', {
        ...{ kind: 'person', id: newId(parts), name, ...apart(roles), key, isRemoved: false },
        isElsewhere: true,
      })
      if (!done.ok) return done
      parts.onChange()
      return ok(list())
    },
  }
}
