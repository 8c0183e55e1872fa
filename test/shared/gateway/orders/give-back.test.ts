import { describe, expect, it } from 'vitest'
import { type MoneySettings, moneySettings } from '../../../../src/shared/connections/connection.ts'
import { planAction } from '../../../../src/main/desk/payments/plan/request-plan.ts'
import { actionsFor } from '../../../../src/shared/gateway/actions.ts'
import { giveBackOf, restMessages, type WayId } from '../../../../src/shared/gateway/give-back.ts'
import { foldFacts, type Phase } from '../../../../src/shared/gateway/orders/order-facts.ts'
import type { StoredSnapshot } from '../../../../src/shared/gateway/status/status.ts'
import { formatMessages, formatMessage } from '#wording/format-messages.ts'

/** Answers of the gateway, oldest first: "type status cents". */
const seenAs = (lines: readonly string[]): StoredSnapshot[] =>
  lines.map((line, at) => {
    const [type = '', status = '', cents = '-'] = line.split(' ')
    return {
      seq: at + 1,
      at,
      status,
      transactionType: type.replaceAll('_', ' '),
      stage: '',
      amount: cents === '-' ? null : { minor: BigInt(cents), currency: 'EUR', digits: 2 },
      transactionMark: `tx-${at}`,
      partialReturn: null,
      partialCapture: null,
      reason: '',
    }
  })

const eur = (minor: number) => ({ minor: BigInt(minor), currency: 'EUR', digits: 2 })
const factsOf = (lines: readonly string[]) => foldFacts(seenAs(lines), [])
function backOf(lines: readonly string[], settings: Partial<MoneySettings> = {}) {
  const facts = factsOf(lines)
  const { phase, failedAction } = facts
  const actions = actionsFor(facts)
  return formatMessages(giveBackOf({ phase, actions, failedAction }, moneySettings.parse(settings)))
}

/** Every phase an order can be in, with what was seen of it; hold: chosen by the settings. */
const phases: Record<Phase, { seen: string[]; chosen: WayId | 'hold' | null }> = {
  processing: { seen: ['sale processing 1000'], chosen: null },
  authorised: { seen: ['preauth approved 1000'], chosen: 'hold' },
  captured: { seen: ['sale approved 1000'], chosen: 'return' },
  'partly-captured': { seen: ['preauth approved 1000', 'capture approved 400'], chosen: 'return' },
  'partly-returned': { seen: ['sale approved 1000', 'reversal approved 300'], chosen: 'return' },
  returned: { seen: ['sale approved 1000', 'reversal approved 1000'], chosen: null },
  released: { seen: ['preauth approved 1000', 'cancel approved 1000'], chosen: null },
  voided: { seen: ['preauth approved 1000', 'void approved 1000'], chosen: null },
  'charged-back': { seen: ['sale approved 1000', 'chargeback approved 1000'], chosen: null },
  disputed: { seen: ['dispute approved 1000'], chosen: 'return' },
  'paid-out': { seen: ['payout approved 1000'], chosen: null },
  'payout-checked': { seen: ['payout_check approved 1000'], chosen: null },
  transferred: { seen: ['transfer approved 1000'], chosen: null },
  'card-checked': { seen: ['account_verification approved -'], chosen: null },
  declined: { seen: ['sale declined 1000'], chosen: null },
  failed: { seen: ['sale error 1000'], chosen: null },
  unclear: { seen: ['sale waiting 1000'], chosen: null },
}
const settings = (['void', 'return'] as const).flatMap((holdReleasedBy) =>
  [false, true].flatMap((voidNeedsReason) =>
    (['unknown', 'stays', 'released'] as const).map((restOfHold) => ({
      holdReleasedBy,
      voidNeedsReason,
      restOfHold,
    })),
  ),
)
const table = Object.entries(phases).flatMap(([phase, row]) =>
  settings.map((set) => ({ phase, ...row, set, named: Object.values(set).join(' ') })),
)

