// What somebody with the file does to the log itself, cell by cell: its entries, its signatures,
// the rows beside its entries and what they are salted with.
import { attackBy, otherValue, type TableAttack } from './table-attack.ts'

/** Every column of the log itself. */
const ofTheLog = {
  audit_entry: ['seq', 'at_wall', 'at_mono', 'actor', 'kind', 'outcome', 'origin', 'subject', 'body', 'leaf', 'chain'],
  checkpoint: ['size', 'body', 'signature', 'public_key'],
  entry_rows: ['rows', 'digest'],
} as const // prettier-ignore

/** What the tables are made of again. */
const besideTheLog = {
  'edit rows beside an entry': `UPDATE entry_rows SET rows = x'00' WHERE seq = (SELECT max(seq) FROM entry_rows)`,
  'edit entry_rows.seq of the newest': `UPDATE entry_rows SET seq = seq + 70 WHERE seq = (SELECT max(seq) FROM entry_rows)`,
  'edit a digest of rows': `UPDATE entry_rows SET digest = zeroblob(32) WHERE seq = (SELECT max(seq) FROM entry_rows)`,
  'take the newest rows out': `DELETE FROM entry_rows WHERE seq = (SELECT max(seq) FROM entry_rows)`,
  'take the oldest rows out': `DELETE FROM entry_rows WHERE seq = (SELECT min(seq) FROM entry_rows)`,
  'edit meta.value of the salt of the rows': `UPDATE meta SET value = iif(value LIKE 'ab%', 'cd', 'ab') || substr(value, 3) WHERE key = 'audit.rows-salt'`,
  'edit meta.value of the id of the log': `UPDATE meta SET value = iif(value LIKE 'ab%', 'cd', 'ab') || substr(value, 3) WHERE key = 'audit.log-id'`,
  'edit audit_entry.proof': `UPDATE audit_entry SET proof = zeroblob(32) WHERE seq = (SELECT max(seq) FROM audit_entry)`,
  'take a proof away': `UPDATE audit_entry SET proof = NULL WHERE seq = 3`,
  'edit an entry': `UPDATE audit_entry SET actor = 'bob' WHERE seq = 3`,
} as const

const ofLog = ({ name, sql }: { name: string; sql: string }): TableAttack =>
  attackBy(name, sql, { isOfLog: true })

/** Of one table of the log, or of what it is salted with. */
export function logAttacksOn(table: keyof typeof ofTheLog | 'meta'): TableAttack[] {
  const beside = Object.entries(besideTheLog).map(([name, sql]) => ({ name, sql }))
  const isAbout = ({ sql }: { sql: string }): boolean =>
    new RegExp(`^(UPDATE|DELETE FROM) ${table}\\b`).test(sql)
  return [...(table === 'meta' ? [] : cellsOf(table)), ...beside.filter(isAbout)].map(ofLog)
}

const cellsOf = (table: keyof typeof ofTheLog): { name: string; sql: string }[] =>
  ['min', 'max'].flatMap((which) => {
    const one = `WHERE rowid = (SELECT ${which}(rowid) FROM ${table})`
    return [
      ...ofTheLog[table].map((column) => ({
        name: `edit ${table}.${column} of the ${which}imum`,
        sql: `UPDATE ${table} SET ${otherValue(column)} ${one}`,
      })),
      { name: `delete the ${which}imum of ${table}`, sql: `DELETE FROM ${table} ${one}` },
    ]
  })
