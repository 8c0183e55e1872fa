// What the omnibox reads from what was typed: ids, actions on an order, and the names of commands.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Command,
  findCommands,
  isId,
  readAsk,
  readVerb,
} from '../../../src/renderer/messages/commands.ts'

describe('an action on an order', () => {
  it.each([
    ['refund 6760150 20', { action: 'return', value: '6760150', amount: '20' }],
    ['Refund 6760150', { action: 'return', value: '6760150', amount: '' }],
    ['  capture  inv-20261121-0031  120.50 EUR ', { action: 'capture', amount: '120.50' }],
    ['refund 6760150 12,50', { action: 'return', amount: '12,50' }],
    ['refund 6760150 5 usd', { action: 'return', amount: '5', currency: 'USD' }],
    ['refund 6760150 12,50 €', { amount: '12,50', currency: 'EUR' }],
    ['refund 6760150 £12.50', { amount: '12.50', currency: 'GBP' }],
    ['refund 6760150 JPY 500', { amount: '500', currency: 'JPY' }],
    ['refund 6760150 20', { amount: '20', currency: '' }],
    ['void 6760150', { action: 'void', value: '6760150' }],
    ['release 6760150', { action: 'give-back', value: '6760150' }],
  ])('is read from “%s”', (text, ask) => {
    expect(readAsk(text)).toMatchObject(ask)
  })

  it.each([
    'refund',
    'refund everything',
    'refund 6760150 all of it',
    'refund 6760150 20 EUR now',
    'refund 6760150 -20',
    'refund 6760150 1e3',
    'refund 6760150 $20',
    'refund 6760150 EUR',
    'send 6760150 20',
    'constructor 6760150 20',
    '__proto__ 1',
  ])('is not guessed from “%s”', (text) => {
    expect(readAsk(text)).toBeNull()
  })

  const reasons = { return: ['Customer request', 'Damaged goods', 'Goods returned'] }
  it.each([
    ['refund 6760150 20 damaged', { amount: '20', currency: '', reason: 'Damaged goods' }],
    ['refund 6760150 20 EUR dam', { amount: '20', currency: 'EUR', reason: 'Damaged goods' }],
    ['refund 6760150 20 dam', { amount: '20', currency: '', reason: 'Damaged goods' }],
    ['refund 6760150 cust req', { amount: '', reason: 'Customer request' }],
    // An unknown currency is refused on the order, and never taken for anything else.
    ['refund 6760150 20 XXY', { amount: '20', currency: 'XXY', reason: '' }],
    ['refund 6760150 20', { amount: '20', reason: '' }],
  ])('with a reason is read from “%s”', (text, ask) => {
    expect(readAsk(text, reasons)).toMatchObject({ action: 'return', ...ask })
  })

  it.each([
    'refund 6760150 20 goods',
    'refund 6760150 20 broken',
    'refund 6760150 20 EUR now',
    'capture 6760150 20 damaged',
  ])('with a reason that is none, or several, is not guessed from “%s”', (text) => {
    expect(readAsk(text, reasons)).toBeNull()
  })

  it('is never anything but one of four, whatever is typed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string()), (text) => {
        const ask = readAsk(text)
        if (ask === null) return
        expect(['give-back', 'return', 'capture', 'void']).toContain(ask.action)
        expect(isId(ask.value)).toBe(true)
        expect(ask.amount).toMatch(/^[\d.,]{0,20}$/)
        expect(ask.currency).toMatch(/^(?:[A-Z]{3})?$/)
      }),
      { numRuns: 500 },
    )
  })
})

it('a verb is known by its beginning, before an id is typed', () => {
  expect(readVerb('ref')).toEqual({ verb: 'refund', action: 'return' })
  expect(readVerb(' Capture ')).toEqual({ verb: 'capture', action: 'capture' })
  for (const text of ['', 're', 'ret urn', 'refund 6760150', 'theme', 'constructor'])
    expect(readVerb(text)).toBeNull()
})

it('an id is one word with a digit in it', () => {
  for (const text of ['6760150', 'inv-20261121-0031', ' 6760150 ']) expect(isId(text)).toBe(true)
  for (const text of ['', 'theme', 'two words 1', '1'.repeat(129)]) expect(isId(text)).toBe(false)
})

describe('a command', () => {
  const commands: Command[] = [
    { id: 'audit', title: 'Audit log', kind: 'Records' },
    { id: 'payout', title: 'Payout', kind: 'New', also: 'Send payout' },
    { id: 'payouts', title: 'Payouts', kind: 'Work' },
    { id: 'dark', title: 'Theme: dark', kind: 'Setting', also: 'colours' },
    { id: 'capture', title: 'Capture this hold', kind: 'Order', why: 'Open an order first.' },
  ]
  const ids = (text: string): string[] => findCommands(commands, text).map(({ id }) => id)

  it('is found by the beginning of its name, by any word of it and by what else it is called', () => {
    expect(ids('aud')).toEqual(['audit'])
    expect(ids('LOG')).toEqual(['audit'])
    expect(ids('dark theme')).toEqual(['dark'])
    expect(ids('colours')).toEqual(['dark'])
    expect(ids('pay')).toEqual(['payout', 'payouts'])
    expect(ids('nothing like this')).toEqual([])
    // Two letters in the middle of a word name nothing: “Ca*pt*ure”, “P*ay*out”.
    expect(ids('pt')).toEqual([])
    expect(ids('pa')).toEqual(['payout', 'payouts'])
  })

  it('that can’t be used stays visible with its reason', () => {
    expect(findCommands(commands, 'capt')).toEqual([commands[4]])
  })

  it('is named with all others while nothing is typed', () => {
    expect(ids('')).toHaveLength(commands.length)
  })
})
