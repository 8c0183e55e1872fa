// One record of a team: the bytes that a desk signs, and what a reader believes of them by
// themselves (docs/team.md, section 2). Pure. MONEY: the columns beside the bytes decide who was
// first; a record whose columns say something else than its signed bytes is no record.
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import { z } from 'zod'
import { canonicalIn, canonicalText, type Json } from '#shared/canonical.ts'
import { keyForm, signatureForm } from '#shared/people/key-form.ts'

/** The longest body; a release that two people signed takes a tenth of it. */
const mostBodyBytes = 16_384
/** Of the letters of what is sealed: the rest of the body takes less than what they leave. */
export const mostSealed = 15_000

const deskName = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/)
const text = z.string().max(2_000)
const count = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
/** SHA-256 in hex; empty before the first. */
const digest = z.string().regex(/^([0-9a-f]{64})?$/)
const name = z.string().min(1).max(60)
/** The newest record of another desk that whoever writes this has seen. */
const head = z.tuple([deskName, count, z.string().regex(/^[0-9a-f]{64}$/)])
/** How many records of a desk count. */
const length = z.tuple([deskName, count])
/** All lengths stand in one record: the longest team of whose people somebody leaves. */
export const mostLengths = 300
const isAscending = (heads: readonly (readonly [string, ...unknown[]])[]): boolean =>
  heads.every(([desk], at) => at === 0 || heads[at - 1]![0] < desk)
const personId = z.string().regex(/^p-[0-9a-f]{16}$/)
/** Minor units and currency. */
const money = z.tuple([z.string().regex(/^[1-9]\d{0,17}$/), z.string().regex(/^[A-Z]{3}$/)])
/** Of a transaction, as the processor gave it. */
export const transactionId = z.string().regex(/^[!-~]{1,64}$/)
/** A claim that knows more of them leaves all of them out. */
export const mostKnown = 100
const isAscendingText = (ids: readonly string[]): boolean =>
  ids.every((id, at) => at === 0 || ids[at - 1]! < id)

/** Base64 in its only form, of a nonce and a tag at least. */
const sealed = z
  .string()
  .min(40)
  .max(mostSealed)
  .regex(/^(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/][AQgw]==|[A-Za-z\d+/]{2}[AEIMQUYcgkosw048]=)?$/)

/** What each kind of record says. */
const facts = {
  founded: z.strictObject({ key: keyForm }),
  joined: z.strictObject({ key: keyForm }),
  person: z.strictObject({ key: keyForm, name }),
  /**
   * A desk or a person belongs to the team no more. MONEY: what counts of them stands in the
   * records up to these numbers, of the desk itself, or of each desk where a
   * person may have signed.
   */
  left: z.strictObject({
    reason: z.string().min(1).max(500),
    upTo: z.array(length).max(mostLengths).refine(isAscending),
  }),
  present: z.strictObject({}),
  excused: z.strictObject({ reason: z.string().min(1).max(500) }),
  /** Each desk once, by name. */
  beat: z.strictObject({ heads: z.array(head).min(1).max(100).refine(isAscending) }),
  /** Paydesk is open there, or was closed in order: by the clock of that computer. */
  on: z.strictObject({ at: z.int().min(0) }),
  off: z.strictObject({ at: z.int().min(0) }),
  claim: z.strictObject({
    at: z.int().min(0),
    by: name,
    operation: z.string().min(1).max(64),
    /** Null where the request names no amount. */
    amount: money.nullable(),
    /**
     * MONEY: all transactions that the gateway told of the order before this request, by name. Left
     * out where the gateway tells none apart: then no status says what became of the claim.
     */
    known: z.array(transactionId).max(mostKnown).refine(isAscendingText).optional(),
  }),
  outcome: z.strictObject({
    state: z.enum([
      ...['NOT_SENT', 'REJECTED', 'SUCCEEDED', 'DECLINED', 'FAILED', 'RESOLVED_BY_HAND'],
    ] as const),
  }),
  /** What the gateway's status showed another desk: the request was done. */
  shown: z.strictObject({
    /** By the clock of that desk. */
    at: z.int().min(0),
    /** Of the transaction, as the gateway calls it. */
    type: z.string().min(1).max(64),
    id: transactionId,
    amount: money,
  }),
  released: z.strictObject({
    reason: z.string().min(1).max(500),
    people: z
      .array(z.strictObject({ id: personId, signature: signatureForm }))
      .min(2)
      .max(10),
  }),
  /** One person's part of a release. */
  signed: z.strictObject({
    reason: z.string().min(1).max(500),
    id: personId,
    signature: signatureForm,
  }),
  /** A request that waits for approval, in a box of the team; null once it waits no more. */
  approval: z.strictObject({ sealed: sealed.nullable() }),
} as const

