// What a code of reasons is called where several connections have it.
import { expect, it } from 'vitest'
import { moneySettings } from '#shared/connections/connection.ts'
import { reasonNamesOf } from '../../../../src/main/desk/reports/report-methods.ts'
import { connection } from '../../../fakes/desk.ts'

const calling = (...refundReasons: { code: string; label: string; text: string }[]) => {
  const money = moneySettings.parse({ refundReasons })
  return { ...connection, settings: { ...connection.settings, money } }
}

it('names every label that is summed under a code, each once', () => {
  const names = reasonNamesOf([
    calling({ code: 'late', label: 'Too late', text: 'RET-1' }),
    calling({ code: 'late', label: 'too  LATE', text: 'L' }),
    calling({ code: 'late', label: 'Zu spät', text: 'L' }),
  ])
  expect(names['late']).toBe('Too late / Zu spät')
  expect(names['out-of-stock']).toBe('Out of stock')
})
