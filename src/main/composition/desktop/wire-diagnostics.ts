// Wires diagnostics: this computer's facts, the log's files, counts of the ledger. Called by
// wire-desk.ts. It holds no rule of its own; it only connects.
import { existsSync, readFileSync } from 'node:fs'
import { release } from 'node:os'
import { join } from 'node:path'
import type { Log, ProgramFacts } from '../../desk/diagnostics/diagnostics.ts'
import { rowCounts } from '../../ledger/export/row-counts.ts'
import type { WiredLedger } from '../wire-ledger.ts'

export function programFacts(parts: {
  folder: string
  version: string
  host: string
  isRoot: boolean
  ledger: Pick<WiredLedger, 'db'>
}): ProgramFacts {
  const { folder, version, host, isRoot, ledger } = parts
  const { platform, arch, versions } = process
  return {
    program: { version, host, isRoot, platform, arch, system: release(), node: versions.node },
    ledger: () => rowCounts(ledger.db),
    logs: () => logsIn(folder),
  }
}

/** The newest first, as they rotate. */
const logsIn = (folder: string): Log[] =>
  ['paydesk.log', 'paydesk.log.1', 'paydesk.log.2', 'paydesk.log.3']
    .filter((name) => existsSync(join(folder, name)))
    .map((name) => ({ name, text: textOf(join(folder, name)) }))

/** One file that can't be read must not keep the others back. */
function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}
