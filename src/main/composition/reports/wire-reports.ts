// Wires reports: what they are read and written by, and the codes of their reasons. Called by
// wire-desk.ts. It holds no rule of its own; it only connects.
import type { Connection } from '#shared/connections/connection.ts'
import { bankFactsOf } from '#shared/gateway/orders/event-facts.ts'
import type { ReasonOutput } from '#shared/reports/reason-methods.ts'
import type { ReportOutput } from '#shared/reports/report-methods.ts'
import type { Desk, ShellPorts } from '../../desk/base/desk.ts'
import type { Jobs } from '../../desk/base/jobs.ts'
import { createReasonMethods } from '../../desk/reports/reason-methods.ts'
import { createReportMethods } from '../../desk/reports/report-methods.ts'
import { createFile } from '../../ledger/export/export-file.ts'
import { type ListFacts, saveList } from '../../ledger/export/list-file.ts'
import { openReasonMap } from '../../ledger/settings/reason-map.ts'
import type { WiredLedger } from '../wire-ledger.ts'
import type { WiredPayments } from '../wire-payments.ts'

interface WiredReports {
  options: { shell: ShellPorts; version: string }
  ledger: WiredLedger
  payments: WiredPayments
}

/** Summed and written by the thread that reads lists. */
export function wireReports(
  { options, ledger, payments }: WiredReports,
  work: Jobs,
): Pick<Desk, keyof (ReasonOutput & ReportOutput)> {
  const { note, db, audit, onChange } = ledger
  const { shell, version } = options
  const { actor, clock } = payments.ports
  const { lists } = ledger.readers
  const { orders } = payments.ports
  const connections = (): Connection[] => ledger.connections.all()
  const reports = createReportMethods({
    ...{ work, note, version, reader: lists, shell, actor, clock, connections },
    rrnOf: (row) =>
      orders.events(row).findLast((one) => one.snapshotSeq === row.resolvedBy && one.rrn !== '')
        ?.rrn ??
      bankFactsOf(row.answer ?? {}).rrn ??
      '',
    saveTable: (file, query, tell, run) =>
      saveList(file, (folder) => lists.run('report-file', { ...query, folder }, run), tell),
    saveBytes: savePdf,
  })
  const reasons = createReasonMethods({
    ...{ reader: lists, connections, actor, reasons: openReasonMap(db, audit, clock) },
    onChange: () => onChange({ topic: 'audit' }),
  })
  return { ...reports, ...reasons }
}

/** What was printed, at its place in one step and told of before. */
export const savePdf = (
  file: string,
  bytes: Uint8Array,
  rows: number,
  tell: (facts: ListFacts) => void,
): ReturnType<typeof saveList> =>
  saveList(
    file,
    async (folder) => {
      const printed = await createFile(folder, 'printed.pdf')
      try {
        await printed.write(bytes)
        return { ...(await printed.finish()), rows }
      } finally {
        await printed.close()
      }
    },
    tell,
  )
