// What somebody with the file does to the log itself, cell by cell: its entries, its signatures,
// the rows beside its entries and what they are salted with.

/** Every column of the log itself. Archives have rows of their own in archive.test.ts. */
const ofTheLog = {
  audit_entry: ['seq', 'at_wall', 'at_mono', 'actor', 'kind', 'outcome', 'origin', 'subject', 'body', 'leaf', 'chain'],
  checkpoint: ['size', 'body', 'signature', 'public_key'],
  entry_rows: ['rows', 'digest'],
} as const // prettier-ignore

/** What the tables are made of again. */
const besideTheLog = {
  'edit rows beside an entry': `UPDATE entry_rows SET rows = x'00' WHERE seq = (SELECT max(seq) FROM entry_rows)`,
  'move the newest rows behind the log': `UPDATE entry_rows SET seq = seq + 70 WHERE seq = (SELECT max(seq) FROM entry_rows)`,
  'edit a digest of rows': `UPDATE entry_rows SET digest = zeroblob(32) WHERE seq = (SELECT max(seq) FROM entry_rows)`,
  'take the newest rows out': `DELETE FROM entry_rows WHERE seq = (SELECT max(seq) FROM entry_rows)`,
  'take the oldest rows out': `DELETE FROM entry_rows WHERE seq = (SELECT min(seq) FROM entry_rows)`,
  'edit the salt of the rows': `UPDATE meta SET value = iif(value LIKE 'ab%', 'cd', 'ab') || substr(value, 3) WHERE key = 'audit.rows-salt'`,
  'edit the id of the log': `UPDATE meta SET value = iif(value LIKE 'ab%', 'cd', 'ab') || substr(value, 3) WHERE key = 'audit.log-id'`,
  'edit a proof': `UPDATE audit_entry SET proof = zeroblob(32) WHERE seq = (SELECT max(seq) FROM audit_entry)`,
  'take a proof away': `UPDATE audit_entry SET proof = NULL WHERE seq = 3`,
  'edit an entry': `UPDATE audit_entry SET actor = 'bob' WHERE seq = 3`,
} as const

export function logAttacks(): { name: string; sql: string }[] {
  const cells = Object.entries(ofTheLog).flatMap(([table, columns]) =>
    ['min', 'max'].flatMap((which) => {
      const one = `WHERE rowid = (SELECT ${which}(rowid) FROM ${table})`
      return [
        ...columns.map((column) => ({
          name: `edit ${table}.${column} of the ${which}imum`,
          sql: `UPDATE ${table} SET "${column}" = CASE typeof("${column}") WHEN 'text' THEN "${column}" || ' '
             WHEN 'integer' THEN "${column}" + 70 ELSE zeroblob(length("${column}")) END ${one}`,
        })),
        { name: `delete the ${which}imum of ${table}`, sql: `DELETE FROM ${table} ${one}` },
      ]
    }),
  )
  return [...cells, ...Object.entries(besideTheLog).map(([name, sql]) => ({ name, sql }))]
}
