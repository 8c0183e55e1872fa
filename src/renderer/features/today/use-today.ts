// The first screen: the figures of the last days for one kind of money, holds by age, the newest
// requests, and the rows behind one figure. Practice, test and production are never added.
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import {
  type FigureId,
  type FigureRows,
  type MoneyKind,
  moneyKindOf,
  type TodayView,
  usualPeriod,
} from '#shared/bridge/today.ts'
import type { DisputeNeed } from '#shared/disputes/dispute-methods.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { useAppState } from '../../api/app-state.ts'
import { call } from '../../api/bridge.ts'
import { useZoneStore } from '../../api/zone.ts'

export interface OpenFigure {
  figure: FigureId
  currency: string
  day: string
}

/** `until`: the last day; today where it is left out. */
export interface FigurePeriod {
  days: number
  until?: string
}

/** One kind of money, and one connection of it where that was chosen. */
export interface Whose {
  kind: MoneyKind
  connectionId?: string
}

/** The questioned payment that is looked at, and what is said of it. */
function useDispute(load: () => Promise<void>) {
  const dispute = shallowRef<DisputeNeed | null>(null)
  const disputeFault = shallowRef<Fault | null>(null)
  function openDispute(one: DisputeNeed | null): void {
    dispute.value = one
    disputeFault.value = null
  }
  async function said(result: Result<null>): Promise<void> {
    disputeFault.value = result.ok ? null : result.fault
    if (!result.ok) return
    dispute.value = null
    await load()
  }
  async function setDue({ connectionId, orderid }: DisputeNeed, day: string | null) {
    await said(await call('dispute:set-due', { connectionId, orderid, day }))
  }
  async function endDispute({ connectionId, orderid, reportedSeq }: DisputeNeed) {
    await said(await call('dispute:end', { connectionId, orderid, reportedSeq }))
  }
  return { dispute, disputeFault, openDispute, setDue, endDispute }
}

export const useTodayStore = defineStore('today', () => {
  const zone = useZoneStore()
  const app = useAppState()
  const view = ref<TodayView | null>(null)
  const fault = ref<Fault | null>(null)
  /** The currency whose figures are looked at; the most used one while none is chosen. */
  const currency = ref<string | null>(null)
  const chosen = shallowRef<Whose | null>(null)
  /** So many days up to today, or those between two. */
  const period = shallowRef<FigurePeriod>({ days: usualPeriod })
  /** The last day of `view` is today. */
  const isToToday = ref(true)
  const open = shallowRef<OpenFigure | null>(null)
  const rows = ref<FigureRows | null>(null)
  const rowsFault = ref<Fault | null>(null)

  /** Production alone where there is any; else the money of the chosen connection. */
  const whose = computed<Whose>(() => {
    if (chosen.value !== null) return chosen.value
    const hasProduction = app.connections.some((one) => moneyKindOf(one) === 'production')
    if (hasProduction || app.connection === null) return { kind: 'production' }
    return { kind: moneyKindOf(app.connection) }
  })

  async function load(): Promise<void> {
    const { kind, connectionId } = whose.value
    const asked = period.value
    const { days, ...last } = asked
    const question = { zone: zone.zone, period: days, ...last, ...whose.value }
    const result = await call('today:show', question)
    // Other figures were asked for meanwhile: these would stand under a false name.
    const isSame = kind === whose.value.kind && connectionId === whose.value.connectionId
    if (!isSame || asked !== period.value) return
    if (result.ok) {
      view.value = result.value
      isToToday.value = asked.until === undefined
      fault.value = null
    } else fault.value = result.fault
  }

  async function choose(next: Whose): Promise<void> {
    chosen.value = next
    currency.value = null
    await load()
  }

  async function choosePeriod(next: FigurePeriod): Promise<void> {
    period.value = next
    await load()
  }

  async function show(asked: OpenFigure): Promise<void> {
    open.value = asked
    rows.value = null
    rowsFault.value = null
    const result = await call('today:rows', { ...asked, ...whose.value, zone: zone.zone })
    // Another figure was opened meanwhile, or this one was closed.
    if (open.value !== asked) return
    if (result.ok) rows.value = result.value
    else rowsFault.value = result.fault
  }

  function close(): void {
    open.value = null
  }

  return {
    ...useDispute(load),
    ...{ view, isToToday, fault, currency, whose, period, load, choose, choosePeriod },
    ...{ open, rows, rowsFault, show, close },
  }
})
