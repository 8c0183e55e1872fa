// What must hold of a request above a limit as it goes to the socket: somebody else than who asks
// approved this very thing, nobody ended that, and nothing left by it before.
import type { Approval, Row, Truth } from './truth.ts'

const lastsMs = 24 * 3_600_000

/** Why it may not leave; null when it may. What is not above a limit by itself is not compared. */
export function unapproved(truth: Truth, row: Row, approvals: readonly Approval[]): string | null {
  const { deeds, spent } = truth
  const at = truth.atSending.get(row.id)
  const standing = at?.standing ?? null
  if (at === undefined || standing === null) return null
  const one = approvals.find(({ attempt, state }) => attempt === row.id && state === 'SPENT')
  if (one !== undefined) {
    const first = spent.get(one.id) ?? row.id
    if (first !== row.id) return 'one approval let two requests leave'
    spent.set(one.id, row.id)
  }
  if (row.minor !== null && row.minor <= standing.above) return null
  const what = `a ${row.operation} of ${row.minor ?? 'all'} left`
  if (one === undefined) return `${what} that used up no approval`
  if (deeds.ended.has(one.id)) return `${what} by an approval that a person ended`
  const lasted = at.mono - (deeds.askedAt.get(one.id) ?? at.mono)
  if (!deeds.wasClockSet && lasted >= lastsMs) return `${what} a day too late`
  const same = ['operation', 'connection', 'orderid', 'minor', 'account'] as const
  const other = same.find((name) => one[name] !== row[name])
  if (other !== undefined || one.author !== row.actor)
    return `${what} by the approval of another ${other ?? 'person’s request'}`
  const isHeld = deeds.signed.some(
    ({ approval, by }) =>
      approval === one.id && by !== row.actor && standing.approvers.includes(by),
  )
  return isHeld ? null : `${what} that nobody else approved who may`
}

/** What was used up, refused, withdrawn or over stays so. */
export function cameBack(before: readonly Approval[], now: readonly Approval[]): string | null {
  const back = before.find(
    ({ id, state, attempt }) =>
      state !== 'WAITING' &&
      now.some((one) => one.id === id && (one.state !== state || one.attempt !== attempt)),
  )
  return back === undefined ? null : `an approval left ${back.state}`
}
