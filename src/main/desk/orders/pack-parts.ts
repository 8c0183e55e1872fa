// What a desk puts into an order's evidence pack beside the audit entries: answers, attempts, notes
// and the page that is printed. Pure; card data and signatures are masked before, and once more
// when it is written.
import type { OrderView } from '#shared/bridge/views.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import { toText } from '#shared/money.ts'
import type { Reported } from './timeline.ts'

export type JsonPart = { name: string; json: unknown }

export function packParts(
  order: OrderView,
  { snapshots, events }: Pick<Reported, 'snapshots' | 'events'>,
): JsonPart[] {
  const answers = order.attempts.toReversed().filter(({ answer }) => Object.keys(answer).length > 0)
  return [
    { name: 'order.json', json: summaryOf(order) },
    { name: 'answers/status.json', json: redact(order.answer) },
    ...answers.map((attempt, index): JsonPart => ({
      name: `answers/${String(index + 1).padStart(3, '0')}-${attempt.operation}.json`,
      json: { attemptId: attempt.id, answer: redact(attempt.answer) },
    })),
    {
      name: 'snapshots.json',
      json: snapshots.map(({ at, amount, ...seen }) => ({
        at: iso(at),
        ...seen,
        amount: amount === null ? null : toText(amount),
      })),
    },
    { name: 'bank-numbers.json', json: events },
    {
      name: 'attempts.json',
      json: order.attempts.toReversed().map(({ nextCheckAt: _plan, ...attempt }) => ({
        ...attempt,
        createdAt: iso(attempt.createdAt),
        sentAt: iso(attempt.sentAt),
        resolvedAt: iso(attempt.resolvedAt),
        request: redact(attempt.request),
        answer: redact(attempt.answer),
      })),
    },
    {
      name: 'notes.json',
      json: {
        tags: order.tags,
        notes: order.notes.toReversed().map((note) => ({ ...note, at: iso(note.at) })),
      },
    },
    {
      name: 'related.json',
      json: order.related.map((one) => ({ ...one, at: iso(one.at) })),
    },
  ]
}

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const summaryOf = (order: OrderView): Record<string, unknown> => ({
  orderid: order.orderid,
  clientOrderid: order.clientOrderid,
  connectionId: order.connectionId,
  connectionName: order.connectionName,
  phase: order.phase,
  status: order.status,
  transactionType: order.transactionType,
  checkedAt: iso(order.checkedAt),
  original: order.original,
  held: order.held,
  captured: order.captured,
  returned: order.returned,
  inProgress: order.inProgress,
  unknown: order.unknown,
  returnable: order.returnable,
  payee: order.payee ?? null,
  failedAction: order.failedAction,
  conflict: order.conflict,
})

/** Cleans an order id that tries to write lines of its own. */
const oneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')

export const packReadme = (order: OrderView, version: string): string =>
  [
    `Evidence about order ${oneLine(order.orderid)} (merchant order ID ${oneLine(order.clientOrderid)}), made by Paydesk ${version}.`,
    '',
    'timeline.pdf        what happened, for reading',
    'order.json          what Paydesk knew about the order, amounts included, when this was made',
    'answers/            what the gateway answered, word for word; card data masked',
    'snapshots.json      every status the gateway reported that differed from the one before',
    'bank-numbers.json   RRN, approval code, processor ID and card of each of these, also of earlier ones',
    'attempts.json       every request made on this computer, with its state',
    'notes.json          what people at this computer wrote; the gateway never saw it',
    'related.json        other requests and orders that belong to this one, as far as Paydesk knew',
    'audit/              the audit log: entries about this order in full, all others as seals only',
    '',
    'How to check that nothing was changed since:',
    '',
    '1. Everything at once, the signature, each file, that there is no other file, and the log:',
    '      node verify-audit.mjs <this folder> --fingerprint <the fingerprint you wrote down>',
    '   or python3 verify_audit.py <this folder> --fingerprint <the fingerprint you wrote down>',
    '   Exit code: 0 intact, 2 tampered, 3 truncated, 4 cannot be checked.',
    '   Both programs lie in audit/. Take them from your own copy of Paydesk: those in here could have been changed as well.',
    '2. Without either: sha256sum -c SHA256SUMS (macOS: shasum -a 256 -c SHA256SUMS) shows what was damaged in transit.',
    '   It proves nothing against a person: who changes a file can make SHA256SUMS anew.',
    '3. manifest.sig is the Ed25519 signature (base64) over the bytes of manifest.json, by the key that signs the audit log;',
    '   the key is in manifest.json and its fingerprint is the SHA-256 of its 32 bytes.',
    '',
    'The SHA-256 of the zip is in the audit log of the Paydesk that made it. Times are UTC.',
    'Only audit/, with its seals, proves when something was recorded; the other files are copies for reading, signed as they are.',
    '',
  ].join('\n')
