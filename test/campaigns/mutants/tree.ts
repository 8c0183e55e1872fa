// A copy of the tree to break things in: the program's own is never touched. The installed packages
// are shared by a link.
import { createHash } from 'node:crypto'
import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { type Mutant, withFault } from './row.ts'

export const top = join(import.meta.dirname, '../../..')

export interface Tree {
  folder: string
  /** Puts the fault in; what it gives back takes it out again. */
  seed(mutant: Mutant): () => void
  remove(): void
}

const left = new Set(['.git', 'node_modules', 'out'])
const isCopied = (path: string): boolean => !left.has(basename(path))

/** Two trees of one fingerprint need one look only. */
export function fingerprintOf(from: string): string {
  const hash = createHash('sha256')
  for (const room of ['src', 'test', 'scripts', 'hosts', 'bench'])
    for (const name of readdirSync(join(from, room), {
      recursive: true,
      encoding: 'utf8',
    }).sort()) {
      const path = join(from, room, name)
      if (!statSync(path).isFile()) continue
      hash.update(`${room}/${name}\0`)
      hash.update(readFileSync(path))
    }
  return hash.digest('hex')
}

export function copyTree(from: string): Tree {
  const folder = mkdtempSync(join(tmpdir(), 'paydesk-mutants-'))
  cpSync(from, folder, { recursive: true, filter: isCopied })
  symlinkSync(join(from, 'node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    seed: (mutant) => {
      const path = join(folder, mutant.file)
      const whole = readFileSync(path, 'utf8')
      writeFileSync(path, withFault(whole, mutant))
      return () => writeFileSync(path, whole)
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
