// Where dropped files lie, each under a name that opens it once: the preload says the place beside
// a call, and the page can name no other.
import { realpath } from 'node:fs/promises'
import { isAbsolute } from 'node:path'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { say } from '#shared/message.ts'

export interface DroppedFiles {
  /** The name under which it may be read; one that opens nothing for what is no place of a file. */
  keep(place: unknown): string
  /**
   * The place itself, without links and steps back. Null for a name that was used, that another
   * drop followed, or that nobody gave. Faults: input on `file`.
   */
  take(name: string): Promise<Result<string | null>>
}

/** A box of the system shows no more of a name and a folder than a person reads. */
const longestPlace = 1_000

/** A person drops one file after another: only the newest is kept. */
export function createDroppedFiles(): DroppedFiles {
  let newest: { name: string; path: string } | null = null
  return {
    keep: (place) => {
      const name = globalThis.crypto.randomUUID()
      const isPlace = typeof place === 'string' && isAbsolute(place)
      newest = isPlace ? { name, path: place } : null
      return name
    },
    take: async (name) => {
      const found = newest?.name === name ? newest.path : null
      if (found === null) return ok(null)
      newest = null
      return placeOf(found)
    },
  }
}

/** What a person reads in the box is what is opened: no link stands between them. */
async function placeOf(path: string): Promise<Result<string>> {
  if (path.length > longestPlace) return refuse(say('files.drop-too-long'))
  try {
    const real = await realpath(path)
    return real.length > longestPlace ? refuse(say('files.drop-too-long')) : ok(real)
  } catch {
    // Gone, or behind a link or a folder that may not be followed.
    return refuse(say('files.not-opened'))
  }
}

const refuse = (message: string): Result<never> => fail(inputFault('file', message))
