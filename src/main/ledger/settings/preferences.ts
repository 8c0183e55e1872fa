// What a person wants to find again after a restart, by name, as JSON in the ledger's meta table.
// Not part of the log: it says how the desk is set up, not what was done.
import type { z } from 'zod'
import { preferenceSchemas, type PreferenceName } from '#shared/bridge/preferences.ts'
import type { Database } from '../db/database.ts'
import { type Meta, openMeta } from '../db/meta.ts'

export interface Preferences {
  /** Null forgets it. */
  keep(name: PreferenceName, value: unknown): void
  /** Null when nothing was kept, or something this program doesn't know. */
  find(name: PreferenceName): unknown
}

export function openPreferences(db: Database): Preferences {
  const rowOf = (name: PreferenceName): Meta<unknown> =>
    openMeta(db, {
      key: `preference.${name}`,
      about: 'comfort',
      schema: preferenceSchemas[name] as z.ZodType,
    })
  // Overwrite other deleted values wherever that needs no extra write.
  db.pragma('secure_delete = FAST')
  /**
   * What a person took back is overwritten in the file as well, also where it filled pages of its
   * own.
   */
  const overwriting = (change: () => void): void => {
    db.pragma('secure_delete = ON')
    try {
      change()
    } finally {
      db.pragma('secure_delete = FAST')
    }
  }
  return {
    keep: (name, value) =>
      overwriting(() => {
        if (value === null) rowOf(name).forget()
        else rowOf(name).write(value)
      }),
    find: (name) => rowOf(name).read(),
  }
}
