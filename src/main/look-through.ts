// Looks at every page of the ledger in the reader's thread while the desk is open already. Damage stops money at once; that the whole
// file was sound is noted, else the next start looks at all of it before anything else. Called by assemble.ts.
import { type OpenLedger, openLedgerReader } from './ledger/open.ts'
import type { Reader } from './ledger/reader.ts'
import type { RowSeals } from './ledger/row-seal.ts'

/** The disk and the processor are the window's until it shows its first rows. */
const firstRowsMs = 3_000

/** Returns the function that gives it up: the next start then looks. */
export function lookThrough(
  reader: Pick<Reader, 'run'>,
  ledger: Pick<OpenLedger, 'noteSound'>,
  {
    stopMoney,
    report,
  }: {
    stopMoney: (reason: string) => void
    report: (incident: string, error: unknown) => void
  },
): () => void {
  let isGivenUp = false
  const look = (): void => {
    reader
      .run('damage', {})
      .then((damage) => {
        if (damage !== null) stopMoney(damagedWords(damage))
        else if (!isGivenUp) ledger.noteSound()
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

const damagedWords = (damage: string): string =>
  `The ledger is damaged (${damage}). Close Paydesk and open it again: it then keeps this ledger as it is and starts a new one.`

/** After the look at the pages, which reads the same disk. */
const rowsAfterMs = 6_000
const restMs = 5

/**
 * MONEY: compares every row that steers money with its seal, a page at a time, on a connection that sees one moment of the ledger. Here
 * and not in the reader’s thread, which holds no key. Returns the function that gives it up.
 */
export function lookAtRows(
  rows: Pick<RowSeals, 'lookThrough'>,
  file: string,
  report: (incident: string, error: unknown) => void,
): () => void {
  let isGivenUp = false
  const breathe = async (): Promise<void> => {
    await new Promise((resolve) => setTimeout(resolve, restMs))
    if (isGivenUp) throw new Error('the look at the rows was given up')
  }
  const look = async (): Promise<void> => {
    const opened = openLedgerReader(file)
    if (!opened.ok) throw new Error(opened.fault.message)
    const db = opened.value
    try {
      db.exec('BEGIN')
      await rows.lookThrough(db, breathe)
    } finally {
      db.close()
    }
  }
  const timer = setTimeout(() => {
    look().catch((error: unknown) => {
      if (!isGivenUp) report('rows', error)
    })
  }, rowsAfterMs)
  return () => {
    isGivenUp = true
    clearTimeout(timer)
  }
}
