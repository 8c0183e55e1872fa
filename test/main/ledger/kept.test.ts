import { describe, expect, it } from 'vitest'
import { methods } from '#shared/bridge.ts'
import { openKeptShelf } from '../../../src/main/ledger/kept.ts'
import { openAt } from './ledger-rig.ts'

describe('what is kept over restarts', () => {
  it('is found as it was kept last, until it is forgotten', () => {
    const { db } = openAt(':memory:')
    const shelf = openKeptShelf(db)
    expect(shelf.find('orders-look')).toBeNull()
    shelf.keep('orders-look', { phase: 'captured' })
    const last = { type: 'sale', amountFrom: '12.50', from: '2026-01-01', connections: 'all' }
    shelf.keep('orders-look', last)
    expect(openKeptShelf(db).find('orders-look')).toEqual(last)
    shelf.keep('orders-look', null)
    expect(openKeptShelf(db).find('orders-look')).toBeNull()
  })

  it('of another shape is as if nothing had been kept', () => {
    const { db } = openAt(':memory:')
    const shelf = openKeptShelf(db)
    shelf.keep('orders-look', { type: 'sale' })
    db.prepare(`UPDATE meta SET value = '{"surprise":1}'`).run()
    expect(shelf.find('orders-look')).toBeNull()
  })

  it('has the shape of its name', () => {
    const keeps = (input: unknown) => methods['desk:keep'].safeParse(input).success
    expect(keeps({ name: 'orders-look', value: { phase: 'captured' } })).toBe(true)
    expect(keeps({ name: 'orders-look', value: null })).toBe(true)
    expect(keeps({ name: 'orders-look', value: { surprise: 1 } })).toBe(false)
    expect(keeps({ name: 'orders-look' })).toBe(false)
    expect(keeps({ name: 'another', value: null })).toBe(false)
  })

  it('has no place for a card number in the filter of the orders list', () => {
    const keeps = (filter: object) =>
      methods['desk:keep'].safeParse({ name: 'orders-look', value: filter }).success
    expect(keeps({ phase: 'partly-captured', type: 'account verification' })).toBe(true)
    for (const name of ['phase', 'type', 'amountFrom', 'amountUntil', 'from', 'surprise'])
      expect(keeps({ [name]: '4111111111111111' }), name).toBe(false)
  })
})
