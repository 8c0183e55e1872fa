import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { redact } from '#shared/gateway/operations/parts/fields.ts'
import { parseAmount } from '#shared/money.ts'
import { operationIds, rowOf } from '#shared/gateway/operations/index.ts'
import { formatMessage } from '#wording/format-messages.ts'

const card = '4929371845026736'
/** Numbered or formed by somebody else, or never kept: a number in them is not free text. */
const isId = (name: string): boolean =>
  /(?:order-?_?id|orderid|cardrefid|ref-id|payment[-_]id|account_number|routing_number)$/.test(name)
const isMasked = (name: string): boolean => redact({ [name]: card })[name] !== card
/** Amounts have a parser of their own behind the schema. */
const isRefused = (name: string, schema: z.ZodType): boolean =>
  name === 'amount' ? !parseAmount(card, 'JPY', 'iso-4217').ok : !z.safeParse(schema, card).success

describe('a card number typed into the wrong field', () => {
  it.each(operationIds)('of %s is refused, or masked before it is kept', (id) => {
    const shape = rowOf(id).request.shape as Record<string, z.ZodType>
    const open = Object.entries(shape)
      .filter(([name, schema]) => !isRefused(name, schema) && !isMasked(name))
      .map(([name]) => name)
    expect(open.filter((name) => !isId(name))).toEqual([])
    expect(open).not.toContain('account_number')
  })

  it('says what to do', () => {
    const { order_desc } = rowOf('payout').request.shape as Record<string, z.ZodType>
    const parsed = z.safeParse(order_desc!, `to card ${card}`)
    expect(formatMessage(parsed.error!.issues[0]!.message)).toBe(
      'This looks like a card number. Remove it. Paydesk keeps no card numbers.',
    )
  })

  it('leaves account numbers alone that are none', () => {
    for (const account of ['DE89370400440532013000', '4929371845026737', 'wallet 17'])
      expect(redact({ account_number: account })).toEqual({ account_number: account })
  })
})