export type Kind = keyof typeof facts
export type FactsOf<K extends Kind> = z.output<(typeof facts)[K]>

const body = z.strictObject({
  v: z.literal(1),
  team: z.string().regex(/^[0-9a-f]{32}$/),
  desk: deskName,
  n: count,
  /** Digest of the desk's record before. */
  prev: digest,
  topic: text.min(1),
  version: count,
  /** Digest of the topic's record before. */
  before: digest,
  epoch: text,
  kind: z.enum(Object.keys(facts) as [Kind, ...Kind[]]),
  facts: z.unknown(),
})

/** As the database has it. */
export interface StoredRecord {
  desk: string
  n: number
  topic: string
  version: number
  body: Buffer
  signature: Buffer
}

type Body = Omit<z.output<typeof body>, 'kind' | 'facts'>
export type TeamRecord<K extends Kind = Kind> = Body &
  {
    [Each in K]: { kind: Each; facts: FactsOf<Each> }
  }[K] & { digest: string; stored: StoredRecord }

export type Draft<K extends Kind = Kind> = Omit<Body, 'v'> &
  {
    [Each in K]: { kind: Each; facts: FactsOf<Each> }
  }[K]

const signedHead = Buffer.from('paydesk team record 1\n')
// RFC 8410: the bytes before an Ed25519 key.
const spkiHead = Buffer.from('302a300506032b6570032100', 'hex')

/** 32 bytes, base64. */
export const keyText = (privateKey: KeyObject): string =>
  createPublicKey(privateKey)
    .export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('base64')

export function isSignedBy(signed: Buffer, signature: Buffer, publicKey: string): boolean {
  const spki = Buffer.concat([spkiHead, Buffer.from(publicKey, 'base64')])
  const opened = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  return verify(null, signed, opened, signature)
}

/** Over body and signature: a record with another signature is another record. */
export const digestOf = ({ body: bytes, signature }: StoredRecord): string =>
  createHash('sha256').update(bytes).update(signature).digest('hex')

/** The very same stored bytes. MONEY: a place alone does not make it this record. */
export const isSameStored = (
  one: Pick<StoredRecord, 'body' | 'signature'>,
  other: Pick<StoredRecord, 'body' | 'signature'>,
): boolean => one.body.equals(other.body) && one.signature.equals(other.signature)

const textOf = (draft: Draft): Buffer =>
  Buffer.from(canonicalText({ v: 1, ...draft } as unknown as Json), 'utf8')

/** Throws for a draft that no reader would take: that is a bug of the caller. */
export function signRecord<K extends Kind>(draft: Draft<K>, privateKey: KeyObject): TeamRecord<K> {
  const bytes = textOf(draft as unknown as Draft)
  const signature = sign(null, Buffer.concat([signedHead, bytes]), privateKey)
  const { desk, n, topic, version } = draft
  const read = readRecord({ desk, n, topic, version, body: bytes, signature })
  if (typeof read === 'string')
    throw new Error(`A record of kind ${draft.kind} is not in its form.`)
  return read as TeamRecord<K>
}

/** What a record can be by itself, before anybody's key is asked for. */
export type FormFlaw = 'form' | 'columns'

/** The record that the bytes are, or why they are none. */
export function readRecord(stored: StoredRecord): TeamRecord | FormFlaw {
  if (stored.body.length > mostBodyBytes || stored.signature.length !== 64) return 'form'
  const written = stored.body.toString('utf8')
  // MONEY: letters that are no UTF-8 would read as others do: the signature is over these bytes.
  if (!Buffer.from(written, 'utf8').equals(stored.body)) return 'form'
  const read = body.safeParse(canonicalIn(written))
  if (!read.success) return 'form'
  const own = facts[read.data.kind].safeParse(read.data.facts)
  if (!own.success) return 'form'
  const { desk, n, topic, version } = read.data
  const isSame =
    desk === stored.desk && n === stored.n && topic === stored.topic && version === stored.version
  if (!isSame) return 'columns'
  return { ...read.data, facts: own.data, digest: digestOf(stored), stored } as TeamRecord
}

export const isSigned = ({ stored }: TeamRecord, publicKey: string): boolean =>
  isSignedBy(Buffer.concat([signedHead, stored.body]), stored.signature, publicKey)
