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
  'look-up-by-order-id': { title: 'Find an order by the gateway’s id', asks: ['status'] },
  'look-up-by-merchant-id': {
    title: 'Find an order by the merchant’s own id; its kind is found out',
    asks: ['status'],
  },
  'look-up-of-nothing': {
    title: 'Be told that there is no such order, in the gateway’s words, with what was typed kept',
    asks: ['status'],
  },
  'look-up-while-gateway-is-ill': {
    title: 'Look up while the gateway gives no readable answer, then again',
    asks: ['status'],
  },
  'look-up-everywhere': {
    title: 'Ask all connections for one order; each answer stands under its name',
    asks: ['status'],
  },
  'look-up-everywhere-of-nothing': {
    title:
      'Be told where there is no such order and who can’t be relied on, with what was typed kept',
    asks: ['status'],
  },
  'pasted-list-read': {
    title: 'Paste a list of ids and be told what was read of it before anything is asked',
    asks: [],
  },
  'pasted-list-stopped': {
    title: 'Look up a pasted list of 300, watch it from another screen, and stop it',
    asks: ['status'],
  },
  'pasted-list-finished': {
    title: 'Go on with a stopped list over a failing gateway; only what failed is asked again',
    asks: ['status'],
  },
  'pasted-list-saved': { title: 'Save and copy what a pasted list found', asks: [] },
  'order-found-in-the-list': {
    title: 'Find an order again by what the gateway told of it',
    asks: [],
  },
  'list-walked-with-arrows': { title: 'Walk the list of orders with the arrow keys', asks: [] },
  'list-steps-back': { title: 'Filter the list and step back and forth', asks: [] },
  'list-columns': { title: 'Choose the list’s columns and their order', asks: [] },
  'list-view-saved': {
    title: 'Save how the list is looked at as a view, and find it after a restart',
    asks: [],
  },
  'list-view-renamed': { title: 'Rename a view, delete it and put it back', asks: [] },
  'every-action-or-its-reason': {
    title: 'Read, on every practice order, which actions are possible and why others are not',
    asks: ['status'],
  },

  'note-and-tag': {
    title: 'Keep a note and a tag on an order; half a note stays over other screens',
    asks: [],
  },
  'note-with-a-card-number': { title: 'Have a note with a card number refused', asks: [] },
  'tag-taken-away': { title: 'Take a tag away again', asks: [] },
  'decline-beside-the-status': {
    title: 'See a refund carried out and one declined, beside a status that stays',
    asks: ['return'],
  },
  'made-from-an-order': {
    title: 'Keep the card of an order, and find it among what was made from it',
    asks: ['create-card-ref'],
  },
  'evidence-pack': {
    title: 'Make an order’s evidence pack; its PDF is read and its seals are checked',
    asks: [],
  },

  'return-of-a-part': { title: 'Refund a part and see what remains', asks: ['return'] },
  'return-of-the-rest': {
    title: 'Refund a second part up to all that is left',
    asks: ['return'],
  },
  'return-where-the-rest-is-unknown': {
    title: 'Name the amount where Paydesk can’t know what is left',
    asks: ['return'],
  },
  'return-of-one-reading': {
    title: 'Type an amount that reads in two ways, choose one, refund that',
    asks: ['return'],
  },
  'return-in-yen': { title: 'Refund in a currency without decimals', asks: ['return'] },
  'return-in-dinar': { title: 'Refund in a currency with three decimals', asks: ['return'] },
  'return-declined': {
    title: 'See a refund declined by the gateway, with the money as before',
    asks: ['return'],
  },
  'return-refused': {
    title: 'See a refund refused in the gateway’s words, with the form as it was',
    asks: ['return'],
  },
  'return-given-up-at-the-review': {
    title: 'Leave a review: nothing is sent, and what was typed stays',
    asks: ['return'],
  },
  'release-of-a-hold': { title: 'Release a hold', asks: ['return'] },
  'capture-of-a-part': {
    title: 'Capture a part of a hold and see the rest still held',
    asks: ['capture'],
  },
  'capture-of-a-hold-begun-elsewhere': {
    title: 'Capture more of a hold whose beginning Paydesk has not seen',
    asks: ['capture'],
  },
  'void-of-a-hold': { title: 'Void a hold', asks: ['void'] },

  'give-back-as-a-return': {
    title: 'Refund or release, guided: captured money is refunded, with what is left in view',
    asks: ['return'],
  },
  'give-back-as-a-void': {
    title: 'Refund or release, guided: a hold is voided',
    asks: ['void'],
  },
  'give-back-as-the-connection-says': {
    title: 'Refund or release, guided, the way the connection is set to, with a reason',
    asks: ['return'],
  },
  'give-back-of-what-was-captured': {
    title: 'Capture a part of a hold, then refund it, guided',
    asks: ['capture', 'return'],
  },

  'one-confirmation-used-often': {
    title: 'Double-click Send while a script confirms fifty times',
    asks: ['return'],
  },
  'one-confirmation-fifty-times-at-once': {
    title: 'Fifty confirmations at once, before any answer',
    asks: ['return'],
  },
  'reload-while-sending': { title: 'Reload the window while a refund is sent', asks: ['return'] },
  'double-click-on-send': { title: 'Double-click Send', asks: ['return'] },
  'double-click-on-review': { title: 'Double-click Review', asks: ['return'] },

  'undo-by-escape': {
    title: 'Undo a confirmed refund while it waits; the form comes back as it was',
    asks: ['return'],
  },
  'undo-on-another-screen': {
    title: 'Undo a confirmed refund from another screen, after a reload',
    asks: ['return'],
  },
  'undo-of-a-payout': {
    title: 'Undo a confirmed payout from the bar; come back to its page while another one waits',
    asks: ['payout'],
  },
  'sent-without-waiting': { title: 'Press Send now twice: one refund leaves', asks: ['return'] },
  'undo-time-over': {
    title: 'Let the wait run out: one refund leaves, however often it was confirmed',
    asks: ['return'],
  },
  'undo-switched-off': {
    title: 'Set on the connection that what is confirmed leaves at once',
    asks: ['return'],
  },
  'killed-while-it-waits': {
    title: 'Paydesk is killed while a confirmed refund waits: it is never sent',
    asks: ['return'],
  },

  'reset-after-a-return': {
    title: 'The connection breaks after the gateway took a refund',
    asks: ['return'],
  },
  'http-500-after-a-return': {
    title: 'The gateway took a refund and answers with HTTP 500',
    asks: ['return'],
  },
  'time-out-after-a-return': {
    title: 'The gateway took a refund and its answer never comes',
    asks: ['return'],
  },
  'reset-before-a-return': {
    title: 'The connection breaks and the gateway did not take the refund',
    asks: ['return'],
  },
  'conflict-cleared-by-hand': {
    title: 'The gateway shows a refund it had refused; a person looks and clears it',
    asks: ['return'],
  },
  'killed-while-sending': {
    title: 'Paydesk is killed while it waits for the answer to a refund',
    asks: ['return'],
  },
  'no-keychain': { title: 'Work without a keychain', asks: ['return'] },
  'display-without-d-bus': {
    title: 'Practise on a display without D-Bus, where the keychain can’t be started',
    asks: ['return'],
  },
  'keychain-never-unlocked': {
    title: 'Practise while the keychain stays locked; production stays stopped',
    asks: ['return'],
  },
  'locked-keychain': { title: 'Unlock a locked keychain and go on', asks: ['return'] },
  'wrong-control-key': { title: 'Find out that the control key is wrong', asks: ['status'] },

  'payout-to-an-account': {
    title: 'Pay out to a bank account and follow it to its end',
    asks: ['payout'],
  },
  'payout-with-a-lost-answer': {
    title: 'Pay out, lose the answer, see it resolved',
    asks: ['payout'],
  },
  'payout-checked-then-paid': {
    title: 'Check a payout, then pay exactly what was checked',
    asks: ['payout-check', 'payout-pay'],
  },
  'payout-sent-twice-on-purpose': {
    title: 'Be shown the same payout before it is sent again, and send it as a second one',
    asks: ['payout'],
  },
  'payout-to-a-wallet': {
    title: 'Pay out to an e-wallet; it counts as under way until the gateway confirms it',
    asks: ['payout'],
  },
  'payout-to-a-saved-recipient': { title: 'Pay out to a saved recipient', asks: ['payout'] },
  'payout-to-a-changed-recipient': {
    title: 'Be told that a recipient changed since money last went there',
    asks: ['payout'],
  },
  'payout-to-a-recipient-checked-then-paid': {
    title: 'Check a payout to a recipient, then pay it',
    asks: ['payout-check', 'payout-pay'],
  },
  'payout-by-link': { title: 'Let a recipient name the account', asks: ['payout-form'] },
  'sale-by-link': { title: 'Make a link to a sale and see it used', asks: ['sale-form'] },
  'hold-by-link': { title: 'Make a link to a hold and see it used', asks: ['preauth-form'] },
  'any-payment-by-link': {
    title: 'Make a link to the universal payment form and see it used',
    asks: ['payment-form'],
  },
  'card-check-by-link': {
    title: 'Make a link to a card check and see it used',
    asks: ['account-verification-form'],
  },
  'card-kept-and-charged': {
    title: 'Keep a card, read its facts, charge it again',
    asks: ['create-card-ref', 'get-card-info', 'make-rebill'],
  },
  'card-kept-with-the-rsa-key': {
    title: 'Keep a card with a request signed by the RSA key',
    asks: ['create-card-ref-v4'],
  },
  'payout-to-a-kept-card': { title: 'Pay out to a card that was kept', asks: ['payout'] },
  'sale-by-typed-card': { title: 'Type a card and charge it', asks: ['sale'] },
  'hold-by-typed-card': { title: 'Type a card and let an amount be held', asks: ['preauth'] },
  'sale-by-typed-card-to-be-checked': {
    title: 'Type a card whose bank wants to see the customer first',
    asks: ['sale'],
  },
  'card-check-by-typed-card': {
    title: 'Type a card and have it checked',
    asks: ['account-verification'],
  },
  'payout-to-a-typed-card': { title: 'Pay out to a card by its number', asks: ['payout'] },
  'subscription-created': {
    title: 'Create a subscription with its days in view',
    asks: ['create-recurring-payment'],
  },
  'subscription-payment-taken': {
    title: 'Take a payment of a subscription; the register shows it with its order',
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
    title: 'Hand in the method result in time, then the challenge response',
    asks: ['upload-method-url-result', 'upload-cres-result'],
  },
  'secure3d-method-alone': {
    title: 'Hand in that there was no method address; the payer is asked nothing',
    asks: ['upload-method-url-result'],
  },
  'secure3d-method-too-late': {
    title: 'Be told that ten seconds are over, and hand in N',
    asks: ['upload-method-url-result'],
  },
  'secure3d-challenge': { title: 'Hand in a challenge response', asks: ['upload-cres-result'] },
  'secure3d-first-version': { title: 'Hand in a PaRes', asks: ['upload-pares-result'] },
  'secure3d-lost-answer': {
    title: 'Lose the answer to a challenge response, see it resolved by the order’s status',
    asks: ['upload-cres-result'],
  },

  'connection-added-and-tested': {
    title: 'Set a connection up, be told by its test that the key is wrong, and mend it',
    asks: [],
  },
  'rsa-key-made': {
    title: 'Make an RSA key pair, save its public half, and use it once the gateway knows it',
    asks: ['payout-check'],
  },
  'rsa-key-imported': { title: 'Import a private key and use it', asks: ['payout-check'] },
  'gateway-down-and-up-again': {
    title: 'Find the gateway down with a refund on the form; send it once when it is back',
    asks: ['return'],
  },
  'signature-of-a-sent-request': {
    title: 'Look into how a sent refund was signed',
    asks: ['return'],
  },
  'signature-of-a-draft': { title: 'Look into how a draft would be signed', asks: [] },
  'connection-removed': { title: 'Remove a connection by typing its name', asks: [] },
  'copy-restored': {
    title: 'Restore a copy of the ledger; the request that it forgot is not sent again',
    asks: ['return'],
  },
  'money-stopped-and-resumed': {
    title: 'Start on an old copy of the ledger: money stops until a person says why to go on',
    asks: ['return'],
  },

  'unknown-resolved-by-hand': {
    title: 'Resolve a payout without a trace from the list of open requests',
    asks: ['payout'],
  },
  'sent-again-under-its-id': {
    title: 'Send a payout again that was resolved as not done, under the same merchant order ID',
    asks: ['payout'],
  },

  'callback-checked': {
    title: 'Check a pasted callback, then believe the status alone',
    asks: ['status'],
  },

  'log-verified': { title: 'Verify the audit log', asks: [] },
  'log-exported': { title: 'Export the audit log; both offline verifiers verify it', asks: [] },
  'log-exported-in-part': { title: 'Export what is filtered; it still verifies', asks: [] },
  'log-filtered': { title: 'Find entries of the audit log', asks: [] },

  'refund-from-a-row': {
    title: 'Refund a part from a row of the list; the row stays in sight',
    asks: ['return'],
  },
  'keys-refund-in-few': {
    title: 'Find an order and refund a part in five keys beside its id and its amount',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-refund-from-a-row': {
    title: 'Open the refund of a row, leave it, find what was typed, confirm, and undo it',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-refund-from-the-pane': {
    title: 'Walk to an order in a wide window, and refund a part from the pane beside the list',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-return': {
    title: 'Look an order up and refund a part',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-nothing-sent': {
    title: 'Leave review and form by Escape',
    asks: ['return'],
    isByKeys: true,
  },
  'keys-capture': {
    title: 'Look a hold up and capture a part',
    asks: ['capture'],
    isByKeys: true,
  },
  'keys-give-back': {
    title: 'Refund through the chooser, and send it without waiting',
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
} as const satisfies Record<string, Flow>

export type FlowId = keyof typeof list
export const flows: Readonly<Record<FlowId, Flow>> = list
