// Wires reports: what they are read and written by, and the codes of their reasons. Called by
// wire-desk.ts. It holds no rule of its own; it only connects.
import type { Connection } from '#shared/connections/connection.ts'
import { bankFactsOf } from '#shared/gateway/orders/event-facts.ts'
import type { PlanNeed } from '#shared/bridge/today.ts'
import { ok } from '#shared/fault.ts'
import type { PlanOutput } from '#shared/reports/plan-methods.ts'
import type { ReasonOutput } from '#shared/reports/reason-methods.ts'
import type { ReportOutput } from '#shared/reports/report-methods.ts'
import type { Desk, ShellPorts } from '../../desk/base/desk.ts'
import type { Jobs } from '../../desk/base/jobs.ts'
import { movedMessage } from '../../desk/moving/moved-message.ts'
import { createReasonMethods } from '../../desk/reports/reason-methods.ts'
import { createPlanMethods, planNeeds } from '../../desk/reports/plan-methods.ts'
import { createPlanGuard } from '../../desk/reports/plan-guard.ts'
import { createPlannedSaving } from '../../desk/reports/save-planned.ts'
import {
  createReportMethods,
  makerOf,
  type MakingParts,
} from '../../desk/reports/report-methods.ts'
import { createFile } from '../../ledger/export/export-file.ts'
import { type ListFacts, saveList } from '../../ledger/export/list-file.ts'
import { filePlaces } from '../../ledger/reports/place-file.ts'
import { openExportPlans } from '../../ledger/reports/export-plans.ts'
import type { ReportFileQuery } from '../../ledger/reports/report-file.ts'
import type { RunOptions } from '../../ledger/worker/reader.ts'
import { mintAttemptId } from '../../desk/base/ids.ts'
import { openReasonMap } from '../../ledger/settings/reason-map.ts'
import type { WiredConnections } from '../wire-connections.ts'
import type { WiredLedger } from '../wire-ledger.ts'
import type { WiredPayments } from '../wire-payments.ts'

interface WiredReports {
  options: { shell: ShellPorts; version: string; actor: string }
  ledger: WiredLedger
  payments: WiredPayments
  wired: Pick<WiredConnections, 'skew'>
}

/** Summed and written by the thread that reads lists. */
interface ReportsDesk {
  methods: Pick<Desk, keyof (ReasonOutput & ReportOutput & PlanOutput)>
  /** What of them needs a person. */
  needs: () => PlanNeed[]
  stop: () => void
}

/** Summed and written by the thread that reads lists. */
export function wireReports(parts: WiredReports, work: Jobs): ReportsDesk {
  const { options, ledger, payments } = parts
  const { note, db, audit, onChange } = ledger
  const { shell, version } = options
  const { actor, clock } = payments.ports
  const { lists } = ledger.readers
  const { orders } = payments.ports
  const making = {
    ...{ reader: lists, shell, actor, version, clock },
    connections: (): Connection[] => ledger.connections.all(),
    writeTable: (query: ReportFileQuery, run: RunOptions) => lists.run('report-file', query, run),
    writeBytes,
  }
  const reports = createReportMethods({
    ...{ ...making, work, note, save: saveList },
    rrnOf: (row) =>
      orders.events(row).findLast((one) => one.snapshotSeq === row.resolvedBy && one.rrn !== '')
        ?.rrn ??
      bankFactsOf(row.answer ?? {}).rrn ??
      '',
  })
  const reasons = createReasonMethods({
    ...{ reader: lists, connections: making.connections, actor },
    reasons: openReasonMap(db, audit, clock),
    onChange: () => onChange({ topic: 'audit' }),
  })
  const planned = wirePlanned(parts, making)
  return {
    methods: { ...reports, ...reasons, ...planned.methods },
    needs: planned.needs,
    stop: planned.stop,
  }
}

const firstAfterMs = 15_000
const lookEveryMs = 60_000

/** What is due is saved soon after the start and then within a minute. */
function wirePlanned({ options, ledger, payments, wired }: WiredReports, making: MakingParts) {
  const { db, audit, onChange } = ledger
  const { actor, clock, randomBytes, report } = payments.ports
  const plans = openExportPlans(db, audit, { clock, program: options.actor })
  const changed = (): void => onChange({ topic: 'app' })
  const { connections } = making
  const guard = createPlanGuard({
    ...{ ...payments.ports, connections, skew: wired.skew },
    moved: () => movedMessage(ledger.moved()),
  })
  const saving = createPlannedSaving({
    ...{ plans, places: filePlaces, guard, report, onSaved: changed },
    write: async ({ of, actor: by }, { from, to }, folder) => {
      const { every: _every, ...asked } = of
      const made = await makerOf({ ...making, actor: () => by }, { ...asked, from, to })
      return made.ok ? ok(await made.value(folder)) : made
    },
  })
  const look = (): void => void saving.look()
  const first = setTimeout(look, firstAfterMs).unref()
  const later = setInterval(look, lookEveryMs).unref()
  const methods = createPlanMethods({
    ...{ plans, saving, shell: options.shell, actor, clock, onChange: changed },
    newId: () => mintAttemptId(clock(), randomBytes),
  })
  return {
    methods,
    needs: () => planNeeds({ plans, saving, clock }),
    stop: () => {
      saving.stop()
      clearTimeout(first)
      clearInterval(later)
    },
  }
}

/** What was printed, as a file of that folder. */
async function writeBytes(folder: string, bytes: Uint8Array, rows: number): Promise<ListFacts> {
  const printed = await createFile(folder, 'printed.pdf')
  try {
    await printed.write(bytes)
    return { ...(await printed.finish()), rows }
  } finally {
    await printed.close()
  }
}

/** The same, at its place in one step and told of before. */
export const savePdf = (
  file: string,
  bytes: Uint8Array,
  rows: number,
  tell: (facts: ListFacts) => void,
): ReturnType<typeof saveList> => saveList(file, (folder) => writeBytes(folder, bytes, rows), tell)
