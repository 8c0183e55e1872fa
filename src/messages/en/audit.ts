// English sentences about signing and verifying the audit log, and what its entries are about.
export const audit = {
  'the-key-that-signs-the-audit-log-is-no':
    'The key that signs the audit log is no longer in the keychain. Restore it, or resume with a new one.',
  'the-keychain-did-not-keep-the-key-that-signs':
    'The keychain did not keep the key that signs the audit log.',
  'what-the-keychain-holds-for-the-audit-log-is':
    'The keychain’s entry for the audit log is not an Ed25519 key.',
  'the-keychain-holds-another-key-than-the-one-that':
    'The key in the keychain is not the one that signed this audit log.',
  'is-signed-with-another-key': 'is signed with a different key',
  'doesnt-follow-from-the-one-before-it': 'doesn’t follow from the one before it',
  'the-log-contradicts-its-checkpoint-at-size':
    'The log contradicts its checkpoint at {size}. Paydesk does not sign it again.',
  'the-checkpoint-at-size-is-not-signed-with-this':
    'The checkpoint at {size} is not signed with this key. Paydesk does not sign over it.',
  'the-audit-log-has-grown-from-entry-size-on': 'The audit log has grown from entry {size} on.',
  'the-keychain-holds-no-mark-of-the-audit-log': 'The keychain holds no mark of the audit log yet.',
  'requests-were-sent-from-this-ledger':
    'Requests were sent from this ledger, but neither the lock file beside it nor the keychain says how far it had come.',
  'requests-were-sent-from-this-ledger-and-its-log':
    'Requests were sent from this ledger and its log was signed, but the keychain holds no mark of it. The mark was removed, or it could never be written.',
  'the-checkpoint-of-the-audit-log-at-entry-unreadable-at':
    'The checkpoint of the audit log at entry {unreadableAt} can’t be read.',
  'the-mark-of-the-audit-log-in-the-keychain':
    'The mark of the audit log in the keychain can’t be read.',
  'the-audit-log-was-signed-at-entry-size':
    'The audit log was signed at entry {size}, and that checkpoint is gone.',
  'this-is-another-audit-log':
    'This is another audit log ({logId}) than the one last used here ({lastLogId}).',
  'entry-size-of-the-audit-log-is-not-the':
    'Entry {size} of the audit log is not the one that was marked. Its history was changed.',
  'entries-size-to-reached-are': 'Entries {size} to {reached} are',
  'the-audit-log-ends-at-entry-size':
    'The audit log ends at entry {size}, but it had reached {reached}. This is an old copy of the ledger. {missing} missing.',
  'entries-appended-to-the-audit-log-while-paydesk-was':
    '{entries} appended to the audit log while Paydesk was closed. Paydesk did not write them. Read them in the audit log.',
  'entries-after-to-last-were': 'Entries {after} to {last} were',
  'this-computer-has-no-keychain-that-answers': 'No keychain on this computer answers.',
  'paydesk-asks-the-keychain-again-by-itself': 'Paydesk tries the keychain again automatically.',
  'the-audit-log-could-not-be-compared-with-its-mark':
    'The audit log could not be compared with the mark in the keychain, so an old copy of the ledger would not be noticed. {why}',
  'the-mark-of-the-audit-log-could-not-be':
    'The mark of the audit log could not be written to the keychain, so a copy of the whole folder that is put back would not be noticed. {why} Paydesk tries again automatically.',
  'another-paydesk-marked-the-keychain':
    'Another Paydesk uses a copy of this ledger with the same keychain. Close that one.',
  'the-keychain-could-not-say-how-far-the-log-has-come':
    'The keychain could not say how far the log has come: {why}',
  'the-newest-entries-could-not-be-signed': 'The newest entries could not be signed.',
  'the-keychain-is-slow': 'The keychain is slow.',
  'the-memory-beside-the-ledger-could-not-be-written':
    'The file beside the ledger that remembers what was sent could not be written ({why}).',
  'nothing-is-signed-while-money-is-stopped':
    'Nothing is signed while money is stopped: {stop} Put the newest ledger back, or say under “Resume…” why this one is right. Then try again.',
  'the-key-that-signs-exports-is-in-the-keychain':
    'The key that signs exports is in the keychain, which is locked. Unlock it and try again.',
  'the-log-cant-be-read-after-entry-at': 'The log can’t be read after entry {at}: {failure}.',
  'the-key-that-signs-this-log-is-out-of-reach':
    'The key that signs this log is not available, so the log can’t be verified: {unsigned} of its entries are not signed. {why}',
  'the-checkpoint-at-entry-size-has-a-wrong-signature':
    'The checkpoint at entry {size} has a wrong signature.',
  'entry-seq-is-missing': 'Entry {seq} is missing; entry {at} follows.',
  'the-text-of-entry-seq-was-changed': 'The text of entry {seq} was changed.',
  'entry-seq-doesnt-follow-from-the-one-before-it':
    'Entry {seq} doesn’t follow from the one before it.',
  'entry-seq-shows-another-name-than-it-was-signed':
    'Entry {seq} shows a different {name} from the one it was signed with.',
  'the-log-up-to-entry-seq-is-not-the':
    'The log up to entry {seq} is not the one that was marked in the keychain.',
  'the-checkpoint-is-wrong': 'The checkpoint at entry {size} {why}.',
  'the-log-contradicts-its-signed-checkpoint-at-entry-size':
    'The log contradicts its signed checkpoint at entry {size}: something from entry {signedSize} on was changed.',
  'the-checkpoint-at-entry-size-up-to-which-entries':
    'The checkpoint at entry {size}, up to which entries were archived, is gone.',
  'entry-size-is-not-the-one-that-was-marked':
    'Entry {size} is not the one that was marked in the keychain.',
  'a-checkpoint-stands-at-size': 'A checkpoint stands at {size}, where no entry can be.',
  'the-mark-in-the-keychain-belongs-to-another-log':
    'The mark in the keychain belongs to another log.',
  'the-log-ends-at-entry-entries': 'The log ends at entry {entries}, but it had reached {reached}.',
  'entries-up-to-size-are-gone':
    'Entries up to {size} are gone, and no signed entry says that they were archived.',
  'the-log-is-empty': 'The log is empty.',
  'all-entries-from-start-to-at': 'All entries from {start} to {at}',
  'entries-follow-unsigned': '{entries} follow from each other; none is signed yet.',
  'some-of-these-are-still-here-and-will-be': 'Some of these are still here and will be removed.',
  'entries-up-to-base-were-archived': 'Entries up to {base} were archived, as a signed entry says.',
  'entries-follow-and-checkpoints-agree':
    '{entries} follow from each other; {checkpoints} signed checkpoints agree.',
  'logged-order-look-up': 'Order looked up',
  'logged-order-changed': 'New status',
  'logged-order-evidence': 'Evidence pack created',
  'logged-order-chargeback-cleared': 'Chargeback cleared',
  'logged-order-contradiction-cleared': 'Contradiction of answers cleared',
  'logged-order-noted': 'Note added',
  'logged-order-tagged': 'Tag added',
  'logged-order-untagged': 'Tag removed',
  'logged-attempt-conflict': 'Contradicting answer received',
  'logged-attempt-order-named': 'Order named by the gateway',
  'logged-attempt-looked': 'Request looked up',
  'logged-attempt-conflict-cleared': 'Contradiction cleared by hand',
  'logged-recipient-added': 'Recipient added',
  'logged-recipient-changed': 'Recipient changed',
  'logged-recipient-removed': 'Recipient removed',
  'logged-subscription-stopped': 'Subscription marked as stopped',
  'logged-subscription-running': 'Subscription marked as running',
  'logged-callback-checked': 'Callback checked',
  'logged-notice-seen': 'Event seen by an operator',
  'logged-audit-archived': 'Old entries archived',
  'logged-audit-exported': 'Audit log exported',
  'logged-audit-verified': 'Audit log verified',
  'logged-ledger-backup': 'Ledger backed up',
  'logged-ledger-restore-asked': 'Restore requested',
  'logged-ledger-restore-withdrawn': 'Restore cancelled',
  'logged-ledger-found': 'Ledger changed',
  'logged-ledger-restored': 'Backup restored',
  'logged-look-ups-exported': 'Look-ups exported',
  'logged-look-ups-finished': 'List look-up ended',
  'logged-log-opened': 'Paydesk started',
  'logged-log-closed': 'Paydesk closed',
  'logged-confirmation-declined': 'System dialog cancelled',
  'logged-confirmation-not-asked': 'System dialog refused',
  'logged-connection-created': 'Connection added',
  'logged-connection-changed': 'Connection changed',
  'logged-connection-removed': 'Connection removed',
  'logged-connection-tested': 'Connection tested',
  'logged-key-created': 'Key created',
  'logged-key-exported': 'Public key exported',
  'logged-key-imported': 'Key imported',
  'logged-key-set': 'Key entered',
  'logged-key-removed': 'Key removed',
  'logged-diagnostics-saved': 'Diagnostics exported',
  'logged-clock-went-back': 'This computer’s clock went backwards',
  'logged-update-set': 'Update feed set',
  'logged-update-remembered': 'Update feed remembered',
  'logged-update-refused': 'Update refused',
  'logged-update-installed': 'Update installed',
  'logged-unknown-term-seen': 'New term in an answer',
  'logged-money-resumed': 'Money resumed by hand',
  'logged-request-draft': 'in review',
  'logged-request-approved': 'confirmed',
  'logged-request-expired': 'expired',
  'logged-request-undone': 'undone',
  'logged-request-sending': 'sending',
  'logged-request-not-sent': 'not sent',
  'logged-request-accepted': 'processing',
  'logged-request-rejected': 'refused',
  'logged-request-unknown': 'outcome unknown',
  'logged-request-succeeded': 'succeeded',
  'logged-request-declined': 'declined',
  'logged-request-failed': 'failed',
  'logged-request-resolved-by-hand': 'resolved by hand',
  'hold-released': 'Hold released',
  'logged-release': 'Release hold',
  'logged-asked': 'Asked: {title}',
  'logged-request': '{title}: {state}',
  'belongs-elsewhere': 'belongs to another log',
  'entry-was': 'Entry {seq} was',
  'entry-is': 'Entry {seq} is',
  'all-entries': 'All {count} entries',
  'entry-column-text': 'text',
  'entry-column-number': 'number',
  'entry-column-time': 'time',
  'entry-column-running-time': 'running time',
  'entry-column-actor': 'actor',
  'entry-column-kind': 'kind',
  'entry-column-outcome': 'outcome',
  'entry-column-origin': 'origin',
  'entry-column-subject': 'subject',
  'the-last-rest-are-not-signed-yet': 'The last {rest} are not signed yet.',
} as const
