// Which rows of a run are sent by the status of the review at their turn, and which are read again.
import { describe, expect, it } from 'vitest'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import { toldAtTurn } from '../../../../../src/main/desk/payments/send/told-at-turn.ts'
import type { TeamClaim } from '../../../../../src/main/desk/base/team-claims.ts'

const snapshot = { seq: 7 } as StoredSnapshot
const clocks = { clock: () => 100_000, monotonic: () => 50_000 }
const ago = (wall: number, mono: number) => ({
  read: { snapshot, askedAt: { wall: 100_000 - wall, mono: 50_000 - mono } },
})
const row = { row: { runId: 'run', at: 3 } }

describe('the status just before sending', () => {
  it('is that of the review at its turn, for a row of a run', () => {
    expect(toldAtTurn(clocks, row, ago(1_999, 1_999), null)).toBe(snapshot)
  })

  it.each([
    ['of a single request', { row: null }, ago(1, 1), null],
    ['of an operation that reads no status', row, {}, null],
    ['asked for two seconds ago', row, ago(1, 2_000), null],
    ['asked for before the computer slept', row, ago(2_000, 1), null],
    ['read before a team gave its claim', row, ago(1, 1), {} as TeamClaim],
  ] as const)('is asked for anew where it is one %s', (_name, attempt, review, claim) => {
    expect(toldAtTurn(clocks, attempt, review, claim)).toBeNull()
  })
})
