// A copy of the tree to break things in: the program's own is never touched. The installed packages
// are shared by a link.
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
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
