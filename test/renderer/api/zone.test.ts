// The zone of times and days: chosen, kept, found again, and said where days are asked for.
import { describe, expect, it } from 'vitest'
import { useAuditStore } from '../../../src/renderer/features/audit/audit-store.ts'
import { useOrdersStore } from '../../../src/renderer/features/orders/orders-store.ts'
import { useZoneStore } from '../../../src/renderer/api/zone.ts'
import { callsOf, openWindow } from '../window.ts'

describe('the chosen zone', () => {
  it('is this computer’s until another one is chosen, and is found again', async () => {
    const bridge = openWindow()
    const zone = useZoneStore()
    await zone.load()
    expect([zone.choice, zone.zone]).toEqual(['system', zone.system])
    await zone.choose('Europe/Tallinn')
    expect(zone.dayLabel).toBe('day in Europe/Tallinn')
    const again = openWindow()
    for (const [name, value] of bridge.kept) again.kept.set(name, value)
    const later = useZoneStore()
    await later.load()
    expect(later.zone).toBe('Europe/Tallinn')
  })

  it('that is unknown to this program is not taken', async () => {
    openWindow().kept.set('zone', { choice: 'Europe/Nowhere' })
    const zone = useZoneStore()
    await zone.load()
    expect(zone.choice).toBe('system')
  })

  it('goes with the days of a filter, and only with days', async () => {
    const bridge = openWindow()
    const [zone, audit, orders] = [useZoneStore(), useAuditStore(), useOrdersStore()]
    await zone.choose('Europe/Tallinn')
    audit.filter.kind = 'attempt:unknown'
    await audit.load()
    audit.filter.from = '2026-11-01'
    await audit.load()
    orders.filter.until = '2026-11-02'
    await orders.show('sandbox')
    expect(callsOf(bridge, 'audit:list')).toMatchObject([
      { filter: { kind: 'attempt:unknown' } },
      { filter: { from: '2026-11-01', zone: 'Europe/Tallinn' } },
    ])
    expect(callsOf(bridge, 'audit:list')[0]).not.toHaveProperty('filter.zone')
    expect(callsOf(bridge, 'order:list')).toMatchObject([
      { filter: { until: '2026-11-02', zone: 'Europe/Tallinn' } },
    ])
    await zone.choose('UTC')
    expect(zone.dayLabel).toBe('UTC day')
    await orders.reload()
    expect(callsOf(bridge, 'order:list')[1]).not.toHaveProperty('filter.zone')
  })
})
