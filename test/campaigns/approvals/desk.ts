// A desk as far as approval files need one: people stated by an administrator's key, requests that
// wait, and the files that it saved. What decides is the program's own.
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { ApprovalFile } from '#shared/approvals/approval-file.ts'
import type { Roll } from '#shared/people/roll.ts'
import type { Role } from '#shared/people/roles.ts'
import type { ApprovalPorts } from '../../../src/main/desk/approvals/approval-methods.ts'
import { approversOf, worthOf } from '../../../src/main/desk/approvals/approval-gate.ts'
import {
  approvalText,
  digestOfText,
  requestText,
} from '../../../src/main/desk/approvals/approval-text.ts'
import { takeIn } from '../../../src/main/desk/approvals/file-in.ts'
import { readSealed, sealOf } from '../../../src/main/desk/approvals/sealed-file.ts'
import { rollOf, signedText } from '../../../src/main/desk/people/statements.ts'
import type { ApprovalRow } from '../../../src/main/ledger/approvals/approvals.ts'
import type { Random } from '../faults/random.ts'

export const now = 1_900_000_000_000
const dayMs = 24 * 3_600_000

export interface Hand {
  id: string
  name: string
  key: string
  privateKey: KeyObject
  roles: Role[]
}

const hexOf = (text: string, length: number): string =>
  createHash('sha256').update(text).digest('hex').slice(0, length)

function handOf(name: string, roles: Role[]): Hand {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const x = publicKey.export({ format: 'jwk' }).x ?? ''
  const key = Buffer.from(x, 'base64url').toString('base64')
  return { id: `p-${hexOf(name, 16)}`, name, key, privateKey, roles }
}

/** Ada administers, Bo asks, Cy and Di may approve; the others may not. */
export const hands = {
  Ada: handOf('Ada', ['administrator']),
  Bo: handOf('Bo', ['payments', 'approver']),
  Cy: handOf('Cy', ['payments', 'approver']),
  Di: handOf('Di', ['payments', 'approver']),
  Eve: handOf('Eve', ['payments']),
  Flo: handOf('Flo', ['approver']),
  Gus: handOf('Gus', ['payouts', 'approver']),
}
export const stranger = handOf('Zoe', [])

const logId = hexOf('log', 32)

const person = (hand: Hand, more: object = {}) => {
  const { id, name, roles, key } = hand
  return { kind: 'person', id, name, roles, key, isRemoved: false, ...more }
}
type Stated = ReturnType<typeof person>

/** Everybody, and then what is said of them. */
function rollWith(more: readonly Stated[]): Roll {
  const said = [...Object.values(hands).map((one) => person(one)), ...more]
  const roll = rollOf(
    logId,
    said.map((what, at) => {
      const every = { v: 1, log: logId, n: at + 1, by: hands.Ada.id }
      const body = JSON.stringify({ ...every, at: new Date(now - dayMs).toISOString(), ...what })
      const signature = sign(null, signedText(body), hands.Ada.privateKey).toString('base64')
      return { seq: at + 1, body, signature }
    }),
  )
  if (roll.brokenAt !== null) throw new Error(`statement ${roll.brokenAt} does not hold`)
  return roll
}

const otherKey = handOf('another key', [])
export const rolls = {
  asSaved: rollWith([]),
  cyLeft: rollWith([person(hands.Cy, { isRemoved: true })]),
  cyOnlyPays: rollWith([person({ ...hands.Cy, roles: ['payments'] })]),
  cyOnlyApproves: rollWith([person({ ...hands.Cy, roles: ['approver'] })]),
  cyHasAnotherKey: rollWith([person({ ...hands.Cy, key: otherKey.key })]),
}

export interface Waiting {
  row: ApprovalRow
  file: ApprovalFile
}

const seen = JSON.stringify(['approved', 'sale', '', ['12000', 'EUR'], ''])

