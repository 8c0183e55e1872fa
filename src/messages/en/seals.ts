// English sentences about the seals of rows that steer money.
export const seals = {
  'version-of-a-recipient': 'version of a recipient',
  'a-row-on-an-order': '{row} on order {order}',
  'the-key-that-seals-the-ledgers-rows-is-no':
    'The key that seals the ledger’s rows is no longer in the keychain, so nobody can say whether they were changed.',
  'the-keychain-did-not-keep-the-key-that-seals':
    'The keychain did not keep the key that seals the ledger’s rows.',
  'what-the-keychain-holds-to-seal-the-ledgers-rows':
    'The keychain’s entry for sealing the ledger’s rows is not a key.',
  'a-pack-is-signed-only-when-it-is-proven':
    'No evidence pack was signed: not everything in it is as Paydesk wrote it. {why}',
  'clearance-on-an-order': 'clearance',
  'clearances-of-orders': 'clearances',
  'answer-of-the-gateway': 'answer of the gateway',
  'answers-of-the-gateway': 'answers of the gateway',
  'is-not-as-paydesk-wrote-it': 'is not as Paydesk wrote it',
  'was-not-written-by-paydesk-with-its-key': 'was not written by Paydesk with its key',
  'look-at-what-is-named':
    'Check what is named, correct what is wrong, then explain why it is safe to resume.',
  'rows-of-the-ledger-were-written-by-something-other':
    'Rows of the ledger were written by something other than Paydesk, or while its key was out of reach: {named}. {goingOn}',
  'the-audit-log-knows-what-the-table-lacks':
    'The audit log knows what the table lacks: {lacking}.',
  'a-row-was-taken-out-or-put-back':
    'A row of the {rows} (table {table}) was removed, or put back as it was before, by something other than Paydesk. Compare the {rows} with the audit log, then explain why it is safe to resume.',
  'the-head-of-the-seals-is-gone':
    'The count of the ledger’s seals is gone. Each row that is there is compared with its own seal and named if it was changed. Nobody can say whether rows were removed together with their seals, or put back as they were before. Compare connections, recipients and requests with the audit log, then explain why it is safe to resume.',
  'the-head-of-the-seals-was-changed-by-something-other':
    'The count of the ledger’s seals was changed by something other than Paydesk. Each row that is there is compared with its own seal and named if it was changed. Nobody can say whether rows were removed together with their seals, or put back as they were before. Compare connections, recipients and requests with the audit log, then explain why it is safe to resume.',
  'the-ledgers-rows-were-sealed-at-entry-sealed-of':
    'The ledger’s rows were sealed at entry {sealed} of the audit log, and the log in this ledger ({size} entries) is not the one from then. Compare both with a copy from before.',
  'entries-were-written-while-the-key-was-out-of-reach':
    '{entries} written while the key that seals the ledger’s rows was out of reach, or by something other than Paydesk. Read them in the audit log.',
  'the-key-that-seals-the-ledgers-rows-is-out':
    'The key that seals the ledger’s rows is out of reach, so nobody can say whether entries of the audit log were added meanwhile.',
  'rows-connections': 'connections',
  'rows-keys': 'keys',
  'rows-recipients': 'saved recipients',
  'rows-requests': 'requests',
  'rows-notes': 'notes',
  'rows-orders': 'orders',
  'rows-tags': 'tags',
  'a-row-differs': 'the {row} (table {table}) {how}',
  'a-row-differs-in': 'the {row} (table {table}: {fields}) {how}',
  'a-row-named': '{row} {name}',
  'row-connection': 'connection',
  'row-key': 'key',
  'row-request': 'request',
  'row-note': 'note',
  'row-order': 'order',
  'row-tag': 'tag',
} as const
