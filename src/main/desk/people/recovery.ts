// When no administrator can sign in any more: somebody asks to become one, everybody at the sign-in
// screen sees it, and after three days without an administrator they take over. An administrator
// who signs in meanwhile ends it by that.
import { say } from '#shared/message.ts'
import type { PeopleOutput, PeopleStanding } from '#shared/people/people-methods.ts'
import { fail, ok } from '#shared/fault.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { Desk } from '../base/desk.ts'
import { askOutside } from '../base/ask-outside.ts'
import { notMine, signInFirst } from '../base/faults.ts'
import { personNameFault } from './names.ts'
import type { Person } from '#shared/people/roll.ts'
import { recoveryWaitMs } from './statements.ts'
import { faultOf, isNamed, newId, newKeyIn, type PeopleParts, state } from './stating.ts'

const hourMs = 3_600_000
/** From when they may on, nobody else asks for so long. */
const turnLastsMs = 7 * 24 * hourMs

/**
 * Also where the keychain remembers other statements than the ledger holds, after an older copy
 * was put back: nobody can sign in then, and nobody could ever again.
 */
const recoveryFault = ({ roll, hasKeychain }: Pick<PeopleParts, 'roll' | 'hasKeychain'>) =>
  roll.read().brokenAt !== null || !hasKeychain() ? faultOf({ roll, hasKeychain }) : null

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
      if (!roll.isOn()) return fail(notMine(say('people.not-on')))
      const why = recoveryFault(parts)
      if (why !== null) return fail(notMine(why))
      const { people, recovery } = roll.read()
      // Whoever asked keeps their turn; a passphrase that is forgotten can be chosen anew later.
      if (recovery !== null && parts.clock() < recovery.from + turnLastsMs)
        return fail(
          notMine(say('people.asked-already', { time: { at: recovery.from + turnLastsMs } })),
        )
      const fault = personNameFault(name, [...people.values()])
      if (fault !== null) return fail(fault)
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
      if (recovery !== null && !isNamed(roll.read(), recovery.key)) await keys.remove(recovery.key)
      parts.onChange()
      return ok(standing())
    },
    'people:take-over': async ({ own }) => {
      const before = session.number()
      // A file that something else wrote makes nobody an administrator.
      const checking = parts.checked()
      if (checking !== null) await checking
      await roll.reopen()
      const why = recoveryFault(parts)
      if (why !== null) return fail(notMine(why))
      const { recovery } = roll.read()
      if (recovery === null) return fail(notMine(say('people.nobody-asked')))
      if (parts.clock() < recovery.from)
        return fail(notMine(say('people.not-yet', { time: { at: recovery.from } })))
      const { id, name, key } = recovery
      const made = await state(parts, { id, name, key, own }, 'person:added', {
        ...{ kind: 'person', id, name, roles: ['administrator'], key, isRemoved: false },
      })
      if (!made.ok) return made
      // The screen of the computer was locked meanwhile.
      if (session.number() !== before) return fail(signInFirst)
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
  if (!done.ok) return
  await parts.keys.remove(recovery.key)
  parts.onChange()
}
