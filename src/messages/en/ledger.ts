// English sentences about the ledger’s file, its copies, archives and exports.
export const ledger = {
  'the-ledger-is-damaged':
    'The ledger is damaged ({damage}). Close Paydesk and open it again: it then keeps this ledger as it is and starts a new one.',
  'the-file-system-does-not-lock-files':
    'The file system of the folder {folder} does not lock files: a second Paydesk could open this ledger and send the same request. Close Paydesk, move the folder to a disk of this computer, and open Paydesk again.',
  'paydesk-could-not-try-the-locks':
    'Paydesk could not check whether the folder {folder} locks files, so a second Paydesk on this ledger might not be held back. Close Paydesk and open it again; make sure that the folder is on a disk of this computer and that no other Paydesk uses it.',
  'the-key-that-signs-archives-is-in-the-keychain':
    'The key that signs archives is in the keychain, which is locked. Unlock it and try again.',
  'archives-need-a-keychain':
    'Archives need a keychain: the key that signs them would be gone when Paydesk closes.',
  'money-is-stopped-for-archives':
    'Money is stopped: {stop} Nothing is archived until that is resolved.',
  'the-gateways-clock-contradicts-this-computers':
    'The gateway’s clock contradicts this computer’s, so nobody can say how old an entry is. Set the clock first.',
  'entry-seq-of-the-audit-log-was-written-by':
    'Entry {seq} of the audit log was written by another program while this Paydesk had the ledger open. Close every Paydesk that uses this folder, then open one.',
  'a-copy-of-the-ledger-takes-its-place-at':
    'A backup replaces the ledger at the next start, and would not know of what is sent now. Close Paydesk and open it again, or cancel the restore.',
  'entries-stay-here-for-some-months': 'Entries stay here for at least {leastMonths} months.',
  'the-log-does-not-say-that-what-is-missing':
    'The log does not say that the missing entries were archived. Verify it.',
  'the-archive-cant-be-written': 'The archive can’t be written: {why}.',
  'the-archive-did-not-verify': 'The archive failed verification: {why}',
  'nothing-was-taken-out-of-the-log': '{message} Nothing was removed from the log.',
  'entries-first-to-size-were-archived-as-name':
    'Entries {first} to {size} were archived as “{name}”',
  'held-and-that-archive-is-not-in-the-folder':
    '{held}, and that archive is no longer in the folder “archives”. Nothing else holds these entries. Put the archive back from your copy.',
  'held-and-that-archive-is-not-as-it-was':
    '{held}, and that archive is not as it was made. Put it back from your copy.',
  'the-copy-basename-could-not-take-the-place-of':
    'The backup {basename} could not replace the ledger: {why} The ledger is as it was.',
  'replace-the-ledger-with-a-backup': 'Replace the ledger with the backup {name}?',
  'what-came-after-the-backup-is-missing':
    'At the next start the backup takes the ledger’s place. Requests, settings and keys entered after the backup was made are missing from it. The current ledger is kept beside it.',
  'replace-the-ledger-button': 'Replace the ledger',
  'the-copy-took-the-place-of-the-ledger':
    'The backup {copy} replaced the ledger, as requested; the previous ledger is kept as {quarantinedAs}. What was sent after the backup was made is missing from it. Compare with the gateway before anything is sent again.',
  'file-belongs-to-another-program': '{file} belongs to another program. It was not touched.',
  'a-fuse-file-system': 'a FUSE file system',
  'the-folder-is-on-a-shared-file-system':
    'The folder {folder} is on a network or shared file system ({kind}), whose locks can’t be relied on: two computers could send the same request. Move the folder to a disk of this computer and open Paydesk again.',
  'another-paydesk-opened-this-ledger-while-this-one-has':
    'Another Paydesk opened this ledger while this one has it open. Locks in the folder {folder} hold nobody back, or a file in it was deleted. Close every Paydesk that uses the folder, make sure that the folder is on a disk of this computer, and open one Paydesk.',
  'the-file-name-was-moved':
    'The file {name} was moved, replaced or deleted while Paydesk was running, so what is written now would be lost. Close Paydesk, put the file back or restore a copy, and open Paydesk again.',
  'another-paydesk-has-this-ledger-open': 'Another Paydesk has this ledger open. Close it first.',
  'a-newer-paydesk-wrote-this-ledger':
    'A newer Paydesk wrote this ledger (format {format}; this one reads format {known}). It was not touched. Open it with the newer Paydesk.',
  'an-older-paydesk-wrote-this-ledger':
    'An older Paydesk wrote this ledger (format {format}), which this one can’t read: it reads format {known}. It was not touched. Keep its folder, and open it with the Paydesk that wrote it.',
  'this-ledger-holds-no-table':
    'This ledger says that it has format {format}, but it holds nothing. It was not touched. Put a backup in its place.',
  'the-write-ahead-log-is-of-another-ledger':
    'The write-ahead log beside {file} belongs to another ledger file: the ledger was replaced while Paydesk was closed. The log was kept as {movedTo} and was not used.',
  'the-ledger-was-damaged':
    'The ledger was damaged ({why}). It was kept as {movedTo}; a new one was started. A backup can be restored under Audit log, Backups.',
  'the-ledger-is-gone-or-empty':
    'The ledger {file} is gone or empty, though it was here before (what was left is kept as {movedTo}). A new one was started. A backup can be restored under Audit log, Backups.',
  'it-is-damaged': 'it is damaged ({why}).',
  'a-newer-paydesk-made-it': 'a newer Paydesk made it.',
  'an-older-paydesk-made-it': 'an older Paydesk made it, in a format that this one can’t read.',
  'the-ledger-cant-be-written-safely':
    'The ledger can’t be written safely: synchronous=EXTRA is not in force.',
  'a-part-of-the-schema-differs': 'the {type} “{name}” {how}',
  'close-paydesk-and-open-it-again':
    'Close Paydesk and open it again: Paydesk then writes the ledger anew from its log.',
  'the-ledger-could-not-be-written-anew':
    'The ledger could not be written anew from its log ({why}). Restore a backup (Audit log, Backups), or put one from the folder “backups” in its place while Paydesk is closed.',
  'look-at-what-was-sent-and-paid-since':
    'Paydesk put this right. Check what was sent and paid since, then explain why it is safe to resume.',
  'the-ledger-was-changed-by-something-else':
    'The ledger was changed by something other than Paydesk: {named}. {advice}',
  'an-index-hid-rows':
    'An index of the ledger did not match its rows ({damage}), so that requests or answers may have been missing from lists and sums. Paydesk made the indexes again. Check what was sent and paid since, then explain why it is safe to resume.',
  'is-not-as-it-was-made': 'was changed',
  'the-ledger-cant-be-opened': 'The ledger can’t be opened: {firstLine} ({code}).',
  'more-than-most-sheet-rows-entries-are-too-many-for-a':
    'More than {mostSheetRows} entries don’t fit into a spreadsheet. audit.csv holds them.',
  'folder-exists-already': '{folder} exists already. Choose another name.',
  'money-was-stopped-meanwhile':
    'Money was stopped meanwhile, because the audit log contradicts what the keychain knows of it. Nothing was signed, and nothing was left behind.',
  'the-export-could-not-be-written':
    'The export could not be written to {folder}: {why}. Nothing was left behind.',
  'this-confirmation-does-not-belong-to-the-request':
    'This confirmation does not belong to the request. Review it again.',
  'paydesk-has-no-such-request': 'Paydesk has no such request.',
  'this-request-was-already-confirmed-or-closed':
    'This request was already confirmed or closed. It is not sent a second time.',
  'another-request-for-this-order-is-still-unresolved':
    'Another request for this order is still unresolved. Nothing was sent. Wait for its outcome.',
  'confirmed-nothing-has-been-sent-yet': 'Confirmed. Nothing has been sent yet.',
  'reviewed-not-confirmed-yet': 'Reviewed, not confirmed yet. Nothing was sent.',
  'it-has-no-audit-log': 'it has no audit log',
  'it-is-empty': 'it is empty.',
  'the-ledger-is-gone':
    'The ledger {file} is gone or empty, though it was here before. A new one was started. A backup can be restored under Audit log, Backups.',
  'the-copy-became-the-ledger':
    'The backup {copy} replaced the ledger, as requested. What was sent after the backup was made is missing from it. Compare with the gateway before anything is sent again.',
  'so-many-more': '{count} more',
  'was-added': 'was added',
  'is-gone': 'is gone',
} as const
