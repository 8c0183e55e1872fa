// Several computers that work on the same orders, and why one of them sends nothing.
export const team = {
  'team.fault-away': 'The team lets nothing go',
  'team.fault-holds': 'A colleague has this order',
  'team.colleague-has-it':
    '{by} at {desk} has this order. A {operation} of {amount} was asked for there at {time}.',
  'team.colleague-has-it-unnamed':
    '{by} at {desk} has this order. A {operation} was asked for there at {time}.',
  'team.own-request-open':
    'The team does not know yet what became of the last request of this computer for this order. Try again in a moment.',
  'team.own-request-unknown':
    'Nobody knows what became of a request of this computer for this order. Two people of the team have to release the order.',
  'team.moved':
    'A colleague worked on this order since you reviewed it. Review it again.',
  'team.unreached':
    'The team’s database can’t be reached ({code}). Try again once the network is back.',
  'team.not-kept':
    'The team’s database could not keep the claim of this computer. Try again.',
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
    'The team does not know this computer any more. Ask whoever keeps the database to let it in.',
  'team.flaw':
    'Record {n} of {desk} in the team’s database does not hold. Ask whoever keeps the database to verify it.',
  'team.own-records':
    'The records of this computer for the team can’t be read from the ledger.',
  'team.released':
    'The team took this order away from this computer before the request left. Review it again.',
  'team.epoch':
    'The team’s database moved to another server before the request left. Review it again.',
  'team.no-answer': 'The team’s database gave no answer before the request left.',
  'team.slow':
    'The team’s database answered too slowly before the request left. Try again.',
} as const
