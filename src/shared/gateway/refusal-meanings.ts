// What the gateway's words of a refusal mean. interface.md shows no error codes, so the words are
// what there is. Pure.
import type { Fault } from '../fault.ts'

export type Meaning =
  'no-order' | 'no-card' | 'signature' | 'login' | 'endpoint' | 'merchant-order-id' | 'unclear'

/** The specific ones before the general. */
const meanings: readonly [RegExp, Meaning][] = [
  [/control|checksum|signature/i, 'signature'],
  [
    /\b(?:order|transaction)\b.*\bnot (?:found|exist|known)\b|\b(?:no such|unknown) (?:order|transaction)\b|ORDER_NOT_FOUND/i,
    'no-order',
  ],
  [
    /CARD_REF_NOT_FOUND|\bcard[-_ ]?ref(?:erence)?(?:[-_ ]?id)?\b.*\b(?:not (?:found|exist|known)|unknown|invalid|wrong)\b|\bno (?:such )?card\b/i,
    'no-card',
  ],
  // A question by order id alone, where both ids are mandatory.
  [
    /\b(?:client[-_ ]?order|merchant[-_ ]?order)[-_ ]?(?:id)?\b.*\b(?:mandatory|required|missing|empty|blank|null|not (?:given|set|specified|present))\b|\b(?:missing|no|empty)\b.*\b(?:client[-_ ]?order|merchant[-_ ]?order)[-_ ]?id\b/i,
    'merchant-order-id',
  ],
  [/login|merchant/i, 'login'],
  [/end-?point|project/i, 'endpoint'],
]

/** Whether the gateway answered that it has no such order. */
export const isNotThere = (fault: Fault): boolean =>
  fault.kind === 'rejected' && meaningOf(fault.message) === 'no-order'

export const meaningOf = (gatewayMessage: string): Meaning =>
  meanings.find(([form]) => form.test(gatewayMessage))?.[1] ?? 'unclear'
