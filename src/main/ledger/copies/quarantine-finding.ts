// What a start puts aside before it opens the ledger, and the finding that tells a person of it.
import { say } from '#shared/message.ts'
import { basename } from 'node:path'
import type { Health } from '../db/file-health.ts'
import type { LedgerFinding } from '../schema/findings.ts'
import { quarantine, quarantineLog } from './quarantine.ts'

type Finding = Omit<LedgerFinding, 'id'>

/** A damaged ledger, or what is left of one that is gone, makes room for a new one. */
export function setAside(
  { file, clock }: { file: string; clock: () => number },
  health: Health,
  hadLedger: boolean,
): Finding[] {
  if (health.state === 'damaged') {
    const movedTo = quarantine(file, clock) ?? ''
    const message = say('ledger.the-ledger-was-damaged', { why: health.message, movedTo })
    return [{ kind: 'quarantine', at: clock(), message }]
  }
  if (health.state !== 'none' || !hadLedger) return []
  const movedTo = quarantine(file, clock)
  const message =
    movedTo === null
      ? say('ledger.gone', { file: basename(file) })
      : say('ledger.gone-and-kept', { file: basename(file), movedTo })
  return [{ kind: 'missing', at: clock(), message }]
}

/** A write-ahead log that goes on from another file. */
export function strayLogMoved(file: string, clock: () => number): Finding {
  const movedTo = quarantineLog(file, clock) ?? ''
  const message = say('ledger.stray-log', { file: basename(file), movedTo })
  return { kind: 'quarantine', at: clock(), message }
}
