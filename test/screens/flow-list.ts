// What people do with Paydesk, as data: each flow is played in the real window by exactly one test
// and ends in the sandbox's own books. test/flows.test.ts holds this list against the tests, the
// operation table and docs/flows.md; flow.ts plays by it.
import type { OperationId } from '#shared/gateway/operations/index.ts'

export interface Flow {
  title: string
  /** Operations the person asks for on the way. */
  asks: readonly OperationId[]
  /** Played with keys alone: no mouse, nothing filled in behind the keyboard's back. */
  isByKeys?: true
}

const list = {
  'look-up-by-order-id': { title: 'Find an order by the gateway’s order ID', asks: ['status'] },
  'look-up-by-merchant-id': {
    title: 'Find an order by the merchant order ID; Paydesk finds out which kind of ID it is',
    asks: ['status'],
  },
  'look-up-of-nothing': {
    title: 'Look up an order that does not exist; read the gateway’s words, with the typed ID kept',
    asks: ['status'],
  },
  'look-up-while-gateway-is-ill': {
    title: 'Look up an order while the gateway gives no readable answer, then look it up again',
    asks: ['status'],
  },
  'look-up-everywhere': {
    title: 'Ask all connections for one order; each answer stands under its connection’s name',
    asks: ['status'],
  },
  'look-up-everywhere-of-nothing': {
    title: 'Ask all connections for an order that none of them has, with the typed ID kept',
    asks: ['status'],
  },
  'pasted-list-read': {
    title: 'Paste a list of IDs and see what was read from it before the gateway is asked',
    asks: [],
  },
  'pasted-list-stopped': {
    title: 'Look up a pasted list of 300 IDs, watch it from another screen, and stop it',
    asks: ['status'],
  },
  'pasted-list-finished': {
    title: 'Continue a stopped list with a failing gateway; only failed IDs are asked again',
    asks: ['status'],
  },
  'pasted-list-saved': { title: 'Save and copy the results of a pasted list', asks: [] },
  'order-found-in-the-list': {
    title: 'Find an order again by what the gateway said about it',
    asks: [],
  },
  'list-walked-with-arrows': {
    title: 'Move through the list of orders with the arrow keys',
    asks: [],
  },
  'list-steps-back': { title: 'Filter the list, and step back and forward', asks: [] },
  'list-columns': { title: 'Choose the list’s columns and their order', asks: [] },
  'list-view-saved': {
    title: 'Save filters and columns of the list as a view, and find it after a restart',
    asks: [],
  },
  'list-view-renamed': { title: 'Rename a view, delete it, and undo the deletion', asks: [] },
  'every-action-or-its-reason': {
    title: 'Read on every practice order which actions are possible, and why others are not',
    asks: ['status'],
  },

  'note-and-tag': {
    title: 'Keep a note and a tag on an order; an unfinished note survives other screens',
    asks: [],
  },
  'note-with-a-card-number': {
    title: 'Write a note with a card number; Paydesk refuses it',
    asks: [],
  },
  'tag-taken-away': { title: 'Remove a tag', asks: [] },
  'decline-beside-the-status': {
    title: 'Refund twice: the second refund is declined, and the order’s status stays',
    asks: ['return'],
  },
  'made-from-an-order': {
    title: 'Save the card of an order, and find the card among the order’s related records',
    asks: ['create-card-ref'],
  },
  'evidence-pack': {
    title: 'Make an order’s evidence pack; the test reads its PDF and checks its seals',
    asks: [],
  },

  'return-of-a-part': { title: 'Refund a part, and see what remains', asks: ['return'] },
  'return-of-the-rest': {
    title: 'Refund all that remains after a first part',
    asks: ['return'],
  },
  'return-where-the-rest-is-unknown': {
    title: 'Type the amount where Paydesk can’t know what is left',
    asks: ['return'],
  },
  'return-of-one-reading': {
    title: 'Type an amount that can be read in two ways, choose one, and refund it',
    asks: ['return'],
  },
  'return-in-yen': { title: 'Refund in a currency without decimals', asks: ['return'] },
  'return-in-dinar': { title: 'Refund in a currency with three decimals', asks: ['return'] },
  'return-declined': {
    title: 'See the gateway decline a refund; the money is as before',
    asks: ['return'],
  },
  'return-refused': {
    title: 'See the gateway refuse a refund in its own words; the form is as before',
    asks: ['return'],
  },
  'return-given-up-at-the-review': {
    title: 'Leave a review: nothing is sent, and the typed text stays',
    asks: ['return'],
  },
  'release-of-a-hold': { title: 'Release a hold', asks: ['return'] },
  'capture-of-a-part': {
    title: 'Capture a part of a hold, and see the rest still held',
    asks: ['capture'],
  },
  'capture-of-a-hold-begun-elsewhere': {
    title: 'Capture more of a hold that began outside Paydesk',
    asks: ['capture'],
  },
  'void-of-a-hold': { title: 'Void a hold', asks: ['void'] },

  'give-back-as-a-return': {
    title: 'Refund or release, guided: captured money is refunded, and the remainder is shown',
    asks: ['return'],
  },
  'give-back-as-a-void': {
    title: 'Refund or release, guided: a hold is voided',
    asks: ['void'],
  },
  'give-back-as-the-connection-says': {
    title:
      'Refund or release, guided: the connection’s setting picks the way and asks for a reason',
    asks: ['return'],
  },
  'give-back-of-what-was-captured': {
    title: 'Capture a part of a hold, then refund it, guided',
    asks: ['capture', 'return'],
  },

  'one-confirmation-used-often': {
    title: 'Double-click the confirm button while a script confirms fifty times',
    asks: ['return'],
  },
  'one-confirmation-fifty-times-at-once': {
    title: 'Confirm fifty times at once, before any answer',
    asks: ['return'],
  },
  'reload-while-sending': {
    title: 'Reload the window while a refund is being sent',
    asks: ['return'],
  },
  'double-click-on-send': { title: 'Double-click the confirm button', asks: ['return'] },
  'double-click-on-review': { title: 'Double-click Review', asks: ['return'] },

  'undo-by-escape': {
    title: 'Undo a confirmed refund during the countdown; the form comes back as before',
    asks: ['return'],
  },
  'undo-on-another-screen': {
    title: 'Undo a confirmed refund from another screen, after a reload',
    asks: ['return'],
  },
  'undo-of-a-payout': {
    title: 'Undo a confirmed payout from the bar; return to its page while another payout waits',
    asks: ['payout'],
  },
  'sent-without-waiting': { title: 'Press Send now twice: one refund is sent', asks: ['return'] },
  'undo-time-over': {
    title: 'Let the countdown end: one refund is sent, however often it was confirmed',
    asks: ['return'],
  },
  'undo-switched-off': {
    title: 'Switch off the countdown of a connection; a confirmed request is sent at once',
    asks: ['return'],
  },
  'killed-while-it-waits': {
    title: 'Paydesk is killed during the countdown of a refund: the refund is never sent',
    asks: ['return'],
  },

  'reset-after-a-return': {
    title: 'The connection breaks after the gateway carried out a refund',
    asks: ['return'],
  },
  'http-500-after-a-return': {
    title: 'The gateway carries out a refund and answers with HTTP 500',
    asks: ['return'],
  },
  'time-out-after-a-return': {
    title: 'The gateway carries out a refund, and its answer never comes',
    asks: ['return'],
  },
  'reset-before-a-return': {
    title: 'The connection breaks before the gateway carries out a refund',
    asks: ['return'],
  },
  'conflict-cleared-by-hand': {
    title:
      'The gateway shows a refund that it had refused; a person checks and clears the conflict',
    asks: ['return'],
  },
  'killed-while-sending': {
    title: 'Paydesk is killed while it waits for the answer to a refund',
    asks: ['return'],
  },
  'no-keychain': { title: 'Work without a keychain', asks: ['return'] },
  'display-without-d-bus': {
    title: 'Practise on a display without D-Bus, where the keychain can’t start',
    asks: ['return'],
  },
  'keychain-never-unlocked': {
    title: 'Practise while the keychain stays locked; production stays stopped',
    asks: ['return'],
  },
  'locked-keychain': { title: 'Unlock a locked keychain, and go on working', asks: ['return'] },
  'wrong-control-key': { title: 'Find out that the control key is wrong', asks: ['status'] },
  'key-of-another-program': {
    title: 'Go on after another program changed the keychain; its key signs nothing',
    asks: ['status'],
  },

  'payout-to-an-account': {
    title: 'Pay out to a bank account, and follow the payout to its end',
    asks: ['payout'],
  },
  'payout-with-a-lost-answer': {
    title: 'Pay out, lose the answer, and see the payout resolved',
    asks: ['payout'],
  },
  'payout-checked-then-paid': {
    title: 'Check a payout, then pay exactly what was checked',
    asks: ['payout-check', 'payout-pay'],
  },
  'payout-sent-twice-on-purpose': {
    title: 'Repeat a payout: see the earlier payout first, then send a second one',
    asks: ['payout'],
  },
  'payout-to-a-wallet': {
    title: 'Pay out to an e-wallet; the payout is in progress until the gateway confirms it',
    asks: ['payout'],
  },
  'payout-to-a-saved-recipient': { title: 'Pay out to a saved recipient', asks: ['payout'] },
  'payout-to-a-changed-recipient': {
    title: 'See that a recipient changed since the last payout',
    asks: ['payout'],
  },
  'payout-to-a-recipient-checked-then-paid': {
    title: 'Check a payout to a saved recipient, then pay it',
    asks: ['payout-check', 'payout-pay'],
  },
  'payout-by-link': {
    title: 'Make a payout link; the recipient enters the account',
    asks: ['payout-form'],
  },
  'sale-by-link': { title: 'Create a link to a sale, and see it used', asks: ['sale-form'] },
  'hold-by-link': { title: 'Create a link to a hold, and see it used', asks: ['preauth-form'] },
  'any-payment-by-link': {
    title: 'Create a link to the universal payment form, and see it used',
    asks: ['payment-form'],
  },
  'card-check-by-link': {
    title: 'Create a link to a card check, and see it used',
    asks: ['account-verification-form'],
  },
  'card-kept-and-charged': {
    title: 'Save a card, read its details, charge it again',
    asks: ['create-card-ref', 'get-card-info', 'make-rebill'],
  },
  'card-kept-with-the-rsa-key': {
    title: 'Save a card with a request signed by the RSA key',
    asks: ['create-card-ref-v4'],
  },
  'payout-to-a-kept-card': { title: 'Pay out to a kept card', asks: ['payout'] },
  'sale-by-typed-card': { title: 'Type a card, and charge it', asks: ['sale'] },
  'hold-by-typed-card': { title: 'Type a card, and hold an amount on it', asks: ['preauth'] },
  'sale-by-typed-card-to-be-checked': {
    title: 'Type a card whose bank asks the customer first (3-D Secure)',
    asks: ['sale'],
  },
  'card-check-by-typed-card': {
    title: 'Type a card, and check it',
    asks: ['account-verification'],
  },
  'payout-to-a-typed-card': {
    title: 'Type a card number, and pay out to that card',
    asks: ['payout'],
  },
  'subscription-created': {
    title: 'Create a subscription, with its payment days in view',
    asks: ['create-recurring-payment'],
  },
  'subscription-payment-taken': {
    title: 'Charge a subscription once; the register shows it with its order',
    asks: ['process-recurring-payment'],
  },
  'subscription-changed': {
    title: 'Change a subscription, and see its next payment changed',
    asks: ['update-recurring-payment'],
  },
  'transfer-between-cards': {
    title: 'Move money from one card to another',
    asks: ['transfer', 'pan-eligibility-send'],
  },

  'secure3d-method-then-challenge': {
    title: 'Submit the method result in time, then the challenge response',
    asks: ['upload-method-url-result', 'upload-cres-result'],
  },
  'secure3d-method-alone': {
    title: 'Submit that there was no method address; the payer has nothing to confirm',
    asks: ['upload-method-url-result'],
  },
  'secure3d-method-too-late': {
    title: 'Submit the method result after ten seconds: Y is refused, N is accepted',
    asks: ['upload-method-url-result'],
  },
  'secure3d-challenge': { title: 'Submit a challenge response', asks: ['upload-cres-result'] },
  'secure3d-first-version': { title: 'Submit a PaRes', asks: ['upload-pares-result'] },
  'secure3d-lost-answer': {
    title: 'Lose the answer to a challenge response; the order’s status resolves it',
    asks: ['upload-cres-result'],
  },

  'connection-added-and-tested': {
    title: 'Set up a connection; its test says that the key is wrong; correct the key',
    asks: [],
  },
  'rsa-key-made': {
    title: 'Make an RSA key pair, save its public key, and use it when the gateway knows it',
    asks: ['payout-check'],
  },
  'rsa-key-imported': { title: 'Import a private key, and use it', asks: ['payout-check'] },
  'computer-set-up-from-a-file': {
    title: 'Save a set-up file, read all of it on another computer, and take it in',
    asks: ['status'],
  },
  'backups-in-a-second-folder': {
    title: 'Keep backups in a second folder as well, and hear when it is gone',
    asks: [],
  },
  'computer-moved': {
    title: 'Save this computer into one file, open the file on another one, and go on there',
    asks: ['return', 'status'],
  },
  'keys-rotated': {
    title: 'Rotate the RSA key and the control key by the guide’s page, with refunds in between',
    asks: ['return', 'status'],
  },
  'gateway-down-and-up-again': {
    title:
      'Find the gateway down with a refund on the form; send the refund once the gateway is back',
    asks: ['return'],
  },
  'signature-of-a-sent-request': {
    title: 'See how a sent refund was signed',
    asks: ['return'],
  },
  'signature-of-a-draft': { title: 'See how a draft would be signed', asks: [] },
  'connection-removed': { title: 'Remove a connection by typing its name', asks: [] },
  'copy-restored': {
    title: 'Restore a copy of the ledger; a request that the copy lacks is not sent again',
    asks: ['return'],
  },
  'money-stopped-and-resumed': {
    title: 'Start on an old copy of the ledger: money stops until a person says why to go on',
    asks: ['return'],
  },

  'unknown-resolved-by-hand': {
    title: 'Resolve a payout that left no trace, from the list of open requests',
    asks: ['payout'],
  },
  'sent-again-under-its-id': {
    title: 'Repeat a payout that was resolved as not carried out, under the same merchant order ID',
    asks: ['payout'],
  },

  'callback-checked': {
    title: 'Check a pasted callback; only the status is believed',
    asks: ['status'],
  },

  'log-verified': { title: 'Verify the audit log', asks: [] },
  'log-exported': { title: 'Export the audit log; both offline verifiers verify it', asks: [] },
  'log-exported-in-part': {
    title: 'Export a filtered part of the log; the export still verifies',
    asks: [],
  },
  'log-filtered': { title: 'Find entries of the audit log', asks: [] },

  'refund-from-a-row': {
    title: 'Refund a part from a row of the list; the row stays in view',
    asks: ['return'],
  },
  'keys-refund-in-few': {
    title: 'Find an order and refund a part, with five keys besides its ID and the amount',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-refund-from-a-row': {
    title: 'Open the refund of a row, leave it, find the typed text again, confirm, and undo',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-refund-from-the-pane': {
    title: 'Go to an order in a wide window, and refund a part from the pane beside the list',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-return': {
    title: 'Look up an order, and refund a part',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-nothing-sent': {
    title: 'Leave the review and the form by Escape',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-capture': {
    title: 'Look up a hold, and capture a part',
    asks: ['capture'],
    isByKeys: true,
  },
  'keys-give-back': {
    title: 'Refund through the chooser, and send without waiting',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-capture-undone': {
    title: 'Capture a part of a hold, undo it, and capture again',
    asks: ['capture'],
    isByKeys: true,
  },
  'keys-payout': { title: 'Pay out to a bank account', asks: ['payout'], isByKeys: true },
  'keys-log': { title: 'Filter, open and verify the audit log', asks: [], isByKeys: true },
  'keys-resolve': {
    title: 'Resolve an unknown outcome by hand, with a reason',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-clear-contradiction': {
    title: 'Clear answers that contradict each other, with a reason',
    asks: ['status'],
    isByKeys: true,
  },
  'keys-clear-chargeback': {
    title: 'Clear a chargeback that is over, with a reason',
    asks: ['status'],
    isByKeys: true,
  },
  'keys-people-switched-on': {
    title: 'Turn on sign-in, add one, lock the desk, and sign in again',
    asks: [],
    isByKeys: true,
  },
  'keys-approval': {
    title: 'Ask for the approval of a refund above a limit, approve it, and send it',
    asks: ['status', 'return'],
    isByKeys: true,
  },
  'keys-approval-file': {
    title: 'Have a refund above a limit approved at another computer, by a file, and send it',
    asks: ['status', 'return'],
    isByKeys: true,
  },
  'approval-file-refused': {
    title: 'Open approval files that count no more, or that were signed already',
    asks: ['status'],
  },
  'run-approved': {
    title: 'Ask for the approval of a run above a limit, approve its rows, and send it',
    asks: ['status', 'return'],
  },
  'approval-refused': {
    title: 'Refuse a request above a limit, with a reason that whoever asked reads',
    asks: ['status'],
  },
  'people-lock-and-rights': {
    title: 'Work as somebody with few rights: what is not possible says why and whom to ask',
    asks: ['status'],
  },
  'people-to-first-approval': {
    title: 'Turn on sign-in and get to the first approved refund, in under three minutes',
    asks: ['return', 'status'],
  },
  'people-after-a-restart': {
    title: 'Sign in after a restart, and remove a person',
    asks: [],
  },
  'people-no-administrator': {
    title: 'Ask to become an administrator where none can sign in; one who signs in ends it',
    asks: [],
  },
} as const satisfies Record<string, Flow>

export type FlowId = keyof typeof list
export const flows: Readonly<Record<FlowId, Flow>> = list
