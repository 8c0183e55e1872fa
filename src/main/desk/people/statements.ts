// What an administrator says about who works here, as a signed statement, and what all statements
// together come to. Pure. A statement carries everything that proves it: the log it is for, its
// number, whose key signed it. So it means the same on every desk that has the statements before
// it (docs/decisions/0211).
import { createHash, verify } from 'node:crypto'
import { keyForm } from '#shared/people/key-form.ts'
import { keyOfLimit, type Limit, limitedRoles, limitGroupIds } from '#shared/people/limits.ts'
import { givableRights, type OwnRole, type OwnRoleId } from '#shared/people/own-roles.ts'
import { isRole, type Role } from '#shared/people/roles.ts'
import type { Person, Recovery, Roll } from '#shared/people/roll.ts'
import { mostIdle, usualIdle } from '#shared/people/people-methods.ts'

interface EveryStatement {
  v: 1
  /** The log it is for: a statement of another ledger says nothing here. */
  log: string
  /** From 1 on, without a gap: two administrators never overwrite each other unseen. */
  n: number
  /** Id of the person whose key signs. */
  by: string
  at: string
}
/** All of it, each time: nothing has to be looked up in what came before. */
interface OfPerson extends EveryStatement {
  kind: 'person'
  id: string
  name: string
  roles: readonly Role[]
  /** Ids of roles of this computer; left out where there are none. */
  ownRoles?: readonly OwnRoleId[]
  /** 32 bytes, base64. */
  key: string
  isRemoved: boolean
  /** The private half of the key is on a computer of their own. */
  isElsewhere?: true
}
interface OfDesk extends EveryStatement {
  kind: 'desk'
  idleMinutes: number
}
/** All limits, each time. */
interface OfLimits extends EveryStatement {
  kind: 'limits'
  limits: readonly Limit[]
}
/** A role of this computer: all that it gives, each time. */
interface OfRole extends EveryStatement {
  kind: 'role'
  id: OwnRoleId
  name: string
  rights: readonly string[]
  isRemoved: boolean
}
/** Somebody asks to become an administrator because none can sign in; signed with their own key. */
interface OfRecovery extends EveryStatement {
  kind: 'recovery'
  id: string
  name: string
  key: string
}
/** An administrator is there: nobody has to take over. */
interface OfRefusal extends EveryStatement {
  kind: 'recovery-refused'
}
export type Statement = OfPerson | OfDesk | OfLimits | OfRole | OfRecovery | OfRefusal

/** Long enough that an administrator signs in before it is over. */
export const recoveryWaitMs = 72 * 3_600_000

export interface StoredStatement {
  seq: number
  /** The JSON that was signed. */
  body: string
  /** Base64. */
  signature: string
}

export const signedText = (body: string): Buffer =>
  Buffer.from(`paydesk statement about people 1\n${body}`, 'utf8')

export const fingerprintOf = (key: string): string =>
  createHash('sha256').update(Buffer.from(key, 'base64')).digest('hex')

const isAdministrator = (person: Person | undefined): boolean =>
  person !== undefined && !person.isRemoved && person.roles.includes('administrator')

/**
 * In order. `proven`: the signatures that held, kept from call to call so that each is checked once
 * and not with every statement that follows; never read for anything but the very same bytes.
 */
export function rollOf(
  logId: string,
  statements: readonly StoredStatement[],
  proven = new Set<string>(),
): Roll {
  const people = new Map<string, Person>()
  const known: OwnRoles = new Map()
  let [idleMinutes, recovery] = [usualIdle, null as Recovery | null]
  let limits: readonly Limit[] = []
  const held = new Map<string, readonly string[]>()
  const read = (): Pick<
    Roll,
    'people' | 'idleMinutes' | 'limits' | 'ownRoles' | 'removedRoles'
  > => ({
    people: withOwnRoles(people, held, known),
    ...{ idleMinutes, limits },
    ownRoles: [...known.values()].filter(({ isRemoved }) => !isRemoved).map(plainRole),
    removedRoles: new Set([...known.values()].flatMap((one) => (one.isRemoved ? [one.id] : []))),
  })
  for (const [at, stored] of statements.entries()) {
    const statement = parsed(stored.body)
    const size = statements.length
    if (
      statement === null ||
      !holds(logId, { ...stored, statement, at }, { people, known, held, recovery, proven })
    )
      return { ...read(), recovery: null, size, brokenAt: at + 1 }
    recovery = statement.kind === 'recovery' ? recoveryOf(statement) : null
    if (statement.kind === 'desk') idleMinutes = statement.idleMinutes
    if (statement.kind === 'limits') limits = statement.limits
    if (statement.kind === 'role') known.set(statement.id, ownRoleOf(statement))
    if (statement.kind === 'person') {
      people.set(statement.id, personOf(statement, people))
      held.set(statement.id, statement.ownRoles ?? [])
    }
  }
  return { ...read(), recovery, size: statements.length, brokenAt: null }
}