describe('a hold', () => {
  it('is offered Void first, which can’t become a refund, with what gateways say of it', () => {
    const back = backOf(['preauth approved 1000'])
    expect(back.ways.map(({ id }) => id).slice(0, 2)).toEqual(['void', 'release'])
    const { void: voiding } = actionsFor(factsOf(['preauth approved 1000']))
    expect(formatMessages(voiding)).toMatchObject({
      note: expect.stringContaining('can’t void a hold'),
    })
  })

  it('of which a part was captured can be captured further, unless its rest is released', () => {
    const part = factsOf(['preauth approved 1000', 'capture approved 400'])
    for (const rest of ['unknown', 'stays'] as const)
      expect(actionsFor(part, rest).capture.isPossible).toBe(true)
    expect(formatMessages(actionsFor(part, 'released').capture)).toEqual({
      isPossible: false,
      why: expect.stringContaining('releases the rest at once'),
    })
    expect(planAction('capture', part, {}, eur(100), 'released')).toMatchObject({ ok: false })
    expect(planAction('capture', part, {}, eur(100), 'stays')).toMatchObject({ ok: true })
  })

  it('that is whole can be captured whatever becomes of a rest', () => {
    const whole = factsOf(['preauth approved 1000'])
    expect(actionsFor(whole, 'released').capture.isPossible).toBe(true)
    const all = factsOf(['preauth approved 1000', 'capture approved 1000'])
    expect(formatMessages(actionsFor(all, 'released').capture)).toMatchObject({
      why: expect.stringMatching(/captured already/),
    })
  })
})

describe('the way money goes back', () => {
  it.each(table)('of an order that is $phase, with $named', ({ phase, seen, chosen, set }) => {
    const facts = factsOf(seen)
    expect(facts.phase).toBe(phase)
    const actions = actionsFor(facts)
    const back = backOf(seen, set)
    const byHold = set.holdReleasedBy === 'void' ? 'void' : 'release'
    expect(back.chosen).toBe(chosen === 'hold' ? byHold : chosen)
    expect(back.ways.map((way) => way.id).sort()).toEqual(['release', 'return', 'void'])
    // What is proposed or open can be reviewed; what is shut says why. Either way in a sentence.
    expect(back.why).toMatch(/^[A-Z].{20,}\.$/)
    for (const way of back.ways) {
      if (way.whyNot === null) expect(actions[way.action].isPossible).toBe(true)
      else expect(way.whyNot).toMatch(/^[A-Z].{15,}\.$/)
      expect(way.needsReason).toBe(way.action === 'return' || set.voidNeedsReason)
      expect(way.cardholder).toMatch(/\.$/)
    }
    expect(back.ways[0]?.id === back.chosen || back.chosen === null).toBe(true)
    if (!actions.void.isPossible && !actions.return.isPossible) expect(back.chosen).toBeNull()
    // Release and refund are one operation: never both.
    const open = back.ways.filter((way) => way.whyNot === null).map((way) => way.id)
    expect(open).not.toEqual(expect.arrayContaining(['release', 'return']))
    if (phase === 'partly-captured')
      expect(back.ways.find((way) => way.id === 'release')?.whyNot).toContain(
        formatMessage(restMessages[set.restOfHold]),
      )
  })

  it('is the other one after the gateway refused the first', () => {
    const hold = 'preauth approved 1000'
    expect(backOf([hold, 'void declined 1000'], { holdReleasedBy: 'void' })).toMatchObject({
      chosen: 'release',
      why: expect.stringContaining('the last void did not succeed') as string,
    })
    expect(backOf([hold, 'reversal declined 1000'], { holdReleasedBy: 'return' })).toMatchObject({
      chosen: 'void',
    })
  })

  it('stays shut with one reason while something is open on the order', () => {
    const facts = foldFacts(seenAs(['sale approved 1000']), [
      {
        id: 'a',
        operation: 'return',
        state: 'UNKNOWN',
        amount: null,
        resolvedBy: null,
        sentAfter: null,
        conflict: null,
        createdAt: 0,
      },
    ])
    const { phase, failedAction } = facts
    const back = giveBackOf(
      { phase, actions: actionsFor(facts), failedAction },
      moneySettings.parse({}),
    )
    expect(back.chosen).toBeNull()
    expect(new Set(back.ways.map((way) => way.whyNot))).toEqual(new Set([back.why]))
    expect(back.why).toContain('unknown')
  })
})
