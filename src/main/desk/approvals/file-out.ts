// A request that waits here, as a file for the computers of those who may approve it.
import {
  approvalFileIn,
  approvalFileText,
  type ApprovalFile,
} from '#shared/approvals/approval-file.ts'
import { statementIn } from '#shared/approvals/statement.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { ApprovalRow } from '../../ledger/approvals/approvals.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { ShellPorts } from '../base/desk.ts'
import { moneyStopped, notMine, notPossible } from '../base/faults.ts'
import { mayApprove } from './approval-gate.ts'
import { askedOf, type ApprovalPorts, orderNow } from './approval-methods.ts'
import { approvalEntry } from './end-approval.ts'
import { neededFor } from './approval-said.ts'
import { requestText } from './approval-text.ts'
import { sealOf, signerOf } from './sealed-file.ts'
import type { Person } from '#shared/people/roll.ts'

export interface FilePorts {
  ports: ApprovalPorts
  shell: Pick<ShellPorts, 'chooseFile'>
  /** Whole or not at all; its path. Faults: input on `file`. */
  writeText: (path: string, text: string) => Promise<Result<string>>
  note: (draft: AuditDraft) => void
}

/** Its path; null when the person names none. */
export async function saveFile(
  { shell, writeText }: Pick<FilePorts, 'shell' | 'writeText'>,
  file: ApprovalFile,
): Promise<Result<string | null>> {
  const chosen = await shell.chooseFile({
    title: say('approval-files.save-title'),
    suggestedName: `paydesk-approval-${file.approval}.json`,
  })
  return !chosen.ok || chosen.value === null
    ? chosen
    : writeText(chosen.value, approvalFileText(file))
}

/** What waits, and its file as it is at this moment. */
export interface OwnFile {
  approval: ApprovalRow
  file: ApprovalFile
}

/** With the order as the gateway tells it now. */
export async function ownFile(
  { ports }: Pick<FilePorts, 'ports'>,
  approvalId: string,
  me: Person,
): Promise<Result<OwnFile>> {
  // MONEY: what another program wrote is held against the log before anybody is sent it.
  const checking = ports.checked()
  if (checking !== null) await checking
  const asked = askedOf(ports, approvalId)
  if (!asked.ok) return asked
  const stop = ports.moneyStop(ports.connections.find(asked.value.connectionId))
  if (stop !== null) return fail(moneyStopped(stop))
  // The rows of a run are read where they are.
  if (asked.value.runId !== null) return fail(notPossible(say('approval-files.of-no-run')))
  const broken = ports.roll.fault()
  if (broken !== null) return fail(notMine(broken))
  const order = await orderNow(ports, asked.value, me.name)
  if (!order.ok) return order
  const since = askedOf(ports, approvalId)
  if (!since.ok) return since
  const made = fileOf(ports, since.value, order.value.seen)
  return made.ok ? ok({ approval: since.value, file: made.value }) : made
}

/** The log keeps what the file showed: only what was signed out of such a file counts. */
export async function saveOwn(
  parts: FilePorts,
  approvalId: string,
  me: Person,
): Promise<Result<{ file: string } | null>> {
  const own = await ownFile(parts, approvalId, me)
  if (!own.ok) return own
  const { approval, file } = own.value
  const saved = await saveFile(parts, file)
  if (!saved.ok || saved.value === null) return saved.ok ? ok(null) : saved
  parts.note(
    approvalEntry('approval:saved', me, approval, { file: sealOf(file), path: saved.value }),
  )
  return ok({ file: saved.value })
}

function fileOf(ports: ApprovalPorts, approval: ApprovalRow, seen: string): Result<ApprovalFile> {
  const { people, size } = ports.roll.read()
  const needs = neededFor(ports, approval)
  if (needs === 0) return fail(notPossible(say('approvals.takes-none')))
  const approvers = mayApprove(ports, approval)
    .map(({ id, key, name }) => ({ id, key, name }))
    .toSorted((a, b) => (a.id < b.id ? -1 : 1))
  if (approvers.length === 0) return fail(notPossible(say('approval-files.nobody-may')))
  const file: ApprovalFile = {
    ...{ approval: approval.id, approvers, digest: approval.digest, expiresAt: approval.expiresAt },
    author: { id: approval.author, name: people.get(approval.author)?.name ?? approval.author },
    connection: ports.connections.find(approval.connectionId)?.name ?? approval.connectionId,
    ...{ format: 'paydesk-approval', log: ports.audit.logId, needs: needs === 2 ? 2 : 1 },
    ...{ readAt: ports.approvals.now(), request: requestText(approval, approval.hasOwnId), seen },
    ...{ signatures: [], statements: size, v: 1 },
  }
  // Whoever signed another state of the order is asked about this one.
  const signatures = approval.signatures.filter(
    (one) => statementIn(one.body)?.seen === seen && !('why' in signerOf(file, one)),
  )
  // Whoever opens it reads it by the same rules: better said here than there.
  return approvalFileIn(approvalFileText({ ...file, signatures }))
}
