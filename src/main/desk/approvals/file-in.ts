// A file that was written here comes back: of all that it holds only the signatures are looked at,
// by the one function that decides what a signature is worth. MONEY: what is sent is the request
// that was kept here.
import type { ApprovalFile } from '#shared/approvals/approval-file.ts'
import { statementIn } from '#shared/approvals/statement.ts'
import type { TakenIn } from '#shared/approvals/file-methods.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import type { Person } from '#shared/people/roll.ts'
import { notMine, notPossible } from '../base/faults.ts'
import { worthOf } from './approval-gate.ts'
import { askedOf, type ApprovalPorts } from './approval-methods.ts'
import { approvalEntry } from './end-approval.ts'
import { sealOf } from './sealed-file.ts'

/** Adds what counts, in one transaction. Faults: denied. */
export function takeIn(
  ports: ApprovalPorts,
  file: ApprovalFile,
  me: Person,
  from: 'file' | 'team' = 'file',
): Result<Omit<TakenIn, 'approval'>> {
  return ports.approvals.together(() => {
    const broken = ports.roll.fault()
    if (broken !== null) return fail(notMine(broken))
    const seal = sealOf(file)
    if (!wasWritten(ports, file, seal))
      return fail(notPossible(say('approval-files.not-saved-here')))
    const [added, known, refused] = [[] as string[], [] as string[], [] as string[]]
    for (const one of file.signatures) {
      const asked = askedOf(ports, file.approval)
      if (!asked.ok) return asked
      const said = statementIn(one.body)
      const name = file.approvers.find(({ id }) => id === said?.by)?.name ?? ''
      const worth = worthOf(ports, asked.value, one)
      const { signatures } = asked.value
      if ('why' in worth)
        refused.push(say('approval-files.of-name', { name: quoted(name), why: worth.why }))
      else if (
        signatures.some(({ body, signature }) => body === one.body && signature === one.signature)
      )
        known.push(worth.person.name)
      else if (said?.file !== seal || said.seen !== file.seen)
        refused.push(
          say('approval-files.of-name', {
            name: quoted(name),
            why: say('approval-files.other-file'),
          }),
        )
      else {
        const { person, seen } = worth
        const how = { from, file: seal, takenInBy: me.name }
        ports.approvals.sign(
          approvalEntry('approval:signed', person, asked.value, { seen, ...one, ...how }),
          file.approval,
          [...signatures, one],
        )
        added.push(person.name)
      }
    }
    return ok({ added, known, refused })
  })
}

/** MONEY: whoever signed it saw what was written here, and nothing that was put in since. */
export const wasWritten = (
  ports: Pick<ApprovalPorts, 'audit'>,
  { approval }: ApprovalFile,
  seal: string,
): boolean =>
  ports.audit
    .timeline(`approval/${approval}`)
    .some(({ kind, details }) => isWritten.has(kind) && details['file'] === seal)

/** Into a file, or for the team. */
const isWritten: ReadonlySet<string> = new Set(['approval:saved', 'approval:asked-in-team'])
