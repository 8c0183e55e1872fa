// English of the ledger’s file, its check, copies, exports and notifications.
export const ledger = {
  'ledger.second-folder-title': 'Choose a second folder for backups',
  'ledger.copies-are-in-folder-too': 'Backups are also in {folder}.',
  'ledger.count-copies': '{count, plural, one {# backup} other {# backups}}',
  'ledger.why-a-second-folder':
    'All backups are on the disk of the records. Choose a second folder on another disk: a broken disk then takes no more than a day. Backups hold orders, amounts and names, and no keys. Choose a disk that is encrypted.',
  'ledger.choose-second-folder': 'Choose a second folder…',
  'ledger.end-second-folder': 'Keep no more backups there',
  'ledger.second-folder-gone':
    'The second folder of backups is not there: {folder}. Connect its disk, or choose another folder with Backups… in the audit log.',
  'ledger.second-folder-failed':
    'Today’s backup could not be kept in {folder} ({why}). Earlier backups stay. Free space there, or choose another folder with Backups… in the audit log.',
  'ledger.second-folder-is-the-first':
    'This folder is among the records themselves. Choose a folder on another disk.',
  'ledger.second-folder-not-writable':
    'Backups can’t be kept in {folder} ({why}). Choose another folder.',
  'ledger.the-ledger-is-damaged':
    'The ledger is damaged ({damage}). Close Paydesk and open it again: it then keeps this ledger as it is and starts a new one.',
  'ledger.locks-absent':
    'The file system of the folder {folder} does not lock files: a second Paydesk could open this ledger and send the same request. Close Paydesk, move the folder to a disk of this computer, and open Paydesk again.',
  'ledger.locks-not-tried':
    'Paydesk could not check whether the folder {folder} locks files, so a second Paydesk on this ledger might not be held back. Close Paydesk and open it again; make sure that the folder is on a disk of this computer and that no other Paydesk uses it.',
  'ledger.archive-key-in-keychain':
    'The key that signs archives is in the keychain, which is locked. Unlock it and try again.',
  'ledger.archives-need-a-keychain':
    'Archives need a keychain: the key that signs them would be gone when Paydesk closes.',
  'ledger.money-is-stopped-for-archives':
    'Money is stopped: {stop} Nothing is archived until that is resolved.',
  'ledger.clock-contradicts':
    'The gateway’s clock contradicts this computer’s, so nobody can say how old an entry is. Set the clock first.',
  'ledger.entry-by-other-program':
    'Entry {seq} of the audit log was written by another program while this Paydesk had the ledger open. Close every Paydesk that uses this folder, then open one.',
  'ledger.copy-takes-place':
    'A backup replaces the ledger at the next start, and would not know of what is sent now. Close Paydesk and open it again, or cancel the restore.',
  'ledger.archive-too-young': 'Entries stay here for at least {leastMonths} months.',
  'ledger.missing-not-archived':
    'The log does not say that the missing entries were archived. Verify it.',
  'ledger.the-archive-cant-be-written': 'The archive can’t be written: {why}.',
  'ledger.the-archive-did-not-verify': 'The archive failed verification: {why}',
  'ledger.nothing-taken-out': '{message} Nothing was removed from the log.',
  'ledger.archived-as': 'Entries {first} to {size} were archived as “{name}”',
  'ledger.archive-not-there':
    '{held}, and that archive is no longer in the folder “archives”. Nothing else holds these entries. Put the archive back from your copy.',
  'ledger.archive-changed':
    '{held}, and that archive is not as it was made. Put it back from your copy.',
  'ledger.restore-failed':
    'The backup {basename} could not replace the ledger: {why} The ledger is as it was.',
  'ledger.restore-question': 'Replace the ledger with the backup {name}?',
  'ledger.restore-loses':
    'At the next start the backup takes the ledger’s place. Requests, settings and keys entered after the backup was made are missing from it. The current ledger is kept beside it.',
  'ledger.replace-the-ledger-button': 'Replace the ledger',
  'ledger.restored-and-kept':
    'The backup {copy} replaced the ledger, as requested; the previous ledger is kept as {quarantinedAs}. What was sent after the backup was made is missing from it. Compare with the gateway before anything is sent again.',
  'ledger.file-belongs-to-another-program':
    '{file} belongs to another program. It was not touched.',
  'ledger.a-fuse-file-system': 'a FUSE file system',
  'ledger.shared-file-system':
    'The folder {folder} is on a network or shared file system ({kind}), whose locks can’t be relied on: two computers could send the same request. Move the folder to a disk of this computer and open Paydesk again.',
  'ledger.opened-meanwhile':
    'Another Paydesk opened this ledger while this one has it open. Locks in the folder {folder} hold nobody back, or a file in it was deleted. Close every Paydesk that uses the folder, make sure that the folder is on a disk of this computer, and open one Paydesk.',
  'ledger.the-file-name-was-moved':
    'The file {name} was moved, replaced or deleted while Paydesk was running, so what is written now would be lost. Close Paydesk, put the file back or restore a copy, and open Paydesk again.',
  'ledger.open-elsewhere': 'Another Paydesk has this ledger open. Close it first.',
  'ledger.of-newer-version':
    'A newer Paydesk wrote this ledger (format {format}; this one reads format {known}). It was not touched. Open it with the newer Paydesk.',
  'ledger.of-older-version':
    'An older Paydesk wrote this ledger (format {format}), which this one can’t read: it reads format {known}. It was not touched. Keep its folder, and open it with the Paydesk that wrote it.',
  'ledger.this-ledger-holds-no-table':
    'This ledger says that it has format {format}, but it holds nothing. It was not touched. Put a backup in its place.',
  'ledger.stray-log':
    'The write-ahead log beside {file} belongs to another ledger file: the ledger was replaced while Paydesk was closed. The log was kept as {movedTo} and was not used.',
  'ledger.the-ledger-was-damaged':
    'The ledger was damaged ({why}). It was kept as {movedTo}; a new one was started. A backup can be restored under Audit log, Backups.',
  'ledger.gone-and-kept':
    'The ledger {file} is gone or empty, though it was here before (what was left is kept as {movedTo}). A new one was started. A backup can be restored under Audit log, Backups.',
  'ledger.it-is-damaged': 'it is damaged ({why}).',
  'ledger.a-newer-paydesk-made-it': 'a newer Paydesk made it.',
  'ledger.an-older-paydesk-made-it':
    'an older Paydesk made it, in a format that this one can’t read.',
  'ledger.not-writable-safely':
    'The ledger can’t be written safely: synchronous=EXTRA is not in force.',
  'ledger.schema-part-differs': 'the {type} “{name}” {how}',
  'ledger.open-again':
    'Close Paydesk and open it again: Paydesk then writes the ledger anew from its log.',
  'ledger.not-written-anew':
    'The ledger could not be written anew from its log ({why}). Restore a backup (Audit log, Backups), or put one from the folder “backups” in its place while Paydesk is closed.',
  'ledger.advice-look-since':
    'Paydesk put this right. Check what was sent and paid since, then explain why it is safe to resume.',
  'ledger.schema-changed':
    'The ledger was changed by something other than Paydesk: {named}. {advice}',
  'ledger.index-hid-rows':
    'An index of the ledger did not match its rows ({damage}), so that requests or answers may have been missing from lists and sums. Paydesk made the indexes again. Check what was sent and paid since, then explain why it is safe to resume.',
  'ledger.was-changed': 'was changed',
  'ledger.the-ledger-cant-be-opened': 'The ledger can’t be opened: {firstLine} ({code}).',
  'ledger.list-longer-than-a-sheet':
    'a spreadsheet holds at most {most} rows. Export the list as CSV, or narrow it',
  'ledger.search-still-reading':
    'the search still has {left} entries of the log to read. Try again in a moment',
  'ledger.export-too-many-rows':
    'More than {mostSheetRows} entries don’t fit into a spreadsheet. audit.csv holds them.',
  'ledger.folder-exists-already': '{folder} exists already. Choose another name.',
  'ledger.money-was-stopped-meanwhile':
    'Money was stopped meanwhile, because the audit log contradicts what the keychain knows of it. Nothing was signed, and nothing was left behind.',
  'ledger.export-not-written':
    'The export could not be written to {folder}: {why}. Nothing was left behind.',
  'ledger.confirmation-of-other':
    'This confirmation does not belong to the request. Review it again.',
  'ledger.paydesk-has-no-such-request': 'Paydesk has no such request.',
  'ledger.confirmation-used':
    'This request was already confirmed or closed. It is not sent a second time.',
  'ledger.order-has-open-request':
    'Another request for this order is still unresolved. Nothing was sent. Wait for its outcome.',
  'ledger.confirmed-unsent': 'Confirmed. Nothing has been sent yet.',
  'ledger.reviewed-not-confirmed-yet': 'Reviewed, not confirmed yet. Nothing was sent.',
  'ledger.it-has-no-audit-log': 'it has no audit log',
  'ledger.it-is-empty': 'it is empty.',
  'ledger.gone':
    'The ledger {file} is gone or empty, though it was here before. A new one was started. A backup can be restored under Audit log, Backups.',
  'ledger.restored':
    'The backup {copy} replaced the ledger, as requested. What was sent after the backup was made is missing from it. Compare with the gateway before anything is sent again.',
  'ledger.so-many-more': '{count} more',
  'ledger.was-added': 'was added',
  'ledger.is-gone': 'is gone',
  'ledger.being-checked':
    'Paydesk is checking the ledger against its log. Nothing was sent or saved. Try again in a moment.',
  'ledger.not-checked':
    'Paydesk could not check the ledger against its log. Nothing was sent or saved. Try again. If this happens again, close Paydesk and open it again.',
  'ledger.log-changed': 'The audit log was changed by something other than Paydesk. {why}',
  'ledger.tables-not-from-log': 'Its tables can’t be made from the log ({broken}).',
  'ledger.put-right':
    'The ledger was changed by something other than Paydesk: {named}. Paydesk put this right from its log. Check what was sent and paid since, then explain why it is safe to resume.',
  'ledger.row-removed': '{what} {name} was removed',
  'ledger.row-added': '{what} {name} was added',
  'ledger.row-changed': '{what} {name} was changed ({columns})',
  'ledger.more-rows': '{rest} more',
  'ledger.row-connection': 'connection',
  'ledger.row-key': 'key',
  'ledger.row-update-memory': 'update history',
  'ledger.row-gateway-word': 'word of the gateway',
  'ledger.row-stopped-subscription': 'stopped subscription',
  'ledger.row-person-statement': 'the statement about a person',
  'ledger.row-approval': 'a request that waits for approval',
  'ledger.row-person-failure': 'the failed sign-ins of a person',
  'ledger.row-team-membership': 'the team of this computer',
  'ledger.row-team-record': 'record for the team',
  'ledger.row-recipient': 'version of recipient',
  'ledger.row-order': 'order',
  'ledger.row-gateway-answer': 'answer of the gateway',
  'ledger.row-note': 'note',
  'ledger.row-tag': 'tag',
  'ledger.row-clearance': 'clearance',
  'ledger.row-shop-list': 'list of the shop',
  'ledger.row-shop-order': 'order of a list of the shop',
  'ledger.row-dispute': 'date of a dispute',
  'ledger.row-found-refund-seen': 'look at a refund that was found',
  'ledger.row-export-plan': 'report that is saved regularly',
  'ledger.row-export-file': 'file of a report that is saved regularly',
  'ledger.row-reason-mapping': 'code of a reason',
  'ledger.row-reconciliation': 'report that was matched',
  'ledger.row-reconciliation-part': 'lines of a report that was matched',
  'ledger.row-reconciliation-decision': 'decision about a line of a report',
  'ledger.row-shop-asking': 'look-ups of the shop’s orders',
  'ledger.row-run': 'run',
  'ledger.row-run-row': 'row of a run',
  'ledger.row-request': 'request',
  'ledger.row-money-event': 'event of money',
  'ledger.entry-unproved':
    'Entry {from} of the audit log carries no proof: it was written while the key was out of reach, or by something other than Paydesk. Read it in the audit log, then explain why it is safe to resume.',
  'ledger.entries-unproved':
    'Entries {from} to {until} of the audit log carry no proof: they were written while the key was out of reach, or by something other than Paydesk. Read them in the audit log, then explain why it is safe to resume.',
  'ledger.entry-of-other-key':
    'Entry {from} of the audit log carries a proof that Paydesk’s key did not make: something else wrote it. Read it in the audit log, then explain why it is safe to resume.',
  'ledger.entries-of-other-key':
    'Entries {from} to {until} of the audit log carry proofs that Paydesk’s key did not make: something else wrote them. Read them in the audit log, then explain why it is safe to resume.',
  'ledger.entry-key-absent':
    'The key that proves entries of the audit log is no longer in the keychain, so nobody can say whether something else wrote them.',
  'ledger.entry-key-not-kept':
    'The keychain did not keep the key that proves entries of the audit log.',
  'ledger.entry-key-unreadable':
    'The keychain’s entry for proving entries of the audit log is not a key.',
  'ledger.entry-key-out-of-reach':
    'The key that proves entries of the audit log is out of reach, so nobody can say whether something else wrote some of them.',
  'ledger.pack-not-proven':
    'No evidence pack was signed: not everything in it is as Paydesk wrote it. {why}',
  'ledger.notice-outcome-unknown': 'A request has an unknown outcome. Don’t repeat the request.',
  'ledger.notices-outcome-unknown': '{count} requests have an unknown outcome. Don’t repeat them.',
  'ledger.notice-outcome-unknown-of': '{order}: the outcome is unknown. Don’t repeat the request.',
  'ledger.notice-contradicted': 'The gateway shows a different result from Paydesk.',
  'ledger.notices-contradicted':
    'The gateway shows different results from Paydesk for {count} requests.',
  'ledger.notice-contradicted-of': '{order}: the gateway shows a different result from Paydesk.',
  'ledger.notice-money-stopped': 'Money is stopped. Open Paydesk to see why.',
  'ledger.notices-money-stopped': 'Money is stopped for {count} reasons. Open Paydesk to see them.',
  'ledger.notice-look-ups-open': 'A list was looked up. Some of its rows have no answer.',
  'ledger.notices-look-ups-open':
    '{count} lists were looked up. Some of their rows have no answer.',
  'ledger.notice-run-paused': 'A run paused. Nothing more of it is sent before you resume it.',
  'ledger.notices-run-paused': '{count} runs paused. Nothing more is sent before you resume them.',
  'ledger.notice-run-ended': 'A run has finished.',
  'ledger.notices-run-ended': '{count} runs have finished.',
  'ledger.notice-shop-asking-paused': 'The check of shop orders has paused.',
  'ledger.notices-shop-asking-paused': 'The check of shop orders has paused {count} times.',
  'ledger.notice-shop-asking-done': 'The check of shop orders has finished.',
  'ledger.notices-shop-asking-done': 'The check of shop orders has finished {count} times.',
  'ledger.notice-callback-contradicts': 'A callback contradicts what this computer knows.',
  'ledger.notices-callback-contradicts': '{count} callbacks contradict what this computer knows.',
  'ledger.notice-update-available': 'A Paydesk update is available.',
  'ledger.notices-update-available': '{count} Paydesk updates are available.',
  'ledger.an-amount-and-an-order': '{amount}, {order}',
} as const
