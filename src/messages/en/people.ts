// People: who works here, their roles and rights, signing in.
export const people = {
  'people.right-export': 'Save lists and the log as files',
  'people.right-verify': 'Verify the log',
  'people.right-approve': 'Approve',
  'people.right-resolve': 'Resolve a request by hand',
  'people.right-resume-money': 'Let money move again',
  'people.right-connections': 'Change connections and keys',
  'people.right-people': 'Change who works here',
  'people.right-card-entry': 'Type a card',
  'people.right-runs': 'Work with runs',
  'people.right-reports': 'Read reports',
  'people.right-notes': 'Write notes and tags',
  'people.right-recipients': 'Change saved recipients',
  'people.right-records': 'Archive and restore the records',
  'people.right-program': 'Update Paydesk and save diagnostics',
  'people.right-operation': '{operation}',
  'people.role-support': 'Support',
  'people.role-support-about': 'Looks up orders and writes notes. Moves no money.',
  'people.role-payments': 'Payments',
  'people.role-payments-about':
    'Takes payments, refunds, captures and voids them. Pays nothing out.',
  'people.role-payouts': 'Payouts',
  'people.role-payouts-about': 'Pays out and keeps recipients. Refunds nothing.',
  'people.role-approver': 'Approver',
  'people.role-approver-about':
    'Resolves requests by hand and lets money move again after a stop. Sends nothing.',
  'people.role-auditor': 'Auditor',
  'people.role-auditor-about': 'Reads, verifies and exports the log. Changes nothing.',
  'people.role-administrator': 'Administrator',
  'people.role-administrator-about':
    'Adds and removes people, changes connections and keys. Sends no payment.',
  'people.passphrase-short': 'At least {least} characters. Some unrelated words are easy to keep.',
  'people.passphrase-long': 'At most {most} characters.',
  'people.enter-passphrase': 'Enter the passphrase.',
  'people.enter-name': 'Enter the name.',
  'people.choose-role': 'Choose at least one role.',
  'people.key-not-kept': 'The keychain did not keep the key as it was made. Nothing was changed.',
  'people.key-unreadable':
    'The keychain’s entry for this person is not their key. An administrator can give them a new one.',
  'people.roll-changed':
    'The keychain remembers other statements about the people who work here than the ledger holds. Something other than Paydesk changed the ledger, so nobody can sign in until it was checked.',
  'people.statement-broken':
    'Statement {number} about the people who work here is not signed by an administrator. Something other than Paydesk wrote it, so nobody can sign in.',
  'people.statement-refused':
    'This can’t be said about the people who work here: somebody else changed them meanwhile, or no administrator would be left.',
  'people.needs-a-keychain':
    'People need this computer’s keychain, where their keys are kept. It can’t be used now. Start or unlock it, then try again.',
  'people.passphrase-wrong':
    'The passphrase is wrong. {left, plural, one {# try is} other {# tries are}} left before a wait of 30 minutes.',
  'people.locked-out':
    'The passphrase was wrong ten times. Paydesk takes no more tries for {minutes, plural, one {# minute} other {# minutes}} while it is open.',
  'people.sign-in-first': 'Nobody is signed in. Sign in first.',
  'people.not-here': 'This person does not work here, or was removed.',
  'people.not-yet': 'This version can’t show a window to sign in yet, so people stay off.',
  'people.already-on': 'People are switched on already. Sign in.',
  'people.name-taken':
    '{name} is or was the name of a person here. Choose one that can’t be mistaken for it.',
  'people.last-administrator':
    'This is the only administrator. Make somebody else an administrator first.',
  'people.left-meanwhile':
    'You were signed out before this was over. It may have been done: sign in and look.',
  'people.notice-while-locked': 'Something needs a person. Sign in to see it.',
  'people.switch-on-question': 'Switch people on?',
  'people.switch-on-detail':
    '{name} becomes the first administrator. From then on nobody uses Paydesk without signing in, and nobody but an administrator adds people. If the only administrator forgets the passphrase, nobody can.',
  'people.switch-on': 'Switch on',
  'people.others-may': '{right}: this takes the role {roles}. Ask {names}.',
  'people.nobody-may':
    '{right}: this takes the role {roles}, which nobody here has. An administrator can give it.',
} as const
