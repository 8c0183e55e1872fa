// Whether the lock on the ledger really holds another program back, tried once at each start from a
// process of its own. The start does not wait for the answer; the first request does.
import { say } from '#shared/message.ts'
import { dirname } from 'node:path'
import type { Stop } from '#shared/stop.ts'
import { probeCodes } from '../ledger/db/lock-file.ts'

/** Runs the built lock-probe on a lock file; its exit code, or null when it did not end in time. */
export type ProbeLock = (lockFile: string) => Promise<number | null>

export interface LockTrial {
  /** MONEY: known before anything leaves. */
  ended: Promise<void>
  /**
   * Why nothing may be sent from this folder, whatever a person says; null while nothing is known
   * against it.
   */
  fault(): string | null
}

export function tryLock(parts: {
  lockFile: string
  probe: ProbeLock
  stopMoney: (message: string, reach?: Stop['reach']) => void
  report: (incident: string, error: unknown) => void
}): LockTrial {
  const folder = dirname(parts.lockFile)
  let fault: string | null = null
  const ask = async (): Promise<void> => {
    const code = await parts.probe(parts.lockFile).catch((error: unknown) => {
      parts.report('lock-probe', error)
      return null
    })
    if (code === probeCodes.lockedOut) return
    if (code === probeCodes.letIn) {
      fault = locksDoNothing(folder)
      parts.stopMoney(fault)
    } else parts.stopMoney(notTried(folder), 'production')
  }
  return { ended: ask(), fault: () => fault }
}

const locksDoNothing = (folder: string): string => say('ledger.locks-absent', { folder })

const notTried = (folder: string): string => say('ledger.locks-not-tried', { folder })
