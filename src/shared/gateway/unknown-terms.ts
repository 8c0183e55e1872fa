// What in an answer this program does not know: keys, answer types, statuses and transaction types
// that are in no schema and no list here. Pure. It only names them: whether they matter is for a
// person to find out.
import { errorResponse } from './operations/parts/answers.ts'
import { type OperationId, rowOf } from './operations/index.ts'
import { knownStatuses, knownTransactionTypes } from './status/status.ts'
import { foldWord } from './status/fold-word.ts'

export type UnknownTermKind = 'key' | 'type' | 'status' | 'transaction-type'
export interface UnknownTerm {
  kind: UnknownTermKind
  /** As the gateway wrote it. */
  name: string
}

const folded = (terms: readonly string[]): ReadonlySet<string> => new Set(terms.map(foldWord))

/** Answer types of records whose schema takes any type but an error's. */
const knownTypes = folded([
  'async-response',
  'async-form-response',
  'status-response',
  'get-card-info-response',
  'create-card-ref-response',
  'create-recurring-payment-response',
  'validation-error',
  'error',
])

/** Folded once: every page of an order asks for these. */
const lists: readonly [UnknownTermKind, key: string, known: ReadonlySet<string>][] = [
  ['type', 'type', knownTypes],
  ['status', 'status', folded(knownStatuses)],
  ['transaction-type', 'transaction-type', folded(knownTransactionTypes)],
]

export function unknownTermsOf(
  id: OperationId,
  answer: Readonly<Record<string, string>>,
): UnknownTerm[] {
  const found: UnknownTerm[] = []
  const isError = errorResponse.shape.type.safeParse(answer['type']).success
  const schema = isError ? errorResponse : rowOf(id).response
  for (const name of Object.keys(answer))
    if (!Object.hasOwn(schema.shape, name)) found.push({ kind: 'key', name })
  for (const [kind, key, known] of lists) {
    const name = answer[key] ?? ''
    if (name !== '' && !known.has(foldWord(name))) found.push({ kind, name })
  }
  return found
}
