// Questions that the system asks in a dialog of its own, which no script in the page can press. A
// question that is declined changes nothing and is kept in the log: somebody, or something, asked
// for it. So is the first one that is refused because another one is open; of those that follow
// before that one is answered the log says nothing, or a script could fill the log.
import { fail, ok, type Result } from '#shared/fault.ts'
import type { AuditDraft } from '../../ledger/audit/audit.ts'
import type { Question, ShellPorts } from './desk.ts'
import { declinedOutside } from './faults.ts'

export interface OutsideParts {
  shell: Pick<ShellPorts, 'ask'>
  note: (draft: AuditDraft) => void
  actor: () => string
}

/**
 * Faults: denied/not-permitted, when the person cancels; denied/question-open. `subject` is what
 * the log entry is about.
 */
export async function askOutside(
  parts: OutsideParts,
  subject: string,
  question: Question,
): Promise<Result<null>> {
  const answer = await parts.shell.ask(question)
  if (answer === 'yes') return ok(null)
  const isShown = answer === 'no'
  if (isShown || answer.isFirst)
    parts.note({
      actor: parts.actor(),
      kind: isShown ? 'confirmation:declined' : 'confirmation:not-asked',
      outcome: 'refused',
      origin: 'operator',
      subject,
      details: { question: question.message, detail: question.detail },
    })
  return fail(isShown ? declinedOutside : answer.fault)
}
