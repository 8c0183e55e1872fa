// The seal on the audit log during a run: signing key, checkpoints and high-water mark brought together. It says whether the log
// found at start is the one that was left; when it is not, money stops until a person decides. It never blocks on the keychain.
import type { AuditLog } from './audit.ts'
import { loadOrCreateAuditKey, type SecretSlots } from './audit-key.ts'
import { type Checkpointer, createCheckpointer } from './checkpoint.ts'
import { createHighWater, type HighWaterMark } from './high-water.ts'
import type { Database } from './open.ts'

export interface Seal {
  /** After entries were committed: a checkpoint when one is due, always when money reached its final state. */
  maybe(isFinalMoney?: boolean): void
  /** Null while the keychain is locked: entries are chained all the same and signed later. */
  checkpointer(): Checkpointer | null
  /** How far the log had come when it was last compared; evidence for verification. */
  mark(): HighWaterMark | null
  /** Why money has to stop, or null. */
  stop(): string | null
  /** A person decided that this log is the one to go on with. The caller audits who and why. */
  accept(): void
  /** Tries the keychain again. */
  reopen(): Promise<void>
  /** Signs the newest entries and waits until the keychain has a mark at or behind this entry; else says why it has not. */
  marked(size: number): Promise<string | null>
  /** Signs the end of the log and waits for the mark. */
  close(): Promise<void>
}

export async function openSeal(parts: {
  db: Database
  audit: AuditLog
  vault: SecretSlots
  clock: () => number
  report: (incident: string, error: unknown) => void
}): Promise<Seal> {
  const { db, audit, vault, report } = parts
  const mark = createHighWater(vault, audit, db, {
    report: (result) => report('high-water', result),
  })
  let signer: Checkpointer | null = null
  let stop: string | null = null
  let isAccepted = false
  let found: HighWaterMark | null = null

  const reopen = async (): Promise<void> => {
    if (signer === null) {
      const key = await loadOrCreateAuditKey(vault, db, { clock: parts.clock })
      if (key.ok)
        signer = createCheckpointer(audit, db, {
          key: key.value,
          clock: parts.clock,
          report: (error) => report('checkpoint', error),
          onWritten: () => mark.note(),
          isHeld: () => stop !== null,
        })
      // A locked keychain opens again; a key that is gone or another one is how a rewritten log would hide.
      else if (
        key.fault.kind === 'vault' &&
        (key.fault.reason === 'lost' || key.fault.reason === 'refused')
      )
        stop = key.fault.message
    }
    if (isAccepted) return
    const comparison = await mark.compare()
    found = comparison.mark
    if (comparison.state === 'rolled-back') stop = comparison.words
  }
  await reopen()

  return {
    maybe: (isFinalMoney = false) => {
      if (isFinalMoney) signer?.now('final money state')
      else signer?.maybe('entries')
    },
    checkpointer: () => signer,
    mark: () => found,
    stop: () => stop,
    accept: () => {
      isAccepted = true
      stop = null
      // The old mark speaks of the log that was given up.
      found = null
      mark.accept()
    },
    reopen,
    marked: async (size) => {
      signer?.now('archive')
      await mark.settled()
      const comparison = await mark.compare()
      if (comparison.state === 'ok' && (comparison.mark?.size ?? 0) >= size) return null
      return `The keychain could not say how far the log has come: ${comparison.words}`
    },
    close: async () => {
      signer?.now('close')
      await mark.settled()
    },
  }
}
