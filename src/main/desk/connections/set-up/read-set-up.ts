// A set-up file by its own facts and by what is here: its signature, who signed what was taken in
// before, and whether each connection may stand beside those that are here. A file is taken whole
// or not at all. MONEY: a connection in it leads where the file says, and never under the name or
// the environment of another one.
import { type Connection, connectionRecord } from '#shared/connections/connection.ts'
import {
  mostSetUpBytes,
  setUpIn,
  type SetUpFile,
  type SetUpView,
  signedSetUp,
} from '#shared/connections/set-up-file.ts'
import { fail, inputFault, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { keyOfLimit, limitGroups, loosens } from '#shared/people/limits.ts'
import type { OwnRole } from '#shared/people/own-roles.ts'
import { roles } from '#shared/people/roles.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { Roll } from '#shared/people/roll.ts'
import type { AuditRow } from '#shared/bridge/lists.ts'
import { lookAlike } from '../../base/look-alike.ts'
import { textIn } from '../../base/text-in.ts'
import { personNameFault, roleNameFault } from '../../people/names.ts'
import { isWeakKey } from '../../people/public-key.ts'
import { fingerprintOf, isSigned } from '../../people/statements.ts'
import { faultOfConnection, settingsAmongPeople } from '../connection-rules.ts'
import { unusualSettings } from '../weakening.ts'

const refused = (message: string): Result<never> => fail(inputFault('file', message))

/** Faults: input on `file`. */
export function readSetUp(bytes: Uint8Array): Result<SetUpFile> {
  if (bytes.length > mostSetUpBytes) return refused(say('set-up.too-long'))
  const text = textIn(bytes)
  if (text === null) return refused(say('set-up.not-one'))
  const read = setUpIn(text)
  if (!read.ok) return read
  const { signer, people, signature } = read.value
  if ([signer, ...people].some((one) => isWeakKey(one.key))) return refused(say('set-up.weak-key'))
  return isSigned(signer.key, Buffer.from(signedSetUp(read.value)), signature)
    ? read
    : refused(say('set-up.was-changed'))
}

export interface Here {
  connections: readonly Connection[]
  roll: Roll
  isOn: boolean
  now: number
  /** Entries about what was taken in, oldest first. */
  taken: readonly Pick<AuditRow, 'kind' | 'details'>[]
}

const lastTaken = ({ taken }: Here) =>
  taken.filter(({ kind }) => kind === 'set-up:taken').at(-1)?.details

/** As far as the clock of the computer that saved it may be ahead. */
const mostAheadMs = 24 * 3_600_000

/** Why none of it may be taken in here, or null. Faults: input on `file`. */
export function setUpFault(file: SetUpFile, here: Here): Result<never> | null {
  const last = lastTaken(here)
  const signer = fingerprintOf(file.signer.key)
  if (last !== undefined && last['signer'] !== signer)
    return refused(
      say('set-up.other-signer', {
        before: String(last['signer']),
        signer,
        name: signerName(file),
      }),
    )
  if (last !== undefined && file.savedAt < Number(last['savedAt']))
    return refused(say('set-up.is-older'))
  // Every right file after it would be older.
  if (file.savedAt > here.now + mostAheadMs) return refused(say('set-up.is-ahead'))
  const beside = [...here.connections]
  for (const draft of draftsOf(file, here)) {
    if (standing(draft, here.connections) !== undefined) continue
    const fault = faultOfConnection(draft, beside)
    if (fault !== null)
      return refused(
        say('set-up.connection-refused', { name: quoted(draft.name), why: fault.message }),
      )
    beside.push(draft)
  }
  return (
    peopleFault(file, here) ??
    (here.isOn ? (rolesFault(file, here) ?? limitFault(file, here)) : null)
  )
}

/** MONEY: a role that is here gives what it gives here: a file raises nobody by it. */
function rolesFault({ roles: all = [] }: SetUpFile, { roll }: Here): Result<never> | null {
  const isOther = (a: OwnRole, b: OwnRole): boolean =>
    a.name !== b.name || a.rights.toSorted().join() !== b.rights.toSorted().join()
  const beside = [...roll.ownRoles]
  for (const role of all) {
    const name = quoted(role.name)
    // No statement brings it back: the administrator would sign what does not hold.
    if (roll.removedRoles.has(role.id)) return refused(say('set-up.role-was-removed', { name }))
    const here = roll.ownRoles.find(({ id }) => id === role.id)
    if (here !== undefined && isOther(here, role))
      return refused(say('set-up.role-refused', { name }))
    const fault = here === undefined ? roleNameFault(role.name, beside) : null
    if (fault !== null)
      return refused(say('set-up.role-name-refused', { name, why: fault.message }))
    if (here === undefined) beside.push(role)
  }
  return null
}

/** Not here yet. */
export const newRoles = ({ roles: all = [] }: SetUpFile, { roll }: Here): OwnRole[] =>
  all.filter(({ id }) => !roll.ownRoles.some((one) => one.id === id))

function limitFault(file: SetUpFile, here: Here): Result<never> | null {
  const looser = newLimits(file, here).find((one) => loosens(here.roll.limits, one))
  if (looser === undefined) return null
  const { role, group, currency } = looser
  return refused(
    say('set-up.limit-refused', {
      ...{ role: roles[role].name, group: limitGroups[group], currency },
    }),
  )
}

function peopleFault({ people }: SetUpFile, { roll }: Here): Result<never> | null {
  const beside = [...roll.people.values()].map(({ id, name, key }) => ({ id, name, key }))
  for (const { key, name } of people) {
    if (beside.some((one) => one.key === key)) continue
    const alike = lookAlike(name, beside)
    if (alike !== undefined)
      return refused(
        say('set-up.person-refused', { name: quoted(name), alike: quoted(alike.name) }),
      )
    const fault = personNameFault(name, [])
    if (fault !== null)
      return refused(say('set-up.person-name-refused', { name: quoted(name), why: fault.message }))
    beside.push({ id: '', name, key })
  }
  return null
}

/** As they would be saved here, without ids. */
export const draftsOf = ({ connections }: SetUpFile, { isOn }: Pick<Here, 'isOn'>): Connection[] =>
  connections.map((one) => {
    const draft = connectionRecord.parse({ ...one, id: 'new', isEmbedded: false })
    return isOn ? { ...draft, settings: settingsAmongPeople(draft) } : draft
  })

/** The connection that is here already. */
export const standing = (
  draft: Connection,
  connections: readonly Connection[],
): Connection | undefined =>
  connections.find(
    (one) =>
      !one.isEmbedded &&
      (['baseUrl', 'endpointId', 'login', 'environment'] as const).every(
        (fact) => one[fact] === draft[fact],
      ),
  )

export const signerName = ({ signer }: SetUpFile): string =>
  signer.kind === 'log' ? say('set-up.the-log') : quoted(signer.name)

export const newPeople = ({ people }: SetUpFile, { roll }: Here): SetUpFile['people'] =>
  people.filter(({ key }) => ![...roll.people.values()].some((one) => one.key === key))

/** A limit that is here stays as it is. */
export function newLimits({ limits }: SetUpFile, { roll }: Here): SetUpFile['limits'] {
  const here = new Set(roll.limits.map(keyOfLimit))
  return limits.filter((one) => !here.has(keyOfLimit(one)))
}

export function setUpView(setUpId: string, file: SetUpFile, here: Here): SetUpView {
  const { signer, savedAt, limits } = file
  const fresh = newPeople(file, here)
  return {
    ...{ setUpId, savedAt, limits },
    signer: { kind: signer.kind, name: signer.name, fingerprint: fingerprintOf(signer.key) },
    isFirst: lastTaken(here) === undefined,
    connections: draftsOf(file, here).map((draft) => ({
      ...{ name: draft.name, environment: draft.environment, baseUrl: draft.baseUrl },
      ...{ endpointId: draft.endpointId, login: draft.login },
      isHere: standing(draft, here.connections) !== undefined,
      settings: unusualSettings(draft),
    })),
    roles: (file.roles ?? []).map((role) => ({
      ...role,
      isHere: !newRoles(file, here).includes(role),
    })),
    people: file.people.map(({ key, name, roles, ownRoles = [] }) => ({
      ...{ name, roles, ownRoles, fingerprint: fingerprintOf(key) },
      isHere: !fresh.some((one) => one.key === key),
    })),
    takesPassphrase:
      here.isOn && fresh.length + newLimits(file, here).length + newRoles(file, here).length > 0,
    peopleStayOut:
      here.isOn || (file.people.length === 0 && limits.length === 0 && file.roles === undefined)
        ? null
        : say('set-up.people-are-off'),
  }
}
