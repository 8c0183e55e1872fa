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
import type { PlanGuard } from './plan-guard.ts'

export interface SavingParts {
  plans: ExportPlans
  places: FilePlaces
  /** Into a new folder. */
  write: (plan: PlanRecord, period: DuePeriod, folder: string) => Promise<Result<ListFacts>>
  guard: PlanGuard
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
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | null = null
  /** Why the oldest that is due can't be saved, or null. One that can't holds up no later one. */
  async function saveAll(plan: PlanRecord): Promise<string | null> {
    let first: string | null = null
    for (const period of dueOf(parts.plans, plan, parts.guard.now())) {
      // It may have been ended, or moved to another folder, since.
      const now = parts.plans.find(plan.id)
      if (isStopped || now === undefined) return first
      const stop = parts.guard.whyNot(now)
      if (stop !== null) return first ?? stop
      const { why, isOfFolder } = await saveOrSay(now, period)
      if (isStopped) return first
      first ??= why
      if (isOfFolder) return first
      if (why === null) parts.onSaved()
    }
    return first
  }
  async function saveOrSay(plan: PlanRecord, period: DuePeriod): Promise<Saved> {
    try {
      return await saveOne(parts, plan, period)
    } catch (error) {
      if (isStopped || parts.plans.find(plan.id) === undefined) return saved
      parts.report('export-plan', error)
      return { why: fileTrouble(error), isOfFolder: false }
    }
  }
  async function saveDue(): Promise<void> {
    const checked = parts.guard.checked()
    if (checked !== null) await checked
    for (const plan of parts.plans.open()) {
      const before = troubles.get(plan.id)
      const why = await saveAll(plan)
      if (isStopped) return
      if (why === null) troubles.delete(plan.id)
      else troubles.set(plan.id, why)
      if (troubles.get(plan.id) !== before) parts.onSaved()
    }
  }
  return {
    look: () => {
      if (isStopped) return Promise.resolve()
      // A pass that has begun may be past what changed meanwhile.
      next ??= last
        .then(() => {
          next = null
          return saveDue()
        })
        .catch((error: unknown) => parts.report('export-plan', error))
      last = next
      return next
    },
    trouble: (planId) => troubles.get(planId) ?? null,
    stop: () => {
      isStopped = true
    },
  }
}

interface Saved {
  /** Why it could not be, for a person; null once it is. */
  why: string | null
  /** Nothing else can be saved there either. */
  isOfFolder: boolean
}
const saved: Saved = { why: null, isOfFolder: false }
const folderTrouble = (why: string): Saved => ({ why, isOfFolder: true })
const notSaved = (folder: string, error: unknown): Saved => {
  if (!(error instanceof Error) || !('code' in error)) throw error
  return folderTrouble(say('reports.plan-not-saved', { folder, why: fileTrouble(error) }))
}

async function saveOne(parts: SavingParts, plan: PlanRecord, period: DuePeriod): Promise<Saved> {
  const { plans, places } = parts
  const before = plans.files(plan.id).find(({ from }) => from === period.from)
  // The program ended after the file got its name and before the log said so.
  if (before !== undefined) {
    const folder = places.folderOf(before.file)
    try {
      if ((await places.digestOf(before.file)) === before.sha256) {
        await places.endAside(asideOf(places, plan, folder)).catch(() => null)
        await places.sync(folder)
        plans.made(plan, period)
        return saved
      }
    } catch (error) {
      const unread = notSaved(folder, error)
      // Whoever chose another folder since wants the file there.
      if (folder === plan.folder) return unread
    }
  }
  if (!(await places.isFolder(plan.folder)))
    return folderTrouble(say('reports.plan-folder-missing', { folder: plan.folder }))
  const aside = asideOf(places, plan, plan.folder)
  try {
    return await saveAside(parts, plan, { period, aside })
  } catch (error) {
    return notSaved(plan.folder, error)
  } finally {
    // What can't be taken away must not hide how the saving ended.
    await places.endAside(aside).catch(() => null)
  }
}

async function saveAside(
  { plans, places, write }: SavingParts,
  plan: PlanRecord,
  { period, aside }: { period: DuePeriod; aside: string },
): Promise<Saved> {
  await places.beginAside(aside)
  const written = await write(plan, period, aside)
  if (!written.ok) return { why: written.fault.message, isOfFolder: false }
  const { name, sha256 } = written.value
  for (let nth = 1; ; nth += 1) {
    const file = places.in(plan.folder, nameOf(plan, period, nth))
    if (await places.isThere(file)) continue
    // It was ended, or moved, while the file was written: nobody wants the file here any more.
    if (plans.find(plan.id)?.folder !== plan.folder) return saved
    plans.placing(plan, { ...period, state: 'placing', file, sha256 })
    if (!(await places.give(places.in(aside, name), file))) continue
    // Before the log says that the period is done with: nobody would come back for it.
    await places.endAside(aside).catch(() => null)
    await places.sync(plan.folder)
    plans.made(plan, period)
    return saved
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
