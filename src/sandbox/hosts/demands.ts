// Which fields hosts of the family demand beyond what the sandbox demands at first.
import type { FieldRule } from '../http/fields.ts'
import type { Route } from '../context/context.ts'
import type { Switches } from '../context/switches.ts'

const customer = [
  'redirect_url',
  'first_name',
  'last_name',
  'address1',
  'city',
  'zip_code',
  'country',
  'phone',
]

/**
 * The required fields of a route at present. A payout's link names no payer, so it stays as it is.
 */
export function demandsOf(switches: Switches, { id, fields }: Route): readonly FieldRule[] {
  const isPayment = fields.some(({ name }) => name === 'zip_code') && !id.includes('recurring')
  const names = [
    ...(isPayment && switches.isOn('needs-customer-fields') ? customer : []),
    ...(id === 'void' && switches.isOn('void-needs-comment') ? ['comment'] : []),
  ]
  return names.length === 0
    ? fields
    : fields.map((rule) => (names.includes(rule.name) ? { ...rule, isRequired: true } : rule))
}
