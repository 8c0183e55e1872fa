// The bridge's methods about approvals that go to another computer as a file: saved, opened and
// signed there, and taken in again. It sends nothing.
import type { ApprovalFileOutput } from '#shared/approvals/file-methods.ts'
import { approvalFileText } from '#shared/approvals/approval-file.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { wireAmount } from '#shared/money.ts'
import type { Person } from '#shared/people/roll.ts'
import { askOutside } from '../base/ask-outside.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import { signInFirst } from '../base/faults.ts'
import { draftOf } from '../people/session.ts'
import { newId } from '../people/stating.ts'
import type { ApprovalParts } from './approval-methods.ts'
import { approvalView } from './approval-said.ts'
import { approvalText } from './approval-text.ts'
import {
  fileGone,
  fileView,
  openFile,
  type OpenFile,
  outsideQuestion,
  ownIn,
  readOrder,
  signedBody,
  signFault,
} from './file-elsewhere.ts'
import { takeIn } from './file-in.ts'
import { type FilePorts, saveFile, saveOwn } from './file-out.ts'
import { readSealed, sealOf } from './sealed-file.ts'

export interface ApprovalFileParts extends ApprovalParts, Pick<FilePorts, 'note' | 'writeText'> {
  shell: Pick<ShellPorts, 'chooseFile' | 'chooseToOpen'>
  /** Of a plain file that is not too long. Faults: input on `file`. */
  readBytes: (path: string) => Promise<Result<Uint8Array>>
  held: HeldFile
}

/** The file that is open, for whoever opened it. */
interface Held {
  open: OpenFile
  turn: number
  /** What is signed or saved of it, one after the other. */
  busy: Promise<unknown>
}

export interface HeldFile {
  /** `turn`: of the session, as it was asked for. */
  hold(open: OpenFile, turn: number): void
  /**
   * MONEY: a file that is saved while it is signed would lack the signature, and the log would say
   * after it that what was signed is saved.
   */
  inTurn<T>(
    fileId: string,
    act: (open: OpenFile, of: { open: OpenFile }) => Promise<Result<T>>,
  ): Promise<Result<T>>
}

export function heldFile(session: Pick<ApprovalParts['session'], 'number'>): HeldFile {
  let held: Held | null = null
  /** Somebody else is signed in by now: it is not theirs. */
  const isOpen = (of: Held | null, fileId: string): of is Held =>
    of !== null && of === held && of.open.id === fileId && of.turn === session.number()
  return {
    hold: (open, turn) => (held = { open, turn, busy: Promise.resolve() }),
    inTurn: (fileId, act) => {
      const of = held
      if (!isOpen(of, fileId)) return Promise.resolve(fileGone)
      const done = of.busy.then(() => (isOpen(of, fileId) ? act(of.open, of) : fileGone))
      of.busy = done.catch(() => undefined)
      return done
    },
  }
}

export const personNow = ({ ports, session }: ApprovalParts): Person | undefined =>
  ports.roll.read().people.get(session.me()?.id ?? '')

export function createApprovalFileMethods(
  parts: ApprovalFileParts,
): Pick<Desk, Extract<keyof ApprovalFileOutput, `approval-file:${string}`>> {
  const { ports, session, shell, held } = parts
  const meNow = (): Person | undefined => personNow(parts)

  return {
    'approval-file:save': async ({ approvalId }) => {
      const me = meNow()
      return me === undefined ? fail(signInFirst) : saveOwn(parts, approvalId, me)
    },
    'approval-file:open': async () => {
      const turn = session.number()
      const chosen = await shell.chooseToOpen({ title: say('approval-files.open-title') })
      if (!chosen.ok || chosen.value === null) return chosen.ok ? ok(null) : chosen
      const bytes = await parts.readBytes(chosen.value)
      if (!bytes.ok) return bytes
      const read = readSealed(bytes.value)
      if (!read.ok) return read
      const file = read.value
      if (file.log === ports.audit.logId) {
        // MONEY: what another program wrote is held against the log before anything is added to it.
        const checking = ports.checked()
        if (checking !== null) await checking
        const me = meNow()
        if (me === undefined || turn !== session.number()) return fail(signInFirst)
        const taken = takeIn(ports, file, me)
        if (!taken.ok) return taken
        parts.onChange()
        const approval = approvalView(ports, ports.approvals.get(file.approval)!, me.id)
        return ok({ kind: 'taken-in', taken: { approval, ...taken.value } })
      }
      const open = openFile(ports, newId(ports).replace('p-', 'af-'), file)
      const order = await readOrder(ports, open, session.me()?.name ?? '')
      if (!order.ok) return order
      held.hold(open, turn)
      return ok({ kind: 'to-sign', file: fileView(ports, open, meNow()) })
    },
    'approval-file:sign': ({ fileId, own }) =>
      held.inTurn(fileId, async (open, of) => {
        // MONEY: the file may have been open for hours.
        const order = await readOrder(ports, open, session.me()?.name ?? '')
        if (!order.ok) return order
        const signed = await sign(parts, open, { own, me: meNow() })
        if (!signed.ok) return signed
        of.open = signed.value
        const handed = await handedOn(parts, signed.value)
        of.open = handed.ok ? handed.value : notHandedOn(signed.value, handed.fault.message)
        return ok(fileView(ports, of.open, meNow()))
      }),
    'approval-file:save-signed': ({ fileId }) =>
      held.inTurn(fileId, async ({ file }) => {
        const saved = await saveFile(parts, file)
        if (!saved.ok || saved.value === null) return saved.ok ? ok(null) : saved
        noteHandedOn(parts, file, saved.value)
        return ok({ file: saved.value })
      }),
  }
}

