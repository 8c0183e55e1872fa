// Runs a built module of ours in a process of its own and tells its exit code. Electron's utility
// process needs neither Node's command line nor ELECTRON_RUN_AS_NODE, which a packaged program may
// have switched off.
import { utilityProcess } from 'electron'

/** Null when it did not end in time: it is ended then. Call it once the app is ready. */
export function runAside(entry: string, args: string[], limitMs: number): Promise<number | null> {
  return new Promise((resolve) => {
    const child = utilityProcess.fork(entry, args, { stdio: 'ignore', serviceName: 'Paydesk' })
    const limit = setTimeout(() => {
      resolve(null)
      child.kill()
    }, limitMs)
    child.once('exit', (code) => {
      clearTimeout(limit)
      resolve(code)
    })
  })
}
