import { describe, expect, it } from 'vitest'
import {
  desksRange,
  isOrderTopic,
  orderTopic,
  presentRange,
  presentTopic,
} from '../../../../src/main/team/records/topics.ts'

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
