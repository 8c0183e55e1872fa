// What the methods about moving are built from. Files, keychain and ledger come as functions.
import type { Connection } from '#shared/connections/connection.ts'
import type { Result } from '#shared/fault.ts'
import type { Reached } from '../../ledger/audit/audit-base.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { Moved } from '../../ledger/settings/moved.ts'
import type { ShellPorts } from '../base/desk.ts'
import type { PaymentPorts } from '../payments/payments.ts'
import type { PeopleParts } from '../people/stating.ts'
import type { StoredStatement } from '../people/statements.ts'

/** What stays in memory between gathering and writing. */
export interface Gathered {
  secrets: Readonly<Record<string, string>>
}

/** What a file holds, whose files lie aside now. */
export interface Unpacked {
  log: string
  move: string
  from: string
  by: string
  movedAt: number
  entries: number
  lastAt: number
  connections: readonly Connection[]
  /** Slots of which the file has a secret. */
  slots: readonly string[]
  statements: readonly StoredStatement[]
  openRequests: number
  pausedRuns: number
  /** Where this computer was retired, if the file's log has the same entry there. */
  shared: Reached | null
}

export interface MoveParts {
  ports: Pick<
    PaymentPorts,
    'actor' | 'audit' | 'checked' | 'clock' | 'journal' | 'moneyStop' | 'onChange' | 'runs'
  >
  people: PeopleParts
  shell: Pick<ShellPorts, 'ask' | 'chooseFile' | 'chooseToOpen' | 'restart'>
  /** Null while this computer goes on. */
  moved: () => Moved | null
  /** The entry that retired it; null while it goes on. */
  retiredAt: () => Reached | null
  /** Why nothing can be opened before the next start, which puts a ledger in this one's place. */
  restoreAsked: () => string | null
  /** Moves that were taken in here. */
  taken: () => string[]
  /** Nothing but practice was ever done here. */
  isUnused: () => boolean
  /** Appends in one transaction, unless `fault` then says why not. Signs the log. */
  append: (draft: AuditDraft, fault?: () => Result<never> | null) => Result<null>
  /** MONEY: nothing is asked or sent from now on. */
  stop: () => void
  /** Faults: vault; denied, while the log can't be signed. */
  gather: () => Promise<Result<Gathered>>
  /** `isGone`: nothing is left of a file that could not be written. */
  write: (
    path: string,
    passphrase: string,
    what: Gathered & { move: string; by: string },
  ) => Promise<{ file: string } | { failed: string; isGone: boolean }>
  /** Faults: input on `file` or `passphrase`. */
  unpack: (path: string, passphrase: string) => Promise<Result<Unpacked>>
  /**
   * What was unpacked takes the place of this ledger at the next start, unless `fault` then says
   * why not. Faults: vault, input.
   */
  putAside: (what: Unpacked, fault: () => Result<never> | null) => Promise<Result<null>>
  /** Its keys go into the keychain at once. Faults: vault. */
  putBack: (what: Unpacked) => Promise<Result<null>>
  /** A passphrase or a key was used. */
  forget: () => void
  /** Takes away what was unpacked. */
  drop: () => Promise<void>
}
