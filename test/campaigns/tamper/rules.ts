// What is done to each table of the ledger, by its name: a table without a rule fails a test. Then
// what is done to the schema.
import { projectedTables } from '../../../src/main/ledger/projections/tables.ts'
import { comfortAttacksOn, metaAttacks } from './comfort.ts'
import {
  archiveAttacks,
  findingAttacks,
  shownAttacks,
  signingKeyAttacks,
  stampAttacks,
} from './file-rows.ts'
import { logAttacksOn } from './log-cells.ts'
import { schemaAttacks } from './schema-attacks.ts'
import type { TableAttack } from './table-attack.ts'
import { attacksOn } from './tables.ts'

const more: Readonly<Record<string, () => TableAttack[]>> = {
  secret: signingKeyAttacks,
  payment_order: shownAttacks,
}

export const rules: Readonly<Record<string, readonly TableAttack[]>> = {
  ...Object.fromEntries(
    projectedTables.map((table) => [
      table,
      [...attacksOn(table), ...comfortAttacksOn(table), ...(more[table]?.() ?? [])],
    ]),
  ),
  archive: archiveAttacks(),
  audit_entry: logAttacksOn('audit_entry'),
  checkpoint: logAttacksOn('checkpoint'),
  entry_rows: logAttacksOn('entry_rows'),
  ledger_finding: findingAttacks(),
  meta: [...logAttacksOn('meta'), ...metaAttacks()],
  wal_base: stampAttacks(),
}

export const everyAttack = (): TableAttack[] => [...Object.values(rules).flat(), ...schemaAttacks()]
