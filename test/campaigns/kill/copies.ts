// The daily copies of a desk that is killed while it writes them.
import { existsSync, mkdirSync, readdirSync, renameSync, watch } from 'node:fs'
import { join } from 'node:path'
import { readLedger } from '../faults/oracle/ledger.ts'
import type { Sums } from './look.ts'
import type { KillTask } from './task.ts'

const folderOf = ({ folder }: KillTask): string => join(folder, 'backups')

/** Makes the copies there are a year older, so that the next life has to make one. */
export function ageCopies(task: KillTask): void {
  mkdirSync(folderOf(task), { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folderOf(task))) {
    const year = /^ledger-daily-(\d{4})\d{4}T\d{6}Z\.db$/.exec(name)?.[1]
    if (year === undefined || Number(year) < 2020) continue
    const older = name.replace(year, String(1990 + (Number(name.slice(-5, -4)) % 9)))
    renameSync(join(folderOf(task), name), join(folderOf(task), older))
  }
}

/** Calls back once, when a copy begins to be written; the answer ends the watch. */
export function whenCopying(task: KillTask, act: () => void): () => void {
  let isSeen = false
  const once = (): void => {
    if (!isSeen) act()
    isSeen = true
  }
  const watching = watch(folderOf(task), (_event, name) => {
    if (name?.includes('.part') === true) once()
  })
  // A life in which no copy is made ends all the same.
  const limit = setTimeout(once, 20_000)
  return () => {
    watching.close()
    clearTimeout(limit)
  }
}

/**
 * Every copy that bears a copy's name is a whole ledger, whenever the life ended. Answers whether
 * it ended within a copy.
 */
export function lookAtCopies(task: KillTask, sums: Sums, say: (line: string) => void): boolean {
  if (!existsSync(folderOf(task))) return false
  const names = readdirSync(folderOf(task))
  const isInside = names.some((name) => name.includes('.part'))
  if (isInside) sums.killedAtCopy += 1
  for (const name of names.filter((one) => one.endsWith('.db'))) {
    try {
      const { chainFault } = readLedger(join(folderOf(task), name))
      if (chainFault === null) continue
      say(`${name}: ${chainFault}`)
    } catch (error) {
      say(`${name}: ${String(error)}`)
    }
    sums.brokenCopies += 1
  }
  return isInside
}
