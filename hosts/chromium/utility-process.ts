// Stand-in for `utilityProcess`: a module in a process of its own. Here that is a process of Node
// without the host's own hooks, as a utility process knows nothing of the app that started it.
import { type ChildProcess, fork } from 'node:child_process'
import { needReady } from './phase.ts'

export const utilityProcess = {
  fork: (entry: string, args: string[] = []): ChildProcess => {
    needReady('utilityProcess can only be created after app is ready')
    return fork(entry, args, { execArgv: [], stdio: 'ignore' })
  },
}
