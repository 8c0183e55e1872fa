// What the form can tell at once about what was typed, and what it asks main for.
import { describe, expect, it } from 'vitest'
import {
  currencyOf,
  draftIn,
  faultsOf,
  readAmount,
  requestOf,
  ruleOf,
} from '../../../src/renderer/forms/request.ts'
import { seedOrders } from '../../fakes/bridge-seed.ts'

const [sale, hold, , yen, , , unknown] = seedOrders()
const full = { isFull: true, amount: '', comment: 'Customer changed their mind' }

describe('request', () => {
  it('fills in no amount where what is left is in doubt: one has to be typed', () => {
    const draft = draftIn({ comment: 'Customer changed their mind' }, true)
    expect(draft.isFull).toBe(false)
    expect(faultsOf('return', draft, sale!)).toHaveProperty('amount')
    expect(draftIn({ comment: '' }).isFull).toBe(true)
  })

  it('leaves amount and currency out of a full refund, so that the gateway returns all', () => {
    expect(requestOf('return', { ...full, amount: '5' }, sale!)).toEqual({
      client_orderid: 'practice-sale-1',
      orderid: '700101',
      comment: 'Customer changed their mind',
    })
  })

  it('sends no comment with a capture and no amount with a void', () => {
    const part = { isFull: false, amount: '5.00', comment: 'note' }
    expect(requestOf('capture', part, hold!)).toEqual({
      client_orderid: 'practice-hold-1',
      orderid: '700102',
      amount: '5.00',
      currency: 'EUR',
    })
    expect(requestOf('void', part, hold!)).not.toHaveProperty('amount')
    expect(requestOf('void', part, hold!)).toHaveProperty('comment', 'note')
  })

  it('reads the currency and its digits from the order', () => {
    expect(currencyOf(sale!)).toBe('EUR')
    expect(currencyOf(unknown!)).toBe('EUR')
    expect(currencyOf({ ...unknown!, inProgress: null })).toBeNull()
    expect(ruleOf(yen!)).toBe('iso-4217')
    expect(ruleOf({ ...yen!, original: { amount: '154.00', currency: 'JPY' } })).toBe('always-2')
  })

  it('offers the readings of an amount that reads in two ways and picks none', () => {
    const read = readAmount('1,250', 'EUR', 'iso-4217', null)
    expect(read).toMatchObject({ ok: false, fault: { kind: 'input' } })
    if (!read.ok && read.fault.kind === 'input')
      expect(read.fault.readings).toEqual(expect.arrayContaining(['1250.00', '1.25']))
  })

  it('says what an amount reads as', () => {
    expect(readAmount('12.5', 'EUR', 'iso-4217', null)).toEqual({
      ok: true,
      value: { label: '12.50\u00a0EUR' },
    })
  })

  it('refuses more than is left, and takes exactly what is left', () => {
    const most = { amount: '125.00', currency: 'EUR' }
    expect(readAmount('125.01', 'EUR', 'iso-4217', most)).toMatchObject({ ok: false })
    expect(readAmount('125.00', 'EUR', 'iso-4217', most)).toMatchObject({ ok: true })
  })

  it('says of an unclear amount that the one it can be is too much', () => {
    const saidOf = (text: string, amount: string | null): string => {
      const most = amount === null ? null : { amount, currency: 'EUR' }
      const read = readAmount(text, 'EUR', 'iso-4217', most)
      return read.ok ? '' : read.fault.message.replaceAll(/[\u00a0\u202f]/g, ' ')
    }
    const unclear =
      '“1,205” can be read as 1 205.00 EUR, or has 3 decimals. Use at most 2 decimals, like 1250.50.'
    const tooMuch = 'At most 300.00 EUR is possible, and 1 205.00 EUR is more.'
    expect(saidOf('1,205', '300.00')).toBe(`${unclear} ${tooMuch}`)
    expect(saidOf('1,205', '1205.00')).toBe(unclear)
    expect(saidOf('1,205', null)).toBe(unclear)
    // Of two readings one may be possible.
    expect(saidOf('1,250', '300.00')).not.toContain('possible')
  })

  it('names every field that needs another look, at once', () => {
    const faults = faultsOf('return', { isFull: false, amount: '1,250', comment: ' ' }, sale!)
    expect(Object.keys(faults).sort()).toEqual(['amount', 'comment'])
    expect(faultsOf('return', full, sale!)).toEqual({})
    expect(faultsOf('void', { ...full, comment: '' }, hold!)).toEqual({})
    expect(
      faultsOf('void', { ...full, comment: 'x'.repeat(51) }, hold!).comment?.message,
    ).toContain('This has 51')
  })

  it('asks for own words from the connection’s amount on, and takes none of the list', () => {
    const order = { ...sale!, reasons: { ...sale!.reasons, freeReasonFrom: '50' } }
    const part = (amount: string, comment: string) =>
      faultsOf('return', { isFull: false, amount, comment }, order).comment?.message
    expect(part('49.99', 'Damaged goods')).toBeUndefined()
    expect(part('50', 'Damaged goods')).toMatch(/own words/)
    expect(part('50', 'Lamp cracked')).toBeUndefined()
    expect(faultsOf('return', { ...full, comment: 'Damaged goods' }, order).comment).toBeDefined()
    // What can't be read yet asks for nothing more than a right amount.
    expect(
      Object.keys(
        faultsOf('return', { isFull: false, amount: 'x', comment: 'Damaged goods' }, order),
      ),
    ).toEqual(['amount'])
  })
})
