// The stops of the log and those of the rows beside it, as one list. Called by assemble.ts; it holds no rule of its own.
import type { RowSeals } from './ledger/row-seal.ts'
import type { Seal } from './ledger/seal.ts'

export const withRows = (seal: Seal, rows: RowSeals): Pick<Seal, 'stops' | 'accept'> => ({
  stops: () => {
    const ofLog = seal.stops()
    return [...ofLog, ...rows.stops(ofLog.length > 0)]
  },
  accept: (stop) => {
    if (rows.accept(stop)) return
    seal.accept(stop)
    rows.acceptLate()
  },
})
