// What somebody without the keychain does to the schema of a ledger: each index and each trigger is
// taken away, or stands there under its name and does nothing; and what is not the program's comes.
import BetterSqlite3 from 'better-sqlite3'
import { schemaSql } from '../../../src/main/ledger/schema/schema.ts'
import { attackBy, emptyIn, misplaceIn, type TableAttack } from './table-attack.ts'

export function schemaAttacks(): TableAttack[] {
  const foreign = {
    'a foreign trigger': 'CREATE TRIGGER mine AFTER UPDATE ON connection BEGIN SELECT 1; END',
    'a foreign view': 'CREATE VIEW mine AS SELECT 1',
    'a foreign index': 'CREATE INDEX mine ON attempt (message)',
    'a foreign table': 'CREATE TABLE mine (a)',
    'a foreign column': 'ALTER TABLE attempt ADD COLUMN mine TEXT',
  }
  const own: TableAttack[] = [
    ...Object.entries(foreign).map(([name, sql]) => attackBy(name, sql)),
    ...ownParts('index').flatMap(({ name }): TableAttack[] => [
      attackBy(`take index ${name} away`, `DROP INDEX ${name}`, { names: name }),
      { name: `empty ${name}`, names: name, run: (tool) => emptyIn(tool, name) },
      { name: `misplace ${name}`, names: name, run: (tool) => misplaceIn(tool, name) },
    ]),
    ...ownParts('trigger').flatMap(({ name, sql }): TableAttack[] => {
      const drop = `DROP TRIGGER ${name}`
      const idle = sql.replace(/\bBEGIN\b.*$/s, 'BEGIN SELECT 1; END')
      const more = { names: name, isOnGuards: true } as const
      return [
        attackBy(`take trigger ${name} away`, drop, more),
        attackBy(`empty trigger ${name}`, `${drop}; ${idle}`, more),
      ]
    }),
  ]
  return own.map((attack) => ({ ...attack, isOfSchema: true }))
}

function ownParts(type: 'index' | 'trigger'): { name: string; sql: string }[] {
  const tool = new BetterSqlite3(':memory:')
  try {
    tool.exec(schemaSql)
    return tool
      .prepare('SELECT name, sql FROM sqlite_schema WHERE type = ? AND sql IS NOT NULL')
      .all(type) as { name: string; sql: string }[]
  } finally {
    tool.close()
  }
}
