// Words: upper case, other names of types and statuses, and where a type is told.
import type { Trait, Reported } from '../foreign/trait.ts'
import { inStatus } from './ids.ts'

const upper = (key: string) =>
  inStatus((reported) => ({ [key]: String(reported[key]).toUpperCase() }))

/** Another word for a type; in the stage as well, which is made of it. */
const typed = (words: Readonly<Record<string, string>>) =>
  inStatus((reported: Reported) => {
    const type = String(reported['transaction-type'])
    const word = words[type] ?? type
    const stage = `${word.replaceAll(/[ -]/g, '_')}_${String(reported['status'])}`
    return { 'transaction-type': word, 'order-stage': stage }
  })

export const words: readonly Trait[] = [
  {
    name: 'transaction types in upper case',
    about: '`REVERSAL`.',
    source: 'interface gap',
    tells: upper('transaction-type'),
  },
  {
    name: 'statuses in upper case',
    about: '`APPROVED`.',
    source: 'public server',
    tells: upper('status'),
  },
  {
    name: 'statuses capitalised',
    about: '`Approved`.',
    source: 'interface gap',
    tells: inStatus(({ status }) => ({
      status: String(status).replace(/^./, (first) => first.toUpperCase()),
    })),
  },
  {
    name: 'pending, then completed',
    about: 'Other words for `processing` and `approved`.',
    source: 'interface gap',
    settings: {
      terms: [
        { of: 'status', term: 'pending', means: 'processing' },
        { of: 'status', term: 'completed', means: 'approved' },
      ],
    },
    tells: inStatus(({ status }) => ({
      status: { processing: 'pending', approved: 'completed' }[String(status)] ?? status,
    })),
  },
  {
    name: 'a refund is a "return"',
    about: 'Another word for `reversal`.',
    source: 'invented',
    settings: { terms: [{ of: 'type', term: 'return', means: 'reversal' }] },
    tells: typed({ reversal: 'return' }),
  },
  {
    name: 'a refund is a "partial-reversal"',
    about: 'Another word for `reversal`.',
    source: 'family document',
    settings: { terms: [{ of: 'type', term: 'partial-reversal', means: 'reversal' }] },
    tells: typed({ reversal: 'partial-reversal' }),
  },
  {
    name: 'a refund is a "credit"',
    about: 'Another word for `reversal`.',
    source: 'invented',
    settings: { terms: [{ of: 'type', term: 'credit', means: 'reversal' }] },
    tells: typed({ reversal: 'credit' }),
  },
  {
    name: 'a hold is "auth", its release "reversal"',
    about: 'Other words for `preauth` and `cancel`.',
    source: 'public server',
    settings: { terms: [{ of: 'type', term: 'auth', means: 'preauth' }] },
    tells: typed({ preauth: 'auth', cancel: 'reversal' }),
  },
  {
    name: 'the type stays the order’s, the stage tells',
    about: '`transaction-type` is always that of the first transaction.',
    source: 'public server',
    tells: inStatus((_, { order }) => ({ 'transaction-type': order?.transactions[0]?.type ?? '' })),
  },
  {
    name: 'no transaction type, the stage tells',
    about: 'A status has `order-stage` only.',
    source: 'family document',
    tells: ({ 'transaction-type': _type, ...reported }) => reported,
  },
  {
    name: 'types of records in upper case',
    about: '`STATUS-RESPONSE`.',
    source: 'interface gap',
    tells: (reported) => ({ ...reported, type: String(reported['type']).toUpperCase() }),
  },
]
