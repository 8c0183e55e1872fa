// Lists as files, written by the thread that reads lists; and the pasted list, whose result is
// saved as one of them.
import { createLookUpMethods } from '../../desk/api/lookups.ts'
import { reReadMethods } from '../../desk/lookups/re-read.ts'
import type { Jobs } from '../../desk/base/jobs.ts'
import type { ShellPorts } from '../../desk/base/desk.ts'
import type { DeskParts } from '../../desk/create-desk.ts'
import { createExportMethods } from '../../desk/orders/export-list.ts'
import { csvText, tableText } from '../../ledger/export/csv.ts'
import { saveList } from '../../ledger/export/list-file.ts'
import type { WiredLedger } from '../wire-ledger.ts'
import type { WiredPayments } from '../wire-payments.ts'

interface ListParts {
  shell: ShellPorts
  ledger: WiredLedger
  payments: WiredPayments
  work: Jobs
}

export function wireLists(parts: ListParts): Pick<DeskParts, 'lists' | 'lookUps'> {
  const { shell, work } = parts
  const { note, readers } = parts.ledger
  const { ports, reReading } = parts.payments
  const lists = createExportMethods({
    ...{ work, note, shell, actor: ports.actor, clock: ports.clock },
    saveOrders: (file, asked, tell, run) =>
      saveList(file, (folder) => readers.lists.run('order-file', { ...asked, folder }, run), tell),
    saveRequests: (file, asked, tell, run) =>
      saveList(
        file,
        (folder) => readers.lists.run('request-file', { ...asked, folder }, run),
        tell,
      ),
    saveShown: (file, asked, tell, run) =>
      saveList(file, (folder) => readers.lists.run('shown-file', { ...asked, folder }, run), tell),
    saveShop: (file, asked, tell, run) =>
      saveList(file, (folder) => readers.lists.run('shop-file', { ...asked, folder }, run), tell),
  })
  const lookUps = createLookUpMethods({
    ...{ ports, work, shell, note, csvText, tableText },
    saveTable: lists['list:save'],
  })
  return { lists, lookUps: { ...lookUps, ...reReadMethods(reReading) } }
}
