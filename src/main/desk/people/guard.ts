// THE CHOKEPOINT: every call of the bridge passes here before anything is done, whoever made it.
// What it takes stands in one table (shared/contract/method-rights.ts); what a person may do, in
// the roll. The window shows the same answers, and decides nothing.
import { say } from '#shared/message.ts'
import type { Method } from '#shared/contract/bridge.ts'
import { type Named, type Need, needsOf } from '#shared/contract/method-rights.ts'
import { fail, type FaultOf } from '#shared/fault.ts'
import { nameOfRight, type Right } from '#shared/people/rights.ts'
import { type Role, rightsOf, roles, rolesWith } from '#shared/people/roles.ts'
import type { Desk } from '../base/desk.ts'
import { isPossibleAfterMove } from '#shared/contract/possible-after-move.ts'
import { notMine, notPossible, signInFirst } from '../base/faults.ts'
import type { Person } from '#shared/people/roll.ts'

export interface Access {
  isOn(): boolean
  /** Null where nobody is signed in. */
  me(): { roles: readonly Role[] } | null
  /** Which sign-in this is. */
  number(): number
  /** Everybody who works here. */
  people(): readonly Person[]
  /** Why this computer only shows what it has, or null. */
  moved(): string | null
}

export function guardDesk(desk: Desk, access: Access, named: Named): Desk {
  const guarded = (method: Method) => {
    const act = desk[method] as (input: unknown) => Promise<unknown>
    return async (input: unknown): Promise<unknown> => {
      const moved = access.moved()
      // MONEY: whatever is written here, the computer where the desk goes on does not know.
      if (moved !== null && !isPossibleAfterMove(method)) return fail(notPossible(moved))
      if (!access.isOn()) return act(input)
      const needs = needsOf(method, input, named)
      if (needs.includes('open')) return act(input)
      const why = mayNot(needs, access)
      if (why !== null) return fail(notMine(why))
      const before = access.number()
      const answer = await act(input)
      // Who asked has left meanwhile: what they would have read is not for whoever sits there now.
      const isSame = access.me() !== null && access.number() === before
      return isSame || method === 'people:sign-out' ? answer : fail(leftMeanwhile)
    }
  }
  const names = Object.keys(desk) as Method[]
  // The pairing of names and inputs is lost only on the union of all methods.
  return Object.fromEntries(names.map((name) => [name, guarded(name)])) as unknown as Desk
}

/** Why whoever is signed in does not meet the needs, or null. */
export function mayNot(
  needs: readonly Need[],
  access: Pick<Access, 'me' | 'people'>,
): string | null {
  const me = access.me()
  if (me === null) return signInFirst.message
  const held: ReadonlySet<string> = rightsOf(me.roles)
  const missing = needs.find((need) => need !== 'signed-in' && !held.has(need))
  return missing === undefined ? null : whyNot(missing as Right, access.people())
}

/** Which role has the right, and who holds one. */
export function whyNot(right: Right, people: readonly Person[]): string {
  const able = rolesWith(right)
  const values = {
    right: nameOfRight(right),
    roles: { or: able.map((role) => roles[role].name) },
  }
  const names = people
    .filter((one) => !one.isRemoved && one.roles.some((role) => able.includes(role)))
    .map(({ name }) => name)
  return names.length === 0
    ? say('people.nobody-may', values)
    : say('people.others-may', { ...values, names: { or: names } })
}

/** It may have been done: the log and the lists say so. */
const leftMeanwhile: FaultOf<'bug'> = {
  kind: 'bug',
  sent: 'maybe',
  message: say('people.left-meanwhile'),
  incident: 'signed-out',
}
