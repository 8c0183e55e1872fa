// Takes in all rows of one kind that need a look, with one reason of a person, a page after the
// other. It sends nothing.
import { ok, type Result } from '#shared/fault.ts'
import type { LookKind } from '#shared/runs/run-state.ts'
import type { RunRecord } from '../../ledger/runs/run-record.ts'
import { othersTurn } from '../base/others-turn.ts'
import type { DeskPorts } from '../base/ports.ts'
import type { DeskRuns } from './runs.ts'

/** So that main is held for some ten milliseconds. */
const pageRows = 200

/** Faults: others were asked meanwhile, or the run has moved on; what was kept by then stays. */
export async function keepTogether(
  { runs }: Pick<DeskPorts, 'runs'>,
  { choose }: Pick<DeskRuns, 'choose'>,
  { id }: RunRecord,
  { kind, reason }: { kind: LookKind; reason: string },
): Promise<Result<null>> {
  // MONEY: of those that were there when the person said it: a row that comes to be of this kind
  // because others are kept was not among them.
  const asked = runs.outOf(id, kind)
  for (let from = 0; from < asked.length; from += pageRows) {
    const run = runs.get(id)
    if (run === null) break
    // MONEY: and is still of it: another one kept may have made it something else.
    const still = runs.outOf(id, kind, asked.slice(from, from + pageRows))
    if (still.length > 0) {
      const kept = choose(run, still, true, reason)
      if (!kept.ok) return kept
    }
    await othersTurn()
  }
  return ok(null)
}
