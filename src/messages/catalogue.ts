// The catalogue: every sentence and label for a person, by its code. A code says the place and the
// role, not the sentence. Codes and parameters are types: nobody says one that is not here.
import { approvalFiles } from './en/administration/approval-files.ts'
import { approvals } from './en/administration/approvals.ts'
import { archives } from './en/archives.ts'
import { audit } from './en/audit.ts'
import { connections } from './en/administration/connections.ts'
import { everywhere } from './en/everywhere.ts'
import { files } from './en/bulk/files.ts'
import { runs } from './en/bulk/runs.ts'
import { shop } from './en/bulk/shop.ts'
import { frame } from './en/frame.ts'
import { gateway } from './en/gateway.ts'
import { keys } from './en/administration/keys.ts'
import { moving } from './en/administration/moving.ts'
import { setUp } from './en/administration/set-up.ts'
import { ledger } from './en/ledger.ts'
import { operations } from './en/operations.ts'
import { order } from './en/order.ts'
import { orders } from './en/orders.ts'
import { payouts } from './en/payouts.ts'
import { people } from './en/administration/people.ts'
import { program } from './en/program.ts'
import { receipts } from './en/reports/receipts.ts'
import { reconcile } from './en/reports/reconcile.ts'
import { reports } from './en/reports/reports.ts'
import { requests } from './en/requests.ts'
import { settings } from './en/settings.ts'
import { team } from './en/administration/team.ts'
import { today } from './en/today.ts'

export const catalogue = {
  ...approvalFiles,
  ...moving,
  ...setUp,
  ...approvals,
  ...archives,
  ...audit,
  ...connections,
  ...everywhere,
  ...files,
  ...frame,
  ...gateway,
  ...keys,
  ...ledger,
  ...operations,
  ...order,
  ...orders,
  ...payouts,
  ...people,
  ...program,
  ...receipts,
  ...reconcile,
  ...reports,
  ...requests,
  ...runs,
  ...settings,
  ...shop,
  ...team,
  ...today,
}

export type Catalogue = typeof catalogue
export type MessageCode = keyof Catalogue
