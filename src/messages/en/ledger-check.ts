// English sentences about the check of the ledger against its log.
export const ledgerCheck = {
  'the-ledger-is-being-checked':
    'Paydesk is checking the ledger against its log. Nothing was sent or saved. Try again in a moment.',
  'the-ledger-could-not-be-checked':
    'Paydesk could not check the ledger against its log. Nothing was sent or saved. Try again; if this stays so, close Paydesk and open it again.',
  'the-audit-log-was-changed': 'The audit log was changed by something other than Paydesk. {why}',
  'tables-not-from-log': 'Its tables can’t be made from the log ({broken}).',
  'the-ledger-was-put-right':
    'The ledger was changed by something other than Paydesk: {named}. Paydesk put this right from its log. Check what was sent and paid since, then explain why it is safe to resume.',
  'a-row-was-taken-out': '{what} {name} was removed',
  'a-row-was-put-in': '{what} {name} was added',
  'a-row-was-changed': '{what} {name} was changed ({columns})',
  'more-rows': '{rest} more',
  'a-connection': 'connection',
  'a-key': 'key',
  'memory-of-updates': 'memory of updates',
  'a-word-of-the-gateway': 'word of the gateway',
  'a-stopped-subscription': 'stopped subscription',
  'a-version-of-a-recipient': 'version of recipient',
  'an-order': 'order',
  'an-answer-of-the-gateway': 'answer of the gateway',
  'a-note': 'note',
  'a-tag': 'tag',
  'a-clearance': 'clearance',
  'a-request': 'request',
  'an-event-of-money': 'event of money',
  'entry-carries-no-proof':
    'Entry {from} of the audit log carries no proof: it was written while the key was out of reach, or by something other than Paydesk. Read it in the audit log, then explain why it is safe to resume.',
  'entries-carry-no-proof':
    'Entries {from} to {until} of the audit log carry no proof: they were written while the key was out of reach, or by something other than Paydesk. Read them in the audit log, then explain why it is safe to resume.',
  'entry-carries-a-proof-of-another-key':
    'Entry {from} of the audit log carries a proof that Paydesk’s key did not make: something else wrote it. Read it in the audit log, then explain why it is safe to resume.',
  'entries-carry-a-proof-of-another-key':
    'Entries {from} to {until} of the audit log carry proofs that Paydesk’s key did not make: something else wrote them. Read them in the audit log, then explain why it is safe to resume.',
  'the-key-that-proves-entries-is-no-longer-there':
    'The key that proves entries of the audit log is no longer in the keychain, so nobody can say whether something else wrote them.',
  'the-keychain-did-not-keep-the-key-that-proves':
    'The keychain did not keep the key that proves entries of the audit log.',
  'what-the-keychain-holds-to-prove-entries':
    'The keychain’s entry for proving entries of the audit log is not a key.',
  'the-key-that-proves-entries-is-out-of-reach':
    'The key that proves entries of the audit log is out of reach, so nobody can say whether something else wrote some of them.',
  'a-pack-is-signed-only-when-it-is-proven':
    'No evidence pack was signed: not everything in it is as Paydesk wrote it. {why}',
} as const
