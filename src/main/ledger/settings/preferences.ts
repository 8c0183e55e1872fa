// What a person wants to find again after a restart, by name, as JSON in the ledger's meta table.
// Not part of the log: it says how the desk is set up, not what was done.
import { preferenceSchemas, type PreferenceName } from '#shared/bridge/preferences.ts'
import type { Database } from '../db/open.ts'
import { statement } from '../db/statements.ts'

export interface Preferences {
  /** Null forgets it. */
  keep(name: PreferenceName, value: unknown): void
  /** Null when nothing was kept, or something this program doesn't know. */
  find(name: PreferenceName): unknown
}

export function openPreferences(db: Database): Preferences {
  const write = statement<[string, string]>(
    db,
    'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  )
  const forget = statement<[string]>(db, 'DELETE FROM meta WHERE key = ?')
  const read = statement<[string]>(db, 'SELECT value FROM meta WHERE key = ?', { as: 'value' })
  const keyOf = (name: PreferenceName): string => `preference.${name}`
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
        if (value === null) forget.run(keyOf(name))
        else write.run(keyOf(name), JSON.stringify(value))
      }),
    find: (name) => {
      const text = read.get(keyOf(name))
      if (typeof text !== 'string') return null
      const parsed = preferenceSchemas[name].safeParse(JSON.parse(text))
      return parsed.success ? parsed.data : null
    },
  }
}
