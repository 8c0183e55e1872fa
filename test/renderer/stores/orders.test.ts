// Look-up and list: nothing typed is lost, pages join, and a slow answer never replaces a later one.
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { guessBy, readFilter, useOrdersStore } from '../../../src/renderer/stores/orders.ts'
import type { FakeBridge } from '../../fakes/bridge.ts'
import { callsOf, openWindow } from '../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})

describe('orders store', () => {
  it('guesses digits as an order id and anything else as a merchant order id', () => {
    expect(guessBy('700101')).toBe('orderid')
    expect(guessBy(' 700101 ')).toBe('orderid')
    expect(guessBy('inv-700101')).toBe('client_orderid')
    expect(guessBy('9'.repeat(20))).toBe('client_orderid')
  })

  it('keeps what was typed when the look-up fails, and empties the field when it works', async () => {
    const orders = useOrdersStore()
    await orders.show('sandbox')
    orders.typed = '999'
    expect(await orders.lookUp('999', 'orderid')).toBeNull()
    expect(orders.typed).toBe('999')
    expect(orders.lookUpFault).toMatchObject({ kind: 'rejected', code: '3' })
    orders.typed = '700101'
    expect(await orders.lookUp('700101', 'orderid')).toMatchObject({ orderid: '700101' })
    expect(orders.typed).toBe('')
    expect(orders.lookUpFault).toBeNull()
  })

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
      limit: 100,
      text: 'lamp',
      filter: { phase: 'captured', amountUntil: '99.5', from: '2026-11-01' },
    })
    orders.clearFilter()
    orders.filter.connections = 'all'
    await orders.reload()
    expect(callsOf(bridge, 'order:list').at(-1)).toEqual({ limit: 100 })
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
    expect(callsOf(bridge, 'order:list').at(-1)).toMatchObject({ before: 'parts', limit: 99 })
  })

  it('says what a search found', async () => {
    const orders = useOrdersStore()
    await orders.show('sandbox')
    orders.filter.text = '4448'
    await orders.reload()
    expect(orders.rows[0]?.matched).toEqual({ field: 'lastFour', text: '4448' })
  })

  it('keeps the filter over a restart, but not the text; an address that says something goes before it', async () => {
    const orders = useOrdersStore()
    Object.assign(orders.filter, { text: 'lamp', phase: 'captured', connections: 'all' })
    await orders.keepFilter()
    setActivePinia(createPinia())
    const restarted = useOrdersStore()
    restarted.takeFilter({})
    await restarted.show('sandbox')
    expect(restarted.filter).toMatchObject({ text: '', phase: 'captured', connections: 'all' })
    expect(callsOf(bridge, 'order:list').at(-1)).toMatchObject({ filter: { phase: 'captured' } })
    setActivePinia(createPinia())
    const addressed = useOrdersStore()
    addressed.takeFilter({ type: 'sale', nonsense: 'x', text: ['a', 'b'] })
    await addressed.show('sandbox')
    expect(addressed.filter).toMatchObject({ text: '', phase: '', type: 'sale' })
    expect(addressed.filter).not.toHaveProperty('nonsense')
    expect(readFilter(null)).toEqual(readFilter({}))
  })
})
