// One program per user data folder, like Electron's lock: held by a living process, left behind by
// no dead one. The second process wakes the first by a signal.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** When a process began, so that a recycled process id isn't mistaken for the holder. */
const beganAt = (pid: number): string | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19]
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return undefined
    throw error
  }
}

const holderOf = (file: string): number | undefined => {
  const [pid, began] = readFileSync(file, 'utf8').split(' ')
  return began !== undefined && beganAt(Number(pid)) === began ? Number(pid) : undefined
}

const wordsIn = (file: string): string[] =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as string[]) : []

/** True when this process now holds the folder; otherwise the holder was woken. */
export function takeInstanceLock(folder: string, onSecond: (words: string[]) => void): boolean {
  mkdirSync(folder, { recursive: true })
  const file = join(folder, 'host-instance.lock')
  const wordsFile = join(folder, 'host-instance.words')
  for (let round = 0; round < 5; round += 1) {
    try {
      writeFileSync(file, `${process.pid} ${beganAt(process.pid) ?? ''}`, { flag: 'wx' })
      process.on('SIGUSR2', () => onSecond(wordsIn(wordsFile)))
      process.on('exit', () => rmSync(file, { force: true }))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = holderOf(file)
      if (holder !== undefined) {
        // Electron passes the arguments of the second start to the first.
        writeFileSync(wordsFile, JSON.stringify(process.argv), { mode: 0o600 })
        process.kill(holder, 'SIGUSR2')
        return false
      }
      rmSync(file, { force: true })
    }
  }
  return false
}
