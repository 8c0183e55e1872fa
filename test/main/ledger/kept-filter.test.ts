import { describe, expect, it } from 'vitest'
import { methods } from '#shared/bridge.ts'
import { openFilterShelf } from '../../../src/main/ledger/kept-filter.ts'
import { openAt } from './ledger-rig.ts'

describe('the filter of the orders list', () => {
  it('is kept as it was chosen last', () => {
    const { db } = openAt(':memory:')
    const shelf = openFilterShelf(db)
    expect(shelf.kept()).toBeNull()
    shelf.keep({ phase: 'captured', isAll: false })
    shelf.keep({ type: 'sale', amountFrom: '12.50', from: '2026-01-01', isAll: true })
    expect(openFilterShelf(db).kept()).toEqual({
      type: 'sale',
      amountFrom: '12.50',
      from: '2026-01-01',
      isAll: true,
    })
  })

  it('of another shape is as if nothing had been kept', () => {
    const { db } = openAt(':memory:')
    const shelf = openFilterShelf(db)
    shelf.keep({ isAll: false })
    db.prepare(`UPDATE meta SET value = '{"surprise":1}'`).run()
    expect(shelf.kept()).toBeNull()
  })

  it('has no place for a card number', () => {
    const keeps = (filter: object) =>
      methods['filter:keep'].safeParse({ isAll: false, ...filter }).success
    expect(keeps({ phase: 'partly-captured', type: 'account verification' })).toBe(true)
    for (const name of ['phase', 'type', 'amountFrom', 'amountUntil', 'from', 'text'])
      expect(keeps({ [name]: '4111111111111111' }), name).toBe(false)
  })
})
