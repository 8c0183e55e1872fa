// Every component of the window that takes input, as data: whether what is typed there is kept over
// errors, other screens and a restart, and if not, why. test/forms.test.ts holds this list against
// the window's sources, drafts.test.ts plays it.

/**
 * Typed into, left, killed and found again. `{order}` stands for an order with an unsettled
 * request.
 */
interface SavedForm {
  at: string
  /** Test ids that are clicked on the way to it. */
  open?: readonly string[]
  field: string
  value: string
}

export type InputOf =
  | SavedForm
  /** A field or a part of a form: kept by whoever uses it. */
  | { partOf: string }
  /** Each change is saved or kept as it is made. */
  | { isSavedAtOnce: string }
  /** Typed into in another test, that needs more before. */
  | { playedIn: string; field: string; value: string }
  | { whyNot: string }

export const inputs = {
  'features/card-entry/CardEntry.vue': { whyNot: 'Card data is kept nowhere.' },
  'ui/fields/ChoiceField.vue': { partOf: 'several' },
  'ui/boxes/ConfirmNameDialog.vue': {
    whyNot: 'The name is typed so that nothing is removed by chance: it must be typed each time.',
  },
  'features/card-entry/DigitField.vue': { partOf: 'the card' },
  'features/runs/RunRows.vue': { partOf: 'the lists, where rows are ticked' },
  'features/runs/RunReview.vue': {
    whyNot: 'The number and the reason are typed for this very review: it must be typed each time.',
  },
  'features/runs/from-list/ListPick.vue': {
    whyNot: 'A list of somebody’s customers. It is forgotten with the window.',
  },
  'features/runs/from-list/ListQuestions.vue': { partOf: 'the list that main read' },
  'features/runs/from-list/ListColumns.vue': { partOf: 'the list that main read' },
  'features/runs/from-list/WrongLines.vue': { partOf: 'the list that main read' },
  'features/runs/from-list/LeaveOut.vue': { partOf: 'the list that main read' },
  'features/runs/from-list/MakeRun.vue': { partOf: 'the list that main read' },
  'features/runs/from-list/NewRunScreen.vue': { whyNot: 'What to do. Nothing is typed.' },
  'features/people/SignInScreen.vue': { whyNot: 'A passphrase is kept nowhere.' },
  'features/people/ChosenPerson.vue': { partOf: 'signing in' },
  'features/people/PersonDialog.vue': { whyNot: 'Each change is signed with a passphrase.' },
  'features/approvals/RefuseDialog.vue': {
    whyNot: 'A reason for refusing the very request that is shown: it must be typed each time.',
  },
  'features/approvals/ApprovalDialog.vue': { whyNot: 'A passphrase is kept nowhere.' },
  'features/approvals/ApprovalFileDialog.vue': { whyNot: 'A passphrase is kept nowhere.' },
  'features/people/PersonFields.vue': { whyNot: 'A passphrase is kept nowhere.' },
  'features/runs/from-list/TakeList.vue': { partOf: 'the list that main read' },
  'features/shop-orders/ShopOrdersScreen.vue': {
    whyNot: 'A search for somebody’s customer. It is forgotten with the screen.',
  },
  'features/reconcile/FewerLines.vue': { partOf: 'the list that main read' },
  'features/reconcile/ReportNotices.vue': {
    whyNot: 'A reason for setting aside the very report that is shown: it must be typed each time.',
  },
  'features/reconcile/DecideDialog.vue': {
    whyNot: 'A reason for one line as it is matched now; another look may show another line.',
  },
  'features/runs/RunLooks.vue': {
    whyNot: 'A reason for the rows that need a look now; another check may leave other rows.',
  },
  'features/people/ReleaseDialog.vue': { whyNot: 'Each release is signed with a passphrase.' },
  'features/people/TeamPanel.vue': {
    whyNot: 'A reason for leaving the team as it is now; another look may find it again.',
  },
  'features/order/facts/FoundRefunds.vue': { partOf: 'the page of an order' },
  'features/runs/StartRun.vue': {
    whyNot: 'A reason for the orders that are selected now; leaving the list clears the selection.',
  },
  'features/lists/ListTable.vue': { partOf: 'the lists, where rows are ticked' },
  'ui/tables/RowGrid.vue': { whyNot: 'Rows are ticked to sum them up. Nothing is typed.' },
  'ui/tables/FilterBar.vue': { partOf: 'the lists’ filters' },
  'ui/tables/FilterChoice.vue': { partOf: 'the lists’ filters' },
  'ui/tables/FilterInput.vue': { partOf: 'the lists’ filters' },
  'app/frame/KeyboardHelp.vue': { isSavedAtOnce: 'a switch of the window' },
  'ui/fields/LinesField.vue': { partOf: 'connections' },
  'ui/fields/ReasonField.vue': { partOf: 'several' },
  'ui/dialogs/ReasonDialog.vue': { partOf: 'several' },
  'features/connections/ResumeDialog.vue': {
    playedIn: 'crash',
    field: 'reason',
    value: 'Restored on purpose after a disk failure',
  },
  'features/attempts/ResolveDialog.vue': {
    at: '/orders/sandbox/{order}',
    open: ['attempt-resolve'],
    field: 'reason',
    value: 'Told by the support on Friday',
  },
  'features/order/ClearanceDialog.vue': {
    playedIn: 'resolving',
    field: 'reason',
    value: 'The support says the bank gave it back',
  },
  'ui/fields/days/DayInput.vue': { partOf: 'operations and the lists’ filters' },
  'ui/fields/SelectBox.vue': { partOf: 'several' },
  'ui/tables/FilterDays.vue': { partOf: 'the lists’ filters' },
  'ui/controls/TextBox.vue': { partOf: 'several' },
  'ui/controls/CheckBox.vue': { partOf: 'several' },
  'ui/controls/OnOffSwitch.vue': { partOf: 'several' },
  'ui/controls/RadioChoice.vue': { partOf: 'several' },
  'features/lookups/WhereToAsk.vue': { partOf: 'both look-ups' },
  'ui/fields/TextField.vue': { partOf: 'several' },
  'features/confirm/ReviewPanel.vue': {
    whyNot: 'A call and a second payment are confirmed anew at each review.',
  },
  'features/card-entry/TypedOnce.vue': { partOf: 'the card' },
  'features/order-actions/WayChoice.vue': {
    partOf: 'giving back; the desk proposes the way anew each time',
  },
  'ui/fields/WireField.vue': { partOf: 'operations' },
  'features/audit/ArchiveDialog.vue': {
    whyNot:
      'A step that lets entries leave begins with the years they are kept, not with a number from yesterday.',
  },
  'features/audit/AuditFilterBar.vue': {
    whyNot:
      'It stays until Paydesk ends: the export of another day must not be a part by yesterday’s filter.',
  },
  'features/callbacks/CallbackScreen.vue': {
    whyNot: 'A callback can name a person. It stays until Paydesk ends, and is written nowhere.',
  },
  'features/operations/OperationRead.vue': {
    at: '/cards/facts',
    field: 'field-cardrefid',
    value: '771177',
  },
  'features/connections/CardEntryPanel.vue': {
    isSavedAtOnce: 'a switch, after it was asked about',
  },
  'features/connections/ConnectionForm.vue': {
    at: '/connections/new',
    field: 'field-name',
    value: 'Shop in Lisbon',
  },
  'features/connections/ConnectionScreen.vue': { partOf: 'removing it by its name' },
  'features/connections/set-up/OwnPassphrase.vue': { whyNot: 'A passphrase is a secret.' },
  'features/connections/moving/MoveForm.vue': { whyNot: 'A passphrase is a secret.' },
  'features/connections/IdentityFields.vue': { partOf: 'the connection' },
  'features/keys/ImportKeyForm.vue': { whyNot: 'A key and its passphrase are secrets.' },
  'features/connections/money/MoneyPanel.vue': { isSavedAtOnce: 'a setting' },
  'features/connections/money/ReasonLists.vue': { isSavedAtOnce: 'a setting' },
  'features/connections/money/ReasonRows.vue': { isSavedAtOnce: 'a setting' },
  'features/connections/money/ReceiptTexts.vue': { isSavedAtOnce: 'a setting' },
  'features/connections/OperationSettings.vue': { partOf: 'the connection' },
  'features/keys/ControlKeyForm.vue': { whyNot: 'A key is a secret.' },
  'features/keys/ControlKeyPanel.vue': { partOf: 'removing a key by the connection’s name' },
  'features/keys/RsaKeyPanel.vue': { partOf: 'removing a key by the connection’s name' },
  'features/connections/SettingsFields.vue': { partOf: 'the connection' },
  'features/inspector/DraftField.vue': { partOf: 'the request that is explained' },
  'features/inspector/SignatureDraftForm.vue': {
    at: '/inspector',
    field: 'draft-client_orderid',
    value: 'shop-4711',
  },
  'app/frame/UpdatePanel.vue': {
    whyNot: 'The address of a feed is named once, and the system asks for it again.',
  },
  'app/frame/OmniBox.vue': {
    whyNot: 'Each question is a new one; the last one is no draft of anything.',
  },
  'app/frame/OperatorMenu.vue': { isSavedAtOnce: 'the theme' },
  'app/frame/TopBar.vue': { isSavedAtOnce: 'the connection' },
  'app/frame/ZoneChoice.vue': { isSavedAtOnce: 'the zone' },
  'features/operations/FieldGrid.vue': { partOf: 'operations' },
  'features/operations/OperationFields.vue': { partOf: 'operations' },
  'features/operations/OperationFlow.vue': { partOf: 'operations, each of which is walked' },
  'features/operations/OrderPick.vue': { partOf: 'operations' },
  'features/order-actions/ActionSheet.vue': { partOf: 'orders’ actions' },
  'features/order-actions/ReasonChoice.vue': { partOf: 'orders’ actions' },
  'features/operations/MoneyFields.vue': { partOf: 'operations' },
  'features/order-actions/AmountField.vue': { partOf: 'orders’ actions' },
  'features/lists/ColumnsDialog.vue': { isSavedAtOnce: 'the columns' },
  'features/lookups/LookUpForm.vue': {
    playedIn: 'orders-look-up',
    field: 'look-up',
    value: 'inv-nowhere',
  },
  'features/operations/RegisterFilterBar.vue': {
    whyNot: 'It stays until Paydesk ends: a list is not a part by what was searched for yesterday.',
  },
  'features/orders/OrderFilterBar.vue': { isSavedAtOnce: 'how the list is looked at' },
  'features/order/OrderNotes.vue': {
    at: '/orders/sandbox/{order}',
    field: 'note-new',
    value: 'Customer calls again on Monday',
  },
  'features/lookups/PastedListScreen.vue': {
    at: '/orders/pasted',
    field: 'pasted',
    value: '700101\nshop-1\n700102',
  },
  'features/lookups/PastedColumns.vue': { partOf: 'the pasted list' },
  'features/connections/TestPanel.vue': {
    whyNot: 'The order of one test. What the test found stays; the ID is in the list of orders.',
  },
  'features/connections/terms/TermsField.vue': { partOf: 'connections' },
  'features/today/FiguresChoice.vue': { isSavedAtOnce: 'how figures are looked at' },
  'features/today/PeriodChoice.vue': { isSavedAtOnce: 'the period the figures are of' },
  'features/orders/ViewsDialog.vue': {
    at: '/orders',
    open: ['orders-views'],
    field: 'view-name',
    value: 'Monday’s holds',
  },
  'features/payouts/RecipientForm.vue': {
    at: '/payouts/recipients/new',
    field: 'recipient-name',
    value: 'Zoë’s workshop',
  },
  'features/payouts/RecipientPick.vue': { partOf: 'the payout' },
  'features/today/DisputeDialog.vue': { whyNot: 'One day, which is set at once.' },
  'features/reports/ReasonCodes.vue': { isSavedAtOnce: 'the code of a reason' },
  'features/reports/ReportChoice.vue': { whyNot: 'Only a report and its days are chosen.' },
  'features/saved-files/ExportDialog.vue': { whyNot: 'Only a format is chosen.' },
  'features/subscriptions/StopDialog.vue': {
    whyNot: 'A line for a mark that changes nothing at the gateway.',
  },
  'features/secure3d/SecureScreen.vue': {
    at: '/secure3d',
    field: 'field-orderid',
    value: '700105',
  },
} as const satisfies Record<string, InputOf>