/** By id; a role that was removed keeps its id for ever. */
type OwnRoles = Map<string, OwnRole & { isRemoved: boolean }>

/** A right that this version does not know gives nothing. */
const ownRoleOf = ({ id, name, rights, isRemoved }: OfRole): OwnRole & { isRemoved: boolean } => ({
  ...{ id, name, isRemoved },
  rights: givableRights.filter((right) => rights.includes(right)),
})

/** Whoever holds a role of this computer has it as it is now. */
function withOwnRoles(
  people: ReadonlyMap<string, Person>,
  held: ReadonlyMap<string, readonly string[]>,
  known: OwnRoles,
): Map<string, Person> {
  const own = (id: string): OwnRole[] =>
    (held.get(id) ?? []).flatMap((roleId) => {
      const role = known.get(roleId)
      return role === undefined || role.isRemoved ? [] : [plainRole(role)]
    })
  return new Map(
    [...people].map(([id, person]) => {
      const roles = own(id)
      return [id, roles.length === 0 ? person : { ...person, ownRoles: roles }]
    }),
  )
}

const plainRole = ({ id, name, rights }: OwnRole): OwnRole => ({ id, name, rights })

const recoveryOf = ({ id, name, key, at }: OfRecovery): Recovery => ({
  ...{ id, name, key },
  from: Date.parse(at) + recoveryWaitMs,
})

function personOf(statement: OfPerson, people: ReadonlyMap<string, Person>): Person {
  const { id, name, roles, key, isRemoved, isElsewhere } = statement
  const before = people.get(id)
  const signedBy = people.get(statement.by)?.name ?? name
  return {
    ...{ id, name, roles, key, isRemoved, signedBy },
    ...(isElsewhere === true ? { isElsewhere } : {}),
    since: before?.since ?? Date.parse(statement.at),
  }
}

function holds(
  logId: string,
  { seq, signature, body, statement, at }: StoredStatement & { statement: Statement; at: number },
  {
    people,
    known,
    held,
    recovery,
    proven,
  }: Pick<Roll, 'people' | 'recovery'> & Held & { proven: Set<string> },
): boolean {
  if (seq !== at + 1 || statement.n !== seq || statement.log !== logId) return false
  if (statement.kind === 'recovery')
    return mayAsk(statement, people) && isProven(statement.key, { body, signature }, proven)
  // The first administrator signs for themselves, and so does who takes over; nobody else does.
  const isOwn = statement.kind === 'person' && (at === 0 || isTakingOver(statement, recovery))
  const signer = isOwn ? selfOf(statement) : people.get(statement.by)
  if (signer === undefined || !isAdministrator(signer)) return false
  if (!isProven(signer.key, { body, signature }, proven)) return false
  if (statement.kind === 'person') return mayBe(statement, people) && mayHold(statement, known)
  if (statement.kind === 'role') return mayBeRole(statement, { known, held, people })
  if (statement.kind === 'recovery-refused') return recovery !== null
  if (statement.kind === 'limits') return areApart(statement.limits)
  return statement.idleMinutes >= 1 && statement.idleMinutes <= mostIdle
}

const selfOf = (statement: OfPerson): Person | undefined =>
  statement.by === statement.id ? personOf(statement, new Map()) : undefined

/** The very person who asked, under the name and key that everybody could read, after the wait. */
const isTakingOver = (statement: OfPerson, recovery: Recovery | null): boolean =>
  recovery !== null &&
  statement.by === recovery.id &&
  (['id', 'name', 'key'] as const).every((name) => statement[name] === recovery[name]) &&
  Date.parse(statement.at) >= recovery.from

/** Under a name and a key that were never anybody's. */
const mayAsk = ({ id, by, name, key }: OfRecovery, people: Roll['people']): boolean =>
  id === by &&
  !people.has(id) &&
  ![...people.values()].some((one) => one.name === name || one.key === key)

/** Names and keys are one person's for ever, also when that person is gone. */
function mayBe(statement: OfPerson, people: ReadonlyMap<string, Person>): boolean {
  const others = [...people.values()].filter(({ id }) => id !== statement.id)
  const isTaken = others.some(({ name, key }) => name === statement.name || key === statement.key)
  const before = people.get(statement.id)
  if (isTaken || before?.isRemoved === true) return false
  const next = personOf(statement, people)
  // An administrator is somebody who can sign in here.
  if (next.isElsewhere === true && next.roles.includes('administrator')) return false
  // Without an administrator nobody could ever change anything again.
  return isAdministrator(next) || others.some(isAdministrator)
}

interface Held {
  known: OwnRoles
  /** Ids of roles of this computer by person. */
  held: ReadonlyMap<string, readonly string[]>
}

/** Nobody gets a role that is not there. */
const mayHold = ({ ownRoles = [], isRemoved }: OfPerson, known: OwnRoles): boolean =>
  isRemoved || ownRoles.every((id) => known.get(id)?.isRemoved === false)

