// A log that goes on behind sealed archives, tampered with at every position: in each archive, in
// what stays, in what is just being taken out, and at the seams; checked by the program and by both
// offline verifiers.
import { cpSync } from 'node:fs'
import type { Random } from '../faults/random.ts'
import { type ArchivedLog, openArchived, openLeaving } from './archived.ts'
import { lastOf } from './attacks.ts'
import { dropGuards, newKey } from './log.ts'
import { ledgerSeams, ledgerSeamsAt } from './ledger-seams.ts'
import { folderSeams, type FolderSeam, movedSeams } from './seams.ts'
import {
  onLedger,
  type Sweep,
  sweepCheckpoints,
  sweepForgedCheckpoints,
  sweepLedger,
  targetOf,
} from './sweep.ts'
import { type AttackPlan, sweepExport } from './sweep-export.ts'

export async function sweepArchived(
  entries: number,
  random: Random,
  parts: Pick<Sweep, 'tally' | 'newPath' | 'exportEvery'> & AttackPlan,
): Promise<void> {
  const { tally, newPath } = parts
  const mine = await openArchived(entries, random, newPath)
  const other = await openArchived(entries, random, newPath)
  dropGuards(mine.log.db)
  const { folders, log } = mine
  const archives = folders.slice(0, -1)
  const sweep: Sweep = {
    ...parts,
    ...{ log, other: other.log, archives },
    target: targetOf(log, other.log),
  }
  await sweepLog(sweep, { ...parts, what: 'what stays' })
  if (parts.isAll) await sweepSeams(sweep, mine, other, parts.onPart)

  for (const [index, name] of ['first archive', 'second archive', 'rest'].entries()) {
    const folder = folders[index]!
    const target = { ...mine.targets[index]!, foreign: other.targets[index]!.rows }
    const beside = { before: folders.slice(0, index), after: folders.slice(index + 1) }
    const piece = { name, folder, target, ...beside, other: other.folders[index]! }
    await sweepExport({ ...parts, tally, newPath, log }, piece)
  }

  const leaving = await openLeaving(entries, random, newPath)
  const otherLeaving = await openLeaving(entries, random, newPath)
  dropGuards(leaving.db)
  const target = targetOf(leaving, otherLeaving)
  // An export doesn't show what is leaving: the program has to see to it alone.
  await sweepLog(
    { ...parts, log: leaving, other: otherLeaving, target, archives: [], exportEvery: 0 },
    { ...parts, what: 'what is leaving' },
  )
}

/** In the ledger, and between the folders. */
async function sweepSeams(
  sweep: Sweep,
  mine: ArchivedLog,
  other: ArchivedLog,
  onPart: AttackPlan['onPart'],
): Promise<void> {
  const { tally, newPath } = sweep
  onPart('seams in the ledger')
  const rows = mine.targets.flatMap((target) => target.rows)
  const cuts = [lastOf(mine.targets[0]!), lastOf(mine.targets[1]!)] as const
  const seams = rows.flatMap((_row, index) => ledgerSeamsAt({ rows, cuts }, index + 1))
  for (const seam of [...ledgerSeams(cuts), ...seams])
    await onLedger(sweep, { name: seam.name, nth: 0 }, () => seam.change(mine.log.db), {
      inApp: seam.inApp,
      export: seam.export?.alone ?? null,
      ...(seam.export === null ? {} : { joined: seam.export.joined }),
    })

  onPart('seams of folders')
  const check = async ({ name, folders: list, args, expect }: FolderSeam): Promise<void> => {
    const folder = newPath()
    cpSync(list.at(-1)!, folder, { recursive: true })
    const before = list.slice(0, -1)
    await tally.check({ name, folder, before, ...(args === undefined ? {} : { args }), expect })
  }
  const forger = { mine, other, key: newKey(), newPath }
  for (const seam of folderSeams(forger)) await check(seam)
  for (let at = 1; at < cuts[1]; at += 1) {
    if (at === cuts[0]) continue
    const moved = movedSeams(forger, at)
    for (const seam of moved) await check(seam)
  }
}

/** Every attack on the rows that are in a ledger, and on its checkpoints. */
export async function sweepLog(sweep: Sweep, parts: AttackPlan & { what: string }): Promise<void> {
  const { attacks, isAll, onPart, what } = parts
  for (const attack of attacks.filter(({ where }) => where !== 'export')) {
    onPart(`${attack.name}, ${what}`)
    await sweepLedger(sweep, attack)
  }
  if (!isAll) return
  onPart(`forged checkpoints, ${what}`)
  await sweepForgedCheckpoints(sweep)
  await sweepCheckpoints(sweep)
}
