// Roles that administrators make for this computer: a name and rights, signed as everything about
// people is. Pure.
import { z } from 'zod'
import { say } from '../message.ts'
import { type Right, rights } from './rights.ts'
import { type Role, rightsOf } from './roles.ts'

export type OwnRoleId = `r-${string}`

export interface OwnRole {
  id: OwnRoleId
  name: string
  rights: readonly Right[]
}

export const ownRoleId = z
  .string()
  .regex(/^r-[0-9a-f]{16}$/)
  .transform((id) => id as OwnRoleId)

/** MONEY: who works here is said by administrators alone, so no role of one's own gives that. */
const givable = rights.filter((right): right is GivableRight => right !== 'people')
export type GivableRight = Exclude<Right, 'people'>
export const givableRights = givable as [GivableRight, ...GivableRight[]]

export const ownRoleName = z.string().trim().min(1, say('people.enter-role-name')).max(60)
export const ownRoleRights = z
  .array(z.enum(givableRights))
  .min(1, say('people.choose-right'))
  .max(givable.length)

/** What somebody holds: roles that are always there, and roles of this computer. */
export interface Holder {
  roles: readonly Role[]
  ownRoles?: readonly OwnRole[]
}

/** What any of their roles gives. */
export const rightsHeld = ({ roles, ownRoles = [] }: Holder): ReadonlySet<Right> =>
  new Set([...rightsOf(roles), ...ownRoles.flatMap((role) => role.rights)])

/** As they are chosen together, and as a statement keeps them apart. */
export type HeldRole = Role | OwnRoleId
const isOwn = (role: HeldRole): role is OwnRoleId => role.startsWith('r-')

export const apart = (held: readonly HeldRole[]): { roles: Role[]; ownRoles?: OwnRoleId[] } => {
  const ownRoles = held.filter(isOwn)
  const roles = held.filter((role): role is Role => !isOwn(role))
  return ownRoles.length === 0 ? { roles } : { roles, ownRoles }
}
