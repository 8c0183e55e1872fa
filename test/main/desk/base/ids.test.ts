import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { isMintedId } from '#shared/gateway/minted-id.ts'
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import { mintAttemptId, mintClientOrderid, mintId } from '../../../../src/main/desk/base/ids.ts'

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
  describe('is drawn again where it looks like a card number', () => {
    /** Each draw in its turn. */
    const draws = (...drawn: Uint8Array[]) => {
      let turn = 0
      return () => drawn[turn++]!
    }
    const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'))

    it('with the head of the log behind it', () => {
      const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
      const bytes = (text: string) => Uint8Array.from(text, (sign) => crockford.indexOf(sign))
      const [bad, good] = ['HRFXKQVCWE7309691560', 'HRFXKQVCWE7309691561'] as const
      const minted = mintClientOrderid(now, draws(bytes(bad), bytes(good)), '571811f8')
      expect(holdsCardNumber(minted.replace(good, bad))).toBe(true)
      expect(minted).toContain(good)
    })
    it.each([
      ['c-', '8d599045785350e6'],
      ['r-', '6295049953151d23'],
      ['p-', '7379458941198205'],
      ['pd-test-', 'e7acab076e5b650279886503'],
    ])('with %s before it', (prefix, bad) => {
      expect(holdsCardNumber(prefix + bad)).toBe(true)
      const good = 'ab'.repeat(bad.length / 2)
      expect(mintId(prefix, draws(hex(bad), hex(good)), bad.length / 2)).toBe(prefix + good)
    })
  })
})
