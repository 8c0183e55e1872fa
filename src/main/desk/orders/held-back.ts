// A request may end as UNDONE although no person undid it: Paydesk did not let it go, or an
// approval was asked for in its place. What was kept as the reason tells the two apart. Pure.
import { messagesIn, readStored, type say } from '#shared/message.ts'

const byPaydesk: readonly Parameters<typeof say>[0][] = [
  'requests.unsent-because',
  'requests.unsent-could-not-go-on',
  'approvals.asked-for-instead',
]

export function heldBack(state: string, message: string): { isHeldBack?: true } {
  const stored = readStored(messagesIn(message)[0] ?? '')
  const code = stored === null || Array.isArray(stored) ? '' : stored.code
  return state === 'UNDONE' && byPaydesk.some((one) => one === code) ? { isHeldBack: true } : {}
}
