// A program whose terminal is gone writes two incidents; started by app-log.test.ts.
import { setTimeout as sleep } from 'node:timers/promises'
import { openAppLog } from '../../../../src/main/shell/log/app-log.ts'
import { tellTerminal } from '../../../../src/main/shell/terminal.ts'
import { endOnUncaught } from '../../../../src/main/shell/uncaught.ts'

const log = openAppLog(process.argv[2]!, Date.now)
endOnUncaught(process, {
  newIncident: () => 'ENDED222',
  report: log.report,
  end: () => process.exit(9),
})
await sleep(200)
log.report('FIRST222', new Error('one'))
await sleep(200)
log.report('OTHER222', new Error('two'))
await sleep(200)
tellTerminal('nobody reads this')
