// What a core dump of a process would hold: every page of its memory that can be written to, as
// Linux gives it to whoever may trace the process. A process may trace what it started.
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'

const line = /^([0-9a-f]+)-([0-9a-f]+) rw.. /
const pageSize = 4096
const part = 16 * 1024 * 1024
/** Longer than any text that is looked for: none is missed where two parts meet. */
const overlap = pageSize

export interface Searched {
  /** Of each text that was found, what lies around its places, for a message. */
  found: Record<string, string[]>
  megabytes: number
}

/**
 * Looks for each text as one-byte and as two-byte letters. Pages that the kernel keeps back (device
 * memory) are left out.
 */
export function searchMemory(pid: number, texts: Readonly<Record<string, string>>): Searched {
  const needles = Object.entries(texts).flatMap(([name, text]) =>
    (['latin1', 'utf16le'] as const).map((coding) => ({ name, bytes: Buffer.from(text, coding) })),
  )
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const space = Buffer.alloc(part + overlap)
  const found: Record<string, string[]> = {}
  let bytes = 0
  try {
    for (const [from, end] of presentRuns(pid))
      for (let at = from; at < end; at += part) {
        const hay = space.subarray(0, readAt(memory, space, at, Math.min(space.length, end - at)))
        bytes += Math.min(hay.length, part)
        for (const needle of needles)
          for (const text of placesOf(hay, needle.bytes)) (found[needle.name] ??= []).push(text)
      }
  } finally {
    closeSync(memory)
  }
  return { found, megabytes: bytes / 1e6 }
}

/**
 * Gigabytes are set aside and never touched: only pages that are there, in memory or swapped out,
 * are searched.
 */
function presentRuns(pid: number): [from: number, end: number][] {
  const runs: [number, number][] = []
  const pages = openSync(`/proc/${pid}/pagemap`, 'r')
  try {
    for (const map of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, first, last] = line.exec(map) ?? []
      if (first === undefined || last === undefined) continue
      const from = Number.parseInt(first, 16)
      const entries = Buffer.alloc(((Number.parseInt(last, 16) - from) / pageSize) * 8)
      const size = readAt(pages, entries, (from / pageSize) * 8, entries.length)
      for (let at = 0; at < size; at += 8) {
        // Bits 63 and 62 of an entry: present, swapped.
        if ((entries[at + 7]! & 0xc0) === 0) continue
        const page = from + (at / 8) * pageSize
        const run = runs.at(-1)
        if (run?.[1] === page) run[1] += pageSize
        else runs.push([page, page + pageSize])
      }
    }
  } finally {
    closeSync(pages)
  }
  return runs
}

function* placesOf(hay: Buffer, needle: Buffer): Generator<string> {
  for (let at = hay.indexOf(needle); at !== -1; at = hay.indexOf(needle, at + needle.length))
    yield hay
      .toString('latin1', Math.max(0, at - 60), at + needle.length + 60)
      .replaceAll(/[^ -~]/g, '.')
}

/** How many bytes could be read: pages may be given back meanwhile. */
function readAt(file: number, space: Buffer, from: number, size: number): number {
  let read = 0
  while (read < size) {
    try {
      const count = readSync(file, space, read, size - read, from + read)
      if (count === 0) break
      read += count
    } catch {
      break
    }
  }
  return read
}
