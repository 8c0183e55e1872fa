// The readings that a person works on: each is kept under an id with all its rows, until it is
// used or others take its place. The page knows the id and what it shows; rows never cross to it.
import { randomUUID } from 'node:crypto'
import type { FileReading, FileRow, ReadChoices } from '#shared/files/file-row.ts'
import { type ReadingView, viewOf } from '#shared/files/reading-view.ts'
import type { ReadOptions } from './read-file.ts'
import type { FileSource } from './bytes/source.ts'

interface Kept {
  name: string
  source: FileSource
  options: ReadOptions
  reading: FileReading
}

interface TakenRows {
  rows: FileRow[]
  source: { name: string; bytesSha256: string; meaning: string }
}

export interface Readings {
  /** `name`: as the person knows the file. */
  open: (name: string, source: FileSource, options: ReadOptions) => Promise<ReadingView>
  /**
   * The same bytes with other choices: null where the reading is gone. What was chosen before and
   * is not named again is forgotten.
   */
  again: (id: string, choices: ReadChoices) => Promise<ReadingView | null>
  /** All that is wrong, for a list that is saved. */
  wrongOf: (id: string) => FileReading['wrong']
  /**
   * MONEY: the good rows, once a person has said how many lines they leave out; null where that
   * is another number, or the file can't be used. The reading is gone then.
   */
  take: (id: string, leftOut: number) => TakenRows | null
  drop: (id: string) => void
}

/** One that is worked on, and the one before it to go back to. */
const mostKept = 2

/** `read`: readFile, or the same in a thread. */
export function createReadings(
  read: (source: FileSource, options: ReadOptions) => Promise<FileReading>,
): Readings {
  const kept = new Map<string, Kept>()
  const keep = (id: string, one: Kept): ReadingView => {
    // Nothing of a file with a card number stays here.
    const isKept = one.reading.wrong.every(({ kind }) => kind !== 'card-number')
    kept.delete(id)
    if (isKept) kept.set(id, one)
    for (const old of [...kept.keys()].slice(0, -mostKept)) kept.delete(old)
    return viewOf(id, one.name, one.reading)
  }
  return {
    open: async (name, source, options) =>
      keep(randomUUID(), { name, source, options, reading: await read(source, options) }),
    async again(id, choices) {
      const one = kept.get(id)
      if (one === undefined) return null
      const options = { ...one.options, choices, expectedSha256: one.reading.bytesSha256 }
      const reading = await read(one.source, options)
      // It was dropped or taken meanwhile.
      return kept.get(id) === one ? keep(id, { ...one, options, reading }) : null
    },
    wrongOf: (id) => kept.get(id)?.reading.wrong ?? [],
    take(id, leftOut) {
      const one = kept.get(id)
      if (one === undefined) return null
      const { wrongLines } = viewOf(id, one.name, one.reading)
      const { isUsable, rows, bytesSha256, meaning } = one.reading
      if (!isUsable || rows.length === 0 || wrongLines !== leftOut) return null
      kept.delete(id)
      return { rows, source: { name: one.name, bytesSha256, meaning } }
    },
    drop: (id) => void kept.delete(id),
  }
}
