// Several computers that work on the same orders, and why one of them sends nothing.
export const team = {
  'team.fault-away': 'The team lets nothing go',
  'team.fault-holds': 'This order is taken in the team',
  'team.colleague-has-it':
    '{by} at {desk} has this order. A {operation} of {amount} was asked for there at {time}.',
  'team.colleague-has-it-unnamed':
    '{by} at {desk} has this order. A {operation} was asked for there at {time}.',
  'team.own-request-open':
    'The team does not know yet what became of the last request of this computer for this order. Try again in a moment.',
  'team.own-request-unknown':
    'Nobody knows what became of a request of this computer for this order. Two people of the team have to release the order.',
  'team.moved': 'Somebody of the team worked on this order since you reviewed it. Review it again.',
  'team.reviewed-otherwise':
    'This computer joined or left a team since you reviewed the request. Review it again.',
  'team.unreached':
    'The team’s database can’t be reached ({code}). Try again once the network is back.',
  'team.password-refused':
    'The team’s database refuses the password of this computer. Ask whoever keeps the database to let the computer in.',
  'team.counts-down':
    'A confirmed request of this computer has not left yet. Undo the request or wait, then leave.',
  'team.not-kept': 'The team’s database could not keep the claim of this computer. Try again.',
  'team.roll-call':
    'The team’s database has moved to another server, and these computers have not answered since: {missing}. Open Paydesk there, or have them excused.',
  'team.ahead':
    'The team’s database knows more of this computer than this ledger. The ledger may be an old copy. Put the newest copy back.',
  'team.other-record':
    'Another record stands where record {n} of this computer stood in the team’s database. Ask whoever keeps the database to verify it.',
  'team.put-back':
    'The team’s database lost records, and a colleague’s computer has to put its own back first. Open Paydesk there.',
  'team.restored':
    'An old copy of the team’s database stands in its place. Ask whoever keeps the database to put the newest copy back.',
  'team.not-let-in':
    'The team does not know this computer. Ask whoever keeps the database to let it in.',
  'team.flaw':
    'Record {n} of {desk} in the team’s database does not hold. Ask whoever keeps the database to verify it.',
  'team.own-records':
    'The key or the records of this computer for the team can’t be read. Ask whoever keeps the database, and send nothing elsewhere meanwhile.',
  'team.not-loaded': 'Paydesk can’t ask the team. Start Paydesk again.',
  'team.released':
    'The team took this order away from this computer, so the request did not leave. Review it again.',
  'team.epoch':
    'The team’s database moved to another server, so the request did not leave. Review it again.',
  'team.no-answer': 'The team’s database gave no answer, so the request did not leave. Try again.',
  'team.slow': 'The team’s database answered too slowly, so the request did not leave. Try again.',
  'team.team': 'Team',
  'team.alone':
    'This computer works alone. Computers of one team never send two requests for one order at once.',
  'team.asking': 'Asking the team',
  'team.lets-send': 'Connected',
  'team.lets-nothing-go': 'Nothing can be sent',
  'team.this-computer': 'Name of this computer',
  'team.database': 'Database',
  'team.database-at': '{database} at {host}',
  'team.founder': 'Founder',
  'team.founder-fingerprint': 'Fingerprint of the founder',
  'team.key': 'Public key of this computer',
  'team.key-fingerprint': 'Fingerprint of this computer',
  'team.ask-again': 'Ask again',
  'team.show-key': 'Show the key of this computer',
  'team.join-dots': 'Join a team…',
  'team.leave-dots': 'Leave the team…',
  'team.join-title': 'Open the file that lets this computer in',
  'team.not-a-join-file':
    'This is no file that lets a computer into a team. Ask whoever keeps the team’s database for one, and open it unchanged.',
  'team.other-certificate':
    'The certificate in this file is not the one that its first line names. Ask for the file again.',
  'team.other-key':
    'The team let another key in under the name {desk}. Ask whoever keeps the team’s database to let the key of this computer in.',
  'team.name-was-used':
    'The computer {desk} wrote to this team before, and this ledger does not know it. Ask to be let in under another name.',
  'team.needs-a-keychain':
    'This computer has no keychain, so the key that it signs with in a team would be gone with the next start. A team needs one.',
  'team.is-in-one': 'This computer belongs to a team already. Leave that one first.',
  'team.is-in-none': 'This computer belongs to no team.',
  'team.still-owes':
    'The team does not know yet what became of a request of this computer. Wait until it does, then leave.',
  'team.open-work':
    'A request or a run of this computer is under way, or nobody knows yet what became of a request. Wait until all of them ended, then join.',
  'team.leave-before-moving': 'A computer of a team is not moved by a file. Leave the team first.',
  'team.ledger-of-before':
    'The keychain says that this computer belongs to a team, and this ledger does not know it. The ledger may be an old copy. Put the newest copy back, or let this computer work alone.',
  'team.keychain-unread':
    'Paydesk could not read from the keychain whether this computer belongs to a team. Try again.',
  'team.alone-question': 'Let this computer work alone?',
  'team.alone-about':
    'This ledger may not know requests that this computer sent as part of a team. Ask the team first.',
  'team.alone-button': 'Work alone',
  'team.alone-dots': 'Work alone…',
  'team.join-question': 'Join this team?',
  'team.join-server': 'Database: {database} at {host}',
  'team.join-desk': 'This computer is called {desk} there',
  'team.join-desks': 'Computers of the team: {desks}',
  'team.join-founder': 'Founded by {founder}, fingerprint {fingerprint}',
  'team.join-compare': 'Compare that fingerprint with whoever keeps the team’s database',
  'team.join-button': 'Join',
  'team.leave-question': 'Leave the team {team}?',
  'team.leave-about':
    'From then on this computer sends without asking the team, and colleagues don’t see what it sends',
  'team.leave-button': 'Leave',
} as const
