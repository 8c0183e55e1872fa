// Who is signed in, and how nobody is any more: asked, idle, or because the computer sleeps or is
// locked. Ten failed tries keep a person out for thirty minutes. Time here only goes forward while
// Paydesk is open: no clock ends the wait, and a restart begins it anew.
import { say } from '#shared/message.ts'
import { fail, type Fault, type Result } from '#shared/fault.ts'
import type { LockReason } from '#shared/people/people-methods.ts'
import type { Holder } from '#shared/people/own-roles.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { PeopleStore } from '../../ledger/settings/people.ts'
import type { PersonKeys } from '../../vault/person-key.ts'
import { notMine } from '../base/faults.ts'
import type { StandingRoll } from './roll.ts'
import type { Person } from '#shared/people/roll.ts'

const mostFailures = 10
const lockedMs = 30 * 60_000
const minuteMs = 60_000

export interface Session {
  /** Null where nobody is signed in. */
  me(): ({ id: string; name: string } & Holder) | null
  /** Who was signed in last since the start, and what ended it; null while somebody is. */
  left(): { id: string; reason: LockReason } | null
  /** Changes whenever somebody signs in and whenever the desk is locked, also while it is. */
  number(): number
  /**
   * Signs a text with the person's key; counts a wrong passphrase. Faults: input, denied, vault.
   */
  sign(
    person: Pick<Person, 'id' | 'name' | 'key'>,
    field: 'passphrase' | 'own',
    typed: { passphrase: string; text: Buffer },
  ): Promise<Result<Buffer>>
  /** Counts a wrong passphrase of what was opened with it. Faults: as sign(). */
  tried<T>(
    person: Pick<Person, 'id' | 'name'>,
    field: 'passphrase' | 'own',
    open: () => Promise<Result<T> | 'wrong-passphrase'>,
  ): Promise<Result<T>>
  begin(person: Pick<Person, 'id' | 'name'>): void
  /** Somebody is at the window. */
  active(): void
  lock(reason: LockReason): void
}

interface SessionParts {
  roll: Pick<StandingRoll, 'read'>
  store: Pick<PeopleStore, 'failures' | 'noteFailures'>
  keys: Pick<PersonKeys, 'sign'>
  note: (draft: AuditDraft) => void
  monotonic: () => number
  report: (incident: string, error: unknown) => void
  /** After anybody signed in or out. */
  onChange: () => void
  /** Before: what was open for the person is dropped. */
  onLocked: () => void
}

export function createSession(parts: SessionParts): Session {
  const { roll, monotonic, onChange } = parts
  let [personId, count, activeAt] = [null as string | null, 0, 0]
  let left: ReturnType<Session['left']> = null
  let timer: NodeJS.Timeout | undefined
  const tries = countedTries(parts)

  const me: Session['me'] = () => {
    const person = personId === null ? undefined : roll.read().people.get(personId)
    return person === undefined || person.isRemoved ? null : person
  }
  const lock = (reason: LockReason): void => {
    clearTimeout(timer)
    count += 1
    if (personId === null) return
    const person = roll.read().people.get(personId)
    const [id, name] = [personId, person?.name ?? personId]
    personId = null
    left = { id, reason }
    parts.onLocked()
    try {
      parts.note(draftOf('person:signed-out', { id, name }, reason))
    } catch (error) {
      // Nobody is signed in any more, also where the ledger can't be written.
      parts.report('people', error)
    }
    onChange()
  }
  const watchIdle = (): void => {
    clearTimeout(timer)
    const left = activeAt + roll.read().idleMinutes * minuteMs - monotonic()
    if (left <= 0) lock('idle')
    else timer = setTimeout(watchIdle, left).unref()
  }

  return {
    me,
    left: () => left,
    number: () => count,
    tried: tries.tried,
    sign: (person, field, { passphrase, text }) =>
      tries.tried(person, field, () => parts.keys.sign(person.key, passphrase, text)),
    begin: (person) => {
      lock('asked')
      personId = person.id
      try {
        parts.note(draftOf('person:signed-in', person, 'ok'))
      } catch (error) {
        // Nobody is signed in without an entry that says so.
        personId = null
        throw error
      }
      left = null
      count += 1
      activeAt = monotonic()
      watchIdle()
      onChange()
    },
    active: () => {
      if (personId === null) return
      activeAt = monotonic()
      watchIdle()
    },
    lock,
  }
}

/** One after the other: a hundred tries at once would each find the count of before. */
function countedTries(parts: SessionParts): Pick<Session, 'tried'> {
  const { store, monotonic } = parts
  const openedAt = monotonic()
  const lockedAt = new Map<string, number>()
  let turn: Promise<unknown> = Promise.resolve()

  const waitMs = (personId: string): number => {
    const failures = store.failures(personId)
    if (failures === 0 || failures % mostFailures !== 0) return 0
    return (lockedAt.get(personId) ?? openedAt) + lockedMs - monotonic()
  }
  const waiting = (personId: string): Fault | null => {
    const ms = waitMs(personId)
    const minutes = Math.ceil(ms / minuteMs)
    return ms <= 0 ? null : notMine(say('people.locked-out', { minutes }))
  }
  const failed = (person: Pick<Person, 'id' | 'name'>, field: string): Fault => {
    const failures = store.failures(person.id) + 1
    store.noteFailures(draftOf('person:refused', person, 'refused'), person.id, failures)
    if (failures % mostFailures === 0) lockedAt.set(person.id, monotonic())
    const left = mostFailures - (failures % mostFailures)
    const message =
      left === mostFailures
        ? say('people.locked-out', { minutes: lockedMs / minuteMs })
        : say('people.passphrase-wrong', { left })
    return { kind: 'input', sent: 'no', field, message }
  }

  return {
    tried: (person, field, open) => {
      const asked = turn.then(async () => {
        const wait = waiting(person.id)
        if (wait !== null) return fail(wait)
        const opened = await open()
        if (opened === 'wrong-passphrase') return fail(failed(person, field))
        if (opened.ok && store.failures(person.id) > 0)
          store.noteFailures(draftOf('person:proved', person, 'ok'), person.id, 0)
        return opened
      })
      turn = asked.catch(() => undefined)
      return asked
    },
  }
}

export const draftOf = (
  kind: AuditDraft['kind'],
  person: Pick<Person, 'id' | 'name'>,
  outcome: string,
  details: AuditDraft['details'] = {},
): AuditDraft => ({
  actor: person.name,
  kind,
  outcome,
  origin: 'operator',
  subject: `person/${person.id}`,
  details: { name: person.name, ...details },
})
