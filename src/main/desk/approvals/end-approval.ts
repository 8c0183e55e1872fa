// How what waits for approval ends without being sent: refused, withdrawn, or too old. A run goes
// back to where it can be changed, in the same entry.
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { fail, type Fault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { Person } from '#shared/people/roll.ts'
import { runSubject } from '#shared/runs/run-state.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { ApprovalRow, End } from '../../ledger/approvals/approvals.ts'
import { notPossible, signInFirst } from '../base/faults.ts'
import { draftOf } from '../people/session.ts'
import type { GatePorts } from './approval-gate.ts'

export const notAsAsked = notPossible(say('approvals.not-as-asked'))
const gone = notPossible(say('approvals.waits-no-more'))

/** One that waits and is not over. */
export function waitingOf(ports: GatePorts, id: string): Result<ApprovalRow> {
  const approval = ports.approvals.get(id)
  return approval?.state === 'WAITING' && ports.approvals.now() < approval.expiresAt
    ? ok(approval)
    : fail(gone)
}

interface Ending {
  state: 'REFUSED' | 'WITHDRAWN'
  fault: (approval: ApprovalRow) => Fault | null
  reason?: string
}

export function endApproval(
  ports: GatePorts,
  id: string,
  me: Person | undefined,
  { state, fault, reason }: Ending,
): Result<string> {
  return ports.approvals.together(() => {
    const waiting = waitingOf(ports, id)
    if (!waiting.ok) return waiting
    if (me === undefined) return fail(signInFirst)
    const why = fault(waiting.value)
    if (why !== null) return fail(why)
    const kind = state === 'REFUSED' ? 'approval:refused' : 'approval:withdrawn'
    const said = reason === undefined ? {} : { reason }
    const draft = approvalEntry(kind, me, waiting.value, said)
    return end(ports, waiting.value, draft, {
      ...{ state, by: me.name, at: ports.approvals.now(), ...said },
    })
  })
}

function end(
  ports: GatePorts,
  { id, runId }: ApprovalRow,
  draft: AuditDraft,
  how: End,
): Result<string> {
  const run = runId === null ? null : ports.runs.get(runId)
  if (run?.state !== 'PENDING_APPROVAL') {
    ports.approvals.end(draft, id, how)
    return ok(id)
  }
  const why =
    how.state === 'REFUSED'
      ? say('approvals.run-refused', { name: how.by, reason: how.reason ?? '' })
      : how.state === 'EXPIRED'
        ? say('approvals.run-expired')
        : null
  const moved = ports.runs.move({
    ...{ id: run.id, from: ['PENDING_APPROVAL'], to: 'CHECKED', actor: draft.actor, why },
    ...{ entry: draft, changes: () => [ports.approvals.endOf(id, how)] },
  })
  return moved.ok ? ok(id) : moved
}

/** What nobody approved and sent in time makes room for another one, and says so. */
export function expireOld(ports: GatePorts): void {
  const now = ports.approvals.now()
  for (const approval of ports.approvals.waiting())
    if (now >= approval.expiresAt) {
      const draft = approvalEntry('approval:expired', { id: '', name: 'paydesk' }, approval, {})
      const how = { state: 'EXPIRED', by: 'paydesk', at: now } as const
      ports.approvals.together(() => end(ports, approval, { ...draft, origin: 'desk' }, how))
    }
}

export function approvalEntry(
  kind: AuditKind,
  by: Pick<Person, 'id' | 'name'>,
  { id, digest, runId }: Pick<ApprovalRow, 'id' | 'digest' | 'runId'>,
  details: AuditDraft['details'],
): AuditDraft {
  const draft = draftOf(kind, by, 'ok', { approval: id, digest, ...details })
  return { ...draft, subject: runId === null ? `approval/${id}` : runSubject(runId) }
}
