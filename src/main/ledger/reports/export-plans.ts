// Reports that are saved regularly, and the file of each period. Each step is an entry of the log,
// and the tables follow from it: what was saved is known after any end of the program.
import type { DuePeriod } from '#shared/reports/due-periods.ts'
import { type PlannedAs, plannedAs } from '#shared/reports/plan-methods.ts'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import type { AuditLog } from '../audit/audit.ts'
import { type Database, inTransaction } from '../db/open.ts'
import { statement } from '../db/statements.ts'
import { type Change, nextNumber, put } from '../projections/changes.ts'
import type { SqlRow } from '../journal/attempt-row.ts'

export interface PlanRecord {
  id: string
  of: PlannedAs
  folder: string
  /** Of the first period. */
  firstDay: string
  actor: string
  at: number
}

interface PlannedFile extends DuePeriod {
  state: 'placing' | 'made'
  file: string
  sha256: string
}

export interface ExportPlans {
  /** Those that were not ended, in the order in which they were made. */
  open(): PlanRecord[]
  find(id: string): PlanRecord | undefined
  add(plan: PlanRecord): void
  move(id: string, folder: string, actor: string): void
  end(id: string, actor: string): void
  /** Of each period that there is one of, the oldest first. */
  files(id: string): PlannedFile[]
  /** Before the file gets its name. */
  placing(plan: PlanRecord, file: PlannedFile): void
  /** Once it has it. */
  made(plan: PlanRecord, period: DuePeriod): void
}

const columns = 'id, of, folder, first_day, actor, created_at'

export function openExportPlans(
  db: Database,
  audit: AuditLog,
  parts: { clock: () => number; program: string },
): ExportPlans {
  const { clock, program } = parts
  const selectOpen = statement<[], SqlRow>(
    db,
    `SELECT ${columns} FROM export_plan WHERE ended_at IS NULL ORDER BY made_number`,
  )
  const selectFiles = statement<[string], SqlRow>(
    db,
    'SELECT first_day, last_day, state, file, sha256 FROM export_file WHERE plan_id = ? ORDER BY first_day',
  )
  const open = (): PlanRecord[] => selectOpen.all().map(planOf)
  const note = (
    kind: AuditKind,
    planId: string,
    by: { actor: string; origin: 'operator' | 'desk' },
    said: { details: Record<string, unknown>; change: Change },
  ): void =>
    void audit.append(
      {
        ...{ ...by, kind, outcome: 'ok', subject: 'report' },
        details: { plan: planId, ...said.details },
      },
      [said.change],
    )
  const files = (id: string): PlannedFile[] => selectFiles.all(id).map(fileOf)
  return {
    ...{ open, files },
    find: (id) => open().find((plan) => plan.id === id),
    add: ({ id, of, folder, firstDay, actor }) =>
      inTransaction(db, () => {
        const cells = {
          ...{ id, made_number: nextNumber(db, 'export_plan', 'made_number'), of, folder },
          ...{ first_day: firstDay, actor, created_at: clock() },
        }
        const details = { ...of, folder, firstDay }
        const change: Change = ['add', 'export_plan', cells]
        note('export-plan:added', id, { actor, origin: 'operator' }, { details, change })
      }),
    move: (id, folder, actor) =>
      inTransaction(db, () => {
        // Whoever chose the folder answers for the plan from now on.
        const change: Change = ['set', 'export_plan', { id, folder, actor }]
        const by = { actor, origin: 'operator' } as const
        note('export-plan:moved', id, by, { details: { folder }, change })
      }),
    end: (id, actor) =>
      inTransaction(db, () => {
        const change: Change = ['set', 'export_plan', { id, ended_at: clock() }]
        const by = { actor, origin: 'operator' } as const
        note('export-plan:removed', id, by, { details: {}, change })
      }),
    placing: (plan, { from, to, file, sha256 }) =>
      inTransaction(db, () => {
        const key = { plan_id: plan.id, first_day: from }
        const cells = { last_day: to, state: 'placing', file, sha256, at: clock() }
        const details = { requestedBy: plan.actor, from, to, file, sha256 }
        const change = put(db, 'export_file', key, cells)
        note('export-plan:placing', plan.id, byProgram(program), { details, change })
      }),
    made: (plan, { from, to }) =>
      inTransaction(db, () => {
        const { file, sha256 } = files(plan.id).find((one) => one.from === from)!
        const cells = { plan_id: plan.id, first_day: from, state: 'made', at: clock() }
        const change: Change = ['set', 'export_file', cells]
        const details = { requestedBy: plan.actor, from, to, file, sha256 }
        note('export-plan:made', plan.id, byProgram(program), { details, change })
      }),
  }
}

const byProgram = (actor: string) => ({ actor, origin: 'desk' }) as const

const planOf = (row: SqlRow): PlanRecord => ({
  id: String(row.id),
  of: plannedAs.parse(JSON.parse(String(row.of))),
  folder: String(row.folder),
  firstDay: String(row.first_day),
  actor: String(row.actor),
  at: Number(row.created_at),
})

const fileOf = (row: SqlRow): PlannedFile => ({
  from: String(row.first_day),
  to: String(row.last_day),
  state: row.state === 'made' ? 'made' : 'placing',
  file: String(row.file),
  sha256: String(row.sha256),
})
