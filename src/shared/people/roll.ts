// Everybody who works or worked here, and their limits, as the signed statements come to
// (desk/people/statements.ts).
import type { Limit } from './limits.ts'
import type { OwnRole } from './own-roles.ts'
import type { Role } from './roles.ts'

export interface Person {
  id: string
  name: string
  roles: readonly Role[]
  /** Roles of this computer, as they are now; left out where there are none. */
  ownRoles?: readonly OwnRole[]
  key: string
  isRemoved: boolean
  since: number
  signedBy: string
  /**
   * The private half of the key lies on another computer: they can't sign in here, and their
   * approvals come in files.
   */
  isElsewhere?: true
}

/** Who asked to become an administrator, and from when on they may. */
export interface Recovery extends Pick<Person, 'id' | 'name' | 'key'> {
  from: number
}

/** Everybody as the statements say, and the first that does not hold. */
export interface Roll {
  people: ReadonlyMap<string, Person>
  idleMinutes: number
  limits: readonly Limit[]
  /** Roles of this computer that were not removed. */
  ownRoles: readonly OwnRole[]
  /** Ids of roles that were removed: none comes back. */
  removedRoles: ReadonlySet<string>
  /** Any statement of an administrator ends it. */
  recovery: Recovery | null
  size: number
  /** Number of a statement that does not hold; then nothing after it counts. */
  brokenAt: number | null
}
