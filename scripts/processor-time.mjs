// How long the processor worked for this process and for those that it started and saw end. Node
// tells no more than its own share, and a test's work is often in a program that it starts.
import { existsSync, readFileSync } from 'node:fs'

const place = '/proc/self/stat'
/** Linux counts in hundredths of a second, whatever the clock of its kernel. */
const perSecond = 100

/**
 * In seconds. Where the system keeps no such file, the share of started processes is missing. Plain
 * JavaScript: the run itself starts on Node 20, which reads no TypeScript.
 */
export function processorTime() {
  if (!existsSync(place)) {
    const { user, system } = process.cpuUsage()
    return { user: user / 1e6, system: system / 1e6 }
  }
  // The name of the program, in brackets, may hold spaces; nothing behind it does.
  const text = readFileSync(place, 'utf8')
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields
    .slice(11, 15)
    .map(Number)
  return { user: (user + childrenUser) / perSecond, system: (system + childrenSystem) / perSecond }
}
