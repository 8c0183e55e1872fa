import { describe, expect, it } from 'vitest'
import {
  approvalIn,
  approvalRange,
  approvalsFrom,
  approvalTopic,
  desksRange,
  isClaimedTopic,
  isOrderTopic,
  orderTopic,
  paymentKeyOf,
  payTopic,
  presentRange,
  presentTopic,
} from '../../../../src/main/team/records/topics.ts'
import { newKey } from '../../../fakes/postgres/team.ts'

const service = 'https://gateway.test shop'

describe('the topic of an order', () => {
  it('is one for all spellings of its number', () => {
    const spellings = ['7123', '07123', '+7123', '7123.0', '７１２３', ' 7123 ']
    const topics = new Set(spellings.map((orderid) => orderTopic({ service, orderid })))
    expect(topics.size).toBe(1)
    expect(isOrderTopic([...topics][0]!)).toBe(true)
  })

  it('is another one at another gateway, and of another order', () => {
    const own = orderTopic({ service, orderid: '7123' })
    expect(orderTopic({ service, orderid: '7124' })).not.toBe(own)
    expect(orderTopic({ service: 'https://gateway.test other', orderid: '7123' })).not.toBe(own)
  })
})

describe('the topic of a payment', () => {
  const founder = newKey()
  const team = 'ab'.repeat(16)
  const key = paymentKeyOf(founder, team)

  it('is one for all who were let in by one founder, and says nothing of the payment', () => {
    const topic = payTopic(key, 'DE89370400440532013000')
    expect(topic).toMatch(/^pay\/[0-9a-f]{64}$/)
    expect(isClaimedTopic(topic)).toBe(true)
    expect(paymentKeyOf(founder, team)).toBe(key)
    expect(payTopic(paymentKeyOf(founder, team), 'DE89370400440532013000')).toBe(topic)
    expect(payTopic(key, 'DE89370400440532013001')).not.toBe(topic)
  })

  it('is another one without the key of the team, which the founder’s public key does not give', () => {
    expect(paymentKeyOf(newKey(), team)).not.toBe(key)
    expect(paymentKeyOf(founder, 'cd'.repeat(16))).not.toBe(key)
    expect(Buffer.from(key, 'base64url')).toHaveLength(32)
    const { d, x } = founder.export({ format: 'jwk' })
    expect([d, x]).not.toContain(key)
  })

  it.each(['pay/', 'pay/DE89', `pay/${'a'.repeat(63)}`, `pay/${'a'.repeat(64)}/`, 'payment/1'])(
    'is not %s',
    (topic) => {
      expect(isClaimedTopic(topic)).toBe(false)
    },
  )
})

describe('the topic of an approval', () => {
  const place = {
    ...{ until: 1_800_000_000_000, log: 'cd'.repeat(16), approval: `ap-${'e'.repeat(16)}` },
    desk: 'desk-1',
  }

  it('says what was asked and whose word it is, and no other text does', () => {
    const topic = approvalTopic(place, 'desk-2')
    expect(approvalIn(topic)).toEqual({ place, desk: 'desk-2' })
    for (const other of [topic.slice(1), `${topic}/`, topic.replace('/desk-2', ''), `${topic}\n`])
      expect(approvalIn(other)).toBeNull()
  })

  it('stands in the order of its end, with all that was said of it', () => {
    const isIn = ({ from, to }: { from: string; to: string }, topic: string): boolean =>
      topic >= from && topic < to
    const topic = approvalTopic(place, 'desk-2')
    expect(isIn(approvalsFrom(place.until), topic)).toBe(true)
    expect(isIn(approvalsFrom(place.until + 1), topic)).toBe(false)
    expect(isIn(approvalsFrom(0), 'beat/desk-1')).toBe(false)
    expect(isIn(approvalRange(place), topic)).toBe(true)
    expect(isIn(approvalRange(place), approvalTopic({ ...place, desk: 'desk-10' }, 'a'))).toBe(
      false,
    )
  })
})

describe('a range of topics', () => {
  it('has all that begin with its text, and no others', () => {
    const isIn = ({ from, to }: { from: string; to: string }, topic: string): boolean =>
      topic >= from && topic < to
    expect(isIn(desksRange, 'desk/a')).toBe(true)
    expect(isIn(desksRange, 'desk/zzz')).toBe(true)
    expect(isIn(desksRange, 'deskx')).toBe(false)
    expect(isIn(desksRange, 'order/1')).toBe(false)
    expect(isIn(presentRange('7-1-5'), presentTopic('7-1-5', 'a'))).toBe(true)
    expect(isIn(presentRange('7-1-5'), presentTopic('7-1-55', 'a'))).toBe(false)
  })
})
