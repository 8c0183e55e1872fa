// Reports that are saved regularly, over the bridge: which, how often, in what form and in which
// folder. main asks for the folder itself: no page names one.
import { z } from 'zod'
import { moneyKinds } from '../bridge/today.ts'
import { zoneName } from '../bridge/lists.ts'
import { cuts, type ReportId, splits } from './report-methods.ts'

/** Reports of a period; the others are of a moment, or of a shift. */
export const plannedReports = ['moved', 'reasons', 'close'] as const satisfies readonly ReportId[]
export const everies = ['day', 'week', 'month'] as const
export type Every = (typeof everies)[number]

/** What is saved, whatever the period. */
export const plannedAs = z.strictObject({
  report: z.enum(plannedReports),
  every: z.enum(everies),
  as: z.enum(['csv', 'xlsx', 'pdf']),
  zone: zoneName.unwrap(),
  cut: z.enum(cuts).default('whole'),
  split: z.array(z.enum(splits)).max(splits.length).default([]),
  kind: z.enum(moneyKinds),
  connectionId: z.string().min(1).max(64).optional(),
})
export type PlannedAs = z.output<typeof plannedAs>

const planId = z.string().min(1).max(64)

export const planMethods = {
  'export-plan:list': z.strictObject({}),
  /** Null in place of the list when the person chooses no folder. */
  'export-plan:add': plannedAs,
  'export-plan:move': z.strictObject({ planId }),
  'export-plan:remove': z.strictObject({ planId }),
} as const

export interface PlanOutput {
  'export-plan:list': ExportPlan[]
  'export-plan:add': ExportPlan[] | null
  'export-plan:move': ExportPlan[] | null
  'export-plan:remove': ExportPlan[]
}

export interface ExportPlan extends PlannedAs {
  id: string
  folder: string
  actor: string
  at: number
  /** The newest period that was saved, and its file. */
  last: { from: string; to: string; file: string } | null
  /** Periods that are over and not saved yet. */
  due: number
  /** Why the oldest of them can't be saved, for a person; null while nothing is wrong. */
  trouble: string | null
}
