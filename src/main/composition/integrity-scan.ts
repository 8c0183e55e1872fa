// Looks at every page of the ledger in the reader's thread while the desk is open already. Damage
// stops money at once and is noted: the next start looks at all of it before anything else. Called
// by wire-ledger.ts.
import { say } from '#shared/message.ts'
import { type OpenLedger } from '../ledger/opening/open-ledger.ts'
import type { Reader } from '../ledger/worker/reader.ts'
import { firstRowsMs } from './open-readers.ts'

/** Returns the function that gives it up. */
export function startIntegrityScan(
  reader: Pick<Reader, 'run'>,
  ledger: Pick<OpenLedger, 'noteDamage'>,
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
        if (damage !== null) {
          // MONEY: first: the note may fail, as on a full disk.
          stopMoney(damagedMessage(damage))
          ledger.noteDamage()
        }
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

const damagedMessage = (damage: string): string => say('ledger.the-ledger-is-damaged', { damage })
