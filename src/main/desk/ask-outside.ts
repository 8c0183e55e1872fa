// Questions that the system asks in a dialog of its own, which no script in the page can press. A
// question that is declined changes nothing and is kept in the log: somebody, or something, asked
// for it.
import { fail, ok, type Result } from '#shared/fault.ts'
import type { AuditDraft } from '../ledger/audit/audit.ts'
import type { Question, ShellPorts } from './desk.ts'
import { declinedOutside } from './faults.ts'

export interface OutsideParts {
  shell: Pick<ShellPorts, 'ask'>
  note: (draft: AuditDraft) => void
  actor: string
}

/**
 * Faults: denied/not-permitted, when the person cancels. `subject` is what the log entry is about.
 */
export async function askOutside(
  parts: OutsideParts,
  subject: string,
  question: Question,
): Promise<Result<null>> {
  if (await parts.shell.ask(question)) return ok(null)
  parts.note({
    actor: parts.actor,
    kind: 'confirmation:declined',
    outcome: 'refused',
    origin: 'operator',
    subject,
    details: { question: question.message, detail: question.detail },
  })
  return fail(declinedOutside)
}
