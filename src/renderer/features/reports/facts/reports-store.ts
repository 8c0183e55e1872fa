// What report is looked at, of which period and of whose money; its figures, and the rows behind
// one of them.
import { defineStore } from 'pinia'
import { computed, reactive, ref, shallowRef, watch } from 'vue'
import type {
  Cut,
  FigureKey,
  ReportAsked,
  ReportFigure,
  ReportId,
  ReportRows,
  ReportView,
  Split,
} from '#shared/reports/report-methods.ts'
import type { ReasonCodes } from '#shared/reports/reason-methods.ts'
import type { ListReport } from '#shared/bridge/lists.ts'
import { moneyKindOf } from '#shared/bridge/today.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { useAppState } from '../../../api/app-state.ts'
import { call } from '../../../api/bridge.ts'
import { useZoneStore } from '../../../api/zone.ts'
import { daysBefore, daysOf, type ReportSpan } from './report-labels.ts'
import type { Whose } from '../../today/use-today.ts'

interface Chosen {
  report: ReportId
  span: ReportSpan
  /** Of other days. */
  from: string
  to: string
  /** So many before now a shift began. */
  hours: number
  cut: Cut
  split: Split[]
}

function askedBy(
  { report, span, cut, split, hours, ...other }: Chosen,
  zone: string,
  whose: Whose,
): ReportAsked {
  const now = Date.now()
  const { from, to } = span === 'other' ? other : daysOf(span, now, zone)
  const since = report === 'shift' ? { since: Math.max(0, now - hours * HOUR_MS) } : {}
  return { report, cut, split: [...split], zone, from, to, ...since, ...whose }
}

const HOUR_MS = 3_600_000

interface Before {
  view: ReportView
  /** As `byOutcome` of the store. */
  byOutcome: ReportView | null
  from: string
  to: string
}

/** Sums of days lie beside those of the days before; longer pieces are of unlike lengths. */
const isCompared = ({ report, cut }: ReportAsked): boolean =>
  (report === 'moved' || report === 'reasons') && (cut === 'whole' || cut === 'day')

async function readBefore(now: ReportAsked, span: ReportSpan): Promise<Before | null> {
  if (!isCompared(now)) return null
  const days = daysBefore(span, now)
  const [past, byOutcome] = await Promise.all([
    call('report:show', { ...now, ...days }),
    readByOutcome({ ...now, ...days }),
  ])
  return past.ok ? { view: past.value, byOutcome, ...days } : null
}

/** What totals are made of: only figures that are split by outcome say what was done. */
async function readByOutcome(now: ReportAsked): Promise<ReportView | null> {
  if (now.report !== 'moved' || now.split.includes('outcome')) return null
  const read = await call('report:show', { ...now, cut: 'whole', split: ['outcome'] })
  return read.ok ? read.value : null
}

/** Reasons that are text alone, and their codes; `load` reads the figures anew. */
function useCodes(load: () => Promise<void>) {
  const codes = shallowRef<ReasonCodes | null>(null)
  const codesFault = shallowRef<Fault | null>(null)
  function takeCodes(result: Result<ReasonCodes>): void {
    if (result.ok) codes.value = result.value
    codesFault.value = result.ok ? null : result.fault
  }
  const loadCodes = async (): Promise<void> => takeCodes(await call('reason:uncoded', {}))
  /** Null: no code. The figures are read anew. */
  async function mapReasons(mapped: readonly { text: string; code: string | null }[]) {
    for (const one of mapped) {
      takeCodes(await call('reason:map', one))
      // The next answer would hide why this one was refused.
      if (codesFault.value !== null) break
    }
    await load()
  }
  return { codes, codesFault, loadCodes, mapReasons }
}

/** The rows behind the figure that is open. */
function useRows(asked: () => ReportAsked) {
  const open = shallowRef<ReportFigure | null>(null)
  const rows = shallowRef<ReportRows | null>(null)
  const rowsFault = shallowRef<Fault | null>(null)
  async function show(figure: ReportFigure): Promise<void> {
    open.value = figure
    rows.value = null
    rowsFault.value = null
    const key: FigureKey = figure.key
    const result = await call('report:rows', { ...asked(), figure: key })
    if (open.value !== figure) return
    if (result.ok) rows.value = result.value
    else rowsFault.value = result.fault
  }
  const close = (): void => {
    open.value = null
  }
  return { open, rows, rowsFault, show, close }
}

export const useReportsStore = defineStore('reports', () => {
  const zone = useZoneStore()
  const app = useAppState()
  const chosen = reactive<Chosen>({
    ...{ report: 'moved', span: 'month', from: '', to: '', hours: 8 },
    ...{ cut: 'whole', split: ['outcome'] },
  })
  const picked = shallowRef<Whose | null>(null)
  const view = shallowRef<ReportView | null>(null)
  /** The same report of the days before; null where nothing is compared. */
  const before = shallowRef<Before | null>(null)
  /** The figures that totals are made of, where those that are shown are not split by outcome. */
  const byOutcome = shallowRef<ReportView | null>(null)
  const fault = shallowRef<Fault | null>(null)
  const savedAs = ref<ListReport | null>(null)

  /** Production alone where there is any; else the money of the chosen connection. */
  const whose = computed<Whose>(() => {
    if (picked.value !== null) return picked.value
    const hasProduction = app.connections.some((one) => moneyKindOf(one) === 'production')
    if (hasProduction || app.connection === null) return { kind: 'production' }
    return { kind: moneyKindOf(app.connection) }
  })

  const asked = (): ReportAsked => askedBy(chosen, zone.zone, whose.value)
  let last = 0
  async function load(): Promise<void> {
    const mine = (last += 1)
    if (chosen.span === 'other' && (chosen.from === '' || chosen.to === '')) return
    const now = asked()
    const [result, past, totals] = await Promise.all([
      call('report:show', now),
      readBefore(now, chosen.span),
      readByOutcome(now),
    ])
    // Another report was asked for meanwhile: these figures would stand under a false name.
    if (mine !== last) return
    before.value = past
    byOutcome.value = totals
    if (result.ok) view.value = result.value
    fault.value = result.ok ? null : result.fault
  }

  const save = (as: 'csv' | 'xlsx' | 'pdf'): Promise<Result<ListReport | null>> =>
    call('report:save', { ...asked(), as })

  function choose(next: Whose): void {
    picked.value = next
  }
  function toggle(split: Split): void {
    chosen.split = chosen.split.includes(split)
      ? chosen.split.filter((one) => one !== split)
      : [...chosen.split, split]
  }

  watch([() => ({ ...chosen }), whose, () => zone.zone], () => {
    view.value = null
    before.value = byOutcome.value = null
    savedAs.value = null
    void load()
  })

  return {
    ...{ chosen, whose, view, before, byOutcome, fault, savedAs, load, choose, toggle, save },
    ...useRows(asked),
    ...useCodes(load),
  }
})
