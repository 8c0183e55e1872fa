// The box of a team: it opens for the team, in its own topic, as it was sealed, and else never.
import { describe, expect, it } from 'vitest'
import { approvalBox } from '../../../../src/main/team/records/approval-box.ts'
import { mostSealed } from '../../../../src/main/team/records/record.ts'
import { approvalTopic } from '../../../../src/main/team/records/topics.ts'
import { openBook } from '../../../fakes/team/record-book.ts'
import { sealedByHand } from '../../../fakes/team/sealed-by-hand.ts'

const team = 'ab'.repeat(16)
const key = Buffer.alloc(32, 5).toString('base64url')
const box = approvalBox(key, team)
const place = {
  ...{ until: 1_800_000_000_000, log: 'cd'.repeat(16), approval: `ap-${'e'.repeat(16)}` },
  desk: 'a',
}
const topic = approvalTopic(place, 'a')
const text = `${JSON.stringify({ order: '7001', amount: '25.00', by: 'Zoë' })}\n`
const sealed = box.seal(topic, text)!

describe('a sealed request', () => {
  it('opens as it was, on any computer of the team, and says nothing of itself', () => {
    expect(approvalBox(key, team).open(topic, sealed)).toBe(text)
    expect(Buffer.from(sealed, 'base64').toString('latin1')).not.toMatch(/7001|25\.00/)
    expect(box.seal(topic, text)).not.toBe(sealed)
    expect(box.open(topic, sealedByHand({ paymentKey: key, team }, topic, text))).toBe(text)
  })

  it('does not open with another key, for another team, or in another topic', () => {
    const other = Buffer.alloc(32, 6).toString('base64url')
    expect(approvalBox(other, team).open(topic, sealed)).toBeNull()
    expect(approvalBox(key, 'ef'.repeat(16)).open(topic, sealed)).toBeNull()
    for (const [of, desk] of [
      [place, 'b'],
      [{ ...place, desk: 'b' }, 'a'],
      [{ ...place, until: place.until + 1 }, 'a'],
      [{ ...place, approval: `ap-${'f'.repeat(16)}` }, 'a'],
    ] as const)
      expect(box.open(approvalTopic(of, desk), sealed)).toBeNull()
  })

  it('does not open with any byte changed, cut short, or longer', () => {
    const bytes = Buffer.from(sealed, 'base64')
    for (let at = 0; at < bytes.length; at += 1) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(box.open(topic, changed.toString('base64'))).toBeNull()
    }
    for (const one of [bytes.subarray(0, 27), bytes.subarray(1), Buffer.concat([bytes, bytes])])
      expect(box.open(topic, one.toString('base64'))).toBeNull()
  })

  it('is none where the text is too long for a record; the longest one is one', () => {
    const longest = 'ü'.repeat(5_611)
    expect(box.open(topic, box.seal(topic, longest)!)).toBe(longest)
    expect(box.seal(topic, longest)).toHaveLength(mostSealed)
    expect(box.seal(topic, `${longest}.`)).toBeNull()
    const record = openBook().write<'approval'>('a', {
      ...{ topic: approvalTopic({ ...place, desk: 'd'.repeat(31) }, 'a'.repeat(31)) },
      ...{ kind: 'approval', facts: { sealed: 'A'.repeat(mostSealed) } },
      ...{ epoch: 'e'.repeat(100), n: Number.MAX_SAFE_INTEGER },
    })
    expect(record.stored.body.length).toBeLessThanOrEqual(16_384)
  })
})
