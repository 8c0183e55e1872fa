// The journal of a desk in a storm: what it was about to send, on the disk before it is sent.
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { FinalState } from '../../../src/main/team/claims/team-port.ts'

interface Line {
  claim: string
  order: string
  state?: 'SENDING' | FinalState
  /** Nobody has to be told of it any more. */
  isTold?: boolean
}

export interface JournalFile {
  of(claim: string): Line | undefined
  write(line: Line): void
  close(): void
}

export function openJournal(folder: string): JournalFile {
  const file = openSync(join(folder, 'journal.jsonl'), 'a+', 0o600)
  const lines = new Map<string, Line>()
  const take = (line: Line): void =>
    void lines.set(line.claim, { ...lines.get(line.claim), ...line })
  // A line that was cut off was never answered.
  for (const text of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    if (text.endsWith('}')) take(JSON.parse(text) as Line)
  }
  return {
    of: (claim) => lines.get(claim),
    write: (line) => {
      writeSync(file, `${JSON.stringify(line)}\n`)
      fsyncSync(file)
      take(line)
    },
    close: () => closeSync(file),
  }
}
