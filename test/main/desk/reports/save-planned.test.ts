// Reports that are saved regularly: every period that was missed, each once, complete or absent,
// whatever ends the program in between, and never over a file that is there.
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { formatMessage } from '#wording/format-messages.ts'
import { fail, inputFault, ok } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { plannedAs } from '#shared/reports/plan-methods.ts'
import { createPlanMethods, planNeeds } from '../../../../src/main/desk/reports/plan-methods.ts'
import type { PlanGuard } from '../../../../src/main/desk/reports/plan-guard.ts'
import { createPlannedSaving } from '../../../../src/main/desk/reports/save-planned.ts'
import { writeText } from '../../../../src/main/ledger/export/export-file.ts'
import { type FilePlaces, filePlaces } from '../../../../src/main/ledger/reports/place-file.ts'
import {
  type ExportPlans,
  openExportPlans,
} from '../../../../src/main/ledger/reports/export-plans.ts'
import { createTestDesk } from '../../../fakes/desk.ts'
import { faultOf, must } from '../../../journeys/story.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-plans-'))
  folders.push(folder)
  return folder
}
const DAY_MS = 86_400_000
const monthly = plannedAs.parse({
  ...{ report: 'moved', every: 'month', as: 'csv', zone: 'Europe/Berlin', kind: 'test' },
})

const freely = (now: () => number): PlanGuard => ({
  ...{ checked: () => null, now, whyNot: () => null },
})

/** What a killed program does: from one step on, nothing. */
class Killed extends Error {}
interface Life {
  stepsLeft: number
}
function dying<T extends object>(of: T, life: Life): T {
  const step = (): void => {
    life.stepsLeft -= 1
    if (life.stepsLeft < 0) throw new Killed()
  }
  return new Proxy(of, {
    get: (target, name) => {
      const part: unknown = Reflect.get(target, name)
      if (typeof part !== 'function') return part
      const call = part as (...given: unknown[]) => unknown
      return (...given: unknown[]) => {
        // Before it, and again after it: a kill falls on either side of each step.
        step()
        const done = call.apply(target, given)
        if (!(done instanceof Promise)) {
          step()
          return done
        }
        return done.then((value: unknown) => {
          step()
          return value
        })
      }
    },
  })
}

function openSaving(options: { guard?: Partial<PlanGuard>; text?: () => string } = {}) {
  const desk = createTestDesk()
  const { audit, clock } = desk.ports
  const folder = newFolder()
  const plans = openExportPlans(desk.db, audit, { clock, program: 'paydesk' })
  const reports: unknown[] = []
  const start = (life?: Life) => {
    const own = <T extends object>(of: T): T => (life === undefined ? of : dying(of, life))
    return createPlannedSaving({
      ...{ plans: own<ExportPlans>(plans), places: own<FilePlaces>(filePlaces) },
      guard: { ...freely(clock), ...options.guard },
      write: async (_plan, { from, to }, aside) => {
        if (life !== undefined && (life.stepsLeft -= 1) < 0) throw new Killed()
        // Half of a file is there while it is written.
        writeFileSync(join(aside, 'half.csv'), 'half')
        const text = `${from} ${to} ${options.text?.() ?? ''}`
        return ok({ ...(await writeText(aside, 'list.csv', text)), rows: 1 })
      },
      onSaved: () => undefined,
      report: (incident, error) => reports.push([incident, error]),
    })
  }
  const add = (of = monthly, firstDay = '2026-11-01'): void =>
    plans.add({ id: `plan-${plans.open().length}`, of, folder, firstDay, actor: 'ana', at: 1 })
  return { desk, folder, plans, start, add, reports }
}
const filesIn = (folder: string): string[] =>
  readdirSync(folder).filter((name) => !name.startsWith('.'))
const made = (plans: ExportPlans, id = 'plan-0') =>
  plans.files(id).filter(({ state }) => state === 'made')

