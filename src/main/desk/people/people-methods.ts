// The bridge's methods about people. An administrator's key signs who works here: their passphrase
// is asked for each time, so that no window left open changes it.
import { isOfUseAfterMove } from '#shared/contract/possible-after-move.ts'
import { say } from '#shared/message.ts'
import type { PeopleOutput, PeopleStanding, PersonView } from '#shared/people/people-methods.ts'
import { rights } from '#shared/people/rights.ts'
import { apart, type OwnRoleId, rightsHeld } from '#shared/people/own-roles.ts'
import type { Role } from '#shared/people/roles.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { Desk } from '../base/desk.ts'
import { askOutside } from '../base/ask-outside.ts'
import { notMine, signInFirst } from '../base/faults.ts'
import { whyNot } from './guard.ts'
import { administratorElsewhere, createElsewhere } from './key-elsewhere.ts'
import { createOwnRoles } from './own-role-methods.ts'
import { personNameFault } from './names.ts'
import { setLimit } from './set-limit.ts'
import { createRecovery, recoveryView, withdrawn } from './recovery.ts'
import type { Said } from './roll.ts'
import { draftOf } from './session.ts'
import type { Person } from '#shared/people/roll.ts'
import { fingerprintOf } from './statements.ts'
import { faultOf, meOf, newId, newKeyIn, type PeopleParts, state, stateAsMe } from './stating.ts'

export function createPeopleMethods(parts: PeopleParts): Pick<Desk, keyof PeopleOutput> {
  const { roll, session } = parts
  const everybody = (): Person[] => [...roll.read().people.values()]
  const standing = (): PeopleStanding => standingOf(parts, everybody())
  const list = (): PersonView[] => everybody().map(viewOf)

  return {
    'people:standing': async () => ok(standing()),
    'people:list': async () => ok(list()),
    'people:active': async () => {
      session.active()
      return ok(null)
    },
    'people:sign-out': async () => {
      session.lock('asked')
      return ok(null)
    },
    'people:sign-in': async ({ personId, passphrase }) => {
      const before = session.number()
      // A file that something else wrote lets nobody in before it was held against its log.
      const checking = parts.checked()
      if (checking !== null) await checking
      // A keychain that was locked at the start said nothing of who works here.
      await roll.reopen()
      const why = faultOf(parts)
      if (why !== null) return fail(notMine(why))
      const person = roll.read().people.get(personId)
      if (person === undefined || person.isRemoved) return fail(notMine(say('people.not-here')))
      if (person.isElsewhere === true)
        return fail(notMine(say('people.key-is-elsewhere', { name: quoted(person.name) })))
      const text = Buffer.from(parts.randomBytes(32))
      const signed = await session.sign(person, 'passphrase', { passphrase, text })
      if (!signed.ok) return signed
      await withdrawn(parts, { ...person, own: passphrase })
      // Whoever typed it went away meanwhile: the computer's screen was locked.
      if (session.number() !== before) return fail(signInFirst)
      session.begin(person)
      return ok(standing())
    },
    ...createRecovery(parts, standing),
    ...{ ...adding(parts, list, standing), ...changing(parts, list) },
    ...{ ...createElsewhere(parts, list), ...createOwnRoles(parts, standing) },
    'people:set-limit': (input) => setLimit(parts, input, standing),
    'people:change-passphrase': async ({ own, passphrase }) => {
      const me = meOf(parts)
      if (me === null) return fail(signInFirst)
      const kept = await session.tried(me, 'own', () =>
        parts.keys.wrapAnew(me.key, own, passphrase),
      )
      if (kept.ok) parts.note(draftOf('person:passphrase', me, 'ok'))
      return kept
    },
  }
}

/** The first administrator, and everybody after. */
function adding(
  parts: PeopleParts,
  list: () => PersonView[],
  standing: () => PeopleStanding,
): Pick<Desk, 'people:switch-on' | 'people:add' | 'people:set-idle'> {
  const { roll, session } = parts
  const newKey = newKeyIn(parts)

  return {
    'people:switch-on': async ({ name, passphrase }) => {
      const isOn = (): Result<never> | null =>
        roll.isOn() ? fail(notMine(say('people.already-on'))) : null
      const why = faultOf(parts)
      if (isOn() !== null || why !== null) return isOn() ?? fail(notMine(why ?? ''))
      const fault = personNameFault(name, [])
      if (fault !== null) return fail(fault)
      // A script in the page must not shut everybody out.
      const asked = await askOutside(parts.outside, 'log', {
        message: say('people.switch-on-question'),
        detail: [say('people.switch-on-detail', { name: quoted(name) })],
        action: say('people.switch-on'),
      })
      if (!asked.ok) return asked
      const before = session.number()
      const id = newId(parts)
      const made = await newKey(passphrase, (key) => {
        const first = { id, name, roles: ['administrator'] as const, key }
        return state(parts, { ...first, own: passphrase }, 'person:added', {
          ...{ kind: 'person', isRemoved: false },
          ...first,
        })
      })
      if (!made.ok) return made
      if (before !== session.number()) return fail(signInFirst)
      session.begin({ id, name })
      return ok(standing())
    },
    'people:add': async ({ name, roles, passphrase, own }) => {
      const fault = personNameFault(name, [...roll.read().people.values()])
      if (fault !== null) return fail(fault)
      const done = await newKey(passphrase, (key) =>
        stateAsMe(parts, own, 'person:added', {
          ...{ kind: 'person', id: newId(parts), name, ...apart(roles), key, isRemoved: false },
        }),
      )
      if (!done.ok) return done
      parts.onChange()
      return ok(list())
    },
    'people:set-idle': async ({ minutes, own }) => {
      const done = await stateAsMe(parts, own, 'people:idle-set', {
        ...{ kind: 'desk', idleMinutes: minutes },
      })
      if (!done.ok) return done
      // Fewer minutes count from now on, not after those that ran before.
      session.active()
      parts.onChange()
      return ok(standing())
    },
  }
}

