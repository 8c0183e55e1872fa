// The first screen: the figures of the last days, holds by age, the newest requests, and the rows
// behind one figure.
import { defineStore } from 'pinia'
import { ref, shallowRef } from 'vue'
import type { FigureId, FigureRows, TodayView } from '#shared/bridge/today.ts'
import type { Fault } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'
import { useZoneStore } from '../../api/zone.ts'

export interface OpenFigure {
  figure: FigureId
  currency: string
  day: string
}

export const useTodayStore = defineStore('today', () => {
  const zone = useZoneStore()
  const view = ref<TodayView | null>(null)
  const fault = ref<Fault | null>(null)
  /** The currency whose figures are looked at; the most used one while none is chosen. */
  const currency = ref<string | null>(null)
  const open = shallowRef<OpenFigure | null>(null)
  const rows = ref<FigureRows | null>(null)
  const rowsFault = ref<Fault | null>(null)

  async function load(): Promise<void> {
    const result = await call('today:show', { zone: zone.zone })
    if (result.ok) {
      view.value = result.value
      fault.value = null
    } else fault.value = result.fault
  }

  async function show(asked: OpenFigure): Promise<void> {
    open.value = asked
    rows.value = null
    rowsFault.value = null
    const result = await call('today:rows', { ...asked, zone: zone.zone })
    // Another figure was opened meanwhile, or this one was closed.
    if (open.value !== asked) return
    if (result.ok) rows.value = result.value
    else rowsFault.value = result.fault
  }

  function close(): void {
    open.value = null
  }

  return { view, fault, currency, open, rows, rowsFault, load, show, close }
})
