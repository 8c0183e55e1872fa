// Where dropped files lie, each under a name that opens it once: the preload says the place beside
// a call, and the page can name no other.
import { isAbsolute } from 'node:path'

export interface DroppedFiles {
  /** The name under which it may be read; one that opens nothing for what is no place of a file. */
  keep(place: unknown): string
  /** Null for a name that was used, that another drop followed, or that nobody gave. */
  take(name: string): string | null
}

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
    take: (name) => {
      const found = newest?.name === name ? newest.path : null
      if (found !== null) newest = null
      return found
    },
  }
}
