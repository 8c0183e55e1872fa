// People of a campaign's desk: Ada administers, Bo asks, Cy and Di approve. What is above a limit
// takes one of them.
import type { Review } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { LimitGroup, LimitedRole } from '#shared/people/limits.ts'
import type { Role } from '#shared/people/roles.ts'
import type { Assembled } from '../../../src/main/assemble.ts'
import { must } from '../faults/must.ts'

type Desk = Assembled['desk']
export type Name = 'Ada' | 'Bo' | 'Cy' | 'Di'
/** Everybody's: who knows it is no question here. */
export const own = 'correct horse battery'
/** What a sign-in costs where thousands of them are played. */
export const cheap = { wrapCost: { N: 2, r: 8, p: 1 } } as const

export async function idOf(desk: Desk, name: Name): Promise<string> {
  const { people } = must(await desk['people:standing']({}))
  return people.find((one) => one.name === name)?.id ?? ''
}

export const signIn = async (desk: Desk, name: Name) =>
  desk['people:sign-in']({ personId: await idOf(desk, name), passphrase: own })

export const setLimit = (
  desk: Desk,
  amount: string,
  approvals: 1 | 2 = 1,
  of: { role: LimitedRole; group: LimitGroup } = { role: 'payments', group: 'refunds' },
) => desk['people:set-limit']({ ...of, currency: 'EUR', amount, approvals, own })

/** Whoever is not there yet, as after a kill amid it; Ada stays signed in. */
export async function switchOn(desk: Desk, limit: string): Promise<void> {
  const { isOn, people } = must(await desk['people:standing']({}))
  if (isOn) must(await signIn(desk, 'Ada'))
  else must(await desk['people:switch-on']({ name: 'Ada', passphrase: own }))
  const roles: Role[] = ['payments', 'payouts']
  for (const [name, ...more] of [['Bo'], ['Cy', 'approver'], ['Di', 'approver']] as const) {
    if (people.some((one) => one.name === name)) continue
    must(await desk['people:add']({ name, roles: [...roles, ...more], passphrase: own, own }))
  }
  must(await setLimit(desk, limit))
}

/** Whatever moves money takes an approval; Bo is signed in. */
export async function asTeam(desk: Desk): Promise<void> {
  await switchOn(desk, '0')
  for (const group of ['payments', 'payouts'] as const)
    must(await setLimit(desk, '0', 1, { role: group, group }))
  must(await signIn(desk, 'Bo'))
}

/** Whoever is signed in reads what is asked, and signs it. */
export async function approve(desk: Desk, approvalId: string) {
  const shown = await desk['approval:show']({ approvalId })
  if (!shown.ok) return shown
  const { seen, digest } = shown.value
  return desk['approval:approve']({ approvalId, seen, digest, own })
}

/** Bo is signed in after it. */
export async function approvedBy(desk: Desk, approvalId: string, by: Name = 'Cy'): Promise<void> {
  must(await signIn(desk, by))
  await approve(desk, approvalId)
  must(await signIn(desk, 'Bo'))
}

/** What Bo can confirm: where it takes an approval, it was asked for and given. */
export async function approved(
  desk: Desk,
  review: () => Promise<Result<Review>>,
  by: Name = 'Cy',
): Promise<Result<Review>> {
  const first = await review()
  if (!first.ok || first.value.approval === null || first.value.approval.isApproved) return first
  const { attemptId, token } = first.value
  const asked = await desk['approval:ask']({ attemptId, token })
  if (!asked.ok) return asked
  await approvedBy(desk, asked.value.id, by)
  return review()
}
