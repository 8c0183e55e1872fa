// What this computer has under way over connections of its own, as joining or leaving a team asks.
import { isPractice } from '#shared/order-place.ts'
import type { AttemptState } from '#shared/attempt.ts'
import type { AttemptRow } from '../../ledger/journal/attempt-row.ts'
import type { PaymentPorts } from '../payments/payments.ts'

type WorkPorts = Pick<PaymentPorts, 'journal' | 'runs' | 'connections'>

/** MONEY: a colleague would not hear of them: they left, or will, without a claim. */
const unfinished: readonly AttemptState[] = ['APPROVED', 'SENDING', 'UNKNOWN', 'ACCEPTED']

/** Whether a request that moves money, or a run, is not through yet. */
export function hasOpenWork(ports: WorkPorts): boolean {
  const { journal, runs, connections } = ports
  const isOwn = (connectionId: string): boolean => {
    const connection = connections.find(connectionId)
    return connection === undefined || !isPractice(connections.gatewayOf(connection))
  }
  return (
    journal.inStates(unfinished).some(isOwnMoney) ||
    runs
      .inRunStates(['CHECKING', 'CONFIRMED', 'RUNNING'])
      .some(({ connectionId }) => isOwn(connectionId))
  )
}

/** Confirmed, and waiting for its undo time. */
export const isCountingDown = ({ journal }: WorkPorts): boolean =>
  journal.inStates(['APPROVED']).some(isOwnMoney)

const isOwnMoney = ({ risk, service }: Pick<AttemptRow, 'risk' | 'service'>): boolean =>
  risk === 'money' && !isPractice(service)
