// What a look-up found, in words: found and in what state, not there, refused, or not asked at all. Each is another thing to know.
import type { OrderRow } from '#shared/bridge/views.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { meaningOf } from '#shared/gateway/refusal-words.ts'
import type { Tone } from '../theme/tokens.ts'
import { wordsOfRead } from './faults.ts'
import { phases } from './phases.ts'

export interface LookUpWording {
  tone: Tone
  words: string
  /** The service's own words or what went wrong; empty when the words say it all. */
  detail: string
}

export const isNotThere = (fault: Fault): boolean =>
  fault.kind === 'rejected' && meaningOf(fault.message) === 'no-order'

export const phaseWords = ({ phase, status }: Pick<OrderRow, 'phase' | 'status'>): string =>
  phase === 'unclear' ? `Unclear: ${status}` : phases[phase].words

export function wordsOfLookUp(
  result: Result<Pick<OrderRow, 'phase' | 'status'>> | null,
): LookUpWording {
  if (result === null) return { tone: 'still', words: 'Not asked yet', detail: '' }
  if (result.ok)
    return { tone: phases[result.value.phase].tone, words: phaseWords(result.value), detail: '' }
  const { fault } = result
  if (isNotThere(fault)) return { tone: 'still', words: 'Not found', detail: fault.message }
  if (fault.kind === 'unreached')
    return { tone: 'warn', words: 'Not reached', detail: fault.message }
  if (fault.kind === 'rejected') return { tone: 'warn', words: 'Refused', detail: fault.message }
  const { title, tone } = wordsOfRead(fault)
  return { tone, words: title, detail: fault.message }
}
