// The roll as it stands: the signed statements of the ledger, held against what the keychain
// remembers of them, so that a file in which a statement is gone or replaced lets nobody in, also
// before the ledger was compared with its log.
import { say } from '#shared/message.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { MoreWritten, PeopleStore } from '../../ledger/settings/people.ts'
import type { Vault } from '../../vault/vault.ts'
import { notMine } from '../base/faults.ts'
import type { Roll } from '#shared/people/roll.ts'
import { digestOf, rollOf, type Statement } from './statements.ts'

export const rollSlot = 'people/roll'

/** What the keychain remembers; null where it remembers nothing. */
interface Remembered {
  logId: string
  size: number
  digest: string
}

/** A statement, and the entry that says so. */
export interface Signed {
  draft: AuditDraft
  body: string
  signature: string
}

export interface StandingRoll {
  read(): Roll
  /** Operators are switched on, or were: the keychain knows it also where the ledger does not. */
  isOn(): boolean
  /** Why nobody can be let in, or null. */
  fault(): string | null
  /** Asks the keychain; at the start, and when it was locked before. */
  reopen(): Promise<void>
  /**
   * Appends statements whose texts were signed, and `more` with them: all of it or nothing. Faults:
   * denied, when one of them does not hold; vault, when the keychain keeps no note.
   */
  state(signed: readonly Signed[], more?: readonly MoreWritten[]): Promise<Result<null>>
  /** The text of the next statement, or of one that is `ahead` of that, for its signature. */
  next(by: string, what: Said, ahead?: number): string
}

type EveryStatement = 'v' | 'log' | 'n' | 'by' | 'at'
type SaidBy<S> = S extends Statement ? Omit<S, EveryStatement> : never
/** What a statement says, without what makes it one. */
export type Said = SaidBy<Statement>

export function createRoll(parts: {
  store: PeopleStore
  vault: Pick<Vault, 'kind' | 'read' | 'write'>
  logId: string
  clock: () => number
}): StandingRoll {
  const { store, vault, logId } = parts
  let known: Roll | null = null
  let remembered: Remembered | null = null
  const proven = new Set<string>()

  const read = (): Roll => {
    const size = store.size()
    if (known === null || known.size !== size || known.brokenAt !== null)
      known = rollOf(logId, store.statements(), proven)
    return known
  }
  const isForgotten = (): boolean => {
    if (remembered === null || remembered.logId !== logId) return false
    const { size, digest } = remembered
    const statements = store.statements()
    return statements.length < size || digestOf(statements, size) !== digest
  }
  const remember = async (): Promise<Result<null>> => {
    const statements = store.statements()
    const size = statements.length
    const next = { logId, size, digest: digestOf(statements, size) }
    const written = await vault.write(rollSlot, JSON.stringify({ v: 1, ...next }))
    if (written.ok) remembered = next
    return written
  }

  return {
    read,
    isOn: () => store.size() > 0 || (remembered !== null && remembered.logId === logId),
    fault: () => {
      if (isForgotten()) return say('people.roll-changed')
      const { brokenAt } = read()
      return brokenAt === null ? null : say('people.statement-broken', { number: brokenAt })
    },
    reopen: async () => {
      if (vault.kind === 'memory') return
      const stored = await vault.read(rollSlot)
      // MONEY: a keychain that can't be asked says nothing; nobody can sign in without it either.
      if (stored.ok) remembered = rememberedIn(stored.value)
    },
    state: async (signed, more) => {
      const before = store.statements()
      const added = signed.map(({ draft, body, signature }, at) => ({
        ...{ draft, stated: { seq: before.length + 1 + at, body, signature } },
      }))
      const after = rollOf(logId, [...before, ...added.map(({ stated }) => stated)], proven)
      if (after.brokenAt !== null) return fail(notHeld)
      store.state(added, more)
      return added.length === 0 ? ok(null) : remember()
    },
    next: (by, what, ahead = 0) =>
      JSON.stringify({
        ...{ v: 1, log: logId, n: store.size() + 1 + ahead, by },
        ...{ at: new Date(parts.clock()).toISOString(), ...what },
      }),
  }
}

const notHeld = notMine(say('people.statement-refused'))

function rememberedIn(text: string): Remembered {
  try {
    const { logId, size, digest } = JSON.parse(text) as Partial<Remembered>
    if (typeof logId === 'string' && typeof size === 'number' && typeof digest === 'string')
      return { logId, size, digest }
  } catch {
    // Not JSON at all is the same answer as JSON of another shape.
  }
  // An unreadable note fits no log: nobody is let in by it.
  return { logId: '', size: Number.MAX_SAFE_INTEGER, digest: '' }
}
