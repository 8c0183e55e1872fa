// What somebody without the keychain does to rows that are the file's own and that no entry
// changes: where the log goes on behind archives, what was found about the file, its stamp, and
// which key signs.
import { attackBy, otherValue, type TableAttack } from './table-attack.ts'

const archiveColumns = [
  ...['size', 'first', 'chain', 'folder', 'digest', 'oldest_at', 'newest_at', 'made_at'],
  'named_by',
]

const newest = 'WHERE size = (SELECT max(size) FROM archive)'
const oldest = 'WHERE size = (SELECT min(size) FROM archive)'

/** On a log with two archives, and a row where there is none. */
export function archiveAttacks(): TableAttack[] {
  const behind = (name: string, sql: string): TableAttack =>
    attackBy(name, sql, { isOnArchives: true, isOfLog: true })
  const shifted = archiveColumns.map((one) => (one === 'size' ? 'size - 1' : one)).join(', ')
  return [
    ...[newest, oldest].flatMap((which, nth) => [
      ...archiveColumns.map((column) =>
        behind(
          `edit archive.${column} of the ${nth === 0 ? 'newest' : 'oldest'}`,
          `UPDATE archive SET ${otherValue(column)} ${which}`,
        ),
      ),
      behind(
        `take the ${nth === 0 ? 'newest' : 'oldest'} archive out`,
        `DELETE FROM archive ${which}`,
      ),
    ]),
    behind('empty archive', 'DELETE FROM archive'),
    behind(
      'put a row into archive',
      `INSERT INTO archive (${archiveColumns.join(', ')}) SELECT ${shifted} FROM archive ${newest}`,
    ),
    attackBy(
      'put an archive before a log that has none',
      `INSERT INTO archive (${archiveColumns.join(', ')}) VALUES (1, 1, zeroblob(32), 'f', '${'ab'.repeat(32)}', 1, 1, 1, 2)`,
      { isOfLog: true },
    ),
  ]
}

const put = (id: string, kind: string, at: string): string =>
  `INSERT INTO ledger_finding (id, kind, at, message) VALUES (${id}, '${kind}', ${at}, 'mine')`

/** What an entry told already counts for nothing. */
export const findingAttacks = (): TableAttack[] => [
  attackBy('put a finding', put('70', 'schema', '1'), { names: 'mine' }),
  attackBy('put a finding at no time', put('70', 'missing', '9000000000000000000'), {
    names: 'mine',
  }),
  attackBy('let a finding be told once more', 'UPDATE ledger_finding SET cleared_at = NULL'),
  ...['id', 'kind', 'at', 'message', 'cleared_at'].map((column) =>
    attackBy(
      `edit ledger_finding.${column} of one that was told`,
      `UPDATE ledger_finding SET ${otherValue(column)}`,
      { steersNothing: true },
    ),
  ),
  attackBy('empty ledger_finding', 'DELETE FROM ledger_finding', { steersNothing: true }),
]

/** It ties a log that is there to its file; none is there once the file is closed. */
export const stampAttacks = (): TableAttack[] =>
  Object.entries({
    'edit wal_base.stamp': `UPDATE wal_base SET stamp = 'paydesk-wal-base:0123456789abcdef:0123456789abcdef:0000000001:0000000001'`,
    'write another text into wal_base.stamp': `UPDATE wal_base SET ${otherValue('stamp')}`,
    'edit wal_base.only_row': `UPDATE wal_base SET ${otherValue('only_row')}`,
    'put a row into wal_base': `INSERT INTO wal_base (only_row, stamp) VALUES (2, 'mine')`,
    'empty wal_base': 'DELETE FROM wal_base',
  }).map(([name, sql]) => attackBy(name, sql, { steersNothing: true }))

const ofKey = "WHERE slot = 'audit/signing-key'"

/** Which key signs stands in the keychain and in each checkpoint too. */
export const signingKeyAttacks = (): TableAttack[] => [
  attackBy('edit the signing key', `UPDATE secret SET ${otherValue('fingerprint')} ${ofKey}`),
  attackBy(
    'give the signing key another name',
    `UPDATE secret SET slot = 'audit/another-key' ${ofKey}`,
  ),
  attackBy(
    'edit when the signing key came',
    `UPDATE secret SET ${otherValue('created_at')} ${ofKey}`,
    {
      steersNothing: true,
    },
  ),
  attackBy('take the signing key’s row out', `DELETE FROM secret ${ofKey}`, {
    steersNothing: true,
  }),
]

/** Both at once: beside such a time, what a list shows looks as if it were only old. */
export const shownAttacks = (): TableAttack[] =>
  ['phase', 'original_minor', 'returned_minor', 'returnable_minor', 'currency', 'digits'].map(
    (column) =>
      attackBy(
        `edit payment_order.${column} with the time of its look`,
        `UPDATE payment_order SET ${otherValue(column)}, checked_at = 0`,
        { isToldByEntry: true },
      ),
  )
