// Rows of the ledger's meta table: one value under one key, each read through its schema. A row
// that something cut short or wrote over is as if it were not there: no start fails by it.
import type { z } from 'zod'
import type { Database } from './database.ts'
import { statement } from './statements.ts'

export interface MetaRow<Value> {
  key: string
  /**
   * What the row is about. 'log': what the log is called and where it begins; outsiders read it as
   * plain text, and it is compared with what is signed. 'comfort': JSON that steers no money, and
   * whose loss costs a person nothing but convenience.
   */
  about: 'log' | 'comfort'
  schema: z.ZodType<Value>
}

export interface Meta<Value> {
  /** Null where nothing is kept, or nothing that can be read. */
  read(): Value | null
  write(value: Value): void
  forget(): void
}

export function openMeta<Value>(db: Database, row: MetaRow<Value>): Meta<Value> {
  const { key, schema } = row
  const isText = row.about === 'log'
  return {
    read: () => {
      const text = statement<[string], string>(db, 'SELECT value FROM meta WHERE key = ?', {
        as: 'value',
      }).get(key)
      if (text === undefined) return null
      try {
        return schema.parse(isText ? text : JSON.parse(text))
      } catch {
        return null
      }
    },
    write: (value) =>
      void statement<[string, string]>(
        db,
        'INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
      ).run(key, isText ? String(value) : JSON.stringify(value)),
    forget: () => void statement<[string]>(db, 'DELETE FROM meta WHERE key = ?').run(key),
  }
}
