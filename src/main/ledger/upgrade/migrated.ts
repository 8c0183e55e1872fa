// A ledger with every migration of this program: as it is where none is due, or where it holds
// nothing yet; else replaced by its migrated copy (upgrade.ts). Called by open.ts.
import { ok, type Result } from '#shared/fault.ts'
import type { Database } from '../db/database.ts'
import { migrate, type Migrated, type MigrateOptions } from '../db/migrate.ts'
import { writeSafely } from '../db/pragmas.ts'
import { upgrade, type UpgradeParts } from './upgrade.ts'

/** For tests: another disk, and a look between the steps. */
export type UpgradeHooks = Pick<UpgradeParts, 'freeBytes' | 'onStep'>

/** `db` is closed when another connection comes back. Faults: as migrate() and upgrade(). */
export function openMigrated(
  db: Database,
  options: Omit<MigrateOptions, 'replace'> & {
    connect: (file: string) => Database
    upgrade?: UpgradeHooks
  },
): Result<Pick<Migrated, 'findings' | 'schema'> & { db: Database }> {
  const { file, connect } = options
  let isReplaced = false
  const replace: MigrateOptions['replace'] = (parts) => {
    const end = upgrade(db, { ...options.upgrade, ...parts, file, connect })
    isReplaced = end.ok
    return end
  }
  const asked = file === ':memory:' ? options : { ...options, replace }
  const migrated = migrate(db, asked)
  if (!migrated.ok) return migrated
  if (!isReplaced) return ok({ ...migrated.value, db })
  const fresh = connect(file)
  try {
    writeSafely(fresh, false)
    // Nothing is due any more; what is not as the migrations make it is found in the new ledger.
    const again = migrate(fresh, options)
    if (again.ok) return ok({ ...again.value, db: fresh })
    fresh.close()
    return again
  } catch (error) {
    fresh.close()
    throw error
  }
}
