// What the gateway's own answers contradict, and what is left of an order once a person has cleared
// it: never more than the most cautious of these answers.
import { describe, expect, it } from 'vitest'
import { formatMessage, formatMessages } from '#wording/format-messages.ts'
import { actionsFor } from '#shared/gateway/actions.ts'
import { clearablesOf } from '#shared/gateway/clearances/clearables.ts'
import type { Clearance } from '#shared/gateway/clearances/clearance.ts'
import { foldFacts, type OrderFacts } from '#shared/gateway/orders/order-facts.ts'
import type { StoredSnapshot } from '#shared/gateway/status/status.ts'

type Line = [type: string, cents: number, id?: string, currency?: string]

const heard = (lines: readonly Line[]): StoredSnapshot[] =>
  lines.map(([transactionType, cents, id, currency = 'EUR'], at) => ({
    ...{ seq: at + 1, at, status: 'approved', transactionType, stage: '', reason: '' },
    amount: { minor: BigInt(cents), currency, digits: 2 },
    transactionMark: id ?? `id-${at}`,
    ...{ partialReturn: null, partialCapture: null },
  }))

const clearanceOf = (facts: OrderFacts): Clearance => {
  const [matter] = clearablesOf(facts)
  if (matter === undefined) throw new Error('nothing stands')
  return { ...matter, seq: 9, actor: 'anna', reason: 'the support wrote which is true' }
}
/** The facts of the order after a person has cleared whatever stands on it, one after another. */
function clearedOf(lines: readonly Line[]): OrderFacts & { clearances: Clearance[] } {
  const clearances: Clearance[] = []
  for (;;) {
    const facts = foldFacts(heard(lines), [], clearances)
    if (facts.contradiction === null) return { ...facts, clearances }
    clearances.push(clearanceOf(facts))
  }
}
const stands = (lines: readonly Line[], clearances: readonly Clearance[]): boolean =>
  foldFacts(heard(lines), [], clearances).conflict !== null

const sale: Line = ['sale', 10_000, 's']
const dearer: Line = ['sale', 12_000, 's']
const hold: Line = ['preauth', 10_000, 'h']
const more: Line = ['preauth', 12_000, 'h']

interface Case {
  what: string
  lines: Line[]
  conflict: RegExp
  /** In cents; null where no amount is certain enough to be offered. */
  refundable: number | null
  capturable: number | null
  /** Told after the clearance, each of these is a contradiction of its own. */
  next: Line[]
}

const cases: Case[] = [
  {
    what: 'a sale with two amounts leaves the smaller',
    lines: [sale, dearer],
    conflict: /one sale is reported with different amounts: 100\.00\sEUR and 120\.00\sEUR/,
    ...{ refundable: 10_000, capturable: null },
    next: [['sale', 13_000, 's']],
  },
  {
    what: 'a refund with two amounts counts as the larger',
    lines: [sale, ['reversal', 3_000, 'r'], ['reversal', 5_000, 'r']],
    conflict: /one refund is reported with different amounts: 30\.00\sEUR and 50\.00\sEUR/,
    ...{ refundable: 5_000, capturable: null },
    next: [
      ['reversal', 4_000, 'r'],
      ['sale', 9_000, 's'],
    ],
  },
  {
    what: 'a capture with two amounts is the smaller to refund and the larger to capture',
    lines: [hold, ['capture', 4_000, 'c'], ['capture', 6_000, 'c']],
    conflict: /one capture is reported with different amounts/,
    ...{ refundable: 4_000, capturable: 4_000 },
    next: [['capture', 4_500, 'c']],
  },
  {
    what: 'a hold with two amounts is the smaller to capture',
    lines: [hold, more],
    conflict: /one hold is reported with different amounts/,
    ...{ refundable: null, capturable: 10_000 },
    next: [['preauth', 12_500, 'h']],
  },
  {
    what: 'captures beyond the hold leave no more than one of them',
    lines: [hold, ['capture', 7_000, 'a'], ['capture', 8_000, 'b']],
    conflict: /captures of 150\.00\sEUR on a hold of 100\.00\sEUR/,
    ...{ refundable: 7_000, capturable: null },
    next: [['capture', 100, 'c']],
  },
  {
    what: 'refunds beyond what was captured leave nothing',
    lines: [sale, ['reversal', 7_000, 'a'], ['reversal', 8_000, 'b']],
    conflict: /refunds of 150\.00\sEUR of 100\.00\sEUR that was captured/,
    ...{ refundable: null, capturable: null },
    next: [['reversal', 100, 'c']],
  },
  {
    what: 'a refund in another currency leaves an amount that a person has to enter',
    lines: [sale, ['reversal', 3_000, 'r', 'USD']],
    conflict: /amounts in EUR and USD/,
    ...{ refundable: null, capturable: null },
    next: [['reversal', 3_000, 'r2', 'USD']],
  },
]

