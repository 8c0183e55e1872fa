// How the list of orders was narrowed last, kept in the ledger: the window's own storage ends with the program.
import { type KeptFilter, keptFilter } from '#shared/bridge/lists.ts'
import type { Database } from './open.ts'

export interface FilterShelf {
  keep(filter: KeptFilter): void
  /** Null when nothing was kept, or something this program doesn't know. */
  kept(): KeptFilter | null
}

const KEY = 'view.orders-filter'

export function openFilterShelf(db: Database): FilterShelf {
  const write = db.prepare(
    `INSERT INTO meta (key, value) VALUES ('${KEY}', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  )
  const read = db.prepare(`SELECT value FROM meta WHERE key = '${KEY}'`).pluck()
  return {
    keep: (filter) => {
      write.run(JSON.stringify(filter))
    },
    kept: () => {
      const text = read.get()
      if (typeof text !== 'string') return null
      const parsed = keptFilter.safeParse(JSON.parse(text))
      return parsed.success ? parsed.data : null
    },
  }
}