describe('a report that is saved regularly', () => {
  it('is not made before the ledger was checked', async () => {
    let end = (): void => undefined
    const check = new Promise<void>((resolve) => (end = resolve))
    const { desk, folder, start, add } = openSaving({ guard: { checked: () => check } })
    add({ ...monthly, every: 'day' }, '2026-11-21')
    desk.time.pass(2 * DAY_MS)
    const looked = start().look()
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(filesIn(folder)).toEqual([])
    end()
    await looked
    expect(filesIn(folder)).toHaveLength(2)
  })

  it('is made for each of forty missed days once, and of two more on the third day', async () => {
    const { desk, folder, plans, start, add } = openSaving()
    add({ ...monthly, every: 'day' }, '2026-11-21')
    desk.time.pass(40 * DAY_MS)
    const saving = start()
    await Promise.all([saving.look(), saving.look()])
    const wanted = (count: number): string[] =>
      Array.from({ length: count }, (_, n) => {
        const day = new Date(Date.UTC(2026, 10, 21 + n)).toISOString().slice(0, 10)
        return `paydesk-moved-${day}-Europe-Berlin.csv`
      })
    expect(filesIn(folder).sort()).toEqual(wanted(40))
    desk.time.pass(2 * DAY_MS)
    await start().look()
    await start().look()
    expect(filesIn(folder).sort()).toEqual(wanted(42))
    expect(made(plans)).toHaveLength(42)
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([])
    for (const { file, sha256, from } of made(plans)) {
      expect(readFileSync(file, 'utf8')).toContain(from)
      expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sha256)
    }
    const entries = desk.ports.audit.timeline('report')
    const saved = entries.filter(({ kind }) => kind === 'export-plan:made')
    expect(saved).toHaveLength(42)
    expect(saved[0]).toMatchObject({ actor: 'paydesk', details: { requestedBy: 'ana' } })
  })

  it('is there once and whole, wherever the program is killed, and however often', async () => {
    let kills = 0
    for (let steps = 0; ; steps += 1) {
      // What is written now differs from what the killed program wrote.
      let nth = 0
      const { desk, folder, plans, start, add } = openSaving({ text: () => String((nth += 1)) })
      add({ ...monthly, every: 'week' }, '2026-11-16')
      desk.time.pass(10 * DAY_MS)
      const life = { stepsLeft: steps }
      await start(life)
        .look()
        .catch((error: unknown) => {
          if (!(error instanceof Killed)) throw error
        })
      const wasKilled = life.stepsLeft < 0
      // The next start dies as well, at its second step.
      await start({ stepsLeft: 2 })
        .look()
        .catch(() => undefined)
      await start().look()
      expect(filesIn(folder).sort(), `killed after ${steps} steps`).toEqual([
        'paydesk-moved-2026-11-16-2026-11-22-Europe-Berlin.csv',
        'paydesk-moved-2026-11-23-2026-11-29-Europe-Berlin.csv',
      ])
      for (const { file, from, to, sha256 } of made(plans)) {
        const bytes = readFileSync(file)
        expect(bytes.toString()).toMatch(new RegExp(`^${from} ${to} \\d$`))
        expect(createHash('sha256').update(bytes).digest('hex')).toBe(sha256)
      }
      expect(made(plans)).toHaveLength(2)
      expect(readdirSync(folder)).toHaveLength(2)
      if (!wasKilled) break
      kills += 1
    }
    expect(kills).toBeGreaterThan(30)
  })

  it('replaces no file that is there, whoever wrote it', async () => {
    const { desk, folder, plans, add } = openSaving()
    add()
    const name = 'paydesk-moved-2026-11-01-2026-11-30-Europe-Berlin'
    writeFileSync(join(folder, `${name}.csv`), 'mine')
    desk.time.pass(20 * DAY_MS)
    // Another program takes the second name at the last moment.
    let isFirst = true
    const places: FilePlaces = {
      ...filePlaces,
      give: (from, to) => {
        if (isFirst) writeFileSync(to, 'theirs')
        isFirst = false
        return filePlaces.give(from, to)
      },
    }
    const saving = createPlannedSaving({
      ...{ plans, places, guard: freely(desk.ports.clock) },
      write: async (_plan, _period, aside) =>
        ok({ ...(await writeText(aside, 'list.csv', 'report')), rows: 1 }),
      ...{ onSaved: () => undefined, report: () => undefined },
    })
    await saving.look()
    const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
    expect(['.csv', ' (2).csv', ' (3).csv'].map((end) => read(name + end))).toEqual([
      ...['mine', 'theirs', 'report'],
    ])
    expect(made(plans)[0]?.file).toBe(join(folder, `${name} (3).csv`))
  })

  it('waits for a folder that is gone, is among what needs a person, and goes on', async () => {
    const { desk, folder, plans, start, add } = openSaving()
    add({ ...monthly, every: 'day' }, '2026-11-20')
    desk.time.pass(3 * DAY_MS)
    rmSync(folder, { recursive: true })
    const saving = start()
    await saving.look()
    const { clock } = desk.ports
    const [need, ...others] = planNeeds({ plans, saving, clock })
    expect(others).toEqual([])
    expect(need).toMatchObject({ id: 'plan-0', report: 'moved', due: 4 })
    expect(formatMessage(need!.trouble)).toMatch(
      /is not there\. Connect its disk, or choose another/,
    )
    mkdirSync(folder)
    await saving.look()
    expect(filesIn(folder)).toHaveLength(4)
    expect(planNeeds({ plans, saving, clock })).toEqual([])
  })

  it('is set up, moved and ended by entries that name who did so', async () => {
    const { desk, folder, plans, start } = openSaving()
    const other = newFolder()
    let chosen: string | null = null
    const methods = createPlanMethods({
      ...{ plans, saving: start(), clock: desk.ports.clock, actor: () => 'ben' },
      shell: { chooseFolder: () => Promise.resolve(ok(chosen)) },
      ...{ newId: () => 'p-1', onChange: () => undefined },
    })
    expect(must(await methods['export-plan:add'](monthly))).toBeNull()
    expect(plans.open()).toEqual([])
    chosen = folder
    must(await methods['export-plan:add'](monthly))
    expect(plans.open()).toMatchObject([{ id: 'p-1', firstDay: '2026-11-01', folder }])
    desk.time.pass(20 * DAY_MS)
    chosen = other
    const [moved] = must(await methods['export-plan:move']({ planId: 'p-1' }))!
    expect(moved).toMatchObject({ folder: other, due: 0, last: { from: '2026-11-01' } })
    expect([filesIn(folder), filesIn(other)].map(({ length }) => length)).toEqual([0, 1])
    expect(must(await methods['export-plan:remove']({ planId: 'p-1' }))).toEqual([])
    desk.time.pass(40 * DAY_MS)
    await start().look()
    expect(filesIn(other)).toHaveLength(1)
    const gone = faultOf(await methods['export-plan:move']({ planId: 'p-1' }))
    expect(gone).toMatchObject({ kind: 'denied', reason: 'not-found' })
    const entries = desk.ports.audit
      .timeline('report')
      .filter(({ origin }) => origin === 'operator')
      .map(({ kind, actor }) => `${kind} ${actor}`)
    expect(entries).toEqual(['added', 'moved', 'removed'].map((step) => `export-plan:${step} ben`))
  })

  it('does not move to a folder that was chosen after another person ended it', async () => {
    const { desk, folder, plans, start } = openSaving()
    const methods = createPlanMethods({
      ...{ plans, saving: start(), clock: desk.ports.clock, actor: () => 'ben' },
      shell: {
        chooseFolder: () => {
          if (plans.open().length > 0) plans.end('p-1', 'anna')
          return Promise.resolve(ok(folder))
        },
      },
      ...{ newId: () => 'p-1', onChange: () => undefined },
    })
    must(await methods['export-plan:add'](monthly))
    const gone = faultOf(await methods['export-plan:move']({ planId: 'p-1' }))
    expect(gone).toMatchObject({ kind: 'denied', reason: 'not-found' })
    expect(plans.open()).toEqual([])
  })

  it('is not saved while its guard says why, which then needs a person', async () => {
    const { desk, folder, plans, add } = openSaving()
    add()
    const { clock } = desk.ports
    desk.time.pass(20 * DAY_MS)
    let why: string | null = say('reports.plan-clock-doubted')
    const saving = createPlannedSaving({
      ...{ plans, places: filePlaces, guard: { ...freely(clock), whyNot: () => why } },
      write: async (_plan, _period, aside) =>
        ok({ ...(await writeText(aside, 'list.csv', 'report')), rows: 1 }),
      ...{ onSaved: () => undefined, report: () => undefined },
    })
    await saving.look()
    expect(filesIn(folder)).toEqual([])
    const [need] = planNeeds({ plans, saving, clock })
    expect(formatMessage(need!.trouble)).toMatch(/differ by more than a day/)
    why = null
    await saving.look()
    expect(filesIn(folder)).toHaveLength(1)
    expect(planNeeds({ plans, saving, clock })).toEqual([])
  })

  it('holds up no later period by one that can’t be made', async () => {
    const { desk, folder, plans, add, reports } = openSaving()
    add({ ...monthly, every: 'day' }, '2026-11-20')
    desk.time.pass(4 * DAY_MS)
    const saving = createPlannedSaving({
      ...{ plans, places: filePlaces, guard: freely(desk.ports.clock) },
      write: async (_plan, { from }, aside) => {
        if (from === '2026-11-20') return fail(inputFault('split', say('reports.ends-before')))
        if (from === '2026-11-21') throw new TypeError('a bug')
        return ok({ ...(await writeText(aside, 'list.csv', from)), rows: 1 })
      },
      ...{ onSaved: () => undefined, report: (...one) => reports.push(one) },
    })
    await saving.look()
    expect(made(plans).map(({ from }) => from)).toEqual(['2026-11-22', '2026-11-23', '2026-11-24'])
    expect(filesIn(folder)).toHaveLength(3)
    expect(saving.trouble('plan-0')).toBe(say('reports.ends-before'))
    expect(reports).toHaveLength(1)
  })

  it.each([
    ['ended', (plans: ExportPlans) => plans.end('plan-0', 'ben')],
    ['moved', (plans: ExportPlans, other: string) => plans.move('plan-0', other, 'ben')],
  ])('leaves no file where it was %s while the file was written', async (_what, change) => {
    const { desk, folder, plans, add } = openSaving()
    const other = newFolder()
    add()
    desk.time.pass(20 * DAY_MS)
    let isFirst = true
    const saving = createPlannedSaving({
      ...{ plans, places: filePlaces, guard: freely(desk.ports.clock) },
      write: async (_plan, _period, aside) => {
        if (isFirst) change(plans, other)
        isFirst = false
        return ok({ ...(await writeText(aside, 'list.csv', 'report')), rows: 1 })
      },
      ...{ onSaved: () => undefined, report: () => undefined },
    })
    await saving.look()
    expect(readdirSync(folder)).toEqual([])
    expect(plans.files('plan-0')).toEqual([])
    await saving.look()
    expect(filesIn(other)).toHaveLength(plans.open().length)
  })

  it('goes to another folder where what lies in the first one can’t be read', async () => {
    const { desk, folder, plans, start, add } = openSaving()
    const other = newFolder()
    add()
    desk.time.pass(20 * DAY_MS)
    const file = join(folder, 'locked.csv')
    const period = { from: '2026-11-01', to: '2026-11-30' }
    plans.placing(plans.open()[0]!, { ...period, state: 'placing', file, sha256: 'a' })
    const unread = (of: string) =>
      of === file
        ? Promise.reject(Object.assign(new Error('locked'), { code: 'EACCES' }))
        : filePlaces.digestOf(of)
    const saving = createPlannedSaving({
      ...{ plans, places: { ...filePlaces, digestOf: unread }, guard: freely(desk.ports.clock) },
      write: async (_plan, _period, aside) =>
        ok({ ...(await writeText(aside, 'list.csv', 'report')), rows: 1 }),
      ...{ onSaved: () => undefined, report: () => undefined },
    })
    await saving.look()
    expect(formatMessage(saving.trouble('plan-0') ?? '')).toMatch(/Nothing could be saved in/)
    plans.move('plan-0', other, 'ben')
    // Who chose the folder answers for the plan from now on.
    expect(plans.find('plan-0')?.actor).toBe('ben')
    await saving.look()
    expect(filesIn(other)).toHaveLength(1)
    expect(saving.trouble('plan-0')).toBeNull()
    expect(filesIn(folder)).toEqual([])
    await start().look()
    expect(made(plans)).toHaveLength(1)
  })
})
