// Checks what a flow left behind by the sandbox's own books: nothing open, nothing twice, and no
// final word that the books contradict.
import { isOpen } from '#shared/attempt.ts'
import { rowOf, type OperationId } from '#shared/gateway/operations/index.ts'
import { type Attempt, attemptOf, type Fixture } from './fixture.ts'

export interface Verdict {
  /** A final state that the books contradict. */
  wrong: string[]
  /** Still open. */
  stuck: string[]
  /** More effects than one of one request. */
  double: string[]
  /** Ended by a person's word, since the host does not tell. */
  byHand: string[]
}

const movesMoney = (operation: string): boolean => rowOf(operation as OperationId).risk === 'money'

/** The effects that stand behind an attempt: those of its order, its operation and its amount. */
function effectsOf({ sandbox }: Fixture, attempt: Attempt) {
  const orderid = attempt.orderid || (sandbox.orderidOf(attempt.clientOrderid) ?? '')
  const requests = sandbox.requests().filter(({ serial }) => serial === attempt.serialNumber)
  const all = sandbox
    .effects()
    .filter((row) => row.orderid === orderid && row.operation === attempt.operation)
  return requests.length === 0
    ? all
    : all.filter(({ requestSerial }) => requestSerial === attempt.serialNumber)
}

export async function checkFlow(fixture: Fixture): Promise<Verdict> {
  const verdict: Verdict = { wrong: [], stuck: [], double: [], byHand: [] }
  for (const id of fixture.sent) {
    const attempt = await attemptOf(fixture, id)
    const { operation, state } = attempt
    const named = `${operation} ${state}: ${attempt.message}`
    if (isOpen(state)) verdict.stuck.push(named)
    if (state === 'RESOLVED_BY_HAND') verdict.byHand.push(named)
    if (operation === 'create-recurring-payment') {
      const made = fixture.sandbox
        .subscriptions()
        .filter(({ clientOrderid }) => clientOrderid === attempt.clientOrderid)
      if (made.length > 1) verdict.double.push(named)
      if ((state === 'SUCCEEDED') !== made.length > 0) verdict.wrong.push(named)
      continue
    }
    if (!movesMoney(operation)) continue
    const effects = effectsOf(fixture, attempt)
    if (effects.length > 1) verdict.double.push(`${named} (${effects.length} effects)`)
    const isThere = effects.some(({ status }) => status === 'approved')
    // A link that was paid is booked under its own operation; an update of a subscription books
    // nothing.
    const isBooked = operation !== 'update-recurring-payment' && !operation.startsWith('account')
    const isOff = isBooked && state === 'SUCCEEDED' && !isThere
    const isDenied = ['DECLINED', 'FAILED', 'REJECTED', 'NOT_SENT'].includes(state) && isThere
    if (isOff || isDenied) verdict.wrong.push(named)
  }
  return verdict
}

/** As a cell of the table: what a person sees of the flow at this host. */
export function cellOf({ wrong, stuck, double, byHand }: Verdict): string {
  if (wrong.length + stuck.length + double.length > 0)
    return `**${wrong.length} wrong, ${stuck.length} stuck, ${double.length} double**`
  return byHand.length > 0 ? 'by hand' : 'yes'
}
