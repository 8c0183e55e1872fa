import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isMintedId } from '#shared/gateway/minted-id.ts'
import { mintAttemptId, mintClientOrderid } from '../../../../src/main/desk/base/ids.ts'

const now = Date.UTC(2026, 10, 21, 9)

describe('a minted id', () => {
  it('never comes twice, even in one millisecond', () => {
    const minted = Array.from({ length: 50_000 }, () =>
      mintClientOrderid(now, randomBytes, 'ab12cd34'),
    )
    expect(new Set(minted).size).toBe(minted.length)
    const attempts = Array.from({ length: 50_000 }, () => mintAttemptId(now, randomBytes))
    expect(new Set(attempts).size).toBe(attempts.length)
  })
  it('of an order holds at least 96 random bits and the head of the log', () => {
    let asked = 0
    const id = mintClientOrderid(
      now,
      (size) => new Uint8Array(size).fill((asked += size)),
      'ab12cd34',
    )
    expect(id).toMatch(/^pd-[0-9A-HJKMNP-TV-Z]{30}-ab12cd34$/)
    expect([id, 'shop-1001', 'pd-1001'].filter(isMintedId)).toEqual([id])
    // Five bits of each byte are used.
    expect(asked * 5).toBeGreaterThanOrEqual(96)
  })
  it('sorts by its time', () => {
    const ids = [0, 1, 31, 32, 1_000_000].map((later) => mintAttemptId(now + later, randomBytes))
    expect([...ids].sort()).toEqual(ids)
  })
})
