// The list: pages join, a slow answer never replaces a later one, and how it is looked at is found
// again.
import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  readFilter,
  readLook,
  toQuery,
} from '../../../../src/renderer/features/orders/order-filter.ts'
import { useOrdersStore } from '../../../../src/renderer/features/orders/orders-store.ts'
import { usualColumns } from '../../../../src/renderer/messages/orders/grid-columns.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { callsOf, openWindow } from '../../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})
afterEach(() => vi.useRealTimers())

/** From now on each answer to this waits until its function is called. */
function holdAnswers(method: string): (() => void)[] {
  const answers: (() => void)[] = []
  const real = bridge.call
  bridge.call = async (asked, input) => {
    if (asked === method)
      await new Promise<void>((resolve) => {
        answers.push(resolve)
      })
    return real(asked, input)
  }
  return answers
}

describe('orders store', () => {
  it('joins the next page to the rows shown', async () => {
    const orders = useOrdersStore()
    const [one, two] = bridge.orders
    bridge.script('order:list', { ok: true, value: { rows: [one!], next: 'cursor' } })
    await orders.show('sandbox')
    bridge.script('order:list', { ok: true, value: { rows: [two!], next: null } })
    await orders.more()
    expect(orders.rows.map((row) => row.orderid)).toEqual(['700101', '700102'])
    expect(callsOf(bridge, 'order:list').at(-1)).toMatchObject({ before: 'cursor' })
    await orders.more()
    expect(callsOf(bridge, 'order:list')).toHaveLength(2)
  })

  it('keeps the rows shown when a later read fails', async () => {
    const orders = useOrdersStore()
    await orders.show('sandbox')
    const before = orders.rows.length
    bridge.script('order:list', {
      ok: false,
      fault: { kind: 'bug', sent: 'maybe', message: 'No.', incident: 'i-1' },
    })
    await orders.refresh()
    expect(orders.fault).toMatchObject({ incident: 'i-1' })
    expect(orders.rows).toHaveLength(before)
  })

  it('drops a slower answer to an earlier filter', async () => {
    const orders = useOrdersStore()
    await orders.show('sandbox')
    const real = bridge.call
    let answerLate = (): void => undefined
    bridge.call = async (method, input) => {
      bridge.call = real
      await new Promise<void>((resolve) => {
        answerLate = resolve
      })
      return real(method, input)
    }
    orders.filter.text = '700102'
    const slow = orders.refresh()
    orders.filter.text = '700103'
    await orders.refresh()
    answerLate()
    await slow
    expect(orders.rows.map((row) => row.orderid)).toEqual(['700103'])
  })

  it('shows nothing of a connection that was left while its answer was on its way', async () => {
    const orders = useOrdersStore()
    const answers = holdAnswers('order:list')
    const left = orders.show('sandbox')
    await expect.poll(() => answers.length).toBe(1)
    const chosen = orders.show('shop-eu')
    answers[0]!()
    await left
    expect(orders.rows).toEqual([])
    expect(orders.hasLoaded).toBe(false)
    await expect.poll(() => answers.length).toBe(2)
    answers[1]!()
    await chosen
    expect(orders.rows.every((row) => row.connectionId === 'shop-eu')).toBe(true)
    expect(callsOf(bridge, 'order:list').at(-1)).toMatchObject({ connectionId: 'shop-eu' })
  })

  it('shows the answer to what was typed last, in whichever order answers come', async () => {
    const orders = useOrdersStore()
    await orders.show('sandbox')
    const answers = holdAnswers('order:list')
    const typed = ['7', '70010', '700103'].map((text) => {
      orders.filter.text = text
      return orders.reload()
    })
    for (const answer of answers.toReversed()) answer()
    await Promise.all(typed)
    expect(orders.rows.map((row) => row.orderid)).toEqual(['700103'])
    expect(JSON.parse(orders.question)).toMatchObject({ text: '700103' })
    expect(orders.isLoading).toBe(false)
  })

  it('asks again by itself while the search has not read everything, and says so only of a search', async () => {
    vi.useFakeTimers()
    const orders = useOrdersStore()
    const [one] = bridge.orders
    const behind = (unindexed: number, rows: typeof bridge.orders) => ({
      ok: true as const,
      value: { rows, next: null, unindexed },
    })
    bridge.script('order:list', behind(900, [one!]))
    await orders.show('sandbox')
    expect(orders.unindexed).toBe(0)
    orders.filter.text = '700101'
    bridge.script('order:list', behind(800, []), behind(50, []))
    await orders.reload()
    expect(orders.unindexed).toBe(800)
    await vi.advanceTimersByTimeAsync(1_000)
    expect(orders).toMatchObject({ unindexed: 50, rows: [] })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(orders.unindexed).toBe(0)
    expect(orders.rows.map((row) => row.orderid)).toEqual(['700101'])
    const asked = callsOf(bridge, 'order:list').length
    await vi.advanceTimersByTimeAsync(5_000)
    expect(callsOf(bridge, 'order:list')).toHaveLength(asked)
    bridge.script('order:list', behind(10, []))
    await orders.reload()
    // Another question in between is asked for itself alone.
    orders.filter.text = ''
    await orders.reload()
    await vi.advanceTimersByTimeAsync(5_000)
    expect(callsOf(bridge, 'order:list')).toHaveLength(asked + 2)
  })

  it('asks for what is filled in, leaves out what is half typed, and takes all connections', async () => {
    const orders = useOrdersStore()
    await orders.show('sandbox')
    Object.assign(orders.filter, {
      text: ' lamp ',
      phase: 'captured',
      amountFrom: '12.',
      amountUntil: ' 99.5 ',
      from: '2026-11-01',
      until: '2026-1',
    })
    await orders.reload()
    expect(callsOf(bridge, 'order:list').at(-1)).toEqual({
      connectionId: 'sandbox',
      limit: 30,
      text: 'lamp',
      filter: { phase: 'captured', amountUntil: '99.5', from: '2026-11-01' },
    })
    orders.clearFilter()
    orders.filter.connections = 'all'
    await orders.reload()
    expect(callsOf(bridge, 'order:list').at(-1)).toEqual({ limit: 30 })
  })

  it('goes on by itself while a search has more and the page is not full', async () => {
    const orders = useOrdersStore()
    await orders.show('sandbox')
    const [one, two] = bridge.orders
    orders.filter.text = '70010'
    bridge.script(
      'order:list',
      { ok: true, value: { rows: [one!], next: 'parts' } },
      { ok: true, value: { rows: [two!], next: null } },
    )
    await orders.reload()
    expect(orders.rows.map((row) => row.orderid)).toEqual(['700101', '700102'])
    expect(callsOf(bridge, 'order:list').at(-1)).toMatchObject({ before: 'parts', limit: 29 })
  })

  it('says what a search found', async () => {
    const orders = useOrdersStore()
    await orders.show('sandbox')
    orders.filter.text = '4448'
    await orders.reload()
    expect(orders.rows[0]?.matched).toEqual({ field: 'lastFour', text: '4448' })
  })

  it('keeps how it is looked at over a restart, but not the text; an address goes before it', async () => {
    const orders = useOrdersStore()
    Object.assign(orders.filter, { text: 'lamp', phase: 'captured', connections: 'all' })
    orders.chooseColumns(['original', 'phase'])
    await orders.keepLook()
    setActivePinia(createPinia())
    const restarted = useOrdersStore()
    await restarted.show('sandbox')
    expect(restarted.filter).toMatchObject({ text: '', phase: 'captured', connections: 'all' })
    expect(restarted.columns).toEqual(['orderid', 'original', 'phase'])
    expect(callsOf(bridge, 'order:list').at(-1)).toMatchObject({ filter: { phase: 'captured' } })
    setActivePinia(createPinia())
    const addressed = useOrdersStore()
    addressed.take(readLook({ type: 'sale', nonsense: 'x', text: ['a', 'b'] }))
    await addressed.show('sandbox')
    expect(addressed.filter).toMatchObject({ text: '', phase: '', type: 'sale' })
    expect(addressed.filter).not.toHaveProperty('nonsense')
    expect(readFilter(null)).toEqual(readFilter({}))
  })

  it('of one connection is asked for by its id, whichever is chosen above', async () => {
    const orders = useOrdersStore()
    orders.take(readLook({ connections: 'shop-eu' }))
    await orders.show('sandbox')
    expect(callsOf(bridge, 'order:list').at(-1)).toEqual({ connectionId: 'shop-eu', limit: 30 })
  })

  it('that is long stays as long when an order changes, and shows that order as it is now', async () => {
    const orders = useOrdersStore()
    const [one] = bridge.orders
    const rows = Array.from({ length: 600 }, (_, n) => ({ ...one!, orderid: `${700_101 + n}` }))
    bridge.script('order:list', { ok: true, value: { rows, next: 'more' } })
    await orders.show('sandbox')
    one!.phase = 'returned'
    orders.concerns({ topic: 'order', connectionId: 'sandbox', orderid: '700101' })
    orders.concerns({ topic: 'order', connectionId: 'sandbox', orderid: '999' })
    await orders.refresh()
    expect(orders.rows).toHaveLength(600)
    expect(orders.rows[0]?.phase).toBe('returned')
    expect(callsOf(bridge, 'order:show')).toEqual([{ connectionId: 'sandbox', orderid: '700101' }])
    expect(callsOf(bridge, 'order:list')).toHaveLength(1)
  })
})

describe('how the list is looked at', () => {
  it('stands in the address only where it is not as usual, and is read from there again', () => {
    expect(toQuery(readLook({}))).toEqual({})
    const query = { text: 'lamp', amountFrom: '12.', columns: 'orderid checkedAt phase' }
    expect(toQuery(readLook(query))).toEqual(query)
  })

  it('has only known columns, each once, and always the order id', () => {
    expect(readLook({ columns: 'phase nonsense phase matched' }).columns).toEqual([
      'orderid',
      'phase',
    ])
    expect(readLook({ columns: 'nonsense' }).columns).toEqual(usualColumns)
  })
})
