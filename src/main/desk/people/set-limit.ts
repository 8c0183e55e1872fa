// Above which amount a request takes approvals: an administrator's key signs all limits each time.
import { currencyDigits } from '#shared/currency.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { parseAmount } from '#shared/money.ts'
import { keyOfLimit, type Limit, limitedOperations } from '#shared/people/limits.ts'
import type { PeopleOutput } from '#shared/people/people-methods.ts'
import type { Parsed } from '#shared/contract/bridge.ts'
import { type PeopleParts, stateAsMe } from './stating.ts'

type Asked = Parsed<'people:set-limit'>

/** Faults: input, denied, vault. */
export async function setLimit(
  parts: PeopleParts,
  asked: Asked,
  standing: () => PeopleOutput['people:set-limit'],
): Promise<Result<PeopleOutput['people:set-limit']>> {
  const limit = limitOf(asked)
  if (!limit.ok) return limit
  const { role, group } = asked
  const key = keyOfLimit({ role, group, currency: asked.currency.toUpperCase(), ...perOf(asked) })
  const before = parts.roll.read().limits
  const rest = before.filter((one) => keyOfLimit(one) !== key)
  const limits = limit.value === null ? rest : [...rest, limit.value]
  const done = await stateAsMe(parts, asked.own, 'people:limits-set', { kind: 'limits', limits })
  if (!done.ok) return done
  parts.onChange()
  return ok(standing())
}

const perOf = ({ per }: Pick<Asked, 'per'>): Pick<Limit, 'per'> => (per === 'day' ? { per } : {})

/** Null where the limit ends. */
function limitOf({ role, group, amount, approvals, ...asked }: Asked): Result<Limit | null> {
  const currency = asked.currency.toUpperCase()
  const digits = currencyDigits[currency]
  if (digits === undefined)
    return fail(
      inputFault('currency', say('connections.not-a-currency', { input: asked.currency })),
    )
  if (limitedOperations(role, group).length === 0)
    return fail(inputFault('group', say('approvals.role-never-does')))
  if (amount === null) return ok(null)
  const of = { role, group, currency, digits, approvals, ...perOf(asked) }
  // Whatever moves is above nothing.
  if (/^0+([.,]0+)?$/.test(amount.trim())) return ok({ ...of, above: '0' })
  const read = parseAmount(amount, currency, 'iso-4217')
  return read.ok ? ok({ ...of, above: read.value.minor.toString() }) : read
}
