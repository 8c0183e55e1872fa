// What forms ask for follows the operation table: required fields, choices, and never what main
// makes or card data.
import { describe, expect, it } from 'vitest'
import { cardFields } from '#shared/gateway/operations/parts/fields.ts'
import { flowOf, orderidFieldOf } from '#shared/gateway/flow.ts'
import { fieldRule } from '#shared/connections/field-rules.ts'
import { fieldFaultsOf, formFieldsOf, needsCardEntry } from '#shared/gateway/form-fields.ts'
import { operationIds } from '#shared/gateway/operations/index.ts'
import { formatMessages } from '#wording/format-messages.ts'

const named = (id: Parameters<typeof formFieldsOf>[0], name: string) =>
  formFieldsOf(id).find((field) => field.name === name)

describe('formFieldsOf', () => {
  it('asks for the merchant’s own id only where the connection says that it is typed', () => {
    const rule = { operation: 'payout', field: 'client_orderid', isTyped: true }
    const own = (isRequired: boolean) =>
      formFieldsOf('payout', [fieldRule.parse({ ...rule, isRequired })]).find(
        ({ name }) => name === 'client_orderid',
      )
    expect(named('payout', 'client_orderid')).toBeUndefined()
    expect(own(false)).toMatchObject({ isRequired: false })
    expect(own(true)).toMatchObject({ isRequired: true })
    const rules = [fieldRule.parse(rule)]
    expect(fieldFaultsOf('payout', {}, rules)).not.toHaveProperty('client_orderid')
  })

  it('never asks for card data, nor for the id that main makes', () => {
    for (const id of operationIds) {
      const names = formFieldsOf(id).map(({ name }) => name)
      expect(names.filter((name) => cardFields.has(name))).toEqual([])
      if (flowOf(id) === 'new') expect(names).not.toContain(orderidFieldOf(id))
    }
  })

  it('asks for both ids where an operation is about an order', () => {
    expect(named('create-card-ref', 'orderid')?.isRequired).toBe(true)
    expect(named('create-card-ref', 'client_orderid')?.isRequired).toBe(true)
    expect(named('upload-cres-result', 'client-order-id')?.isRequired).toBe(true)
  })

  it('knows what is required, what may be chosen and how long a text may be', () => {
    expect(named('create-recurring-payment', 'period')).toEqual({
      name: 'period',
      isRequired: true,
      choices: ['daily', 'weekly', 'monthly'],
      longest: null,
    })
    expect(named('update-recurring-payment', 'period')?.choices).toHaveLength(3)
    expect(named('update-recurring-payment', 'period')?.isRequired).toBe(false)
    expect(named('payout', 'order_desc')).toMatchObject({ isRequired: true, longest: 64 })
  })
})

describe('needsCardEntry', () => {
  it('is true of the three that can’t do without a card number', () => {
    expect(operationIds.filter(needsCardEntry)).toEqual(['sale', 'preauth', 'account-verification'])
  })
})

describe('fieldFaultsOf', () => {
  it('says every field that needs another look at once', () => {
    const typed = { amount: '12.50', currency: 'eur', email: 'x' }
    const faults = formatMessages(fieldFaultsOf('sale-form', typed))
    expect(Object.keys(faults).sort()).toEqual(['currency', 'email', 'ipaddress', 'order_desc'])
    expect(faults['email']).toBe('Enter an e-mail address, like name@example.org.')
  })

  it('says a rule across fields when each field is good', () => {
    const faults = fieldFaultsOf('update-recurring-payment', { 'recurring-payment-id': '880001' })
    expect(Object.keys(faults)).toEqual(['amount'])
    expect(
      fieldFaultsOf('update-recurring-payment', {
        'recurring-payment-id': '880001',
        period: 'daily',
        interval: '2',
      }),
    ).toEqual({})
  })
})
