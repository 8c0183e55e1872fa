// Several computers that work on the same orders, and why one of them sends nothing.
export const team = {
  'team.fault-away': 'Sending is paused in the team',
  'team.own-has-it': 'Taken by this computer',
  'team.not-told': 'Team not told yet',
  'team.fault-holds': 'Already under way in the team',
  'team.taken': '{by} at {desk} has had this order since {time}.',
  'team.in-progress-by': 'In progress: {by}',
  'team.colleague-has-it':
    '{by} at {desk} has this order. A {operation} of {amount} was asked for there at {time}.',
  'team.colleague-has-it-unnamed':
    '{by} at {desk} has this order. A {operation} was asked for there at {time}.',
  'team.colleague-pays-it':
    '{by} at {desk} asked for the same payment of {amount} at {time}, and nobody knows yet what became of it. If that computer is gone, two people can release the payment in People, under Team.',
  'team.colleague-pays-it-unnamed':
    '{by} at {desk} asked for the same payment at {time}, and nobody knows yet what became of it. If that computer is gone, two people can release the payment in People, under Team.',
  'team.own-payment-open':
    'The team does not know yet what became of the same payment of this computer. Send this one once it does.',
  'team.own-payment-unknown':
    'Nobody knows what became of the same payment of this computer, so the team does not let a second one be sent. Two people can release it in People, under Team.',
  'team.twin-sent':
    'A colleague asked for the same payment. {says}. This one was not sent. Review it again and say there whether you want a second one.',
  'team.twin-outside': 'A colleague asked for the same payment. {says}',
  'team.own-request-open':
    'The team does not know yet what became of the last request of this computer for this order. Try again in a moment.',
  'team.own-request-unknown':
    'Nobody knows what became of a request of this computer for this order. Two people of the team have to release the order.',
  'team.moved': 'Somebody of the team worked on this order since you reviewed it. Review it again.',
  'team.reviewed-otherwise':
    'This computer joined or left a team since you reviewed the request. Review it again.',
  'team.unreached':
    'The team’s database can’t be reached: {why}. Nothing can be sent until it answers. Try again once the network is back.',
  'team.why-no-answer': 'it gave no answer in time',
  'team.why-refused': 'it refuses the connection',
  'team.why-no-such-name': 'its name is not known on this network',
  'team.why-cut': 'the connection was cut',
  'team.why-closed': 'Paydesk closed the connection',
  'team.why-no-way': 'this network has no way to it',
  'team.why-busy': 'it is starting, stopping or too busy',
  'team.why-failed': 'the connection failed',
  'team.certificate':
    'This computer does not trust the certificate of the team’s database, so nothing can be sent. Ask whoever keeps the database.',
  'team.password-refused':
    'The team’s database refuses the password of this computer. Ask whoever keeps the database to let the computer in.',
  'team.counts-down':
    'A confirmed request of this computer has not left yet. Undo the request or wait, then leave.',
  'team.untold':
    'Colleagues don’t know yet what became of {untoldCount} {untoldCount, plural, one {request} other {requests}} of this computer, and can’t take {untoldCount, plural, one {its order} other {their orders}}. Paydesk tells the team once the database answers.',
  'team.not-kept': 'The team’s database could not keep the claim of this computer. Try again.',
  'team.roll-call':
    'The team’s database has moved to another server, and these computers have not answered since: {missing}. Open Paydesk there, or have them excused.',
  'team.ahead':
    'The team’s database has records of this computer that this ledger lacks. The ledger may be an old copy. Put the newest copy back.',
  'team.other-record':
    'Another record stands where record {n} of this computer stood in the team’s database. Ask whoever keeps the database to verify it.',
  'team.put-back':
    'The team’s database lost records, and a colleague’s computer has to put its own back first. Open Paydesk there.',
  'team.restored':
    'An old copy of the team’s database stands in its place. Ask whoever keeps the database to put the newest copy back.',
  'team.not-let-in':
    'The team does not know this computer, or has removed it. Ask whoever keeps the database.',
  'team.flaw':
    'Record {n} of {desk} in the team’s database is not valid. Ask whoever keeps the database to verify it.',
  'team.own-records':
    'The key or the records of this computer for the team can’t be read. Ask whoever keeps the database, and send nothing elsewhere meanwhile.',
  'team.not-loaded': 'Paydesk can’t ask the team. Start Paydesk again.',
  'team.released':
    'The team took this order away from this computer, so the request did not leave. Review it again.',
  'team.epoch':
    'The team’s database moved to another server, so the request did not leave. Review it again.',
  'team.no-answer': 'The team’s database gave no answer, so the request did not leave. Try again.',
  'team.slow': 'The team’s database answered too slowly, so the request did not leave. Try again.',
  'team.says': '{desk}: {operation} of {amount} by {by} since {time}',
  'team.says-unnamed': '{desk}: {operation} by {by} since {time}',
  'team.says-ended': '{what}: {outcome}',
  'team.says-released': '{what}: released by two people ({reason})',
  'team.says-shown': '{what}: done, found by {finder} from the gateway’s status at {found} ({id})',
  'team.shown-elsewhere':
    'The order is free only by what {desk} says: the gateway showed transaction {id} there. The gateway has told this computer nothing of it. Check the order and review again, or send it from {desk}.',
  'team.unshown-kind': 'The gateway’s status can’t say what became of a request like this one.',
  'team.unshown-unnamed':
    'The gateway gave a transaction of this order no ID of its own, so its status can’t say what became of this {operation}.',
  'team.unshown-nothing':
    'The gateway shows no new {operation} for this order. The request may still be under way.',
  'team.unshown-two':
    'The gateway shows two new transactions, {one} and {other}. Nothing shows which of them {desk} sent.',
  'team.unshown-before': 'The gateway shows transaction {id}, which was known before this request.',
  'team.unshown-not-done': 'The gateway shows transaction {id}, and does not say that it was done.',
  'team.unshown-other-request':
    'The gateway shows transaction {id}, which is of another kind or amount than this request.',
  'team.unshown-other-claim':
    'The gateway shows transaction {id}, which may be of another request of the same amount.',
  'team.end-not-sent': 'not sent',
  'team.end-rejected': 'refused',
  'team.end-succeeded': 'done',
  'team.end-declined': 'declined',
  'team.end-failed': 'failed',
  'team.end-by-hand': 'resolved by a person',
  'team.of-order': 'In the team',
  'team.signed-so-far': '{name} signed that it is released: {reason}',
  'team.release-dots': 'Release…',
  'team.release-title': 'Release this request',
  'team.release-about':
    'The computer that has this order is gone, or was seen not to have sent. Two people of the team sign, each with their own key. Then anybody may send for this order.',
  'team.release-payment-about':
    'The computer that has this payment is gone, or was seen not to have sent. Two people of the team sign, each with their own key. Then anybody may send an equal payment, and the review names this one.',
  'team.release-reason': 'Reason',
  'team.release-reason-what': 'how you know that nothing was sent',
  'team.release-own-hint': 'Opens your key for this signature',
  'team.own-or-colleagues':
    'The gateway shows a transaction like this one, and {desk} had this order since. Only the request’s own number says whose it is. Ask there what was sent.',
  'team.own-or-earlier':
    'The gateway shows a transaction like this one, and {desk} had this order before: what was sent there may only show now. Only the request’s own number says whose it is. Ask there what was sent.',
  'team.own-shown':
    'Done: {desk} found transaction {id} for this request in the gateway’s status, and told the team.',
  'team.own-or-colleagues-unasked':
    'The team can’t be asked whether a colleague sent the transaction that the gateway shows. Paydesk asks again.',
  'team.release-later':
    'The team could not be asked, so nothing is released by this. Try again in a moment.',
  'team.release-refused':
    'Somebody said meanwhile what became of this request. Look at the order again.',
  'team.release-no-person':
    'The team does not know your key. Ask whoever keeps the team’s database to let you in.',
  'team.release-other-reason':
    'Somebody signed for another reason. Sign for the reason that is shown.',
  'team.release-own':
    'This request is of this computer. The team is told what became of it once that is known here.',
  'team.own-untold':
    'This request has ended here, and the team does not know it yet. Paydesk tells the team once its database answers.',
  'team.release-needs-people':
    'A release is signed with your own key. Sign-in has to be switched on first.',
  'team.release-question': 'Release order {orderid} from {desk}?',
  'team.release-payment-question': 'Release a payment from {desk}?',
  'team.release-of': 'A {operation} that {by} asked for at {desk} at {time}',
  'team.release-looked': 'I looked at {desk}: it is off, or I saw there that nothing was sent',
  'team.release-twice': 'If that request did leave, the customer may get the money twice',
  'team.release-paid-twice': 'If that request did leave, an equal payment pays it twice',
  'team.release-button': 'Sign the release',
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
  'team.last-answer': 'Last answer of the database',
  'team.answered': '{time}, after {ms} ms; all records of colleagues are read up to then',
  'team.a-commit': 'What the database keeps',
  'team.commit-unsafe':
    'Not safe: it may lose what it acknowledged. Tell whoever keeps the database.',
  'team.commit-one-server':
    'One server, or a standby that may be behind. After a fail-over the team stops until every computer has answered.',
  'team.commit-synchronous': 'A standby has each record before this computer hears of it.',
  'team.computers': 'Computers of the team',
  'team.desk-on': 'On',
  'team.desk-off': 'Off',
  'team.desk-silent': 'Silent',
  'team.desk-unheard': 'Not heard of yet',
  'team.since': 'since {time}',
  'team.silent-what-to-do':
    'It sleeps, has no network, or its records are held back. Look at it: if Paydesk says there that it is connected, ask whoever keeps the database to verify it. The orders that it has stay taken.',
  'team.key': 'Public key of this computer',
  'team.key-fingerprint': 'Fingerprint of this computer',
  'team.ask-again': 'Ask again',
  'team.show-key': 'Show the key of this computer',
  'team.renew-dots': 'Take a new password…',
  'team.renew-other':
    'This file is for another computer, team or database. Ask for one of this computer.',
  'team.give-up-dots': 'Leave without telling the team…',
  'team.give-up-about':
    'For a team whose database is lost for good. Its colleagues don’t learn what became of the requests of this computer.',
  'team.give-up-what': 'why the team can’t be asked again',
  'team.give-up-question': 'Leave the team {team} without asking it?',
  'team.give-up-colleagues':
    'Nobody there learns what became of the requests of this computer. Orders that it has stay taken until two people release them',
  'team.give-up-sends-nothing':
    'This computer sends nothing until it joins a team again, or until somebody lets it work alone',
  'team.still-there': 'The team answers. Leave it in the usual way.',
  'team.gave-up':
    'This computer left the team {team} and the keychain still knows of it. Nothing is sent until this computer joins a team again, or until it is let work alone.',
  'team.join-dots': 'Join a team…',
  'team.leave-dots': 'Leave the team…',
  'team.join-title': 'Open the file that lets this computer in',
  'team.not-a-join-file':
    'This file does not let a computer join a team. Ask whoever keeps the team’s database for one that does, and open it unchanged.',
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
    'A request or a run of this computer is under way, or nobody knows yet what became of a request. Wait until all of them ended, or resolve them by hand.',
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
