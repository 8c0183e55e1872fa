import { beforeEach, describe, expect, it } from 'vitest'
import { orderSubject } from '#shared/attempt.ts'
import { methods } from '#shared/contract/bridge.ts'
import { createNoteMethods } from '../../../../src/main/desk/api/notes.ts'
import { openNotes } from '../../../../src/main/ledger/orders/notes.ts'
import { createTestDesk } from '../../../fakes/desk.ts'
import { see, type TestDesk } from '../order-rig.ts'
import { formatMessage } from '#wording/format-messages.ts'

const place = { connectionId: 'test-1', orderid: '6768788' }
let desk: TestDesk
beforeEach(() => {
  desk = createTestDesk()
  see(desk, place.orderid)
})
const entries = () =>
  desk.ports.audit
    .timeline(orderSubject(place.connectionId, place.orderid))
    .filter(({ kind }) => kind !== 'order:look-up')
    .map(({ kind, actor, details }) => [kind, actor, details['text'] ?? details['tag']])
const found = async (text: string) => {
  const { page } = await desk.reader.run('orders', { text, limit: 10 })
  return page?.rows.map((row) => [row.orderid, row.matched?.field, row.matched?.text])
}

describe('notes on an order', () => {
  it('are kept with author and time, newest first, each with its audit entry', () => {
    desk.ports.notes.add(place, 'zoe', 'Customer called')
    desk.time.now += 60_000
    desk.ports.notes.add(place, 'omar', 'It was the other lamp')
    expect(desk.ports.notes.of(place).notes).toEqual([
      { seq: 2, at: desk.time.now, actor: 'omar', text: 'It was the other lamp' },
      { seq: 1, at: desk.time.now - 60_000, actor: 'zoe', text: 'Customer called' },
    ])
    expect(entries()).toEqual([
      ['order:noted', 'zoe', 'Customer called'],
      ['order:noted', 'omar', 'It was the other lamp'],
    ])
    expect(desk.ports.notes.of({ ...place, connectionId: 'test-2' }).notes).toEqual([])
  })

  it('are not there when their audit entry can’t be written, and neither are tags', () => {
    const failing = openNotes(
      desk.db,
      {
        ...desk.ports.audit,
        append: () => {
          throw new Error('disk full')
        },
      },
      () => desk.time.now,
    )
    expect(() => failing.add(place, 'zoe', 'lost')).toThrow('disk full')
    expect(() => failing.tag(place, 'zoe', 'lost')).toThrow('disk full')
    desk.ports.notes.tag(place, 'zoe', 'vip')
    expect(() => failing.untag(place, 'zoe', 'vip')).toThrow('disk full')
    expect(desk.ports.notes.of(place)).toEqual({ notes: [], tags: ['vip'] })
  })

  it('are never changed or taken away, not even in the ledger', () => {
    desk.ports.notes.add(place, 'zoe', 'first')
    expect(() => desk.db.exec(`UPDATE order_note SET text = 'other'`)).toThrow('append-only')
    expect(() => desk.db.exec('DELETE FROM order_note')).toThrow('append-only')
    const seq = 'INSERT OR REPLACE INTO order_note SELECT * FROM order_note'
    expect(() => desk.db.exec(seq)).toThrow('append-only')
  })

  it('are found by every word of them, and by a tag', async () => {
    desk.ports.notes.add(place, 'zoe', `${'Long story. '.repeat(60)}\nSent to Müllerstraße 7`)
    desk.ports.notes.tag(place, 'zoe', 'waiting for bank')
    const [[id, field, text]] = (await found('mullerstraße 7'))! as [[string, string, string]]
    expect([id, field]).toEqual(['6768788', 'note'])
    expect(text).toContain('Müllerstraße')
    expect(text.length).toBeLessThan(130)
    expect(await found('waiting')).toEqual([['6768788', 'tag', 'waiting for bank']])
    desk.ports.notes.untag(place, 'zoe', 'waiting for bank')
    expect(await found('waiting')).toEqual([])
  })
})

describe('tags on an order', () => {
  it('come and go, each time once in the audit log', () => {
    desk.ports.notes.tag(place, 'zoe', 'vip')
    desk.ports.notes.tag(place, 'zoe', 'vip')
    desk.ports.notes.tag(place, 'zoe', 'bank')
    expect(desk.ports.notes.of(place).tags).toEqual(['bank', 'vip'])
    desk.ports.notes.untag(place, 'omar', 'vip')
    desk.ports.notes.untag(place, 'omar', 'vip')
    expect(desk.ports.notes.of(place).tags).toEqual(['bank'])
    expect(entries()).toEqual([
      ['order:tagged', 'zoe', 'vip'],
      ['order:tagged', 'zoe', 'bank'],
      ['order:untagged', 'omar', 'vip'],
    ])
  })

  it('are at most twenty, and none on an order that is not here', async () => {
    const noteMethods = createNoteMethods(desk.ports, () => ({ ok: true, value: {} as never }))
    for (let n = 0; n < 20; n += 1)
      expect(await noteMethods['order:tag']({ ...place, tag: `t${n}` })).toMatchObject({ ok: true })
    expect(await noteMethods['order:tag']({ ...place, tag: 't20' })).toMatchObject({
      fault: { kind: 'input', field: 'tag' },
    })
    expect(await noteMethods['order:tag']({ ...place, tag: 't3' })).toMatchObject({ ok: true })
    const nowhere = { ...place, orderid: '404' }
    expect(await noteMethods['order:note']({ ...nowhere, text: 'x' })).toMatchObject({
      fault: { reason: 'not-found' },
    })
  })
})

describe('what is typed', () => {
  it.each([
    ['an empty note', 'order:note', { text: ' \n ' }, /Enter a note/],
    ['a note beyond the limit', 'order:note', { text: 'x'.repeat(1001) }, /At most 1000/],
    ['a card number', 'order:note', { text: 'card 4111 1111 1111 1111' }, /card number/],
    ['a card number over two lines', 'order:note', { text: '41111111-\n11111111' }, /card number/],
    ['a card number as a tag', 'order:tag', { tag: '4111111111111111' }, /card number/],
    ['a tag beyond the limit', 'order:tag', { tag: 'x'.repeat(33) }, /At most 32/],
    ['a tag of signs', 'order:tag', { tag: '<b>' }, /Letters/],
  ] as const)('%s is refused, by its field', (_what, method, typed, message) => {
    const parsed = methods[method].safeParse({ ...place, ...typed })
    expect(parsed.success).toBe(false)
    expect(parsed.error?.issues[0]?.path).toEqual(Object.keys(typed))
    expect(formatMessage(parsed.error?.issues[0]?.message ?? '')).toMatch(message)
  })

  it('as a tag is kept in one spelling', () => {
    expect(methods['order:tag'].parse({ ...place, tag: '  VIP  Ärger ' }).tag).toBe('vip ärger')
    expect(methods['order:note'].parse({ ...place, text: ' فاطمة 4448 ' }).text).toBe('فاطمة 4448')
  })
})