/** A request that waits, and its file as the desk saved it. */
export function waitingOf(random: Random, number: number): Waiting {
  const id = `ap-${hexOf(`approval ${number}`, 16)}`
  const minor = BigInt(1_001 + random.below(900_000))
  const orderid = String(1_000 + random.below(90_000))
  const of = {
    ...{ service: 'https://gate.example.test shop', connectionId: 'shop', endpointId: '1144' },
    ...{ operation: 'return', orderid, replaces: null, isFull: false },
    amount: { minor, currency: 'EUR', digits: 2 },
    request: {
      amount: `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`,
      ...{ currency: 'EUR', comment: random.pick(['Damaged parcel', 'Zu spät', '破損']), orderid },
    },
  }
  const request = requestText(of, false)
  const digest = digestOfText(request)
  const expiresAt = now + dayMs
  const row: ApprovalRow = {
    ...{ id, ...of, hasOwnId: false, clientOrderid: '', place: id, digest, author: hands.Bo.id },
    ...{ seen, askedAt: now - 1, expiresAt, state: 'WAITING', signatures: [] },
    ...{ endedBy: null, endedAt: null, reason: null, attemptId: null },
    ...{ runId: null, amounts: null },
  }
  const approvers = [hands.Cy, hands.Di]
    .map(({ id: by, key, name }) => ({ id: by, key, name }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const file: ApprovalFile = {
    ...{ approval: id, approvers, author: { id: hands.Bo.id, name: 'Bo' }, connection: 'Shop' },
    ...{ digest, expiresAt, format: 'paydesk-approval', log: logId, needs: 1, readAt: now - 1 },
    ...{ request, seen, signatures: [], statements: rolls.asSaved.size, v: 1 },
  }
  return { row, file }
}

export interface Signature {
  body: string
  signature: string
}

/** What this hand signs of a file, as the other computer does; `over` is what differs. */
export function signedBy(hand: Hand, file: ApprovalFile, over: object = {}): Signature {
  const body = JSON.stringify({
    ...{ v: 1, log: file.log, approval: file.approval, digest: file.digest },
    ...{ author: file.author.id, seen: file.seen, expiresAt: file.expiresAt },
    ...{ statements: file.statements, by: hand.id, at: now - 1, file: sealOf(file) },
    ...over,
  })
  return { body, signature: sign(null, approvalText(body), hand.privateKey).toString('base64') }
}

export interface Met {
  roll: Roll
  at: number
}

/** The desk with this request: files are brought to it, one after the other. */
export function deskOf({ row, file }: Waiting, { roll, at }: Met) {
  let kept = row
  const seal = sealOf(file)
  const ports = {
    roll: { isOn: () => true, read: () => roll, fault: () => null },
    approvals: {
      now: () => at,
      get: (id: string) => (id === kept.id ? kept : null),
      sign: (_draft: object, _id: string, signatures: ApprovalRow['signatures']) => {
        kept = { ...kept, signatures }
      },
      together: <T>(act: () => T): T => act(),
    },
    audit: { logId, timeline: () => [{ kind: 'approval:saved', details: { file: seal } }] },
  } as unknown as ApprovalPorts
  return {
    /** Why nothing of it was taken in, or null. */
    bring: (bytes: Uint8Array): string | null => {
      const read = readSealed(bytes)
      if (!read.ok) return read.fault.message
      if (read.value.log !== logId) return 'another log: it is shown to be signed'
      const taken = takeIn(ports, read.value, {
        ...hands.Bo,
        isRemoved: false,
        since: 0,
        signedBy: '',
      })
      if (!taken.ok) return taken.fault.message
      const { added, known, refused } = taken.value
      return added.length > 0 ? null : (refused[0] ?? (known.length > 0 ? 'known' : 'no signature'))
    },
    approvers: (): string[] => approversOf(ports, kept).map(({ name }) => name),
    /** What the transaction that sends asks of one signature by itself. */
    isWorth: (signed: Signature): boolean => 'person' in worthOf(ports, kept, signed),
  }
}
