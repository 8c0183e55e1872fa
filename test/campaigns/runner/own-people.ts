// People of a campaign's desk: Ada administers, Bo asks, Cy and Di approve. A refund above the limit
// takes one of them.
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

export const setLimit = (desk: Desk, amount: string, approvals: 1 | 2 = 1) =>
  desk['people:set-limit']({
    ...{ role: 'payments', group: 'refunds', currency: 'EUR', amount, approvals, own },
  })

/** Ada stays signed in. */
export async function switchOn(desk: Desk, limit: string): Promise<void> {
  must(await desk['people:switch-on']({ name: 'Ada', passphrase: own }))
  for (const [name, ...roles] of [
    ['Bo', 'payments'],
    ['Cy', 'payments', 'approver'],
    ['Di', 'payments', 'approver'],
  ] as const)
    must(await desk['people:add']({ name, roles: [...roles], passphrase: own, own }))
  must(await setLimit(desk, limit))
}

/** Whoever is signed in reads what is asked, and signs it. */
export async function approve(desk: Desk, approvalId: string) {
  const shown = await desk['approval:show']({ approvalId })
  if (!shown.ok) return shown
  const { seen, digest } = shown.value
  return desk['approval:approve']({ approvalId, seen, digest, own })
}
