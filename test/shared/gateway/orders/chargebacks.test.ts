// What a customer's bank charged back: held back by its amount, until its reversal, or until a
// person clears it and says why.
import { describe, expect, it } from 'vitest'
import { actionsFor } from '#shared/gateway/actions.ts'
import type { Clearance } from '#shared/gateway/clearances/clearance.ts'
import { foldFacts } from '#shared/gateway/orders/order-facts.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'
import { formatMessages } from '#wording/format-messages.ts'

type Line = [type: string, cents: number | null, mark?: string]
const heard = (lines: readonly Line[]): StoredSnapshot[] =>
  lines.map(([transactionType, cents, mark], at) => ({
    seq: at + 1,
    at,
    status: 'approved',
    transactionType,
    stage: '',
    amount: cents === null ? null : { minor: BigInt(cents), currency: 'EUR', digits: 2 },
    transactionMark: mark ?? `id-${at}`,
    partialReturn: null,
    partialCapture: null,
    reason: '',
  }))
const shown = (lines: readonly Line[], clearance: Clearance | null = null) => {
  const facts = foldFacts(heard(lines), [], clearance === null ? [] : [clearance])
  const { return: returning } = formatMessages(actionsFor(facts))
  return {
    phase: facts.phase,
    left: facts.returnable?.minor,
    isPossible: returning.isPossible,
    note: returning.isPossible ? (returning.note ?? '') : returning.why,
  }
}
const sale: Line = ['sale', 500_000, 'sale']

describe('a chargeback', () => {
  it('of a part holds back that part, and warns of it', () => {
    const { phase, left, isPossible, note } = shown([sale, ['chargeback', 4_000]])
    expect([phase, left, isPossible]).toEqual(['captured', 496_000n, true])
    expect(note).toMatch(/has charged 40\.00\sEUR of this payment back/)
  })

  it.each([
    [500_000, 0],
    [600_000, 0],
    [null, 0],
  ])('of %s leaves nothing to refund, and the reason says who can end that', (cents, left) => {
    const seen = shown([sale, ['chargeback', cents]])
    expect(seen).toMatchObject({ phase: 'charged-back', left: BigInt(left), isPossible: false })
    expect(seen.note).toContain('Once the bank reverses it')
  })

  it('beside a refund leaves what neither took', () => {
    expect(shown([sale, ['reversal', 100_000], ['chargeback', 300_000]]).left).toBe(100_000n)
    expect(shown([sale, ['reversal', 100_000], ['chargeback', 400_000]])).toMatchObject({
      phase: 'charged-back',
      left: 0n,
    })
  })

  it('that is told again is one; a second one is another', () => {
    const one: Line = ['chargeback', 4_000, 'c']
    expect(shown([sale, one, sale, one]).left).toBe(496_000n)
    expect(shown([sale, one, ['chargeback', 4_000, 'd']]).left).toBe(492_000n)
  })

  it('that the bank gave back takes nothing any more', () => {
    const given: Line = ['chargeback reversal', 500_000]
    expect(shown([sale, ['chargeback', 500_000], given])).toMatchObject({
      phase: 'captured',
      left: 500_000n,
      isPossible: true,
    })
    expect(shown([sale, ['chargeback', null], ['chargeback reversal', null]]).left).toBe(500_000n)
    expect(shown([sale, ['chargeback', 4_000], ['chargeback reversal', 1_000]]).left).toBe(497_000n)
  })

  it('is not given back by a reversal that came before it, or that is one for two', () => {
    const given: Line = ['chargeback reversal', 4_000]
    expect(shown([sale, given, ['chargeback', 4_000]]).left).toBe(496_000n)
    const two: Line[] = [sale, ['chargeback', 4_000], ['chargeback', 6_000]]
    expect(shown([...two, given]).left).toBe(494_000n)
    expect(shown([...two, ['chargeback reversal', null]]).left).toBe(490_000n)
  })
})

describe('a chargeback that a person cleared', () => {
  const clearance: Clearance = {
    ...{ kind: 'chargeback', about: '5000.00 EUR', seq: 2, actor: 'anna' },
    reason: 'the bank reversed it on 3 May',
  }

  it('lets money go on, and the warning repeats the reason', () => {
    const { phase, left, note } = shown([sale, ['chargeback', 500_000]], clearance)
    expect([phase, left]).toEqual(['captured', 500_000n])
    expect(note).toContain('anna cleared it with the reason “the bank reversed it on 3 May”')
  })

  it('is not the next one: that counts again', () => {
    const next: Line[] = [sale, ['chargeback', 4_000, 'c'], ['chargeback', 500_000, 'd']]
    expect(shown(next, clearance)).toMatchObject({ phase: 'charged-back', isPossible: false })
  })

  it('is what a reversal that is told late gives back, before it gives back the next one', () => {
    const next: Line[] = [sale, ['chargeback', 4_000, 'c'], ['chargeback', 4_000, 'd']]
    const late: Line = ['chargeback reversal', 4_000, 'r']
    expect(shown([...next, late], clearance).left).toBe(496_000n)
    const both: Line[] = [...next, late, ['chargeback reversal', 4_000, 's']]
    expect(shown(both, clearance).left).toBe(500_000n)
    expect(shown([sale, ['chargeback', 500_000, 'c'], late], clearance).left).toBe(500_000n)
  })

  it('is named beside the next one where money is left, and beside a refund that was made', () => {
    const { note } = shown(
      [sale, ['chargeback', 4_000, 'c'], ['chargeback', 6_000, 'd']],
      clearance,
    )
    expect(note).toContain('anna cleared it')
    expect(note).toMatch(/has charged 60\.00\sEUR of this payment back/)
    const refunded: Line[] = [sale, ['chargeback', 500_000, 'c'], ['reversal', 200_000]]
    const after = shown(refunded, clearance)
    expect(after.left).toBe(300_000n)
    expect(after.note).toContain('anna cleared it')
  })

  it('says nothing where none was told', () => {
    expect(shown([sale], clearance)).toMatchObject({ left: 500_000n, note: '' })
  })
})