/** What changes somebody who works here. */
function changing(
  parts: PeopleParts,
  list: () => PersonView[],
): Pick<Desk, 'people:set-roles' | 'people:new-key' | 'people:remove'> {
  const { roll, keys } = parts
  const newKey = newKeyIn(parts)
  const all = (): Person[] => [...roll.read().people.values()]
  const changed = async (
    personId: string,
    change: (person: Person) => Promise<Result<null>>,
  ): Promise<Result<PersonView[]>> => {
    const person = roll.read().people.get(personId)
    if (person === undefined || person.isRemoved) return fail(notMine(say('people.not-here')))
    const done = await change(person)
    if (!done.ok) return done
    parts.onChange()
    return ok(list())
  }
  const said = (
    { id, name, roles, ownRoles = [], key, isRemoved, isElsewhere }: Person,
    next: Omit<Partial<Person>, 'ownRoles'> & { ownRoles?: readonly OwnRoleId[] },
  ): Said => ({
    ...{ kind: 'person', id, name, key, isRemoved },
    // All of their roles, unless others are chosen.
    ...apart([...roles, ...(next.roles === undefined ? ownRoles.map((role) => role.id) : [])]),
    // A new key is made here.
    ...(isElsewhere === true && next.key === undefined ? { isElsewhere } : {}),
    ...next,
  })

  return {
    'people:set-roles': ({ personId, roles, own }) =>
      changed(personId, (person) => {
        if (isLast(all(), person) && !roles.includes('administrator'))
          return Promise.resolve(fail(inputFault('roles', say('people.last-administrator'))))
        if (person.isElsewhere === true && roles.includes('administrator'))
          return Promise.resolve(fail(administratorElsewhere))
        return stateAsMe(parts, own, 'person:changed', said(person, apart(roles)))
      }),
    'people:new-key': ({ personId, passphrase, own }) =>
      changed(personId, (person) =>
        newKey(passphrase, (key) => stateAsMe(parts, own, 'person:rekeyed', said(person, { key }))),
      ),
    'people:remove': ({ personId, own }) =>
      changed(personId, async (person) => {
        if (isLast(all(), person)) return fail(notMine(say('people.last-administrator')))
        const done = await stateAsMe(
          parts,
          own,
          'person:removed',
          said(person, { isRemoved: true }),
        )
        // The statement is what counts; a key that stays behind opens nothing. One of another desk
        // of this account is not ours to delete.
        if (done.ok && person.isElsewhere !== true) await keys.remove(person.key)
        return done
      }),
  }
}

const isLast = (people: readonly Person[], { id }: Person): boolean =>
  !people.some((one) => one.id !== id && !one.isRemoved && one.roles.includes('administrator'))

function standingOf(parts: PeopleParts, people: readonly Person[]): PeopleStanding {
  const { roll, session } = parts
  const isOn = roll.isOn()
  const me = session.me()
  const held = me === null ? null : rightsHeld(me)
  const missing = isOn && held !== null ? rights.filter((right) => !held.has(right)) : []
  const moved = parts.moved?.() ?? null
  const shut = moved === null ? [] : rights.filter((right) => !isOfUseAfterMove(right))
  return {
    isOn,
    me:
      me === null
        ? null
        : { id: me.id, name: me.name, roles: me.roles, ownRoles: me.ownRoles ?? [] },
    left: session.left(),
    mayNot: Object.fromEntries([
      ...missing.map((right) => [right, whyNot(right, people)]),
      ...shut.map((right) => [right, moved]),
    ]),
    people: people.filter((one) => !one.isRemoved).map(({ id, name }) => ({ id, name })),
    joined: people.map(({ name, isRemoved }) => (me === null && isRemoved ? '' : name)),
    idleMinutes: roll.read().idleMinutes,
    limits: me === null ? [] : roll.read().limits,
    ownRoles: me === null ? [] : roll.read().ownRoles,
    approvals: parts.approvals(me?.id ?? null),
    recovery: recoveryView(parts),
    fault: faultOf(parts),
  }
}

const viewOf = (person: Person): PersonView => ({
  ...{ id: person.id, name: person.name, roles: person.roles as readonly Role[] },
  ownRoles: person.ownRoles ?? [],
  ...{ isRemoved: person.isRemoved, since: person.since, signedBy: person.signedBy },
  ...{ fingerprint: fingerprintOf(person.key), isElsewhere: person.isElsewhere === true },
})
