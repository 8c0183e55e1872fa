// A set-up file: the connections of a computer without their keys, its people as public keys and
// its limits, signed, for the next computer (docs/set-up-format.md). Its shape, the one text it
// has, and the bridge's methods about it. Whether a signature holds is known to main alone. Pure.
import { z } from 'zod'
import { canonicalIn, canonicalText, type Json } from '../canonical.ts'
import { holdsCardNumber } from '../cards/card-number.ts'
import { fail, inputFault, ok, type Result } from '../fault.ts'
import { say } from '../message.ts'
import { isHiding } from '../names/unseen.ts'
import { keyForm, signatureForm } from '../people/key-form.ts'
import { keyOfLimit, limitedRoles, type Limit, limitGroupIds } from '../people/limits.ts'
import { givableRights, type OwnRole, ownRoleId, type OwnRoleId } from '../people/own-roles.ts'
import { roleIds, type Role } from '../people/roles.ts'
import { connectionRecord, connectionSettings } from './connection.ts'

export const mostSetUpBytes = 1_048_576
/** As many as the system's dialog can name. */
export const mostInSetUp = { connections: 20, people: 200, roles: 50 }

const name = z.string().trim().min(1).max(60)

/** A file makes nobody an administrator. */
const role = z.enum(roleIds).exclude(['administrator'])

/** A role of that computer. It never gives who says who works here. */
const ownRole = z.strictObject({
  ...{ id: ownRoleId, name },
  rights: z.array(z.enum(givableRights)).min(1).max(givableRights.length),
})

const limit = z.strictObject({
  ...{ role: z.enum(limitedRoles), group: z.enum(limitGroupIds) },
  currency: z.string().regex(/^[A-Z]{3}$/),
  per: z.literal('day').exactOptional(),
  above: z.string().regex(/^\d{1,16}$/),
  digits: z.int().min(0).max(6),
  approvals: z.union([z.literal(1), z.literal(2)]),
})

/** Paths and proxies are each computer's own. */
const settings = connectionSettings.omit({ caFile: true, proxyUrl: true })
const connection = connectionRecord.omit({ id: true, isEmbedded: true }).extend({ settings })

const body = z.strictObject({
  connections: z.array(connection).min(1).max(mostInSetUp.connections),
  format: z.literal('paydesk-set-up'),
  limits: z
    .array(limit)
    .max(500)
    .refine((limits) => new Set(limits.map(keyOfLimit)).size === limits.length),
  /** The log of the computer that it is of. */
  log: z.string().regex(/^[0-9a-f]{32}$/),
  people: z
    .array(
      z.strictObject({
        ...{ key: keyForm, name, roles: z.array(role) },
        /** Roles of that computer; left out where there are none. */
        ownRoles: z.array(ownRoleId).min(1).max(20).exactOptional(),
      }),
    )
    .max(mostInSetUp.people),
  /** Roles of that computer; left out where there are none. */
  roles: z.array(ownRole).min(1).max(mostInSetUp.roles).exactOptional(),
  savedAt: z.int().min(0),
  signature: signatureForm,
  /** Whose key signs: an administrator's, or the one of the log where sign-in is off. */
  signer: z.strictObject({
    ...{ key: keyForm, kind: z.enum(['administrator', 'log']), name: z.string().max(60) },
  }),
  v: z.literal(1),
})
export type SetUpFile = z.output<typeof body>

export const setUpText = (file: SetUpFile): string => `${canonicalText(file as Json)}\n`

/** What is signed: all of it but the signature. */
export const signedSetUp = ({ signature: _signature, ...shown }: SetUpFile): string =>
  `paydesk set-up file 1\n${canonicalText(shown as Json)}`

/** Every text in settings, names of fields among them. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => [name, ...textsIn(one)])
}

const refused = (message: string): Result<never> => fail(inputFault('file', message))

/** Faults: input on `file` for whatever is not such a file in its one form. */
export function setUpIn(text: string): Result<SetUpFile> {
  const value = text.endsWith('\n') ? canonicalIn(text.slice(0, -1)) : undefined
  const read = body.safeParse(value)
  // A setting that is missing would be filled in, and what was signed is another text then.
  if (!read.success || setUpText(read.data) !== text) return refused(say('set-up.not-one'))
  const file = read.data
  const texts = [
    file.signer.name,
    ...file.people.map((one) => one.name),
    ...(file.roles ?? []).map((one) => one.name),
    ...file.connections.flatMap((one) => [one.name, one.login, one.baseUrl]),
  ]
  // Of a setting, lines may follow one another.
  const set = file.connections.flatMap((one) => textsIn(one.settings))
  if (texts.some(isHiding) || set.some((one) => isHiding(one.replaceAll('\n', ''))))
    return refused(say('set-up.hidden-signs'))
  if (texts.some(holdsCardNumber)) return refused(say('set-up.holds-a-card'))
  const ids = new Set((file.roles ?? []).map(({ id }) => id))
  const isHeld = ({ roles, ownRoles = [] }: SetUpFile['people'][number]): boolean =>
    roles.length + ownRoles.length > 0 && ownRoles.every((id) => ids.has(id))
  if (ids.size < (file.roles ?? []).length || !file.people.every(isHeld))
    return refused(say('set-up.not-one'))
  const keys = new Set(file.people.map((one) => one.key))
  return keys.size < file.people.length ? refused(say('set-up.one-key-twice')) : ok(file)
}

const setUpId = z.string().regex(/^su-[0-9a-f]{16}$/)
const own = z.string().max(200).optional()

export const setUpMethods = {
  /** Main asks where to save. `own`: the administrator's passphrase, where sign-in is on. */
  'set-up:save': z.strictObject({ own }),
  /** Main asks which file. Nothing is taken in. */
  'set-up:open': z.strictObject({}),
  /** What was opened; the system asks before. */
  'set-up:take': z.strictObject({ setUpId, own }),
} as const

export interface SetUpView {
  setUpId: string
  savedAt: number
  /** SHA-256 of the key, hex: to be compared with whoever saved it. */
  signer: { kind: 'administrator' | 'log'; name: string; fingerprint: string }
  /** Nothing that this key signed was taken in here before. */
  isFirst: boolean
  connections: {
    name: string
    environment: 'test' | 'production'
    baseUrl: string
    endpointId: string
    login: string
    /** It is here already, and stays as it is. */
    isHere: boolean
    /** Settings that are not the usual ones, a sentence each. */
    settings: string[]
  }[]
  people: {
    name: string
    roles: Role[]
    /** Ids of roles below. */
    ownRoles: OwnRoleId[]
    fingerprint: string
    isHere: boolean
  }[]
  roles: (OwnRole & { isHere: boolean })[]
  limits: readonly Limit[]
  /** Why people and limits are not taken in, or null. */
  peopleStayOut: string | null
  /** The people and limits that come in are signed by whoever takes the file in. */
  takesPassphrase: boolean
}

export interface SetUpOutput {
  /** Null when the person cancels. */
  'set-up:save': { file: string } | null
  'set-up:open': SetUpView | null
  'set-up:take': { connections: number; people: number; limits: number; roles: number }
}
