// What a refund looks up of its order and its IDs is read by an index that names them: a ledger of
// a hundred thousand requests would hold the window up for each refund else.
import { expect, it, vi } from 'vitest'
import { openOrders } from '../../../../src/main/ledger/orders/orders.ts'
import { openAttemptLists } from '../../../../src/main/ledger/journal/attempt-lists.ts'
import { openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import { openLedger } from '../../../../src/main/ledger/opening/open-ledger.ts'

it('reads no more of the ledger than the order', () => {
  const clock = (): number => Date.UTC(2026, 10, 21, 9)
  const opened = openLedger({ file: ':memory:', clock })
  if (!opened.ok) throw new Error(JSON.stringify(opened.fault))
  const { db } = opened.value
  const audit = openAudit(db, { clock, monotonic: clock })
  const asked = new Set<string>()
  const prepare = db.prepare.bind(db)
  vi.spyOn(db, 'prepare').mockImplementation((sql: string) => {
    asked.add(sql)
    return prepare(sql)
  })
  const lists = openAttemptLists(db)
  const orders = openOrders(db, audit, clock)
  const place = { service: 'gateway', orderid: '6760150' }
  lists.ofOrder(place)
  lists.sentAs(place)
  lists.unnamed(place.service, 'inv-1')
  orders.clientOrderidOf(place)
  orders.orderidOf(place.service, 'inv-1')
  orders.newest(place)
  orders.facts(place)
  vi.restoreAllMocks()
  // Answers of a gateway are compared with each other once, as the program first asks.
  const isOnce = (sql: string): boolean => sql.includes('FROM status_snapshot s JOIN')
  const each = [...asked].filter((sql) => !isOnce(sql))
  const plans = each.map((sql) => [sql, planOf(sql)] as const)
  const wide = plans.filter(([, steps]) =>
    steps.some((step) => /^SCAN (attempt|payment_order|status_snapshot)|\(service=\?\)/.test(step)),
  )
  expect(wide).toEqual([])
  expect(plans.length).toBeGreaterThan(5)

  function planOf(sql: string): string[] {
    const names = [...sql.matchAll(/@(\w+)/g)].map(([, name]) => [name, '[]'])
    const places = Array.from(sql.matchAll(/\?/g), () => '[]')
    return prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all(...(names.length > 0 ? [Object.fromEntries(names)] : places))
      .map((step) => (step as { detail: string }).detail)
  }
})
