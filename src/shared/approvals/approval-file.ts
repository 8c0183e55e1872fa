// The sealed request file: a request that waits for approval, as it goes to another computer and
// comes back with signatures (docs/approval-format.md). Its shape, and the one text it has. What a
// digest or a signature is worth is known to main alone. Pure.
import { z } from 'zod'
import { canonicalIn, canonicalText, type Json } from '../canonical.ts'
import { holdsCardNumber } from '../cards/card-number.ts'
import { fail, inputFault, ok, type Result } from '../fault.ts'
import { say } from '../message.ts'
import { isTurned } from '../names/unseen.ts'
import { keyForm } from '../people/key-form.ts'
import { isWellFormed, jsonIn } from './statement.ts'

/** A request, its order and two dozen signatures take a tenth of it. */
export const mostApprovalFileBytes = 262_144
const mostPeople = 200
const mostSignatures = 100

const personId = z.string().regex(/^p-[0-9a-f]{16}$/)
const hex = z.string().regex(/^[0-9a-f]{64}$/)
const time = z.int().min(0)
const count = z.int().min(1).max(1_000_000)
const name = z.string().min(1).max(60)

const body = z.strictObject({
  approvers: z
    .array(z.strictObject({ id: personId, key: keyForm, name }))
    .min(1)
    .max(mostPeople),
  approval: z.string().regex(/^ap-[0-9a-f]{16}$/),
  author: z.strictObject({ id: personId, name }),
  connection: z.string().min(1).max(200),
  /** SHA-256 of `request`, hex. */
  digest: hex,
  expiresAt: time,
  format: z.literal('paydesk-approval'),
  log: z.string().regex(/^[0-9a-f]{32}$/),
  needs: z.union([z.literal(1), z.literal(2)]),
  /** When the order was read that `seen` is of. */
  readAt: time,
  /** The very text that the digest is over. */
  request: z.string().max(100_000),
  /** Fingerprint of the order; empty where it has none. */
  seen: z.string().max(10_000),
  signatures: z
    .array(z.strictObject({ body: z.string().max(4_000), signature: z.string().max(88) }))
    .max(mostSignatures),
  statements: count,
  v: z.literal(1),
})

export type ApprovalFile = z.infer<typeof body>
type FileSignature = ApprovalFile['signatures'][number]

/** In the order in which it is written. */
const requested = z.strictObject({
  v: z.literal(1),
  service: z.string().min(1).max(2_000),
  connection: z.string().min(1).max(64),
  endpoint: z.string().max(128),
  operation: z.string().min(1).max(64),
  orderid: z.string().max(128),
  replaces: z.string().max(128).nullable(),
  isFull: z.boolean(),
  amount: z
    .tuple([
      z.string().regex(/^[1-9]\d{0,17}$/),
      z.string().regex(/^[A-Z]{3}$/),
      z.int().min(0).max(6),
    ])
    .nullable(),
  fields: z.array(z.tuple([z.string().min(1).max(128), z.string().max(65_536)])).max(200),
})
export type RequestInFile = z.infer<typeof requested>

/** The order as its fingerprint says (gateway/status/status.ts). */
const fingerprint = z
  .tuple([
    z.string(),
    z.string(),
    z.string(),
    z.tuple([z.string().regex(/^-?\d{1,18}$/), z.string()]).nullable(),
    z.string(),
  ])
  .rest(z.string())

const refused = (message: string): Result<never> => fail(inputFault('file', message))

/** The text of a file, with its signatures in their order. */
export const approvalFileText = (file: ApprovalFile): string =>
  `${canonicalText({ ...file, signatures: inOrder(file.signatures) } as Json)}\n`

/** All that the file shows, without who signed it. */
export const shownInFile = ({ signatures: _signatures, ...shown }: ApprovalFile): string =>
  `paydesk approval file 1\n${canonicalText(shown as Json)}`

const inOrder = (signatures: readonly FileSignature[]): FileSignature[] =>
  signatures.toSorted((a, b) => (a.body < b.body ? -1 : 1))

/** Faults: input on `file` for whatever is not such a file in its one form. */
export function approvalFileIn(text: string): Result<ApprovalFile> {
  const value = text.endsWith('\n') ? canonicalIn(text.slice(0, -1)) : undefined
  const read = body.safeParse(value !== undefined && isWellFormed(value) ? value : undefined)
  if (!read.success) return refused(say('approval-files.not-one'))
  const file = read.data
  const isSorted = (list: readonly string[]): boolean =>
    list.every((one, at) => at === 0 || list[at - 1]! < one)
  if (!isSorted(file.signatures.map((one) => one.body)))
    return refused(say('approval-files.not-one'))
  if (!isSorted(file.approvers.map(({ id }) => id))) return refused(say('approval-files.not-one'))
  const keys = new Set(file.approvers.map((one) => one.key))
  if (keys.size < file.approvers.length) return refused(say('approval-files.one-key-twice'))
  if (file.approvers.some(({ id }) => id === file.author.id))
    return refused(say('approval-files.by-its-author'))
  const request = requestInFile(file)
  if (request === null || !isFingerprint(file.seen)) return refused(say('approval-files.not-one'))
  const unreadable = textFault(file, request)
  return unreadable === null ? ok(file) : refused(unreadable)
}

/** Why nobody could read or may keep what it shows, or null. */
function textFault(file: ApprovalFile, request: RequestInFile): string | null {
  const seen = file.seen === '' ? [] : (JSON.parse(file.seen) as (string | string[] | null)[])
  const texts = [
    ...[file.author.name, file.connection, ...file.approvers.map((one) => one.name)],
    ...[request.operation, request.orderid, ...request.fields.flat()],
  ]
  const all = [...texts, request.service, request.endpoint, ...seen.flat().map(String)]
  if (all.some((one) => isTurned(one))) return say('approval-files.hidden-signs')
  return texts.some(holdsCardNumber) ? say('approval-files.holds-a-card') : null
}

/** What would be sent; null where its text is not the one form of a request. */
export function requestInFile({ request }: Pick<ApprovalFile, 'request'>): RequestInFile | null {
  const read = requested.safeParse(jsonIn(request))
  if (!read.success || JSON.stringify(read.data) !== request) return null
  const names = read.data.fields.map(([one]) => one)
  return names.every((one, at) => at === 0 || names[at - 1]! < one) ? read.data : null
}

const isFingerprint = (seen: string): boolean =>
  seen === '' ||
  (fingerprint.safeParse(jsonIn(seen)).success && JSON.stringify(jsonIn(seen)) === seen)
