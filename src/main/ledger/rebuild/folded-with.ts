// By which settings all orders were folded last: where settings are still the same, a row of a list
// that differs from its fold was changed by something else.
import { z } from 'zod'
import type { Database } from '../db/database.ts'
import { type Meta, openMeta } from '../db/meta.ts'
import { statement } from '../db/statements.ts'
import { schemaFormat } from '../schema/schema.ts'

export const foldedWithIn = (db: Database): Meta<string> =>
  openMeta(db, { key: 'orders.folded-with', about: 'comfort', schema: z.string() })

/** Changes with each change of a connection and with each version of the program's tables. */
export const settingsNow = (db: Database): string =>
  JSON.stringify([
    schemaFormat,
    ...statement<[], string>(db, `SELECT id || ' ' || updated_at FROM connection ORDER BY id`, {
      as: 'value',
    }).all(),
  ])
