// What a look-up found, in words: found and in what state, not there, refused, or not asked at all.
// Each is another thing to know.
import type { OrderRow } from '#shared/bridge/views.ts'
import type { FoundOrder, LookUpRow } from '#shared/bridge/look-ups.ts'
import type { Result } from '#shared/fault.ts'
import type { Tone } from '../../theme/tokens.ts'
import { isNotThere, lacksMerchantOrderId, wordsOfRead } from '../faults.ts'
import { phases } from '../phases.ts'

export interface LookUpWording {
  tone: Tone
  words: string
  /** The gateway's own words or what went wrong; empty when the words say it all. */
  detail: string
}

const phaseWords = ({ phase, status }: Pick<OrderRow, 'phase' | 'status'>): string =>
  phase === 'unclear' ? `Unclear: ${status}` : phases[phase].words

export function wordsOfLookUp(
  result: Result<Pick<OrderRow, 'phase' | 'status'>> | null,
): LookUpWording {
  if (result === null) return { tone: 'neutral', words: 'Not asked yet', detail: '' }
  if (result.ok)
    return { tone: phases[result.value.phase].tone, words: phaseWords(result.value), detail: '' }
  const { fault } = result
  if (isNotThere(fault)) return { tone: 'neutral', words: 'Not found', detail: fault.message }
  if (lacksMerchantOrderId(fault))
    return {
      tone: 'warn',
      words: 'Merchant order ID needed',
      detail: `Look this order up by its Merchant order ID. ${fault.message}`,
    }
  if (fault.kind === 'unreached')
    return { tone: 'warn', words: 'Not reached', detail: fault.message }
  if (fault.kind === 'rejected') return { tone: 'warn', words: 'Refused', detail: fault.message }
  const { title, tone } = wordsOfRead(fault)
  return { tone, words: title, detail: fault.message }
}

export const foundIn = (row: LookUpRow): FoundOrder[] =>
  row.answers.flatMap(({ result }) => (result.ok ? [result.value] : []))

/**
 * Of all connections together; a failure counts only where nothing was found, and is told beside it
 * otherwise.
 */
export function resultOfRow(row: LookUpRow, connectionCount: number): LookUpWording {
  const found = foundIn(row)
  const failures = row.answers.flatMap(({ result }) =>
    result.ok || isNotThere(result.fault) ? [] : [result],
  )
  const [first] = found
  if (first !== undefined) {
    const { tone, words } = wordsOfLookUp({ ok: true, value: first })
    const others = found.length > 1 ? ` at ${found.length} connections` : ''
    const detail = failures.length > 0 ? `${failures.length} of ${connectionCount} failed` : ''
    return { tone, words: `${words}${others}`, detail }
  }
  const [failure] = failures
  if (failure !== undefined) return wordsOfLookUp(failure)
  const [missing] = row.answers
  return row.answers.length === connectionCount && missing !== undefined
    ? wordsOfLookUp(missing.result)
    : wordsOfLookUp(null)
}
