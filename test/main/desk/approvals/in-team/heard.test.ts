// When the team is asked for what waits: at a sign-in, each minute while somebody is signed in,
// and never behind the end.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ok } from '#shared/fault.ts'
import {
  hearInTeam,
  type TeamApprovalParts,
} from '../../../../../src/main/desk/approvals/in-team/heard.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function hearing(answer: () => Promise<unknown> = () => Promise.resolve(ok({ said: [] }))) {
  const at = { number: 1, me: null as string | null, asked: 0, hasMoved: false }
  const reported: unknown[] = []
  const all = (): Promise<unknown> => {
    at.asked += 1
    return answer()
  }
  const heard = hearInTeam({
    session: { number: () => at.number, me: () => (at.me === null ? null : { id: at.me }) },
    ports: {
      roll: { read: () => ({ people: new Map([['p-1', { id: 'p-1' }]]) }) },
      approvals: { now: () => 0 },
      audit: { logId: 'log' },
    },
    team: () => ({ desk: 'desk-1', all }),
    hasMoved: () => at.hasMoved,
    report: (_incident: string, error: unknown) => reported.push(error),
    onChange: () => undefined,
  } as unknown as TeamApprovalParts)
  const turn = async (me: string | null): Promise<void> => {
    at.me = me
    at.number += 1
    heard.turned()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { heard, at, turn, reported }
}
const minute = () => vi.advanceTimersByTimeAsync(60_000)

describe('what a team asks for', () => {
  it('is heard at a sign-in, and every minute until nobody is signed in', async () => {
    const { at, turn, heard } = hearing()
    await minute()
    expect(at.asked).toBe(0)
    await turn('p-1')
    expect(at.asked).toBe(1)
    // Any other change of the people asks nothing.
    heard.turned()
    await vi.advanceTimersByTimeAsync(0)
    expect(at.asked).toBe(1)
    await minute()
    expect(at.asked).toBe(2)
    await turn(null)
    await minute()
    expect(at.asked).toBe(2)
  })

  it('is not heard on a computer whose work goes on elsewhere', async () => {
    const { at, turn } = hearing()
    await turn('p-1')
    at.hasMoved = true
    await minute()
    await turn('p-1')
    expect(at.asked).toBe(1)
  })

  it('is asked for again after an error, which is reported, and never behind the end', async () => {
    const { at, turn, heard, reported } = hearing(() => Promise.reject(new Error('no')))
    await turn('p-1')
    expect(reported).toHaveLength(1)
    await minute()
    expect([at.asked, reported.length]).toEqual([2, 2])
    heard.close()
    await minute()
    await turn('p-1')
    expect([at.asked, reported.length]).toEqual([2, 2])
  })
})
