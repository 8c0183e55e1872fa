// A file of another computer that is open here: what is shown of it, why it can't be signed, and
// what is signed. The order is read over a connection that reaches the same account from here;
// else it is as the other computer saw it.
import {
  type ApprovalFile,
  type RequestInFile,
  requestInFile,
} from '#shared/approvals/approval-file.ts'
import { statementIn } from '#shared/approvals/statement.ts'
import type { ApprovalFileView } from '#shared/approvals/file-methods.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, type Fault, ok, type Result } from '#shared/fault.ts'
import { isReleaseOf } from '#shared/gateway/orders/release.ts'
import { movedSince } from '#shared/gateway/status/status.ts'
import { say } from '#shared/message.ts'
import { type Money, textIfAny } from '#shared/money.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { Person } from '#shared/people/roll.ts'
import { notMine, notPossible, signInFirst } from '../base/faults.ts'
import { factsOf } from '../payments/plan/outside-facts.ts'
import { applyStatus } from '../payments/status/apply-status.ts'
import { readStatus } from '../payments/status/read-status.ts'
import type { ApprovalPorts } from './approval-methods.ts'
import { sealOf, signerOf, signersOf } from './sealed-file.ts'

export interface OpenFile {
  id: string
  file: ApprovalFile
  request: RequestInFile
  /** Over which its order can be read here. */
  over: Connection | null
  /** Signed here, and in no file that was saved or handed on. */
  isUnsaved: boolean
  /** Where it lies in the team; null of a file that a person brought. */
  inTeam: InTeam | null
}

interface InTeam {
  /** The computer that asks. */
  desk: string
  /** Lays it there with its signatures. */
  handOn: (file: ApprovalFile) => Promise<Result<null>>
  /** Why that was not possible, as it was tried last. */
  notHandedOn: string | null
}

/**
 * With what was signed here out of this very file and was saved in none: a program that ended
 * between the signature and the file loses none. The log says of each whether it was.
 */
function withSignedHere(ports: Pick<ApprovalPorts, 'audit'>, file: ApprovalFile): ApprovalFile {
  const seal = sealOf(file)
  const told = ports.audit.timeline(`approval/${file.approval}`)
  const isSaved = ({ kind, details }: (typeof told)[number]): boolean =>
    isHandedOn.has(kind) && details['file'] === seal
  const savedAt = told.findLast(isSaved)?.seq ?? 0
  const signed = told
    .filter(({ kind, seq }) => kind === 'approval:signed-elsewhere' && seq > savedAt)
    .map(({ details }) => ({
      body: String(details['body']),
      signature: String(details['signature']),
    }))
    .filter(
      (one) =>
        statementIn(one.body)?.file === seal &&
        !('why' in signerOf(file, one)) &&
        !file.signatures.some(({ body }) => body === one.body),
    )
  return { ...file, signatures: [...file.signatures, ...signed] }
}

/** In a file, or in the team. */
const isHandedOn: ReadonlySet<string> = new Set(['approval:saved-elsewhere', 'approval:handed-on'])

export const openFile = (
  ports: ApprovalPorts,
  id: string,
  read: ApprovalFile,
  inTeam: InTeam | null = null,
): OpenFile => {
  const request = requestInFile(read)!
  const file = withSignedHere(ports, read)
  const isUnsaved = file.signatures.length > read.signatures.length
  return { id, file, request, over: reaching(ports, request), isUnsaved, inTeam }
}

/** The practice gateway of another computer is not this one's. */
const reaching = ({ connections }: ApprovalPorts, request: RequestInFile): Connection | null =>
  connections
    .all()
    .find(
      (one) =>
        !one.isEmbedded &&
        connections.gatewayOf(one) === request.service &&
        one.endpointId === request.endpoint,
    ) ?? null

/** Reads the order, where it can be read here. */
export async function readOrder(
  ports: ApprovalPorts,
  { file, request, over }: OpenFile,
  actor: string,
): Promise<Result<null>> {
  if (file.seen === '' || over === null) return ok(null)
  const { orderid } = request
  const read = await readStatus(ports, over, { orderid }, { actor, isLookUp: false })
  if (!read.ok) return read
  applyStatus(ports, read.value)
  return ok(null)
}

/** As it was read here last; null where it was not. */
function readHere(ports: ApprovalPorts, { file, request, over }: OpenFile) {
  if (file.seen === '' || over === null) return null
  const { service, orderid } = request
  return ports.orders.snapshots({ service, orderid }).at(-1) ?? null
}

