// English of the archives of the audit log and of the backups of the ledger.
export const archives = {
  'archives.archive-checkpoint-gone':
    'The checkpoint at entry {size}, up to which entries were archived, is gone.',
  'archives.archive-row-gone': 'A signed entry names an archive that the ledger no longer knows.',
  'archives.archived-still-here': 'Some of these are still here and will be removed.',
  'archives.archives-of-the-audit-log': 'Archives of the audit log',
  'archives.archive-of-entries-from-until': '{folder}: {entries}, {from} to {until}',
  'archives.nothing-was-archived-yet': 'No archives yet.',
  'archives.archive-what-is-older-than': 'Archive entries older than',
  'archives.months': 'months',
  'archives.archive-plan':
    '{entries} will be archived and removed from the log: {from} to {until}.',
  'archives.archive-steps':
    'Paydesk writes them to signed archives in {folder}, verifies the archives, and only then removes the entries from the log. The log records the removal. Archived entries no longer appear in the list or the search. Orders, requests and notes stay. Copy the archives to a safe place, because nothing else holds these entries.',
  'archives.nothing-to-archive':
    'There is nothing to archive. No entry is that old, or a request without a final outcome still needs the old ones.',
  'archives.archive-entries': 'Archive {entries}',
  'archives.archive': 'Archive',
  'archives.archiving-was-cancelled':
    'Archiving was cancelled. Finished archives are kept. All other entries are still in the log.',
  'archives.count-archives-were':
    '{count, plural, one {One archive was} other {{count} archives were}}',
  'archives.archived-title': 'Archived.',
  'archives.archived': '{archives} created and verified.',
  'archives.archived-next':
    'The archived entries were removed from the log. Copy all archives to a safe place.',
  'archives.nothing-was-archived': 'Nothing was archived.',
  'archives.archives': 'Archives…',
  'archives.copies': 'Backups…',
  'archives.copies-of-the-ledger': 'Backups of the ledger',
  'archives.copies-are-in-folder': 'Backups are in {folder}.',
  'archives.there-is-no-copy-yet': 'There is no backup yet.',
  'archives.count-megabytes': '{count} MB',
  'archives.at-the-next-start': 'At the next start',
  'archives.restore': 'Restore…',
  'archives.restore-at-next-start': '{chosen} replaces the ledger at the next start.',
  'archives.restore-effect':
    'The current ledger is kept beside it. Requests sent after the backup was made are missing from the backup, so money stays stopped until you have compared it with the gateway. Nothing is sent until you close Paydesk and open it again.',
  'archives.restore-this-copy': 'Restore this backup',
  'archives.archiving': 'Writing archives and reading them back',
  'archives.months-invalid': 'Enter a whole number of months, like 12.',
  'archives.months-too-few':
    'Entries stay here for at least {leastMonths} months. Enter {leastMonths} or more.',
  'archives.at-most-most-months-months': 'At most {mostMonths} months.',
} as const
