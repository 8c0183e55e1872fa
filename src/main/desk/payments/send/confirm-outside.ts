// Where a connection says so, the system asks before a money request is confirmed. MONEY: the page
// may show another payee than it sends, so the dialog says all that decides about the money, out of
// what main keeps. What the page could have made up stands last, quoted, on one line.
import { say } from '#shared/message.ts'
import { attemptSubject } from '#shared/attempt.ts'
import { stateMessages } from '#shared/audit/audit-labels.ts'
import { fail, ok, type Result } from '#shared/fault.ts'
import { isAction } from '#shared/gateway/flow.ts'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import { askOutside, type OutsideParts } from '../../base/ask-outside.ts'
import { moneySettingsIn } from '../../connections/by-id.ts'
import type { DeskPorts } from '../../base/ports.ts'
import type { OpenReview, OpenReviews } from '../plan/open-review.ts'
import { factsOf } from '../plan/outside-facts.ts'
import { repeatsOf } from '../plan/repeats.ts'
import { twinFault, twinsOf, type TwinPorts } from '../plan/twins.ts'

export interface ConfirmOutsidePorts extends TwinPorts, Pick<DeskPorts, 'connections'> {
  reviews: OpenReviews
}

/** Faults: denied. */
export function outsideConfirmation(
  ports: ConfirmOutsidePorts,
  outside: OutsideParts,
): (attemptId: string) => Promise<Result<null>> {
  return async (attemptId) => {
    const row = ports.journal.get(attemptId)
    if (row === null || row.state !== 'DRAFT' || row.risk !== 'money') return ok(null)
    if (!moneySettingsIn(ports, row.connectionId).confirmOutside) return ok(null)
    const plan = ports.reviews.get(attemptId)
    const reported = plan === undefined ? [] : twinsOf(ports, plan).map(({ id }) => id)
    // MONEY: what colleagues paid is no news here: the claim finds what came since the review.
    reported.push(...(plan?.teamSeen?.twins ?? []).map(({ claim }) => claim))
    const asked = await askOutside(outside, attemptSubject(row), {
      message: say('program.send-this-operation', { operation: { noun: row.operation } }),
      detail: factsOf(
        ports,
        { ...row, goesTo: plan?.goesTo ?? {}, fields: plan === undefined ? {} : sentBy(plan) },
        plan === undefined ? [] : [...alikeLine(ports, plan, row.id), ...colleaguesLine(plan)],
      ),
      action: say('program.send-button'),
    })
    if (!asked.ok || plan === undefined) return asked
    // MONEY: a twin that left while the dialog stood open was in no sentence of it.
    const since = twinFault(ports, { ...plan, attemptId }, reported, false)
    return since === null ? asked : fail(since)
  }
}

/** MONEY: what a colleague paid, which the page may leave out as well. */
const colleaguesLine = ({ teamSeen }: OpenReview): string[] =>
  (teamSeen?.twins ?? []).slice(0, 1).map(({ says }) => say('team.twin-outside', { says }))

const sentBy = ({ request }: OpenReview): Record<string, string> => redact(request.fields)

/**
 * MONEY: that one like this was asked for before, as the review warns: out of the journal, since
 * the page may leave the warning out.
 */
function alikeLine(ports: TwinPorts, plan: OpenReview, attemptId: string): string[] {
  const { operation, orderid, request } = plan
  const repeats =
    isAction(operation) && orderid !== ''
      ? repeatsOf(ports, plan, { operation, moves: request.moves })
      : []
  const alike = new Map([...twinsOf(ports, plan), ...repeats].map((row) => [row.id, row]))
  alike.delete(attemptId)
  const newest = [...alike.values()].sort((a, b) => (b.sentAt ?? Infinity) - (a.sentAt ?? Infinity))
  const [one] = newest
  if (one === undefined) return []
  const values = {
    amount: one.amount ?? say('program.no-amount-is-sent'),
    state: stateMessages[one.state],
    others: newest.length - 1,
  }
  if (one.sentAt === null)
    return [say('program.a-request-like-this-waits', { amount: values.amount })]
  const ago = { ago: ports.clock() - one.sentAt }
  return [
    values.others === 0
      ? say('program.a-request-like-this-left', { ...values, ago })
      : say('program.requests-like-this-left', { ...values, ago }),
  ]
}
