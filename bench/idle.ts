// What a program and everything it started take while nobody does anything, as Linux counts it:
// memory by each process's share of the pages it has in common with others, processor time of all.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { rounded } from './measure.ts'

export interface Idle {
  allMb: number
  cpuPercent: number
  /** Megabytes of each kind of process: main, and Chromium's by their own names. */
  kinds: Record<string, number>
}

const ticksASecond = 100

/** The fields of /proc/PID/stat behind the name, or null when the process is gone. */
function statOf(pid: number): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return null
  }
}

function withChildren(pid: number): number[] {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const parent = /^\d+$/.test(name) ? statOf(Number(name))?.[1] : undefined
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  const found = [pid]
  // Grows while it is walked: children of children are found as well.
  for (const one of found)
    for (const [child, parent] of parents) if (parent === one) found.push(child)
  return found
}

const ticksOf = (pid: number): number => {
  const stat = statOf(pid)
  return stat === null ? 0 : Number(stat[11]) + Number(stat[12])
}

function mbOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  return Number(/^Pss:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) / 1024
}

function kindOf(pid: number, mainPid: number): string {
  if (pid === mainPid) return 'main'
  const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  return /--type=([a-z-]+)/.exec(command)?.[1] ?? 'browser'
}

/** Seconds that the processor has worked for a program and for what it started and still runs. */
export const processorSecondsOf = (mainPid: number): number =>
  withChildren(mainPid).reduce((sum, pid) => sum + ticksOf(pid), 0) / ticksASecond

/** Of a program that is left alone for `ms`. */
export async function idleOf(mainPid: number, ms: number): Promise<Idle> {
  const pids = withChildren(mainPid)
  const [before, from] = [processorSecondsOf(mainPid), performance.now()]
  await sleep(ms)
  const spentMs = (processorSecondsOf(mainPid) - before) * 1000
  const cpuPercent = rounded((spentMs / (performance.now() - from)) * 100)
  const kinds: Record<string, number> = {}
  for (const pid of pids) {
    const kind = kindOf(pid, mainPid)
    kinds[kind] = rounded((kinds[kind] ?? 0) + mbOf(pid))
  }
  const allMb = rounded(Object.values(kinds).reduce((sum, mb) => sum + mb, 0))
  return { allMb, cpuPercent, kinds }
}
