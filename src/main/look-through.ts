// Looks at every page of the ledger in the reader's thread while the desk is open already. Damage stops money at once; that the whole
// file was sound is noted, else the next start looks at all of it before anything else. Called by assemble.ts.
import type { OpenLedger } from './ledger/open.ts'
import type { Reader } from './ledger/reader.ts'

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
