import { describe, expect, it } from 'vitest'
import { moneySettings, type MoneySettings } from '#shared/connections/connection.ts'
import { actionsFor } from '#shared/gateway/actions.ts'
import { giveBackOf } from '#shared/gateway/give-back.ts'
import { foldFacts } from '#shared/gateway/orders/order-facts.ts'
import { actionsOf } from '../../../../src/renderer/messages/orders/primary-action.ts'

/** "type status cents", oldest first. */
function actionsAfter(lines: readonly string[], settings: Partial<MoneySettings> = {}) {
  const facts = foldFacts(
    lines.map((line, at) => {
      const [transactionType = '', status = '', cents = '0'] = line.split(' ')
      const amount = { minor: BigInt(cents), currency: 'EUR', digits: 2 }
      const seen = { seq: at + 1, at, status, transactionType, stage: '', amount }
      return { ...seen, ...{ transactionMark: `tx-${at}`, partialReturn: null }, ...rest }
    }),
    [],
  )
  const possible = actionsFor(facts)
  const giveBack = giveBackOf(
    { phase: facts.phase, actions: possible, failedAction: facts.failedAction },
    moneySettings.parse(settings),
  )
  return actionsOf({ phase: facts.phase, actions: possible, giveBack } as never)
}
const rest = { partialCapture: null, reason: '' }
const titles = (...asked: Parameters<typeof actionsAfter>) =>
  actionsAfter(...asked).map(({ title, why }) => (why === null ? title : `(${title})`))

describe('the one primary action', () => {
  it.each([
    ['a sale', ['sale approved 100'], {}, ['Refund', '(Capture)', '(Void)']],
    ['a hold', ['preauth approved 100'], {}, ['Capture', 'Void', 'Release hold']],
    [
      'a hold that is released by a return',
      ['preauth approved 100'],
      { holdReleasedBy: 'return' },
      ['Capture', 'Release hold', 'Void'],
    ],
    [
      'a captured hold',
      ['preauth approved 100', 'capture approved 100'],
      {},
      ['Refund', '(Capture)', '(Void)'],
    ],
    [
      'a partly captured hold',
      ['preauth approved 100', 'capture approved 40'],
      {},
      ['Refund', 'Capture', '(Void)'],
    ],
    ['a declined sale', ['sale declined 100'], {}, ['(Refund)', '(Capture)', '(Void)']],
  ] as const)('of %s is named exactly', (_of, lines, settings, expected) => {
    expect(titles(lines, settings)).toEqual(expected)
  })

  it('stands once, and what can’t be done says why', () => {
    const actions = actionsAfter(['sale approved 100'])
    expect(new Set(actions.map(({ action }) => action)).size).toBe(3)
    for (const { why } of actions) expect(why === null || why.length > 10).toBe(true)
  })
})

it('keeps the name of the first button of a hold while another request stops every action', () => {
  const shut = { isPossible: false, why: 'A void is confirmed.' }
  const asked = {
    ...{ phase: 'authorised', actions: { return: shut, capture: shut, void: shut } },
    giveBack: { chosen: null, why: shut.why, ways: [] },
  }
  const [first, ...others] = actionsOf(asked as never)
  expect(first).toMatchObject({ title: 'Capture', why: shut.why })
  expect(others.map(({ why }) => why)).toEqual([shut.why, shut.why])
})
