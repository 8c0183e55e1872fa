// The life of a ledger, started, checked and ended as the program does it, and the keychain beside
// it.
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { ok, type Result } from '#shared/fault.ts'
import { type AuditDraft, type AuditLog, openAudit } from '../../../src/main/ledger/audit/audit.ts'
import type { SecretSlots } from '../../../src/main/ledger/audit/audit-key.ts'
import { openEntryProofs } from '../../../src/main/ledger/audit/entry-proofs.ts'
import { openSeal, type Seal } from '../../../src/main/ledger/audit/seal.ts'
import { type Database, inTransaction } from '../../../src/main/ledger/db/open.ts'
import { createMoneyStops } from '../../../src/main/ledger/journal/money-stop.ts'
import { type OpenLedger, openLedger } from '../../../src/main/ledger/opening/open-ledger.ts'
import { localReader, type Reader } from '../../../src/main/ledger/worker/reader.ts'
import { openClosedFile } from '../../../src/main/composition/closed-file.ts'
import {
  createLedgerCheck,
  type LedgerCheck,
  logDoubt,
} from '../../../src/main/composition/ledger-check.ts'
import { must } from '../faults/must.ts'

export interface Life {
  ledger: OpenLedger
  db: Database
  audit: AuditLog
  seal: Seal
  check: LedgerCheck
  /** The jobs of the check, in the order in which they were asked for. */
  asked: string[]
  /** Everything is checked again, if it is due: what stops money then, in words. */
  stops(): Promise<string[]>
  note(kind: string, details?: Record<string, unknown>): void
  /** A person goes on in spite of everything. */
  resume(): void
  /** The keychain is asked again. */
  reopen(): Promise<void>
  /** In order. */
  close(): Promise<void>
  /** As when the program is killed. */
  kill(): void
}

export type Keychain = SecretSlots & { slots: Map<string, string>; isLocked: boolean }

/** `like`: with what that one holds by now. */
export function newKeychain(like?: Keychain): Keychain {
  const slots = new Map<string, string>(like?.slots)
  const fault = (reason: 'lost' | 'locked'): Result<never> => ({
    ok: false,
    fault: { kind: 'vault', sent: 'no', reason, message: `The keychain says: ${reason}.` },
  })
  const keychain: Keychain = {
    kind: 'keychain',
    slots,
    isLocked: false,
    read: (slot) => {
      const value = slots.get(slot)
      if (keychain.isLocked) return Promise.resolve(fault('locked'))
      return Promise.resolve(value === undefined ? fault('lost') : ok(value))
    },
    write: (slot, secret) => {
      if (keychain.isLocked) return Promise.resolve(fault('locked'))
      slots.set(slot, secret)
      return Promise.resolve(ok(null))
    },
  }
  return keychain
}

interface LifeOptions {
  version?: string
  /** A larger file is not read as Paydesk ends. */
  mostBytes?: number
}

/** A start as the program makes it, as far as the ledger goes. */
export async function openLife(
  file: string,
  vault: SecretSlots,
  clock: () => number = Date.now,
  { version = '1', mostBytes }: LifeOptions = {},
): Promise<Life> {
  const ledger = must(openLedger({ file, clock }))
  const { db, witness } = ledger
  const report = (): void => undefined
  const monotonic = (): number => performance.now()
  const proofs = openEntryProofs({ db, vault, report })
  const audit = openAudit(db, { clock, monotonic, prove: proofs.prove })
  await proofs.reopen()
  const unproven = (): string | null => proofs.logFault()
  const isProving = (): boolean => proofs.key() !== null
  const seal = await openSeal({
    ...{ db, audit, vault, lock: witness, clock, report, unproven, isProving },
  })
  const append = (draft: AuditDraft): void => void inTransaction(db, () => audit.append(draft))
  const note = (kind: AuditKind, details: Record<string, unknown> = {}): void =>
    append({ actor: 'ana', outcome: 'ok', origin: 'desk', subject: 'log', kind, details })
  const stops = createMoneyStops(db, {
    ...{ clock, actor: () => 'ana', note: append },
    seal: {
      stops: () => [...seal.stops(), ...proofs.stops()],
      accept: (stop) => void (proofs.accept(stop) || seal.accept(stop)),
    },
  })
  ledger.whenPutRight((message) => stops.found(message))
  const asked: string[] = []
  const local = localReader(db, monotonic)
  const reader: Reader = {
    ...local,
    run: (job, ...more) => {
      asked.push(job)
      return local.run(job, ...more)
    },
  }
  const check = createLedgerCheck({
    ...{
      db,
      seal,
      proofs,
      stops,
      note: append,
      long: reader,
      openReader: () => reader,
      onFound: report,
    },
    logDoubt: () => logDoubt(seal, proofs),
    size: () => audit.head().size,
    clock,
    file: openClosedFile({
      ...{ ledger, version, clock, long: reader },
      ...(mostBytes === undefined ? {} : { mostBytes }),
    }),
    report: (incident, error) => {
      // Rows that were there twice: their index is made again behind them.
      if (incident === 'indexes') return
      throw new Error(incident, { cause: error })
    },
  })
  note('log:opened')
  seal.maybe('opened')
  return {
    ...{ ledger, db, audit, seal, check, asked, note },
    resume: () =>
      stops.resume(
        stops.all().map(({ id }) => id),
        'it was our own tool',
      ),
    stops: async () => {
      const drift = ledger.drift()
      const unchecked = await check.now()
      await check.folded()
      return [
        ...[drift, unchecked].filter((message) => message !== null),
        ...stops.all().map(({ message }) => message),
      ]
    },
    reopen: async () => {
      await proofs.reopen()
      await seal.reopen()
    },
    close: async () => {
      await check.giveUp()
      note('log:closed')
      audit.end()
      await seal.close()
      await check.leave(1_000)
      ledger.close()
    },
    kill: () => {
      void check.giveUp()
      ledger.close()
    },
  }
}
