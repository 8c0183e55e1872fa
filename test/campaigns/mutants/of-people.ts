// Faults in who may do what, and in who is signed in.
import { type Mutant, testOf } from './row.ts'

const matrix = testOf('desk/people/matrix')
const statements = testOf('desk/people/statements')
const roll = testOf('desk/people/roll')
const journey = 'test/journeys/people.test.ts'
const none = {
  campaigns: [],
  unseen: 'Races, kill and runs have people, and none of them was made to look at this.',
} as const

export const ofPeople: readonly Mutant[] = [
  {
    id: 'right-not-asked',
    story: 'A call is let through though its right is not held.',
    file: 'src/main/desk/people/guard.ts',
    find: 'if (why !== null) return fail(notMine(why))',
    replace: 'if (why === signInFirst) return fail(notMine(why))',
    tests: [matrix],
    ...none,
  },
  {
    id: 'nobody-signed-in-passes',
    story: 'Whoever is not signed in is treated as one without roles, and may look.',
    file: 'src/main/desk/people/guard.ts',
    find: 'if (me === null) return signInFirst',
    replace: "if (me === null) return needs[0] === 'signed-in' ? null : signInFirst",
    tests: [matrix],
    ...none,
  },
  {
    id: 'answer-after-leaving',
    story: 'An answer reaches whoever sits there after the one who asked was signed out.',
    file: 'src/main/desk/people/guard.ts',
    find: 'access.number() === before',
    replace: 'before > 0',
    tests: [matrix],
    ...none,
  },
  {
    id: 'anybody-signs',
    story: 'A statement about people holds whoever signed it.',
    file: 'src/main/desk/people/statements.ts',
    find: '!isAdministrator(signer)) return false',
    replace: 'signer.isRemoved) return false',
    tests: [statements],
    ...none,
  },
  {
    id: 'statement-unsigned',
    story: 'A statement about people holds without its signature.',
    file: 'src/main/desk/people/statements.ts',
    find: 'if (!isProven(signer.key, { body, signature }, proven)) return false',
    replace: 'if (signature === body) return false',
    tests: [statements],
    ...none,
  },
  {
    id: 'statement-of-another-log',
    story: 'A statement of another ledger counts here.',
    file: 'src/main/desk/people/statements.ts',
    find: ' || statement.log !== logId',
    replace: '',
    tests: [statements],
    ...none,
  },
  {
    id: 'nobody-left',
    story: 'The last administrator can be removed.',
    file: 'src/main/desk/people/statements.ts',
    find: 'return isAdministrator(next) || others.some(isAdministrator)',
    replace: "return next.name !== '' || others.some(isAdministrator)",
    tests: [statements],
    ...none,
  },
  {
    id: 'tries-side-by-side',
    story: 'Many tries at once each find the count of before.',
    file: 'src/main/desk/people/session.ts',
    find: 'turn = asked.catch(() => undefined)',
    replace: 'void asked.catch(() => undefined)',
    tests: [journey],
    ...none,
  },
  {
    id: 'wait-ends-by-a-restart',
    story: 'A restart ends the wait after ten wrong passphrases.',
    file: 'src/main/desk/people/session.ts',
    find: '(lockedAt.get(personId) ?? openedAt)',
    replace: '(lockedAt.get(personId) ?? openedAt - lockedMs)',
    tests: [journey],
    ...none,
  },
  {
    id: 'signed-in-behind-a-lock',
    story: 'A passphrase that was typed before the screen was locked signs in behind it.',
    file: 'src/main/desk/people/people-methods.ts',
    find: 'if (session.number() !== before)',
    replace: 'if (session.number() < before)',
    tests: [journey],
    ...none,
  },
  {
    id: 'action-not-shown-shut',
    story: 'An order offers an action that main then refuses.',
    file: 'src/main/desk/orders/views.ts',
    find: 'actions[action].isPossible ? mayNot(action) : null',
    replace: 'actions[action].isPossible ? (mayNot(action), null) : null',
    tests: [journey],
    ...none,
  },
  {
    id: 'roll-forgotten',
    story: 'A ledger whose people were taken out counts as one where they are off.',
    file: 'src/main/desk/people/roll.ts',
    find: ' || (remembered !== null && remembered.logId === logId)',
    replace: '',
    tests: [roll],
    ...none,
  },
]
