// Makes a ledger and kills itself, as a power cut would, when every table is there and the
// transaction is not over. Started by make-schema.test.ts.
import BetterSqlite3 from 'better-sqlite3'
import { openLedger } from '../../../../src/main/ledger/opening/open-ledger.ts'
import { schemaSql } from '../../../../src/main/ledger/schema/schema.ts'

const { exec } = BetterSqlite3.prototype
BetterSqlite3.prototype.exec = function (sql) {
  const made = exec.call(this, sql)
  if (sql === schemaSql) process.kill(process.pid, 'SIGKILL')
  return made
}
openLedger({ file: process.argv[2] ?? '', clock: Date.now })
// It was not killed: the parent sees this code.
process.exit(7)
