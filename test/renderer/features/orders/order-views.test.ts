// Saved views: kept as a whole, found after a restart, and never shown as saved when they were not.
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { readLook } from '../../../../src/renderer/features/orders/order-filter.ts'
import { useOrderViewsStore } from '../../../../src/renderer/features/orders/order-views.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { openWindow } from '../../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})
const look = readLook({ text: 'lamp', phase: 'captured', columns: 'orderid phase' })
const restart = async () => {
  setActivePinia(createPinia())
  const views = useOrderViewsStore()
  await views.load()
  return views
}

describe('saved views', () => {
  it('are found after a restart, with their text only when it was wanted', async () => {
    const views = useOrderViewsStore()
    expect(await views.save(' Lamps ', look, true)).toBe(true)
    expect(await views.save('Captured', look, false)).toBe(true)
    const after = await restart()
    expect(after.views).toEqual([
      { name: 'Lamps', look: { text: 'lamp', phase: 'captured', columns: ['orderid', 'phase'] } },
      { name: 'Captured', look: { phase: 'captured', columns: ['orderid', 'phase'] } },
    ])
  })

  it('of the same name are replaced, renamed to a free name only, deleted and put back', async () => {
    const views = useOrderViewsStore()
    await views.save('One', look, true)
    await views.save('Two', look, true)
    await views.save('ONE', readLook({ type: 'sale' }), true)
    expect(views.views.map(({ name }) => name)).toEqual(['ONE', 'Two'])
    expect(await views.rename('Two', 'one')).toBe(false)
    expect(await views.rename('Two', '  ')).toBe(false)
    expect(await views.rename('Two', 'Three')).toBe(true)
    const [first] = views.views
    await views.remove('ONE')
    expect(views.views.map(({ name }) => name)).toEqual(['Three'])
    await views.putBack(first!, 0)
    expect((await restart()).views.map(({ name }) => name)).toEqual(['ONE', 'Three'])
  })

  it('that could not be kept are not shown, and say why', async () => {
    const views = useOrderViewsStore()
    const fault = {
      kind: 'input',
      sent: 'no',
      field: 'value',
      message: 'No card numbers.',
    } as const
    bridge.script('preference:set', { ok: false, fault })
    expect(await views.save('Card', look, true)).toBe(false)
    expect(views.views).toEqual([])
    expect(views.fault).toEqual(fault)
  })
})
