// How long it takes to make the tables again from the log and to compare them, in one thread, and
// how far memory rises; and how much a refund adds to the file. Small by default (--entries);
// --full takes 1,000,000 entries. Processor time: what else the machine does is not in it.
import { parseArgs } from 'node:util'
import { statSync } from 'node:fs'
import { connect } from '../src/main/ledger/db/open.ts'
import { openBeside } from '../src/main/ledger/rebuild/beside.ts'
import { compare, comparingDerived } from '../src/main/ledger/rebuild/compare.ts'
import { rebuilding } from '../src/main/ledger/rebuild/rebuild.ts'
import { createReport, rounded } from './measure.ts'
import { builtLog } from './rebuild-build.ts'

const { values: asked } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    entries: { type: 'string', default: '50000' },
  },
})
const entries = asked.full ? 1_000_000 : Number(asked.entries)
const file = builtLog(entries, (message) => process.stderr.write(`${message}\n`))
const report = createReport('rebuild', asked.full)
const goal = { below: 15 }

const cpuS = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
const idleMb = process.memoryUsage.rss() / 1e6
let mostMb = 0
const from = cpuS()
const beganAt = performance.now()
const ledger = connect(file, { readonly: true })
const db = openBeside(ledger)
const look = (): void => {
  mostMb = Math.max(mostMb, process.memoryUsage.rss() / 1e6)
}
for (const _step of rebuilding(db)) look()
const rebuiltS = cpuS() - from
const { total } = compare(db)
if (total > 0) throw new Error(`${total} rows differ`)
const comparedS = cpuS() - from
const clockS = rounded((performance.now() - beganAt) / 1000)
for (const { found } of comparingDerived(db, 'temp')) {
  look()
  if (found.length > 0) throw new Error(`${found.length} orders show something else`)
}
const derivedS = cpuS() - from - comparedS
db.close()
report.tell('rebuild', rounded(rebuiltS), 's cpu')
report.tell('compare', rounded(comparedS - rebuiltS), 's cpu')
report.tell('rebuild and compare', rounded(comparedS), 's cpu', goal, { clockS })
report.tell('what lists show, folded again', rounded(derivedS), 's cpu')
report.tell('memory above idle', rounded(mostMb - idleMb), 'MB', { below: 300 })
// The life of the bench: nine entries and two orders, one of them refunded.
report.tell(
  'the file per life of two orders',
  rounded(((statSync(file).size / entries) * 9) / 1024),
  'KB',
)
report.end({ entries })
