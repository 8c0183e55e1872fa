// Opens the shell for a test that kills this very process: says where its main is, and stays.
import { launchShell } from './launch-shell.ts'

const { mainPid } = await launchShell()
process.stdout.write(`${mainPid}\n`)
setInterval(() => undefined, 60_000)
