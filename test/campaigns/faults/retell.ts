// Ways in which a gateway can tell what it has told before, as functions over its records: pure.
// None of them makes up a transaction; `of` always names the one that is really meant.
import { type Fields, realIdOf } from './oracle/witness.ts'
import type { Meant, Teller, Telling } from './wire.ts'

/** How one record is told differently. */
export const retellings = [
  'moved-date',
  'moved-stage',
  'moved-date-and-stage',
  'declined-now',
  'failed-now',
  'other-spelling',
] as const
export type Retelling = (typeof retellings)[number]

export function retold(record: Fields, how: Retelling, times: number): Fields {
  const date = `2026-0${1 + (times % 9)}-11 10:0${times % 10}:00`
  switch (how) {
    case 'moved-date':
      return { ...record, 'paynet-processing-date': date }
    case 'moved-stage':
      return { ...record, 'order-stage': `${record['order-stage'] ?? ''}_${times}` }
    case 'moved-date-and-stage':
      return {
        ...record,
        'paynet-processing-date': date,
        'order-stage': `settled_${times}`,
      }
    case 'declined-now':
      return { ...record, status: 'declined', 'paynet-processing-date': date }
    case 'failed-now':
      return { ...record, status: 'error', 'paynet-processing-date': date }
    case 'other-spelling':
      return {
        ...record,
        amount: `${record['amount'] ?? ''}0`.replace(/^(\d+\.\d\d)0$/, '$1'),
        descriptor: `SANDBOX*${times}`,
        'approval-code': String(100_000 + times),
        'paynet-processing-date': date,
      }
  }
}

/**
 * Tells the transaction with this id again and again, in another way each time; everything else
 * honestly.
 */
export function tellAgain(id: string, how: Retelling): Teller {
  let times = 0
  return (_honest, history) => {
    const of = history.findLast(({ real }) => realIdOf(real) === id)
    if (of === undefined) return null
    times += 1
    return { of, as: retold(of.record, how, times) }
  }
}

export const tellAsIs = (of: Meant): Telling => ({ of, as: of.record })
/** As a copy of the gateway's books does that is behind. */
export const tellFirst: Teller = (honest, history) => tellAsIs(history[0] ?? honest)

/** Odd ways an amount can be told: some can be read, some prove nothing; `absent` tells none. */
export const amountForms = [
  'comma',
  'thousands',
  'no-currency',
  'absent',
  'message',
  'other-currency',
] as const
export type AmountForm = (typeof amountForms)[number]

export function withAmount(record: Fields, form: AmountForm): Fields {
  const { amount = '', currency: _currency, ...rest } = record
  switch (form) {
    case 'comma':
      return { ...record, amount: amount.replace('.', ',') }
    case 'thousands':
      return { ...record, amount: `1,${amount.padStart(6, '0')}` }
    case 'no-currency':
      return { ...rest, amount }
    case 'absent': {
      const { amount: _amount, ...none } = record
      return none
    }
    case 'message':
      return { ...record, amount: `about ${amount}` }
    case 'other-currency':
      return { ...record, currency: 'USD' }
  }
}

/**
 * What a host leaves out of every answer, or of the first ones; with `moved` each answer has
 * another date.
 */
export type Ids = 'never' | 'late' | 'moved'

export function withoutIds(ids: Ids): Teller {
  const reported = new Map<string, number>()
  return (honest) => {
    const id = realIdOf(honest.real)
    const times = (reported.get(id) ?? 0) + 1
    reported.set(id, times)
    if (ids === 'late' && times > 2) return null
    const { 'processor-tx-id': _id, 'processor-rrn': _rrn, ...rest } = honest.record
    return { of: honest, as: ids === 'moved' ? retold(rest, 'moved-date', times) : rest }
  }
}
