// Opens a ledger with newer migrations and kills itself, as a power cut would, at the step that it
// was told. Started by upgrade.test.ts.
import { openLedger } from '../../../../src/main/ledger/db/open.ts'

const [file = '', migrationsDir = '', step = ''] = process.argv.slice(2)
const onStep = (reached: string): void => {
  if (reached === step) process.kill(process.pid, 'SIGKILL')
}
openLedger({ file, migrationsDir, clock: Date.now, upgrade: { onStep } })
// It was not killed: the parent sees this code.
process.exit(7)