export function signFault(
  ports: ApprovalPorts,
  open: OpenFile,
  me: Person | undefined,
): Fault | null {
  const { file } = open
  if (!ports.roll.isOn()) return notMine(say('approval-files.people-are-off'))
  if (me === undefined) return signInFirst
  const broken = ports.roll.fault()
  if (broken !== null) return notMine(broken)
  if (ports.approvals.now() >= file.expiresAt) return notPossible(say('approval-files.is-over'))
  const mine = ownIn(file, me)
  if (mine === undefined) {
    const names = { or: file.approvers.map(({ name }) => quoted(name)) }
    return notMine(say('approval-files.not-yours', { names }))
  }
  if (signersOf(file).includes(mine)) return notPossible(say('approval-files.you-signed'))
  const now = readHere(ports, open)
  if (open.over !== null && file.seen !== '' && now === null)
    return notPossible(say('approval-files.gone'))
  return now !== null && movedSince(file.seen, now).length > 0
    ? notPossible(say('approval-files.moved'))
    : null
}

/** Whoever has this person's key, by the names of the other computer. */
export const ownIn = (file: ApprovalFile, me: Person) =>
  file.approvers.find(({ key }) => key === me.key)

export const amountOf = ({ amount }: RequestInFile): Money | null =>
  amount === null ? null : { minor: BigInt(amount[0]), currency: amount[1], digits: amount[2] }

export function fileView(
  ports: ApprovalPorts,
  open: OpenFile,
  me: Person | undefined,
): ApprovalFileView {
  const { file, request, id } = open
  const { operation, orderid, isFull } = request
  const now = readHere(ports, open)
  const [status = '', transactionType = ''] =
    now === null
      ? file.seen === ''
        ? []
        : (JSON.parse(file.seen) as string[])
      : [now.status, now.transactionType]
  const fault = signFault(ports, open, me)
  const mine = me === undefined ? undefined : ownIn(file, me)
  const signers = signersOf(file)
  return {
    ...{ fileId: id, operation, orderid, amount: textIfAny(amountOf(request)) },
    isRelease: file.seen !== '' && isReleaseOf({ operation, isFull, seen: file.seen }) === true,
    request: Object.fromEntries(request.fields),
    ...{ connectionName: file.connection, gateway: request.service, author: file.author.name },
    approvers: file.approvers.map(({ name }) => name),
    signedBy: signers.map(({ name }) => name),
    ...{ needs: file.needs, expiresAt: file.expiresAt, readAt: file.readAt },
    order:
      file.seen === ''
        ? null
        : {
            ...{ isReadHere: now !== null, status, transactionType },
            moved: now === null ? [] : movedSince(file.seen, now),
          },
    mayNot: fault === null ? null : fault.message,
    isUnsaved: open.isUnsaved,
    isSignedByMe: mine !== undefined && signers.includes(mine),
    inTeam:
      open.inTeam === null
        ? null
        : { desk: open.inTeam.desk, notHandedOn: open.inTeam.notHandedOn },
  }
}

/** What is signed, for the desk whose request it is. */
export const signedBody = (
  ports: Pick<ApprovalPorts, 'approvals'>,
  { file }: OpenFile,
  by: string,
): string =>
  JSON.stringify({
    ...{ v: 1, log: file.log, approval: file.approval, digest: file.digest },
    ...{ author: file.author.id, seen: file.seen, expiresAt: file.expiresAt },
    ...{ statements: file.statements, by, at: ports.approvals.now(), file: sealOf(file) },
  })

/** MONEY: the page may show another one than is signed: the system's own box says it. */
export const outsideQuestion = (ports: ApprovalPorts, { file, request }: OpenFile) => ({
  message: say('approval-files.sign-this', { operation: { noun: request.operation } }),
  detail: [
    say('approvals.asked-by', { name: quoted(file.author.name) }),
    say('approval-files.at-this-gateway', { gateway: quoted(request.service) }),
    ...factsOf(
      // An id of the other computer means nothing here.
      { connections: { ...ports.connections, find: () => undefined } },
      {
        ...{ connectionId: file.connection, operation: request.operation },
        ...{ amount: amountOf(request), orderid: request.orderid, clientOrderid: '' },
        goesTo: Object.fromEntries(request.fields),
        fields: Object.fromEntries(request.fields),
      },
      [],
    ),
  ],
  action: say('approval-files.sign'),
})

export const fileGone: Result<never> = fail(notPossible(say('approval-files.gone')))
