// Lays out what ships in one folder, which every target is packed from. Files keep nothing of the
// machine they come from: not their times, not their rights.
import { chmodSync, copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { filesInArchive, shippedManifest, type Target, whyNotShipped } from './ships.ts'

/** Gives back the paths in the folder; throws when one of them must not ship. */
export function stageApp(top: string, target: Target, folder: string): string[] {
  rmSync(folder, { recursive: true, force: true })
  const files = filesInArchive(top, target)
  for (const path of files) {
    const why = whyNotShipped(path)
    if (why !== null) throw new Error(`${path} does not ship: it is ${why}.`)
    const to = join(folder, path)
    mkdirSync(dirname(to), { recursive: true })
    if (path === 'package.json') writeFileSync(to, shippedManifest(top))
    else copyFileSync(join(top, path), to)
    chmodSync(to, 0o644)
  }
  return files
}
