// Faults in what a signature says, and in approvals that go to another computer as a file.
import { type Mutant, testOf } from './row.ts'

const gate = testOf('desk/approvals/approval-gate')
const abuse = 'test/abuse/approval-files.test.ts'
const journey = 'test/journeys/approvals/approval-files.test.ts'
/** Files with each of the attacks, some dozen times. */
const files = ['approvals', '--files', '1000'] as const

const inGate = 'src/main/desk/approvals/approval-gate.ts'
const inFile = 'src/main/desk/approvals/file-in.ts'

export const ofApprovalFiles: readonly Mutant[] = [
  {
    id: 'approval-of-another-approval',
    story: 'What was signed for one approval counts for another of the same request.',
    file: inGate,
    find: 'if (said.approval !== approval.id)',
    replace: "if (said.approval === '')",
    tests: [gate],
    campaigns: [files],
  },
  {
    id: 'approval-of-another-author',
    story: 'What was signed for one author counts for another.',
    file: inGate,
    find: 'if (said.author !== approval.author)',
    replace: "if (said.author === '')",
    tests: [gate],
    campaigns: [files],
  },
  {
    id: 'approval-of-another-expiry',
    story: 'A signature lasts as long as it says, whatever the request does.',
    file: inGate,
    find: 'if (said.expiresAt !== approval.expiresAt)',
    replace: 'if (said.expiresAt === 0)',
    tests: [gate],
    campaigns: [files],
  },
  {
    id: 'approval-ahead-of-time',
    story: 'A signature counts before the time that it names.',
    file: inGate,
    find: 'if (said.at > now)',
    replace: 'if (said.at < 0)',
    tests: [gate],
    campaigns: [files],
  },
  {
    id: 'approval-by-other-people',
    story: 'A signature counts that names statements which are not there.',
    file: inGate,
    find: 'if (said.statements > size)',
    replace: 'if (said.statements < 0)',
    tests: [gate],
    campaigns: [files],
  },
  {
    id: 'file-not-saved-here',
    story: 'A file counts that the desk never saved, or that was changed since.',
    file: inFile,
    find: 'if (!wasSaved(ports, file, seal))',
    replace: "if (seal === '')",
    tests: [abuse],
    campaigns: [files],
  },
  {
    id: 'signature-of-another-file',
    story: 'A signature counts whatever its signer was shown beside the request.',
    file: inFile,
    find: 'said?.file !== seal ||',
    replace: "said?.file === '' ||",
    tests: [abuse],
    campaigns: [files],
  },
  {
    id: 'signature-of-another-order',
    story: 'A signature is taken in that names another state of the order than was shown.',
    file: inFile,
    find: '|| said.seen !== file.seen',
    replace: "|| said.seen === '-'",
    tests: ['test/campaigns/approvals.test.ts'],
    campaigns: [files],
  },
  {
    id: 'file-shows-another-request',
    story: 'Somebody at another computer is shown another request than they sign.',
    file: 'src/main/desk/approvals/sealed-file.ts',
    find: 'if (digestOfText(file.request) !== file.digest)',
    replace: "if (file.digest === '')",
    tests: [abuse],
    campaigns: [['approvals', '--files', '600', '--asked', '10']],
  },
  {
    id: 'moved-order-is-signed',
    story: 'At another computer an order is signed that changed since the file was saved.',
    file: 'src/main/desk/approvals/file-elsewhere.ts',
    find: 'return now !== null && movedSince(file.seen, now).length > 0',
    replace: "return now !== null && file.seen === ''",
    tests: [journey],
    campaigns: [],
    unseen: 'The campaign has one desk: nobody looks at a file to sign it.',
  },
  {
    id: 'file-open-for-whoever-comes',
    story: 'A file that somebody opened is signed by who signs in after them.',
    file: 'src/main/desk/approvals/file-methods.ts',
    find: ' && held.turn === session.number()',
    replace: '',
    tests: [abuse],
    campaigns: [],
    unseen: 'In the campaign nobody signs in or out.',
  },
  {
    id: 'weak-key-is-a-key',
    story: 'A person is added with a key in whose name anybody signs.',
    file: 'src/main/desk/people/public-key.ts',
    find: 'return isWeakKey(key) ?',
    replace: "return key === '' ?",
    tests: [testOf('desk/people/public-key')],
    campaigns: [],
    unseen: 'In the campaign nobody is added.',
  },
  {
    id: 'administrator-elsewhere',
    story: 'Somebody who can’t sign in here is stated as an administrator.',
    file: 'src/main/desk/people/statements.ts',
    find: "if (next.isElsewhere === true && next.roles.includes('administrator')) return false",
    replace: 'if (next.isElsewhere === true && next.roles.length === 0) return false',
    tests: [testOf('desk/people/statements')],
    campaigns: [],
    unseen: 'In the campaign everybody is stated as they are.',
  },
]
