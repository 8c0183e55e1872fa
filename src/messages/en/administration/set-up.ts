// English of set-up files.
export const setUp = {
  'set-up.not-one':
    'This is not a set-up file as this Paydesk writes it. Ask for it again, and open it unchanged.',
  'set-up.too-long': 'This file is too long for a set-up file. Choose another file.',
  'set-up.hidden-signs':
    'A text in this file has characters that nobody can see. Nothing was taken in. Ask for another file.',
  'set-up.holds-a-card':
    'This file has a card number where a name is. Nothing was taken in. Ask for another file.',
  'set-up.one-key-twice':
    'This file names two people with one key. Nothing was taken in. Ask for another file.',
  'set-up.weak-key':
    'This file has a key that anybody can sign for. Nothing was taken in. Ask for another file.',
  'set-up.was-changed':
    'This file was changed after it was signed. Nothing was taken in. Ask for the file again.',
  'set-up.other-signer':
    'The set-up file before was signed by another key ({before}). This one is signed by {name} ({signer}). Nothing was taken in. Ask whoever set up this computer.',
  'set-up.is-older':
    'This file is older than the one that was taken in last. Nothing was taken in. Ask for the newest file.',
  'set-up.is-ahead':
    'This file was saved by a clock that is more than a day ahead of this computer’s. Nothing was taken in. Compare the clocks of both computers, and ask for the file again.',
  'set-up.connection-refused': 'The connection {name} can’t be here: {why} Nothing was taken in.',
  'set-up.person-refused':
    'The person {name} can’t be here, because {alike} has the same name or one like it. Nothing was taken in. Ask for a file with another name.',
  'set-up.limit-refused':
    'The limit of {role} for {group} in {currency} would let requests be sent that need an approval here now. Nothing was taken in. An administrator sets a limit for {currency} here first, in People; a limit that is here stays as it is.',
  'set-up.people-are-off':
    'People and limits stay out, because sign-in is off here. Turn on sign-in, then open the file again.',
  'set-up.the-log': 'the audit log of another computer',
  'set-up.open-title': 'Open a set-up file',
  'set-up.save-title': 'Save a set-up file',
  'set-up.gone': 'This file is not open any more. Open it again.',
  'set-up.nothing-to-save':
    'There is no connection to save besides the sandbox. Add a connection first.',
  'set-up.too-many': 'A set-up file has room for {most} connections. Remove a connection first.',
  'set-up.needs-a-keychain':
    'A set-up file is signed by a key from the keychain, and there is none. Start Paydesk where the system has a keychain.',
  'set-up.log-in-doubt': 'The audit log is in doubt, so nothing is signed. Verify the log first.',
  'set-up.nothing-new': 'Everything in this file is here already.',
  'set-up.take-this-in': 'Take in the set-up file signed by {signer}?',
  'set-up.signed-by-this-key': 'Fingerprint of the key that signed it: {fingerprint}',
  'set-up.people-added': 'People who are added: {names}',
  'set-up.a-limit-added':
    'Limit that is added: {role}, {group}, above {amount}: {count, plural, one {# approval} other {# approvals}}',
  'set-up.a-day-limit-added':
    'Limit of a day that is added: {role}, {group}, above {amount} by one person: {count, plural, one {# approval} other {# approvals}}',
  'set-up.a-role-added': 'Role that is added: {name}, which gives: {rights}',
  'set-up.role-refused':
    'The role {name} of the file has another name or other rights here. Nothing was taken in. An administrator makes both alike first, in People.',
  'set-up.role-was-removed':
    'The role {name} of the file was removed here, and a role that was removed never comes back. Nothing was taken in. Ask for a file without the role, or with a new one of this name.',
  'set-up.role-name-refused':
    'The role {name} can’t be here: {why} Nothing was taken in. Ask for a file with another name.',
  'set-up.person-name-refused':
    'The person {name} can’t be here: {why} Nothing was taken in. Ask for a file with another name.',
  'set-up.one-of-several': 'Question {number} of {all}. Nothing is taken in before the last one.',
  'set-up.take-in': 'Take in',
  'set-up.a-production-connection': '{name}: production, host {host}, login {login}',
  'set-up.a-test-connection': '{name}: test, host {host}, login {login}',
  'set-up.needs-people': 'Money moves over it only while sign-in is on.',
  'set-up.save': 'Save a set-up file…',
  'set-up.open': 'Open a set-up file…',
  'set-up.sign': 'Sign and save',
  'set-up.what-is-saved':
    'The file has the connections without their keys, the people as public keys, and the limits. Your key signs the file.',
  'set-up.saved': 'The set-up file was saved.',
  'set-up.taken': 'The set-up file was taken in. Enter the keys of each connection, and test it.',
  'set-up.signed-by': 'Signed by',
  'set-up.saved-at': 'Saved',
  'set-up.compare':
    'Compare this fingerprint with whoever saved the file, in another way, such as by phone.',
  'set-up.same-signer': 'The set-up file before was signed by the same key.',
  'set-up.here-already': 'Here already',
  'set-up.is-added': 'Will be added',
  'set-up.endpoint-and-login': 'Endpoint {endpoint}, login {login}',
  'set-up.content': 'What is in the file',
  'set-up.usual-settings': 'All settings are the usual ones.',
  'set-up.everything-is-added':
    'All of it is taken in, or none of it. Keys are not in the file. What is here already stays as it is.',
} as const