/**
 * Under a name of its own, with what it may give, and never gone while somebody who works here has
 * it. MONEY: an id that is gone comes back to nobody.
 */
function mayBeRole(
  { id, name, rights, isRemoved }: OfRole,
  { known, held, people }: Held & Pick<Roll, 'people'>,
): boolean {
  const before = known.get(id)
  if (before?.isRemoved === true || (isRemoved && before === undefined)) return false
  const others = [...known.values()].filter((one) => one.id !== id && !one.isRemoved)
  if (others.some((one) => one.name === name)) return false
  if (rights.length === 0 || rights.includes('people')) return false
  const has = (person: Person): boolean => held.get(person.id)?.includes(id) === true
  return !isRemoved || ![...people.values()].some((one) => !one.isRemoved && has(one))
}

/** Of what one limit is about there is one. */
const areApart = (limits: readonly Limit[]): boolean =>
  new Set(limits.map(keyOfLimit)).size === limits.length

function isProven(
  key: string,
  { body, signature }: Pick<StoredStatement, 'body' | 'signature'>,
  proven: Set<string>,
): boolean {
  const bytes = JSON.stringify([key, signature, body])
  if (proven.has(bytes)) return true
  const isTrue = isSigned(key, signedText(body), signature)
  if (isTrue) proven.add(bytes)
  return isTrue
}

/** `key`: 32 bytes, base64. */
export function isSigned(key: string, text: Buffer, signature: string): boolean {
  const x = Buffer.from(key, 'base64').toString('base64url')
  try {
    return verify(
      null,
      text,
      { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' },
      Buffer.from(signature, 'base64'),
    )
  } catch {
    // Bytes that are no key: the library has no other way to say so.
    return false
  }
}

function parsed(body: string): Statement | null {
  let one: Partial<Record<string, unknown>>
  try {
    one = JSON.parse(body) as typeof one
  } catch {
    // Not JSON at all is the same answer as JSON of another shape.
    return null
  }
  const { kind } = one
  if (kind === 'role') return isRoleStatement(one) ? one : null
  const isNamed = kind === 'person' || kind === 'recovery'
  const texts = [...(isNamed ? ['id', 'name', 'key'] : []), 'log', 'by', 'at']
  if (one['v'] !== 1 || texts.some((name) => typeof one[name] !== 'string')) return null
  if (isNamed && !keyForm.safeParse(one['key']).success) return null
  if (kind === 'recovery')
    return Number.isNaN(Date.parse(String(one['at']))) ? null : (one as unknown as OfRecovery)
  if (kind === 'recovery-refused') return one as unknown as OfRefusal
  if (kind === 'desk')
    return Number.isInteger(one['idleMinutes']) ? (one as unknown as OfDesk) : null
  if (kind === 'limits') {
    const limits = one['limits']
    return Array.isArray(limits) && limits.every(isLimit) ? (one as unknown as OfLimits) : null
  }
  const roles = one['roles']
  const areRoles =
    Array.isArray(roles) && roles.every((role) => typeof role === 'string' && isRole(role))
  const isPlace = one['isElsewhere'] === undefined || one['isElsewhere'] === true
  const isOwn = one['ownRoles'] === undefined || areRoleIds(one['ownRoles'])
  return kind === 'person' && areRoles && isOwn && isPlace && typeof one['isRemoved'] === 'boolean'
    ? (one as unknown as OfPerson)
    : null
}

const roleIdForm = /^r-[0-9a-f]{16}$/
const areRoleIds = (ids: unknown): boolean =>
  Array.isArray(ids) && ids.every((id) => typeof id === 'string' && roleIdForm.test(id))

function isRoleStatement(one: object): one is OfRole {
  const { v, log, by, at, id, name, rights, isRemoved } = one as Partial<OfRole>
  return (
    v === 1 &&
    [log, by, at, id, name].every((text) => typeof text === 'string' && text !== '') &&
    roleIdForm.test(String(id)) &&
    Array.isArray(rights) &&
    rights.every((right) => typeof right === 'string') &&
    typeof isRemoved === 'boolean'
  )
}

function isLimit(one: Partial<Limit>): boolean {
  const { role, group, currency, per, above, digits, approvals } = one
  return (
    (per === undefined || per === 'day') &&
    limitedRoles.some((known) => known === role) &&
    limitGroupIds.some((known) => known === group) &&
    typeof currency === 'string' &&
    /^\d{1,16}$/.test(String(above)) &&
    Number.isInteger(digits) &&
    (approvals === 1 || approvals === 2)
  )
}

/** Over the first `size` statements; kept in the keychain, where nobody takes one away unseen. */
export const digestOf = (statements: readonly StoredStatement[], size: number): string =>
  createHash('sha256')
    .update(
      JSON.stringify(statements.slice(0, size).map(({ body, signature }) => [body, signature])),
    )
    .digest('hex')
