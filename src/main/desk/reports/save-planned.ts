// Saves the reports that are due: every period that is over and was not saved, the oldest first,
// each once. The log says which file is about to get its name before it gets it, so that an end of
// the program at any point leaves neither a second file nor a gap.
import { fileTrouble } from '#shared/desktop/file-trouble.ts'
import type { Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { duePeriods, type DuePeriod } from '#shared/reports/due-periods.ts'
import type { FilePlaces } from '../../ledger/reports/place-file.ts'
import type { ListFacts } from '../../ledger/export/list-file.ts'
import type { ExportPlans, PlanRecord } from '../../ledger/reports/export-plans.ts'

export interface SavingParts {
  plans: ExportPlans
  places: FilePlaces
  /** Into a new folder. */
  write: (plan: PlanRecord, period: DuePeriod, folder: string) => Promise<Result<ListFacts>>
  /** Milliseconds since 1970. */
  clock: () => number
  /** A gateway's clock contradicts this computer's: what is over is not known. */
  isClockDoubted: () => boolean
  onSaved: () => void
  report: (incident: string, error: unknown) => void
}

export interface PlannedSaving {
  /** Resolves when nothing is due any more, or nothing that is due can be saved. */
  look(): Promise<void>
  /** Of one plan; null while nothing is wrong. */
  trouble(planId: string): string | null
  stop(): void
}

/** Periods that are over and not saved. */
export function dueOf(plans: Pick<ExportPlans, 'files'>, plan: PlanRecord, now: number) {
  const made = new Set(
    plans.files(plan.id).flatMap(({ state, from }) => (state === 'made' ? [from] : [])),
  )
  const { every, zone } = plan.of
  return [...duePeriods(every, { first: plan.firstDay, zone }, now)].filter(
    ({ from }) => !made.has(from),
  )
}

export function createPlannedSaving(parts: SavingParts): PlannedSaving {
  const troubles = new Map<string, string>()
  let isStopped = false
  let running: Promise<void> | null = null
  async function saveAll(plan: PlanRecord): Promise<void> {
    for (const period of dueOf(parts.plans, plan, parts.clock())) {
      // It may have been ended, or moved to another folder, since.
      const now = parts.plans.find(plan.id)
      if (isStopped || now === undefined || parts.isClockDoubted()) return
      const why = await saveOne(parts, now, period)
      if (isStopped) return
      if (why !== null) return void troubles.set(plan.id, why)
      troubles.delete(plan.id)
      parts.onSaved()
    }
  }
  async function saveDue(): Promise<void> {
    for (const plan of parts.plans.open()) {
      const before = troubles.get(plan.id)
      try {
        await saveAll(plan)
      } catch (error) {
        if (isStopped) return
        if (parts.plans.find(plan.id) === undefined) continue
        parts.report('export-plan', error)
        troubles.set(plan.id, fileTrouble(error))
      }
      if (troubles.get(plan.id) !== before) parts.onSaved()
    }
  }
  return {
    look: () => {
      if (isStopped) return Promise.resolve()
      running ??= saveDue().finally(() => {
        running = null
      })
      return running
    },
    trouble: (planId) => troubles.get(planId) ?? null,
    stop: () => {
      isStopped = true
    },
  }
}

/** Why it could not be saved, for a person; null once it is. */
async function saveOne(
  parts: SavingParts,
  plan: PlanRecord,
  period: DuePeriod,
): Promise<string | null> {
  const { plans, places, write } = parts
  const before = plans.files(plan.id).find(({ from }) => from === period.from)
  // The program ended after the file got its name and before the log said so.
  if (before !== undefined && (await places.digestOf(before.file)) === before.sha256) {
    const folder = places.folderOf(before.file)
    await places.endAside(asideOf(places, plan, folder)).catch(() => null)
    await places.sync(folder)
    plans.made(plan, period)
    return null
  }
  if (!(await places.isFolder(plan.folder)))
    return say('reports.plan-folder-missing', { folder: plan.folder })
  const aside = asideOf(places, plan, plan.folder)
  try {
    await places.beginAside(aside)
    const written = await write(plan, period, aside)
    if (!written.ok) return written.fault.message
    const { name, sha256 } = written.value
    for (let nth = 1; ; nth += 1) {
      const file = places.in(plan.folder, nameOf(plan, period, nth))
      if (await places.isThere(file)) continue
      plans.placing(plan, { ...period, state: 'placing', file, sha256 })
      if (!(await places.give(places.in(aside, name), file))) continue
      // Before the log says that the period is done with: nobody would come back for it.
      await places.endAside(aside).catch(() => null)
      await places.sync(plan.folder)
      plans.made(plan, period)
      return null
    }
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error)) throw error
    return say('reports.plan-not-saved', { folder: plan.folder, why: fileTrouble(error) })
  } finally {
    // What can't be taken away must not hide how the saving ended.
    await places.endAside(aside).catch(() => null)
  }
}

const asideOf = (places: FilePlaces, { id }: PlanRecord, folder: string): string =>
  places.in(folder, `.paydesk-${id}.partial`)

/** With its period and zone; a file of that name that is there stays. */
function nameOf({ of }: PlanRecord, { from, to }: DuePeriod, nth: number): string {
  const days = from === to ? from : `${from}-${to}`
  const again = nth === 1 ? '' : ` (${nth})`
  return `paydesk-${of.report}-${days}-${of.zone.replaceAll('/', '-')}${again}.${of.as}`
}
