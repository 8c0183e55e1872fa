// The bridge's methods about people: who works here, what each may do, and who is signed in. A
// passphrase comes in and never goes out; no method returns a key.
import { z } from 'zod'
import { say } from '../message.ts'
import { type Limit, limitedRoles, limitGroupIds } from './limits.ts'
import { type OwnRole, ownRoleId, ownRoleName, ownRoleRights } from './own-roles.ts'
import type { Right } from './rights.ts'
import { roleIds, type Role } from './roles.ts'

const leastPassphrase = 12
const mostPassphrase = 200

const id = z.string().regex(/^p-[0-9a-f]{16}$/)
/** One that is set: what is typed to sign in is whatever was set once. */
export const newPassphrase = z
  .string()
  .min(leastPassphrase, say('people.passphrase-short', { least: leastPassphrase }))
  .max(
    mostPassphrase,
    say('operations.at-most-longest-note-characters', { longestNote: mostPassphrase }),
  )
export const typedPassphrase = z.string().min(1, say('people.enter-passphrase')).max(mostPassphrase)
const name = z.string().trim().min(1, say('people.enter-name')).max(60)
const mostRoles = 20
const roles = z
  .array(z.union([z.enum(roleIds), ownRoleId]))
  .min(1, say('people.choose-role'))
  .max(mostRoles)

/** Minutes without a key pressed before the desk locks. */
const leastIdle = 1
export const mostIdle = 15
export const usualIdle = 5

export const peopleMethods = {
  /** Answered also while nobody is signed in: then it names who could, and nothing else. */
  'people:standing': z.strictObject({}),
  'people:sign-in': z.strictObject({ personId: id, passphrase: typedPassphrase }),
  'people:sign-out': z.strictObject({}),
  /** A person at the window pressed something. */
  'people:active': z.strictObject({}),
  /** Everybody who works or worked here. */
  'people:list': z.strictObject({}),
  /** Makes the first administrator, who is signed in by that. */
  'people:switch-on': z.strictObject({ name, passphrase: newPassphrase }),
  /** Where no administrator can sign in: asks to become one, after a wait that all can see. */
  'people:recover': z.strictObject({ name, passphrase: newPassphrase }),
  /** After the wait: becomes the administrator, and is signed in. */
  'people:take-over': z.strictObject({ own: typedPassphrase }),
  /** `own`: of the administrator, whose key signs who works here. */
  'people:add': z.strictObject({
    ...{ name, roles, passphrase: newPassphrase },
    own: typedPassphrase,
  }),
  /** Somebody whose key lies on a computer of their own: `publicKey` is the text it shows. */
  'people:add-elsewhere': z.strictObject({
    ...{ name, roles, own: typedPassphrase },
    publicKey: z.string().trim().min(1, say('people.paste-public-key')).max(200),
  }),
  /** The public half of the key of whoever is signed in. */
  'people:my-key': z.strictObject({}),
  'people:set-roles': z.strictObject({ personId: id, roles, own: typedPassphrase }),
  /** For somebody who forgot theirs: a new key, so what they sign from now on is told apart. */
  'people:new-key': z.strictObject({
    personId: id,
    passphrase: newPassphrase,
    own: typedPassphrase,
  }),
  'people:remove': z.strictObject({ personId: id, own: typedPassphrase }),
  'people:change-passphrase': z.strictObject({ own: typedPassphrase, passphrase: newPassphrase }),
  'people:set-idle': z.strictObject({
    minutes: z.int().min(leastIdle).max(mostIdle),
    own: typedPassphrase,
  }),
  /**
   * Above this amount a request of this kind takes approvals, or all that one person confirms in a
   * day; null ends the limit.
   */
  'people:set-limit': z.strictObject({
    role: z.enum(limitedRoles),
    group: z.enum(limitGroupIds),
    per: z.literal('day').optional(),
    currency: z.string().trim().min(1, say('approvals.enter-currency')).max(3),
    amount: z.string().max(40).nullable(),
    approvals: z.union([z.literal(1), z.literal(2)]),
    own: typedPassphrase,
  }),
  /** A role of this computer: a new one where no id is given. */
  'people:set-role': z.strictObject({
    roleId: ownRoleId.nullable(),
    ...{ name: ownRoleName, rights: ownRoleRights },
    own: typedPassphrase,
  }),
  /** Refused while somebody has it. */
  'people:remove-role': z.strictObject({ roleId: ownRoleId, own: typedPassphrase }),
} as const

export interface PersonView {
  id: string
  name: string
  roles: readonly Role[]
  /** Roles of this computer. */
  ownRoles: readonly OwnRole[]
  /** SHA-256 of the public key, hex. */
  fingerprint: string
  /** The private half of the key lies on another computer. */
  isElsewhere: boolean
  isRemoved: boolean
  since: number
  /** Who signed this: their name. */
  signedBy: string
}

/** As text with check digits, for another computer, and to compare it by telephone. */
export interface PublicKeyView {
  text: string
  /** SHA-256 of the key, hex. */
  fingerprint: string
}

/** What ended that a person was signed in. */
export type LockReason = 'asked' | 'idle' | 'suspend' | 'screen-lock' | 'closed'

/** What the window has to know before it shows anything else. */
export interface PeopleStanding {
  /** Off: whoever opens Paydesk may do everything. */
  isOn: boolean
  me: {
    id: string
    name: string
    roles: readonly Role[]
    ownRoles: readonly OwnRole[]
  } | null
  /** Who was signed in before, and what ended it; null at the start and while somebody is. */
  left: { id: string; reason: LockReason } | null
  /** Why a right is not there, by right; a right that is there has no line. */
  mayNot: Partial<Record<Right, string>>
  /** Who can sign in. */
  people: readonly { id: string; name: string }[]
  /**
   * Names of who works or worked here, by the time of joining: the place never changes. While
   * nobody is signed in, whoever was removed has an empty one.
   */
  joined: readonly string[]
  idleMinutes: number
  limits: readonly Limit[]
  /** Roles of this computer. */
  ownRoles: readonly OwnRole[]
  /**
   * Requests that wait for whoever is signed in, to approve or to send; null where nothing takes an
   * approval.
   */
  approvals: number | null
  /** Who asked to become an administrator, and from when on they may; null where nobody did. */
  recovery: { name: string; from: number; isOver: boolean } | null
  /** Why nobody can be added or sign in here, or null. */
  fault: string | null
}

export interface PeopleOutput {
  'people:standing': PeopleStanding
  'people:sign-in': PeopleStanding
  'people:sign-out': null
  'people:active': null
  'people:list': PersonView[]
  'people:switch-on': PeopleStanding
  'people:recover': PeopleStanding
  'people:take-over': PeopleStanding
  'people:add': PersonView[]
  'people:add-elsewhere': PersonView[]
  'people:my-key': PublicKeyView
  'people:set-roles': PersonView[]
  'people:new-key': PersonView[]
  'people:remove': PersonView[]
  'people:change-passphrase': null
  'people:set-idle': PeopleStanding
  'people:set-limit': PeopleStanding
  'people:set-role': PeopleStanding
  'people:remove-role': PeopleStanding
}
