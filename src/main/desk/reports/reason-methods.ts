// Reasons that are text alone, and the codes that people give them. A code has to be one of a
// connection's list, so that a slip of the keys makes no reason of its own.
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { listedAs } from '#shared/connections/reasons.ts'
import { say } from '#shared/message.ts'
import type { ReasonCodes } from '#shared/reports/reason-methods.ts'
import type { ReasonMap } from '../../ledger/settings/reason-map.ts'
import type { Reader } from '../../ledger/worker/reader.ts'
import type { Desk } from '../base/desk.ts'
import { reasonNamesOf } from './report-methods.ts'

export interface ReasonParts {
  reader: Pick<Reader, 'run'>
  connections: () => readonly Connection[]
  reasons: ReasonMap
  actor: () => string
  onChange: () => void
}

const MOST_SHOWN = 200

export function createReasonMethods(
  parts: ReasonParts,
): Pick<Desk, 'reason:uncoded' | 'reason:map'> {
  return {
    'reason:uncoded': async () => ok(await read(parts)),
    'reason:map': async ({ text, code }): Promise<Result<ReasonCodes>> => {
      if (code !== null && !Object.hasOwn(reasonNamesOf(parts.connections()), code))
        return fail(inputFault('code', say('reports.no-such-code', { code })))
      parts.reasons.map(text, code, parts.actor())
      parts.onChange()
      return ok(await read(parts))
    },
  }
}

async function read({ reader, connections }: ReasonParts): Promise<ReasonCodes> {
  const all = connections()
  const listed = all.flatMap(({ settings: { money } }) => [
    ...money.refundReasons,
    ...money.releaseReasons,
  ])
  const reasons = await reader.run('uncoded-reasons', {})
  return {
    reasons: reasons
      .slice(0, MOST_SHOWN)
      .map((one) => ({ ...one, suggested: listedAs(one.text, listed)?.code ?? null })),
    count: reasons.length,
    codes: Object.entries(reasonNamesOf(all))
      .map(([code, label]) => ({ code, label }))
      .sort((a, b) => (a.label < b.label ? -1 : 1)),
  }
}
