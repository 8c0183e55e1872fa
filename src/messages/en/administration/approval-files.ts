// Requests that go to another computer for approval, and come back signed.
export const approvalFiles = {
  'approval-files.not-one':
    'This is not an approval file as Paydesk writes it. Ask for it again, and open it unchanged.',
  'approval-files.save-title': 'Save the request for another computer',
  'approval-files.open-title': 'Open an approval file',
  'approval-files.not-opened': 'This file can’t be read. Choose a file on this computer.',
  'approval-files.too-long':
    'This file is far longer than an approval file. Paydesk read none of it.',
  'approval-files.one-key-twice': 'This file names two people with one key. It does not count.',
  'approval-files.by-its-author':
    'This file names the person who asks among the approvers. It does not count.',
  'approval-files.weak-key':
    'This file names a key that anybody could sign with. It does not count.',
  'approval-files.hidden-signs':
    'This request has characters that nobody sees or that reverse the reading direction, so nobody could read what they sign. Ask again without them.',
  'approval-files.holds-a-card':
    'This contains what looks like a card number. Paydesk neither writes it to a file nor reads it from one.',
  'approval-files.digest-differs':
    'What this file shows is not what its digest is of: it was changed. It is not shown, and can’t be signed.',
  'approval-files.signature-differs':
    'A signature in this file is not of what it shows: {why} It is not shown, and can’t be signed.',
  'approval-files.says-nothing': 'The signed text does not approve anything.',
  'approval-files.of-nobody-here': 'The signer does not work here.',
  'approval-files.of-nobody-named': 'The file does not name the signer.',
  'approval-files.for-another-log': 'It is signed for another ledger.',
  'approval-files.for-another-approval': 'It is signed for another approval.',
  'approval-files.for-another-request': 'It is signed for another request.',
  'approval-files.for-another-author': 'It is signed for somebody else’s request.',
  'approval-files.other-expiry': 'It is signed for another time.',
  'approval-files.is-over': 'Its time is over.',
  'approval-files.ahead':
    'It is signed at {time}, which is still to come here: one of the two clocks is wrong.',
  'approval-files.other-people':
    'It was signed against a list of people that this computer does not have.',
  'approval-files.left': 'The person does not work here any more.',
  'approval-files.may-not': 'The person may not approve this.',
  'approval-files.not-signed': 'The signature is not by the key that this person has now.',
  'approval-files.other-file': 'It is signed for another copy of this file. Open that copy.',
  'approval-files.not-saved-here':
    'This computer did not save this file, or it was changed since. Save the request anew, and have that file signed.',
  'approval-files.of-no-run':
    'A run is approved on this computer, where its rows are. Only a single request goes into a file.',
  'approval-files.of-name': '{name}: {why}',
  'approval-files.nobody-may':
    'Nobody may approve this. An administrator gives somebody the role Approver, and the role of the request.',
  'approval-files.people-are-off':
    'To sign it you need a key of your own: turn on sign-in here, and have the other computer add your public key.',
  'approval-files.not-yours':
    'Your key is not among those that the other computer takes. It takes: {names}.',
  'approval-files.you-signed': 'You have signed it already.',
  'approval-files.moved': 'The order changed after the file was saved. It takes a new file.',
  'approval-files.gone': 'The file is not open any more. Open it again.',
  'approval-files.sign-this': 'Sign this {operation} of another computer?',
  'approval-files.at-this-gateway': 'At the gateway {gateway}',
  'approval-files.gateway': 'Gateway and login',
  'approval-files.sign': 'Sign',
  'approval-files.sign-dots': 'Sign and save…',
  'approval-files.save-dots': 'Save for another computer…',
  'approval-files.open-dots': 'Open an approval file…',
  'approval-files.saved': 'Saved for another computer',
  'approval-files.saved-about':
    'Give this file to somebody who may approve it, and open what they give back: {file}. It names the order, the amount and who asks.',
  'approval-files.signed': 'Signed',
  'approval-files.signed-about': 'Give this file back to the person who asked: {file}',
  'approval-files.signed-not-saved': 'Signed, and not saved yet',
  'approval-files.save-signed-dots': 'Save the signed file…',
  'approval-files.taken-in': 'New approvals: {names}',
  'approval-files.nothing-new': 'Nothing new in this file',
  'approval-files.known': '{names}: was taken in before.',
  'approval-files.no-signature': 'Nobody has signed this file yet.',
  'approval-files.of-another-computer':
    'A request of another computer. What you sign counts there, and nothing is sent from here.',
  'approval-files.moved-since': 'The order changed since the file was saved:',
  'approval-files.status-there': 'Gateway status there',
  'approval-files.as-seen-there':
    'The order is as the other computer read it at {time}. This computer has no connection that can read it.',
  'approval-files.who-may': 'Who may sign',
  'approval-files.signed-so-far': 'Signed so far',
  'approval-files.expires': 'Expires',
  'approval-files.too-long-for-team':
    'This request is too long for the team’s database. Save it for another computer as a file.',
  'approval-files.place-taken':
    'Another computer wrote where this one writes. Save it for another computer as a file.',
  'approval-files.team-later':
    'The team’s database did not answer, so nobody knows whether it is there. Try again.',
  'approval-files.gone-in-team':
    'This request does not wait in the team any more. Whoever asked can ask again.',
  'approval-files.ask-in-team': 'Ask in the team',
  'approval-files.asked-in-team': 'Asked in the team',
  'approval-files.asked-in-team-about':
    'Colleagues see it under Approvals on their computers. What they sign comes in here by itself.',
  'approval-files.asks-at': '{name} asks at {desk}',
  'approval-files.signed-in-team': 'Signed in the team by {names}',
  'approval-files.look-and-sign': 'Review and sign…',
  'approval-files.handed-on': 'Signed, and handed on in the team',
  'approval-files.handed-on-about': 'It counts once {desk} has taken it in under Approvals.',
  'approval-files.not-handed-on': 'Signed, and not handed on yet',
  'approval-files.hand-on': 'Hand on in the team',
  'approval-files.more-in-team': 'More requests wait in the team than are shown here.',
  'approval-files.only-its-author-asks': 'Only the person who asked for it can ask in the team.',
} as const
