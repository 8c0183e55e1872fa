// Everything a ledger is made of, in ONE file: connections, what the gateway said, what was
// attempted here and the audit log. A transition and its audit record commit together or not at
// all.
import { connectionSql } from './of-connections.ts'
import { fileSql, openingSql } from './of-file.ts'
import { logSql } from './of-log.ts'
import { orderSql } from './of-orders.ts'
import { peopleSql } from './of-people.ts'
import { reconciliationSql } from './of-reconciliations.ts'
import { reportSql } from './of-reports.ts'
import { requestSql } from './of-requests.ts'
import { runSql } from './of-runs.ts'
import { shopSql } from './of-shop.ts'
import { teamSql } from './of-team.ts'

/**
 * In the header of the file (user_version). Raise it with each change of the tables: a ledger of
 * another number is not opened, instead of being told as one that was tampered with.
 */
export const schemaFormat = 406

/** "PdLg": tells another program's database from ours, so that a wrong path is refused. */
export const applicationId = 0x50644c67

export const schemaSql = [
  openingSql,
  fileSql,
  connectionSql,
  peopleSql,
  orderSql,
  shopSql,
  reconciliationSql,
  reportSql,
  runSql,
  requestSql,
  teamSql,
  logSql,
].join('')
