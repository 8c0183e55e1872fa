// When no administrator can sign in any more: somebody asks to become one, everybody at the sign-in
// screen sees it, and after three days without an administrator they take over. An administrator
// who signs in meanwhile ends it by that.
import { say } from '#shared/message.ts'
import type { PeopleOutput, PeopleStanding } from '#shared/people/people-methods.ts'
import { fail, inputFault, ok } from '#shared/fault.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { Desk } from '../base/desk.ts'
import { askOutside } from '../base/ask-outside.ts'
import { lookAlike } from '../base/look-alike.ts'
import { type Person, recoveryWaitMs } from './statements.ts'
import { denied, faultOf, newId, newKeyIn, type PeopleParts, state } from './stating.ts'

const hourMs = 3_600_000

export const recoveryView = ({
  roll,
  clock,
}: Pick<PeopleParts, 'roll' | 'clock'>): PeopleStanding['recovery'] => {
  const { recovery } = roll.read()
  return recovery === null
    ? null
    : { name: recovery.name, from: recovery.from, isOver: clock() >= recovery.from }
}

export function createRecovery(
  parts: PeopleParts,
  standing: () => PeopleStanding,
): Pick<Desk, keyof PeopleOutput & ('people:recover' | 'people:take-over')> {
  const { roll, session, keys } = parts
  const newKey = newKeyIn(parts)

  return {
    'people:recover': async ({ name, passphrase }) => {
      if (!roll.isOn()) return fail(denied(say('people.not-on')))
      const why = faultOf(parts)
      if (why !== null) return fail(denied(why))
      const { people, recovery } = roll.read()
      const taken = lookAlike(name, [...people.values()])
      if (taken !== undefined)
        return fail(inputFault('name', say('people.name-taken', { name: quoted(taken.name) })))
      // The page alone begins nothing that ends with another administrator.
      const asked = await askOutside(parts.outside, 'log', {
        message: say('people.recover-question'),
        detail: [
          say('people.recover-detail', { name: quoted(name), hours: recoveryWaitMs / hourMs }),
        ],
        action: say('people.recover-go'),
      })
      if (!asked.ok) return asked
      const id = newId(parts)
      const made = await newKey(passphrase, (key) =>
        state(parts, { id, name, key, own: passphrase }, 'people:recovery-asked', {
          ...{ kind: 'recovery', id, name, key },
        }),
      )
      if (!made.ok) return made
      if (recovery !== null) await keys.remove(recovery.key)
      parts.onChange()
      return ok(standing())
    },
    'people:take-over': async ({ own }) => {
      // A file that something else wrote makes nobody an administrator.
      const checking = parts.checked()
      if (checking !== null) await checking
      await roll.reopen()
      const why = faultOf(parts)
      if (why !== null) return fail(denied(why))
      const { recovery } = roll.read()
      if (recovery === null) return fail(denied(say('people.nobody-asked')))
      if (parts.clock() < recovery.from)
        return fail(denied(say('people.not-yet', { time: recovery.from })))
      const { id, name, key } = recovery
      const made = await state(parts, { id, name, key, own }, 'person:added', {
        ...{ kind: 'person', id, name, roles: ['administrator'], key, isRemoved: false },
      })
      if (!made.ok) return made
      session.begin({ id, name })
      return ok(standing())
    },
  }
}

/** An administrator is there: nobody has to take over. */
export async function withdrawn(parts: PeopleParts, by: Person & { own: string }): Promise<void> {
  const { recovery } = parts.roll.read()
  if (recovery === null || !by.roles.includes('administrator')) return
  const done = await state(parts, by, 'people:recovery-refused', { kind: 'recovery-refused' })
  if (done.ok) await parts.keys.remove(recovery.key)
}
