// Looks at every page of the ledger in the reader's thread while the desk is open already. Damage
// stops money at once; that the whole file was sound is noted, else the next start looks at all of
// it before anything else. Called by wire-ledger.ts.
import { say } from '#shared/message.ts'
import { type Database, openLedgerReader } from '../ledger/db/open.ts'
import { type OpenLedger } from '../ledger/opening/open-ledger.ts'
import type { LedgerFinding } from '../ledger/schema/findings.ts'
import type { Reader } from '../ledger/worker/reader.ts'
import { firstRowsMs } from './open-readers.ts'
import type { RowSeals } from '../ledger/seals/row-seal.ts'

/** Returns the function that gives it up: the next start then looks. */
export function startIntegrityScan(
  reader: Pick<Reader, 'run'>,
  ledger: Pick<OpenLedger, 'noteSound'>,
  {
    stopMoney,
    report,
    onLooked = () => undefined,
  }: {
    stopMoney: (reason: string) => void
    report: (incident: string, error: unknown) => void
    onLooked?: () => void
  },
): () => void {
  let isGivenUp = false
  const look = (): void => {
    reader
      .run('damage', {})
      .then((damage) => {
        if (damage !== null) stopMoney(damagedMessage(damage))
        else if (!isGivenUp) ledger.noteSound()
        if (!isGivenUp) onLooked()
      })
      .catch((error: unknown) => {
        if (!isGivenUp) report('ledger', error)
      })
  }
  const timer = setTimeout(look, firstRowsMs)
  return () => {
    isGivenUp = true
    clearTimeout(timer)
  }
}

const damagedMessage = (damage: string): string => say('the-ledger-is-damaged', { damage })

/** A person's decision has the indexes made again from the rows. */
export function indexFinding(db: Database, damage: string, at: number): LedgerFinding {
  const isOfIndex = /\bindex\b/.test(damage)
  return {
    ...{ id: 0, kind: 'schema', at },
    message: isOfIndex
      ? say('an-index-of-the-ledger-hides-rows', { damage })
      : damagedMessage(damage),
    putRight: () => {
      if (isOfIndex) db.exec('REINDEX')
    },
  }
}

export interface IndexLook {
  /**
   * MONEY: asked before a request leaves: resolves once each row was looked for in each index of
   * this run's ledger. In words why nothing may leave. What is written later, watchIndexes() sees.
   */
  now(): Promise<string | null>
  giveUp(): void
}

/** In the reader's thread: with many rows that takes a second. */
export function lookAtIndexes(
  reader: Pick<Reader, 'run'>,
  {
    onDamage,
    report,
  }: {
    onDamage: (damage: string) => void
    report: (incident: string, error: unknown) => void
  },
): IndexLook {
  let looking: Promise<string | null> | null = null
  let isGivenUp = false
  return {
    giveUp: () => {
      isGivenUp = true
    },
    now: async () => {
      looking ??= reader.run('indexes', {})
      try {
        const damage = await looking
        if (damage === null) return null
        onDamage(damage)
      } catch (error) {
        if (!isGivenUp) report('indexes', error)
      }
      looking = null
      return say('the-indexes-of-the-ledger-were-not-found-sound')
    },
  }
}

/** After the look at the pages, which reads the same disk. */
const rowsAfterMs = 6_000
const restMs = 5
/** Another program that writes all the time would keep a request waiting for ever. */
const mostLooks = 3

export interface RowLook {
  /**
   * MONEY: asked before a request leaves: resolves once every row was compared. In words why that
   * could not be done; what it finds is among the stops.
   */
  now(): Promise<string | null>
  giveUp(): void
}

/**
 * MONEY: compares every row that steers money with its seal, a page at a time, on a connection that
 * sees one moment of the ledger. Here and not in the reader’s thread, which holds no key.
 */
export function lookAtRows(
  rows: Pick<RowSeals, 'startIntegrityScan' | 'isWhole'>,
  file: string,
  report: (incident: string, error: unknown) => void,
): RowLook {
  let isGivenUp = false
  let waiting = 0
  let running: Promise<void> | null = null
  let snapshot: Database | null = null
  const breathe = async (): Promise<void> => {
    // A request that waits is not to wait for a rest as well.
    await new Promise((resolve) => setTimeout(resolve, waiting > 0 ? 0 : restMs))
    if (isGivenUp) throw new Error('the look at the rows was given up')
  }
  const look = async (): Promise<void> => {
    const opened = openLedgerReader(file)
    if (!opened.ok) throw new Error(opened.fault.message)
    snapshot = opened.value
    try {
      snapshot.exec('BEGIN')
      await rows.startIntegrityScan(snapshot, breathe)
    } finally {
      snapshot.close()
    }
  }
  const run = (): Promise<void> => {
    running ??= look().finally(() => (running = null))
    return running
  }
  const complain = (error: unknown): void => {
    if (!isGivenUp) report('rows', error)
  }
  const timer = setTimeout(() => void run().catch(complain), rowsAfterMs)
  return {
    now: async () => {
      waiting += 1
      try {
        for (let looks = 0; looks < mostLooks && !rows.isWhole(); looks += 1) await run()
      } catch (error) {
        complain(error)
        return uncomparedMessage
      } finally {
        waiting -= 1
      }
      return rows.isWhole() ? null : uncomparedMessage
    },
    giveUp: () => {
      isGivenUp = true
      clearTimeout(timer)
      // At once: the ledger is tidied up by the last one that closes it, which has to be its
      // writer.
      snapshot?.close()
    },
  }
}

const uncomparedMessage = say('the-rows-of-the-ledger-that-steer-money-could')
