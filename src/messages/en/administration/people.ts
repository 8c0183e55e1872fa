// People: who works here, their roles and rights, signing in.
export const people = {
  'people.right-export': 'Export lists, reports and the log',
  'people.right-verify': 'Verify the log',
  'people.right-approve': 'Approve',
  'people.right-resolve': 'Resolve a request by hand',
  'people.right-resume-money': 'Let money move after a stop',
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
    'Approves what is above a limit, resolves requests by hand and lets money move again after a stop. Sends nothing.',
  'people.role-auditor': 'Auditor',
  'people.role-auditor-about': 'Reads, verifies and exports the log. Changes nothing.',
  'people.role-administrator': 'Administrator',
  'people.role-administrator-about':
    'Adds and removes people, changes connections and keys. Sends no payment.',
  'people.passphrase-short': 'At least {least} characters. Some unrelated words are easy to keep.',
  'people.enter-passphrase': 'Enter the passphrase.',
  'people.enter-name': 'Enter the name.',
  'people.choose-role': 'Choose at least one role.',
  'people.key-not-kept': 'The keychain did not keep the key as it was made. Nothing was changed.',
  'people.key-unreadable':
    'The keychain’s entry for this person is not their key. An administrator can give them a new one.',
  'people.roll-changed':
    'The keychain remembers other statements about the people who work here than the ledger holds. Something other than Paydesk changed the ledger, or an older copy of it was put back, so nobody can sign in. Put the newest copy back, or choose “Recover administrator access…”.',
  'people.statement-broken':
    'Statement {number} about the people who work here is not signed by an administrator. Something other than Paydesk wrote it, so nobody can sign in.',
  'people.statement-refused':
    'This change to the people who work here was not accepted. Somebody else changed them in the meantime, or no administrator would be left.',
  'people.needs-a-keychain':
    'People need this computer’s keychain, where their keys are kept. It can’t be used now. Start or unlock it, then try again.',
  'people.passphrase-wrong':
    'The passphrase is wrong. {left, plural, one {# try is} other {# tries are}} left before a wait of 30 minutes.',
  'people.locked-out':
    'The passphrase was wrong ten times. Paydesk takes no more tries for {minutes, plural, one {# minute} other {# minutes}} while it is open.',
  'people.sign-in-first': 'Nobody is signed in. Sign in first.',
  'people.not-here': 'This person does not work here, or was removed.',
  'people.already-on': 'Sign-in is on already. Sign in.',
  'people.name-taken':
    '{name} is or was the name of a person here. Choose one that can’t be mistaken for it.',
  'people.last-administrator':
    'This is the only administrator. Make somebody else an administrator first.',
  'people.left-meanwhile':
    'You were signed out before this was over. It may have been done: sign in and look.',
  'people.notice-while-locked': 'Something needs a person. Sign in to see it.',
  'people.switch-on-question': 'Turn on sign-in?',
  'people.switch-on-detail':
    '{name} becomes the first administrator. From then on nobody uses Paydesk without signing in, and nobody but an administrator adds people. If the only administrator forgets the passphrase, nobody can for three days.',
  'people.switch-on': 'Turn on',
  'people.not-on': 'Sign-in is off. Turn on sign-in first.',
  'people.recover-question': 'Ask to become an administrator?',
  'people.recover-detail':
    '{name} may become an administrator in {hours} hours, if no administrator signs in before that. Everybody at the sign-in screen sees it, and the audit log keeps it.',
  'people.recover-go': 'Ask',
  'people.nobody-asked':
    'Nobody has asked to become an administrator, or an administrator signed in.',
  'people.asked-already':
    'Somebody asked already, and has their turn until {time}. After that, ask again.',
  'people.not-yet': 'This is possible from {time} on.',
  'people.recover-dots': 'Recover administrator access…',
  'people.become-administrator': 'Become an administrator',
  'people.recover-about':
    'For the case that every administrator is gone or has forgotten the passphrase. It takes three days, so that an administrator who is there can sign in, which ends it. What you choose here is your name and passphrase as an administrator.',
  'people.asked-to-take-over': '{name} asked to become an administrator',
  'people.asked-to-take-over-from':
    'This is possible from {time} on. An administrator who signs in before that ends it.',
  'people.may-take-over': 'No administrator signed in for three days. {name} may become one now.',
  'people.become-administrator-dots': 'Become an administrator…',
  'people.take-over-about': 'Enter the passphrase that you chose when you asked.',
  'people.others-may':
    'For “{right}” you need the role {roles}. Ask {names} to do it, or an administrator for the role.',
  'people.nobody-may':
    'For “{right}” you need the role {roles}, which nobody here has. An administrator can give it.',
  'people.people': 'People',
  'people.people-dots': 'People…',
  'people.people-and-rights': 'People and rights',
  'people.command-also': 'people roles rights sign in lock passphrase administrator',
  'people.about': 'Who works with Paydesk on this computer, and what each may do.',
  'people.open-people': 'Open People',
  'people.are-off': 'Sign-in is off',
  'people.off-about':
    'Anyone who uses this computer account can do everything, and the audit log names the account. With sign-in on, each person signs in with their own passphrase, has roles, and Paydesk locks when they step away.',
  'people.off-protects-not':
    'A passphrase protects against somebody who sits down at an unlocked computer. It doesn’t protect against somebody who controls this account of the computer and runs other programs.',
  'people.first-administrator': 'The first administrator',
  'people.switch-on-about':
    'You become the first administrator: you add people and change connections, and send no payments until you give yourself another role. If the only administrator forgets the passphrase, it takes three days until another can be made, so make a second one soon.',
  'people.switch-on-dots': 'Turn on sign-in…',
  'people.add-a-person': 'Add a person',
  'people.add-a-person-dots': 'Add a person…',
  'people.add-about':
    'The person types a passphrase here, or you type one for them. Confirm with your own passphrase.',
  'people.add': 'Add',
  'people.roles-of': 'Roles of {name}',
  'people.roles-about': 'They apply from now on, also to people who are signed in.',
  'people.new-passphrase-of': 'New passphrase for {name}',
  'people.new-key-about':
    'For somebody who forgot their passphrase. They get a new key with it, and Paydesk tells the new key from the old one.',
  'people.remove-name': 'Remove {name}',
  'people.remove-about':
    'They can’t sign in any more, and their key is deleted. What they did stays in the audit log. Nobody else gets this name.',
  'people.remove-go': 'Remove',
  'people.lock-after': 'Lock when nobody is here',
  'people.lock-after-minutes': 'Lock after {minutes, plural, one {# minute} other {# minutes}}…',
  'people.idle-about':
    'The desk also locks when the computer sleeps or its screen is locked. What was confirmed goes on.',
  'people.change-my-passphrase': 'Change my passphrase',
  'people.change-my-passphrase-dots': 'Change my passphrase…',
  'people.own-passphrase-about': 'Your key stays the same.',
  'people.passphrases-differ': 'The two passphrases differ. Type the same one twice.',
  'people.name-hint':
    'The name by which colleagues know the person. The audit log keeps it forever.',
  'people.minutes': 'Minutes',
  'people.minutes-hint': 'From 1 to 15.',
  'people.passphrase': 'Passphrase',
  'people.new-passphrase': 'New passphrase',
  'people.new-passphrase-dots': 'New passphrase…',
  'people.first-passphrase': 'Their passphrase',
  'people.first-passphrase-hint':
    'At least 12 characters. The person can change it after signing in.',
  'people.passphrase-hint': 'At least 12 characters. Some unrelated words are easy to keep.',
  'people.passphrase-again': 'Repeat their passphrase',
  'people.my-passphrase': 'My passphrase',
  'people.own-hint': 'Your key signs this change.',
  'people.person': 'Person',
  'people.role': 'Role',
  'people.roles': 'Roles',
  'people.roles-dots': 'Roles…',
  'people.who-works-here': 'Who works here',
  'people.since': 'Since',
  'people.count': '{count, plural, one {# person} other {# people}}',
  'people.signed-by': 'Signed by',
  'people.key': 'Key',
  'people.changes': 'Changes',
  'people.you': 'You',
  'people.removed': 'Removed',
  'people.your-rights': 'Your rights',
  'people.my-roles': '{name}: {roles}',
  'people.whom-to-ask': 'Each says which role it takes, and whom to ask.',
  'people.may-count': 'Allowed ({count})',
  'people.may-not-count': 'Not allowed ({count})',
  'people.enter-role-name': 'Enter the name of the role.',
  'people.choose-right': 'Choose at least one right.',
  'people.role-taken':
    'There is a role with the name {name}, or with one that looks the same. Choose another name.',
  'people.name-unseen':
    'The name has a character that nobody can see (U+{code}), perhaps from pasted text. Type the name by hand.',
  'people.named-like-a-role':
    '{name} is the name of a role that is always here. Choose one that can’t be mistaken for it.',
  'people.named-like-paydesk':
    'In the audit log this name stands for Paydesk itself. Enter another name for the person.',
  'people.role-in-use':
    'This role can’t be removed, because {names} {count, plural, one {has} other {have}} it. Give them another role first.',
  'people.no-such-role': 'There is no such role any more. Look at the list of roles.',
  'people.add-role': 'Add a role',
  'people.add-role-dots': 'Add a role…',
  'people.change-role': 'Change the role',
  'people.change-role-dots': 'Change…',
  'people.role-fields-about':
    'A role of this computer gives exactly the rights that you choose. They count from the next step on, also for people who are signed in. Only administrators decide who works here. For requests of money, the strictest limit of Payments and Payouts holds.',
  'people.remove-role': 'Remove the role',
  'people.remove-role-about':
    'A role that somebody has can’t be removed. What was done under it stays in the audit log.',
  'people.remove-role-dots': 'Remove…',
  'people.role-of-this-computer': 'Role of this computer',
  'people.rights': 'Rights',
  'people.roles-and-rights': 'Roles, and what each may do',
  'people.count-rights': 'All rights ({count})',
  'people.sign-in': 'Sign in',
  'people.locked': 'Locked',
  'people.lock': 'Lock',
  'people.lock-name': 'Signed in: {name}. Lock Paydesk.',
  'people.locked-asked': 'You locked Paydesk.',
  'people.locked-idle':
    'Nobody pressed anything for {minutes, plural, one {# minute} other {# minutes}}. What was confirmed went on.',
  'people.locked-suspend': 'The computer was asleep.',
  'people.locked-screen': 'The screen of the computer was locked.',
  'people.nobody-can-sign-in': 'Nobody can sign in now',
  'people.not-signed-in': 'Not signed in',
  'people.nothing-changed': 'Nothing was changed',
  'people.forgotten-hint':
    'Forgotten? An administrator can give you a new passphrase. After ten wrong tries, Paydesk waits 30 minutes.',
  'people.why-not': 'Why this is not possible',
  'people.not-yours': 'You need another role',
  'people.only-to-read': 'Read only',
  'people.elsewhere': 'Key elsewhere',
  'people.add-elsewhere': 'Add a person at another computer',
  'people.add-elsewhere-dots': 'Add a person at another computer…',
  'people.add-elsewhere-about':
    'They approve on their own computer, and don’t sign in here. On their computer, People shows their public key under “My public key”. After adding it, compare the fingerprint by telephone: both screens must show the same.',
  'people.public-key': 'Public key',
  'people.public-key-hint': 'It begins with PDK1-.',
  'people.my-public-key': 'My public key',
  'people.my-key-about':
    'With it, an administrator at another computer adds you there as somebody who approves from here. It opens nothing by itself.',
  'people.fingerprint': 'Fingerprint, to compare by telephone',
  'people.sign-for-another-computer': 'Sign a request of another computer',
  'people.key-is-elsewhere':
    'The key of {name} is on another computer, so nobody signs in with it here. Their approvals count here: open the approval file that they saved.',
  'people.paste-public-key': 'Paste the public key that the other computer shows.',
  'people.not-a-public-key':
    'This is not a public key as Paydesk shows it. Copy all of it, from “PDK1-” to the last check digit.',
  'people.key-mistyped': 'The check digits don’t fit: a part of the key is missing or changed.',
  'people.key-is-weak': 'This is no key: anybody could sign in its name. Nothing was added.',
  'people.key-taken': 'This key is or was the key of {name}. Each person has a key of their own.',
  'people.no-administrator-elsewhere':
    'An administrator signs in on this computer. Choose other roles for somebody whose key is elsewhere.',
} as const
