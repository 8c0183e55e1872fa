// Run as a process of its own: opens the ledger named in the arguments, says whether it could, and
// holds it until it is killed.
import { openLedger } from '../../../../src/main/ledger/opening/open-ledger.ts'

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('no file is named')
const opened = openLedger({ file, clock: () => Date.now() })
process.stdout.write(opened.ok ? 'open\n' : `refused: ${opened.fault.message}\n`)
if (opened.ok) setInterval(() => opened.value.db.pragma('user_version'), 1000)