describe.each(cases)('$what', ({ lines, conflict, refundable, capturable, next }) => {
  const before = foldFacts(heard(lines), [])
  const after = clearedOf(lines)
  const { capture, return: returning } = formatMessages(actionsFor(after))

  it('stops every action first, and names the way out', () => {
    expect(formatMessage(before.conflict ?? '')).toMatch(conflict)
    for (const action of Object.values(formatMessages(actionsFor(before))))
      expect(action).toMatchObject({
        isPossible: false,
        why: expect.stringContaining('clear the contradiction on the order’s page'),
      })
  })

  it('is over once it is cleared, up to the most cautious of the answers', () => {
    expect(after.conflict).toBeNull()
    const offered = (can: typeof returning): number | null =>
      can.isPossible && can.most !== null ? Number(can.most.minor) : null
    expect(offered(returning)).toBe(refundable)
    expect(offered(capture)).toBe(capturable)
    const text = returning.isPossible ? returning.note : returning.why
    expect(text).toMatch(conflict)
    expect(text).toContain('anna cleared this with the reason “the support wrote which is true”')
  })

  it('stays over when the same is told again, and stands again when anything else is', () => {
    expect(stands([...lines, ...lines], after.clearances)).toBe(false)
    for (const line of next) expect(stands([...lines, line], after.clearances)).toBe(true)
  })
})

describe('what was cleared', () => {
  it('shows no sum that is in doubt', () => {
    for (const lines of [[sale, dearer, ['reversal', 2_000, 'r'] as Line], cases[4]!.lines]) {
      const facts = clearedOf(lines)
      expect(facts).toMatchObject({ isCaptureUncertain: true, isReturnedUncertain: true })
    }
    expect(clearedOf([hold, more]).held).toBeNull()
  })

  it('never makes an order refunded while more may have been captured', () => {
    expect(clearedOf([sale, dearer, ['reversal', 10_000, 'r']]).phase).toBe('partly-returned')
    expect(clearedOf(cases[5]!.lines).phase).toBe('partly-returned')
    expect(clearedOf([sale, ['reversal', 15_000, 'r']]).phase).toBe('partly-returned')
  })

  it('of a hold lets a void end it, and no release of an amount that nobody knows', () => {
    const { void: voiding, return: release } = formatMessages(actionsFor(clearedOf([hold, more])))
    expect(voiding).toMatchObject({ isPossible: true, most: null })
    expect(release).toMatchObject({
      isPossible: false,
      why: expect.stringMatching(/anna cleared this.*no amount is certain/),
    })
  })

  it('says nothing of a chargeback, nor the other way round', () => {
    const lines: Line[] = [sale, dearer, ['chargeback', 10_000, 'c']]
    const facts = foldFacts(heard(lines), [])
    const [contradiction, chargeback] = clearablesOf(facts)
    expect([contradiction?.kind, chargeback?.kind]).toEqual(['contradiction', 'chargeback'])
    const said = { seq: 3, actor: 'anna', reason: 'the bank gave it back' }
    const bank = foldFacts(heard(lines), [], [{ ...chargeback!, ...said }])
    expect(bank.conflict).not.toBeNull()
    const answers = foldFacts(heard(lines), [], [{ ...contradiction!, ...said }])
    expect(answers).toMatchObject({ conflict: null, phase: 'charged-back' })
    expect(answers.chargedBack?.minor).toBe(10_000n)
    expect(answers.returnable?.minor).toBe(0n)
  })

  it('leaves nothing of a payment, a capture or a hold that has an amount in another unit', () => {
    const inUsd = ([type, , id = '']: Line): Line => [type, 8_000, id, 'USD']
    const capture: Line = ['capture', 5_000, 'c']
    for (const lines of [
      [sale, inUsd(sale)],
      [hold, inUsd(hold)],
      [hold, inUsd(capture)],
      [hold, capture, inUsd(capture)],
    ]) {
      const { capture: capturing, return: returning } = actionsFor(clearedOf(lines))
      expect([capturing.isPossible, returning.isPossible]).toEqual([false, false])
    }
    expect(clearedOf([sale, inUsd(sale)]).original).toBeNull()
  })

  it('leaves nothing to capture where one of too many captures has no amount', () => {
    const lines = heard([
      hold,
      ['capture', 7_000, 'a'],
      ['capture', 8_000, 'b'],
      ['capture', 0, 'c'],
    ])
    lines[3]!.amount = null
    const reported = foldFacts(lines, [])
    const after = foldFacts(lines, [], [clearanceOf(reported)])
    expect(after.contradiction).toBeNull()
    expect(actionsFor(after).capture.isPossible).toBe(false)
  })

  it('of a chargeback does not cover a larger amount that is told of it later', () => {
    const bank: Line = ['chargeback', 3_000, 'b']
    const before = foldFacts(heard([sale, bank]), [])
    const cleared: Clearance = { ...clearanceOf(before), seq: 2 }
    const again = (cents: number) =>
      foldFacts(heard([sale, bank, ['chargeback', cents, 'b']]), [], [cleared]).chargedBack?.minor
    expect([again(2_000), again(3_000), again(5_000)]).toEqual([0n, 0n, 5_000n])
  })

  it('does not hide a transaction in another currency whose type was not told', () => {
    const facts = clearedOf([sale, ['', 3_000, '', 'USD']])
    expect(facts.returnable?.minor).toBe(0n)
  })
})