/** Signed is one thing, handed on another: only now another computer can take the file in. */
const noteHandedOn = (parts: ApprovalFileParts, file: OpenFile['file'], path: string): void =>
  noteOf(parts, 'approval:saved-elsewhere', file, { path })

function noteOf(
  parts: ApprovalFileParts,
  kind: AuditDraft['kind'],
  file: OpenFile['file'],
  details: Record<string, string>,
): void {
  parts.note({
    ...{ actor: parts.outside.actor(), kind, outcome: 'ok' },
    ...{ origin: 'operator', subject: `approval/${file.approval}` },
    details: {
      ...{ approval: file.approval, log: file.log, file: sealOf(file) },
      ...{ signatures: file.signatures.length, ...details },
    },
  })
}

/** What was signed out of the team goes back there; what a person brought stays as it is. */
export async function handedOn(
  parts: ApprovalFileParts,
  open: OpenFile,
): Promise<Result<OpenFile>> {
  const { file, inTeam, isUnsaved } = open
  if (inTeam === null || !isUnsaved) return ok(open)
  const done = await inTeam.handOn(file)
  if (!done.ok) return done
  noteOf(parts, 'approval:handed-on', file, { desk: inTeam.desk })
  return ok({ ...open, isUnsaved: false, inTeam: { ...inTeam, notHandedOn: null } })
}

const notHandedOn = (open: OpenFile, why: string): OpenFile =>
  open.inTeam === null ? open : { ...open, inTeam: { ...open.inTeam, notHandedOn: why } }

/** The file with one signature more, and an entry of the log here that says so. */
async function sign(
  parts: ApprovalFileParts,
  open: OpenFile,
  { own, me }: { own: string; me: Person | undefined },
): Promise<Result<OpenFile>> {
  const { ports, session } = parts
  const before = session.number()
  const fault = signFault(ports, open, me)
  if (fault !== null || me === undefined) return fail(fault ?? signInFirst)
  const { file, request } = open
  const subject = `approval/${file.approval}`
  const asked = await askOutside(parts.outside, subject, outsideQuestion(ports, open))
  if (!asked.ok) return asked
  const body = signedBody(ports, open, ownIn(file, me)!.id)
  const signed = await session.sign(me, 'own', { passphrase: own, text: approvalText(body) })
  if (!signed.ok) return signed
  // MONEY: the passphrase takes its time: the person may have left meanwhile, or the order moved.
  const since = signFault(ports, open, me)
  if (session.number() !== before || since !== null) return fail(since ?? signInFirst)
  const signature = signed.value.toString('base64')
  const { amount, operation, orderid } = request
  parts.note({
    ...draftOf('approval:signed-elsewhere', me, 'ok', {
      ...{ approval: file.approval, log: file.log, digest: file.digest, body, signature },
      ...{ author: file.author.name, operation, orderid, currency: amount?.[1] ?? null },
      amount:
        amount === null
          ? null
          : wireAmount({ minor: BigInt(amount[0]), currency: amount[1], digits: amount[2] }),
    }),
    subject,
  })
  const signatures = [...file.signatures, { body, signature }]
  // In the order in which it is written, so that it is read as it is held.
  const read = readSealed(Buffer.from(approvalFileText({ ...file, signatures })))
  return read.ok ? ok({ ...open, file: read.value, isUnsaved: true }) : read
}
