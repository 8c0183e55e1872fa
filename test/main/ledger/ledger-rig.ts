// A ledger in a folder of its own, with a clock that moves one second a look and ids that repeat
// from run to run.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import type { Result } from '#shared/fault.ts'
import { type AuditDraft, type AuditLog, openAudit } from '../../../src/main/ledger/audit/audit.ts'
import { type Checkpointer, createCheckpointer } from '../../../src/main/ledger/audit/checkpoint.ts'
import { inTransaction } from '../../../src/main/ledger/db/open.ts'
import { type OpenLedger, openLedger } from '../../../src/main/ledger/opening/open-ledger.ts'
import { localReader, type Reader } from '../../../src/main/ledger/worker/reader.ts'
import { dropGuards as dropGuardsOf } from '../../campaigns/tamper/log.ts'
import { formatMessage } from '#wording/format-messages.ts'

export const resourcesDir = join(import.meta.dirname, '../../../resources')
export const LOG_ID = '000102030405060708090a0b0c0d0e0f'

/** RFC 8410's private key header and a seed of one repeated byte. */
export const keyFromSeed = (byte: number): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([
      Buffer.from('302e020100300506032b657004220420', 'hex'),
      Buffer.alloc(32, byte),
    ]),
    format: 'der',
    type: 'pkcs8',
  })

const ending: (() => void)[] = []
afterEach(() => {
  for (const end of ending.splice(0).reverse()) end()
})

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-ledger-'))
  ending.push(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return folder
}

export function tickingClock(start = Date.UTC(2026, 2, 1, 9, 30)): () => number {
  let now = start
  return () => (now += 1000)
}

export function valueOf<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(`${result.fault.kind}: ${result.fault.message}`)
  return result.value
}

export function faultOf<T>(result: Result<T>): string {
  if (result.ok) throw new Error('a fault was expected')
  return formatMessage(result.fault.message)
}

export function openAt(file: string): OpenLedger {
  const opened = valueOf(openLedger({ file, clock: tickingClock() }))
  ending.push(() => {
    opened.close()
  })
  return opened
}

export const draft = (n: number, more: Partial<AuditDraft> = {}): AuditDraft => ({
  actor: 'ana',
  kind: n % 3 === 0 ? 'order:look-up' : 'attempt:sending',
  outcome: n % 2 === 0 ? 'SENDING' : 'approved',
  origin: 'operator',
  subject: `order/test/${n % 5}`,
  details: { orderid: String(n), operation: 'return', amount: `${n}.50`, currency: 'EUR' },
  ...more,
})

export interface LogRig {
  ledger: OpenLedger
  audit: AuditLog
  checkpointer: Checkpointer
  reports: unknown[]
  /** Lists and long work on this ledger. */
  jobs: Reader
  append(draft: AuditDraft): { seq: number; head8: string }
}

/** A ledger with this many entries and checkpoints at these sizes. */
export function openLog(
  options: { file?: string; entries?: number; checkpointsAt?: number[]; key?: KeyObject } = {},
): LogRig {
  const ledger = openAt(options.file ?? ':memory:')
  const clock = tickingClock()
  let mono = 0
  const audit = openAudit(ledger.db, { clock, monotonic: () => (mono += 7), logId: LOG_ID })
  const reports: unknown[] = []
  const checkpointer = createCheckpointer(audit, ledger.db, {
    key: options.key ?? keyFromSeed(1),
    clock,
    report: (error) => reports.push(error),
  })
  const append = (entry: AuditDraft) => inTransaction(ledger.db, () => audit.append(entry))
  for (let n = 1; n <= (options.entries ?? 0); n += 1) {
    append(draft(n))
    if (options.checkpointsAt?.includes(n) === true) checkpointer.now('entries')
  }
  const jobs = localReader(ledger.db, () => performance.now())
  return { ledger, audit, checkpointer, reports, jobs, append }
}

export const dropGuards = (rig: LogRig): void => dropGuardsOf(rig.ledger.db)
