// Every component of the window that takes input, as data: whether what is typed there is kept over errors, other screens and a restart,
// and if not, why. test/forms.test.ts holds this list against the window's sources, drafts.test.ts plays it.

/** Typed into, left, killed and found again. `{order}` stands for an order with an unsettled request. */
export interface KeptForm {
  at: string
  /** Test ids that are clicked on the way to it. */
  open?: readonly string[]
  field: string
  value: string
}

export type InputOf =
  | KeptForm
  /** A field or a part of a form: kept by whoever uses it. */
  | { partOf: string }
  /** Each change is saved or kept as it is made. */
  | { isSavedAtOnce: string }
  /** Typed into in another test, that needs more before. */
  | { playedIn: string; field: string; value: string }
  | { whyNot: string }

export const inputs = {
  'components/AmountField.vue': { partOf: 'orders’ actions' },
  'components/CardEntry.vue': { whyNot: 'Card data is kept nowhere.' },
  'components/ChoiceField.vue': { partOf: 'several' },
  'components/ConfirmNameDialog.vue': {
    whyNot: 'The name is typed so that nothing is removed by chance: it must be typed each time.',
  },
  'components/DigitField.vue': { partOf: 'the card' },
  'components/FilterBar.vue': { partOf: 'the lists’ filters' },
  'components/FilterChoice.vue': { partOf: 'the lists’ filters' },
  'components/FilterInput.vue': { partOf: 'the lists’ filters' },
  'components/KeyboardHelp.vue': { isSavedAtOnce: 'a switch of the window' },
  'components/MoneyFields.vue': { partOf: 'operations' },
  'components/ReasonField.vue': { partOf: 'several' },
  'components/ReviewPanel.vue': { partOf: 'the second look' },
  'components/ResumeDialog.vue': {
    playedIn: 'crash',
    field: 'reason',
    value: 'Restored on purpose after a disk failure',
  },
  'components/SettleDialog.vue': {
    at: '/orders/sandbox/{order}',
    open: ['attempt-settle'],
    field: 'reason',
    value: 'Told by the support on Friday',
  },
  'components/TextField.vue': { partOf: 'several' },
  'components/TwinPanel.vue': { whyNot: 'A second look is given anew at each review.' },
  'components/TypedOnce.vue': { partOf: 'the card' },
  'components/WayChoice.vue': { partOf: 'giving back; the desk proposes the way anew each time' },
  'components/WireField.vue': { partOf: 'operations' },
  'screens/attempt/UnsettledScreen.vue': { partOf: 'settling by hand' },
  'screens/audit/ArchiveDialog.vue': {
    whyNot:
      'A step that lets entries leave begins with the years they are kept, not with a number from yesterday.',
  },
  'screens/audit/AuditFilterBar.vue': {
    whyNot:
      'It stays until Paydesk ends: the export of another day must not be a part by yesterday’s filter.',
  },
  'screens/callback/CallbackScreen.vue': {
    whyNot: 'A callback can name a person. It stays until Paydesk ends, and is written nowhere.',
  },
  'screens/card/CardFacts.vue': {
    at: '/cards/facts',
    field: 'field-cardrefid',
    value: '771177',
  },
  'screens/connection/CardEntryPanel.vue': { isSavedAtOnce: 'a switch, after it was asked about' },
  'screens/connection/ConnectionForm.vue': {
    at: '/connections/new',
    field: 'field-name',
    value: 'Shop in Lisbon',
  },
  'screens/connection/ConnectionScreen.vue': { partOf: 'removing it by its name' },
  'screens/connection/ControlKeyPanel.vue': { whyNot: 'A key is a secret.' },
  'screens/connection/IdentityFields.vue': { partOf: 'the connection' },
  'screens/connection/ImportKeyForm.vue': { whyNot: 'A key and its passphrase are secrets.' },
  'screens/connection/MoneyPanel.vue': { isSavedAtOnce: 'a setting' },
  'screens/connection/OperationSettings.vue': { partOf: 'the connection' },
  'screens/connection/RsaKeyPanel.vue': { partOf: 'removing a key by the connection’s name' },
  'screens/connection/SettingsFields.vue': { partOf: 'the connection' },
  'screens/connection/SignatureDraftForm.vue': {
    at: '/inspector',
    field: 'draft-client_orderid',
    value: 'shop-4711',
  },
  'screens/frame/DeskBanners.vue': { partOf: 'the reason to go on' },
  'screens/frame/DeskFrame.vue': { isSavedAtOnce: 'the switch of single keys' },
  'screens/frame/OmniBox.vue': {
    whyNot: 'Each question is a new one; the last one is no draft of anything.',
  },
  'screens/frame/OperatorMenu.vue': { isSavedAtOnce: 'the theme' },
  'screens/frame/TopBar.vue': { isSavedAtOnce: 'the connection' },
  'screens/frame/ZoneChoice.vue': { isSavedAtOnce: 'the zone' },
  'screens/operation/FieldGrid.vue': { partOf: 'operations' },
  'screens/operation/OperationFields.vue': { partOf: 'operations' },
  'screens/operation/OperationFlow.vue': { partOf: 'operations, each of which is walked' },
  'screens/operation/OrderPick.vue': { partOf: 'operations' },
  'screens/order/ActionFlow.vue': { partOf: 'orders’ actions' },
  'screens/order/ActionReason.vue': { partOf: 'orders’ actions' },
  'screens/order/AmountChoice.vue': { partOf: 'orders’ actions' },
  'screens/order/ColumnsDialog.vue': { isSavedAtOnce: 'the columns' },
  'screens/order/GiveBackForm.vue': { partOf: 'orders’ actions' },
  'screens/order/LookUpForm.vue': { at: '/orders', field: 'look-up', value: 'shop-0815' },
  'screens/order/OrderFilterBar.vue': { isSavedAtOnce: 'how the list is looked at' },
  'screens/order/OrderNotes.vue': {
    at: '/orders/sandbox/{order}',
    field: 'note-new',
    value: 'Customer calls again on Monday',
  },
  'screens/order/OrderScreen.vue': { partOf: 'settling by hand' },
  'screens/order/PastedListScreen.vue': {
    at: '/orders/pasted',
    field: 'pasted',
    value: '700101\nshop-1\n700102',
  },
  'screens/order/ViewChoice.vue': { isSavedAtOnce: 'how the list is looked at' },
  'screens/order/ViewsDialog.vue': {
    at: '/orders',
    open: ['orders-views'],
    field: 'view-name',
    value: 'Monday’s holds',
  },
  'screens/payout/RecipientForm.vue': {
    at: '/payouts/recipients/new',
    field: 'recipient-name',
    value: 'Zoë’s workshop',
  },
  'screens/payout/RecipientPick.vue': { partOf: 'the payout' },
  'screens/secure3d/SecureScreen.vue': {
    at: '/secure3d',
    field: 'field-orderid',
    value: '700105',
  },
} as const satisfies Record<string, InputOf>
