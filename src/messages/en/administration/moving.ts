// English of moving a whole desk to another computer.
export const moving = {
  'moving.this-desk-moved':
    'The records of this computer moved to {to} on {time}. Work goes on there. This computer shows what it had, and sends nothing.',
  'moving.enter-place': 'Enter what the other computer is called.',
  'moving.needs-a-keychain':
    'Moving takes the keys of the keychain, and there is none. Start Paydesk where the system has a keychain.',
  'moving.request-under-way':
    'A request is counting down or being sent. Wait until it has an outcome, or undo it, and save the file then.',
  'moving.run-under-way':
    'A run is being checked or is running. Pause the run, or wait for its end, and save the file then.',
  'moving.move-to': 'Move this computer’s records to {to}?',
  'moving.this-one-stops':
    'From now on this computer sends nothing. It still shows, exports and verifies what it has.',
  'moving.whoever-opens':
    'The file holds the records, the audit log, its key and the keys of all connections. Whoever has the file and its passphrase can go on with all of them.',
  'moving.keep-it-safe':
    'Open the file on one computer only. Delete the file once work goes on there.',
  'moving.save-and-stop': 'Save and stop here',
  'moving.save-title': 'Save the file to move with',
  'moving.open-title': 'Open a file to move with',
  'moving.file-not-finished':
    'The file could not be finished: {why}. This computer stays stopped, because the file may be there. Save the file again.',
  'moving.stays-here':
    'The file could not be written: {why}. Nothing moved, and work goes on here.',
  'moving.not-opened': 'This file can’t be opened: {why}. Nothing was taken in.',
  'moving.not-one': 'This is not a file that Paydesk saved to move with. Choose another file.',
  'moving.other-format':
    'Another version of Paydesk saved this file. Install the same version on both computers, and save the file again.',
  'moving.too-long': 'This file is too long for a file to move with. Choose another file.',
  'moving.was-cut': 'The end of this file is missing. Copy the file again, whole.',
  'moving.was-changed':
    'This file was changed or damaged after it was saved. Nothing was taken in. Copy the file again.',
  'moving.reads-back-otherwise': 'the file reads back as another one than was written',
  'moving.another-log-key':
    'The log in this file was continued with another key than this computer’s. Nothing was taken in. Sign in to the system with another account, and open the file there.',
  'moving.wrong-passphrase': 'This passphrase does not open the file.',
  'moving.older-paydesk':
    'An older Paydesk saved this file. Install the newest version on the old computer, and save the file again.',
  'moving.newer-paydesk':
    'A newer Paydesk saved this file. Install the newest version on this computer, and open the file again.',
  'moving.log-not-whole':
    'The audit log in this file is not whole ({why}). Nothing was taken in. Verify the log on the computer that saved the file.',
  'moving.desk-in-use':
    'This computer has connections, people or requests of its own, or somebody ended a stop of money here. A file to move with takes the place of all of it, so the file is opened only where nothing but practice was done. Sign in to the system with another account, and open the file there.',
  'moving.keychain-of-others':
    'The keychain of this account holds keys of other records. The keys in the file would replace them. Sign in to the system with another account, and open the file there.',
  'moving.taken-here': 'This file was opened on this computer before. Work goes on here already.',
  'moving.of-another-log':
    'This computer’s records moved away. A file with other records is opened only where nothing but practice was done.',
  'moving.does-not-go-on':
    'The records in this file do not go on from where this computer stopped. Requests that left this computer are missing in the file. Nothing was taken in. Open a file that was saved later, or go on at the computer that saved this one.',
  'moving.keys-not-in-keychain':
    'The records that moved here wait for the keychain: {why} Unlock the keychain, then start Paydesk again.',
  'moving.go-on-here': 'Go on here with the records of {from}?',
  'moving.go-on-here-after-all': 'Go on at this computer after all?',
  'moving.go-on-here-button': 'Go on here',
  'moving.opened-once':
    'Paydesk can’t know whether the file was opened on another computer. If it was, two computers would send, and neither knows of the other. Go on only if the file was opened nowhere else.',
  'moving.move': 'Move this computer…',
  'moving.go-on': 'Restore from another computer…',
  'moving.save-again': 'Save the file again…',
  'moving.about-save':
    'Everything goes into one file: the records, the audit log with its key, the people, and the keys of all connections. A passphrase seals the file. This computer then stops.',
  'moving.about-open':
    'A file is opened only where nothing but practice was done, or where the records moved away. All of it is shown before anything is taken in.',
  'moving.to': 'Name of the other computer',
  'moving.passphrase': 'Passphrase of the file',
  'moving.again': 'Repeat the passphrase',
  'moving.at-least': 'At least 12 characters. Without the passphrase nobody can open the file.',
  'moving.choose-place': 'Choose where to save…',
  'moving.choose-file': 'Choose the file…',
  'moving.saved':
    'The file was saved, and this computer stopped. Open the file on the other computer.',
  'moving.taken': 'The records were taken in. Paydesk starts again.',
  'moving.content': 'What the file holds',
  'moving.from': 'Saved on',
  'moving.saved-by': 'Saved by',
  'moving.newest': 'Newest entry',
  'moving.keys': '{count, plural, one {# key} other {# keys}}',
  'moving.open-requests':
    '{count, plural, one {# request is} other {# requests are}} open. Paydesk follows up here.',
  'moving.paused-runs':
    '{count, plural, one {# run is} other {# runs are}} paused and can go on here.',
  'moving.was-here':
    'This file was saved on this computer. Delete the file once work goes on here.',
} as const
