// Sets up which reports are saved regularly. The folder is chosen in the system's dialog, which no
// page can answer.
import { fail, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import type { PlanNeed } from '#shared/bridge/today.ts'
import { firstDayOf } from '#shared/reports/due-periods.ts'
import type { ExportPlan } from '#shared/reports/plan-methods.ts'
import { dayIn } from '#shared/time/zone.ts'
import type { ExportPlans, PlanRecord } from '../../ledger/reports/export-plans.ts'
import type { Desk, ShellPorts } from '../base/desk.ts'
import { noPlan } from '../base/faults.ts'
import { dueOf, type PlannedSaving } from './save-planned.ts'

export interface PlanParts {
  plans: ExportPlans
  saving: PlannedSaving
  shell: Pick<ShellPorts, 'chooseFolder'>
  actor: () => string
  clock: () => number
  newId: () => string
  onChange: () => void
}

type Methods = 'export-plan:list' | 'export-plan:add' | 'export-plan:move' | 'export-plan:remove'

export function createPlanMethods(parts: PlanParts): Pick<Desk, Methods> {
  const { plans, saving, shell, actor, clock } = parts
  const shown = (): ExportPlan[] => plans.open().map((plan) => viewOf(parts, plan))
  const changed = (): void => {
    parts.onChange()
    void saving.look()
  }
  const chooseFolder = (): Promise<Result<string | null>> =>
    shell.chooseFolder({ title: say('reports.plan-folder-title') })
  return {
    'export-plan:list': () => Promise.resolve(ok(shown())),
    'export-plan:add': async (of) => {
      const folder = await chooseFolder()
      if (!folder.ok || folder.value === null) return folder.ok ? ok(null) : folder
      const firstDay = firstDayOf(of.every, dayIn(clock(), of.zone))
      const plan = { id: parts.newId(), of, folder: folder.value, firstDay, at: clock() }
      plans.add({ ...plan, actor: actor() })
      changed()
      return ok(shown())
    },
    'export-plan:move': async ({ planId }) => {
      if (plans.find(planId) === undefined) return fail(noPlan)
      const folder = await chooseFolder()
      if (!folder.ok || folder.value === null) return folder.ok ? ok(null) : folder
      // Another person may have ended it meanwhile.
      if (plans.find(planId) === undefined) return fail(noPlan)
      plans.move(planId, folder.value, actor())
      await saving.look()
      changed()
      return ok(shown())
    },
    'export-plan:remove': ({ planId }) => {
      if (plans.find(planId) === undefined) return Promise.resolve(fail(noPlan))
      plans.end(planId, actor())
      changed()
      return Promise.resolve(ok(shown()))
    },
  }
}

function viewOf(
  { plans, saving, clock }: Pick<PlanParts, 'plans' | 'saving' | 'clock'>,
  plan: PlanRecord,
): ExportPlan {
  const last = plans.files(plan.id).findLast(({ state }) => state === 'made')
  return {
    ...plan.of,
    ...{ id: plan.id, folder: plan.folder, actor: plan.actor, at: plan.at },
    last: last === undefined ? null : { from: last.from, to: last.to, file: last.file },
    due: dueOf(plans, plan, clock()).length,
    trouble: saving.trouble(plan.id),
  }
}

/** Plans whose files can't be saved. */
export const planNeeds = (parts: Pick<PlanParts, 'plans' | 'saving' | 'clock'>): PlanNeed[] =>
  parts.plans.open().flatMap((plan) => {
    const trouble = parts.saving.trouble(plan.id)
    if (trouble === null) return []
    const due = dueOf(parts.plans, plan, parts.clock()).length
    return due === 0 ? [] : [{ id: plan.id, report: plan.of.report, due, trouble }]
  })
