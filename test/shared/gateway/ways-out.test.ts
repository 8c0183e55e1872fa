// Nobody is blocked without a named way out: real orders reach every reason of the table, and what
// is said there names who ends it and how.
import { describe, expect, it } from 'vitest'
import { catalogue } from '#messages/catalogue.ts'
import { formatMessage, formatMessages } from '#wording/format-messages.ts'
import { moneySettings } from '#shared/connections/connection.ts'
import { actionsFor } from '#shared/gateway/actions.ts'
import { giveBackOf } from '#shared/gateway/give-back.ts'
import { foldFacts } from '#shared/gateway/orders/order-facts.ts'
import type { WayOut } from '#shared/gateway/orders/ways-out.ts'
import { type ReasonCode, reasons, shutOrders, type ShutOrder } from './shut-orders.ts'

const rows = Object.entries(reasons) as [ReasonCode, WayOut][]

/** Said by main, where a request waits or a payout is paid: tested beside what says them. */
const fromMain: readonly ReasonCode[] = [
  'requests.about-to-be-sent',
  'requests.account-changed',
  'requests.check-absent',
  'requests.check-contradicted',
  'requests.check-not-succeeded',
  'requests.check-paid',
]

/** Every text by which the order says that something is not possible or not certain. */
function textsOf({ reported, sent, cleared }: ShutOrder): string[] {
  const facts = foldFacts(reported, sent, cleared)
  const actions = actionsFor(facts, 'released')
  const { phase } = facts
  const back = giveBackOf(
    { phase, actions, failedAction: null },
    moneySettings.parse({ restOfHold: 'released' }),
  )
  return formatMessages([
    ...Object.values(actions).flatMap((can) => (can.isPossible ? [can.note ?? ''] : [can.why])),
    ...back.ways.flatMap(({ whyNot }) => (whyNot === null ? [] : [whyNot])),
    facts.uncertainty ?? '',
  ])
}

/** The sentence of a reason with any values, from its start. */
const shapeOf = (code: ReasonCode): RegExp =>
  new RegExp(
    catalogue[code]
      .split(/\{\w+\}/)
      .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
      .join('.*'),
    's',
  )

describe('every reason for which an action is not possible', () => {
  it('is reached by an order: 100 %', () => {
    const reached = new Set<string>(fromMain)
    const missed = shutOrders.flatMap((order) => {
      const texts = textsOf(order)
      return order.reasons.filter((code) => {
        const isSaid = texts.some((text) => shapeOf(code).test(text))
        if (isSaid) reached.add(code)
        return !isSaid
      })
    })
    expect(missed).toEqual([])
    expect(rows.map(([code]) => code).filter((code) => !reached.has(code))).toEqual([])
  })

  it('is said with what ends it right behind it', () => {
    for (const order of shutOrders)
      for (const code of order.reasons) {
        const { how } = reasons[code] as WayOut
        const texts = textsOf(order).filter((text) => shapeOf(code).test(text))
        if (how !== null)
          expect(
            texts.some((text) => text.includes(formatMessage(how))),
            code,
          ).toBe(true)
      }
  })

  it.each(rows)('%s names who ends it, or that nothing has to be ended', (_code, { who, how }) => {
    const way = how === null ? '' : formatMessage(how)
    const names: Record<WayOut['who'], RegExp> = {
      you: /Check now|Open requests|Undo|Look it up|Refund it|the payout here|new check|with your reason/,
      time: /Wait|Check now/,
      'gateway support': /gateway’s (support|own records)/,
      'settings of the connection': /settings/,
      'nobody: it is done': /^$/,
      'whoever ends the uncertainty': /^$/,
    }
    expect(way).toMatch(names[who])
    expect(way).not.toContain('"code":')
  })

  it('that nobody here can end sends to the gateway’s support or back office', () => {
    const ends = rows.filter(([, { who }]) => who === 'gateway support')
    for (const [code, { how }] of ends)
      expect(formatMessage(how ?? ''), code).toContain('back office')
    expect(ends.map(([code]) => code)).toContain('order.contradiction-cleared')
  })
})

it('a status that Paydesk does not know leads to the settings, and one it knows does not', () => {
  const whyOf = (status: string): string => {
    const [sale] = shutOrders[0]!.reported
    const { return: returning } = actionsFor(foldFacts([{ ...sale!, status }], []))
    return returning.isPossible ? '' : formatMessage(returning.why)
  }
  for (const word of ['brand-new', 'pending_review'])
    expect(whyOf(word)).toMatch(/does not know.*settings/)
  for (const word of ['unknown', 'UNKNOWN', '']) expect(whyOf(word)).toMatch(/Wait, then press/)
})
