// What each wire field is called on a form, what to enter, and with which control. A field that is
// not here shows its wire name.
import type { OperationId } from '#shared/gateway/operations/index.ts'

type FieldKind = 'text' | 'long' | 'amount' | 'currency' | 'day' | 'number'
export type FieldGroup =
  'order' | 'money' | 'destination' | 'schedule' | 'result' | 'customer' | 'browser' | 'addresses'

export interface FieldLabels {
  label: string
  hint?: string
  kind: FieldKind
  group: FieldGroup
  isMono?: boolean
  /** Words for what may be chosen; a value that is not here is shown as it is. */
  choices?: Readonly<Record<string, string>>
}

export const groupOrder: readonly FieldGroup[] = [
  'destination',
  'order',
  'money',
  'schedule',
  'result',
  'customer',
  'browser',
  'addresses',
]
export const groupLabels: Readonly<Record<FieldGroup, string>> = {
  order: 'Order',
  money: 'How much',
  destination: 'Card or account',
  schedule: 'Schedule',
  result: 'Result',
  customer: 'Customer',
  browser: 'The customer’s browser',
  addresses: 'Addresses',
}

const id = (label: string, group: FieldGroup, hint?: string): FieldLabels => ({
  label,
  kind: 'text',
  group,
  isMono: true,
  ...(hint === undefined ? {} : { hint }),
})
const text = (label: string, group: FieldGroup, hint?: string): FieldLabels => ({
  label,
  kind: 'text',
  group,
  ...(hint === undefined ? {} : { hint }),
})
const ip = text('Customer’s IP address', 'customer', 'Like 203.0.113.7; the gateway asks for it.')
const yesNo = { true: 'Yes', false: 'No' }
const ownId = id('Merchant order id', 'order', 'Your own id of the same order.')
const cardRef = id(
  'Card reference',
  'destination',
  'Made on the Cards screen from an earlier order.',
)
const interval: FieldLabels = {
  label: 'Every',
  kind: 'number',
  group: 'schedule',
  hint: 'How many periods lie between two charges: 1 is every one.',
}

export const labelsByField: Readonly<Record<string, FieldLabels>> = {
  client_orderid: ownId,
  'client-orderid': ownId,
  'client-order-id': ownId,
  orderid: id('Order id', 'order', 'The id the gateway gave it.'),
  order_desc: text('Description', 'order', 'What it is for; the customer may see it.'),
  comment: text('Comment', 'order', 'Stored by the gateway, at most 50 characters.'),
  purpose: text('Purpose', 'order'),
  amount: { label: 'Amount', kind: 'amount', group: 'money', hint: 'With a dot, like 12.50.' },
  currency: { label: 'Currency', kind: 'currency', group: 'money' },
  cardrefid: cardRef,
  'sending-card-ref-id': { ...cardRef, label: 'Card reference that sends' },
  card_recurring_payment_id: id(
    'Source card’s recurring payment id',
    'destination',
    'From the Subscriptions screen: it stands for the card that pays.',
  ),
  destination_card_recurring_payment_id: id(
    'Destination card’s recurring payment id',
    'destination',
    'It stands for the card that receives.',
  ),
  deposit2card: {
    label: 'Deposit to the card',
    kind: 'text',
    group: 'destination',
    choices: yesNo,
  },
  account_number: id('Account number', 'destination', 'IBAN or account number.'),
  account_name: text('Account holder', 'destination'),
  bank_name: text('Bank', 'destination'),
  bank_branch: text('Branch', 'destination'),
  bank_city: text('City of the bank', 'destination'),
  routing_number: id('Routing number', 'destination'),
  'recurring-payment-id': id('Subscription id', 'order', 'The recurring payment id.'),
  period: {
    label: 'Period',
    kind: 'text',
    group: 'schedule',
    choices: { daily: 'Days', weekly: 'Weeks', monthly: 'Months' },
  },
  interval,
  type: {
    label: 'Who starts each charge',
    kind: 'text',
    group: 'schedule',
    choices: { auto: 'The gateway, by the schedule', manual: 'You, one by one' },
  },
  'start-date': { label: 'First charge', kind: 'day', group: 'schedule' },
  'finish-date': { label: 'Last day', kind: 'day', group: 'schedule' },
  first_name: text('First name', 'customer'),
  last_name: text('Last name', 'customer'),
  'first-name': text('First name', 'customer'),
  'last-name': text('Last name', 'customer'),
  email: text('E-mail', 'customer'),
  phone: text('Phone', 'customer', 'Digits, with an optional + in front.'),
  address1: text('Address', 'customer'),
  city: text('City', 'customer'),
  zip_code: text('Postal code', 'customer'),
  'zip-code': text('Postal code', 'customer'),
  country: text('Country', 'customer', 'Two letters, like DE.'),
  state: text('State', 'customer', 'Up to four letters, like NY.'),
  ipaddress: ip,
  'customer-ip': ip,
  redirect_url: id('Where the customer goes afterwards', 'addresses', 'A page of your shop.'),
  server_callback_url: id(
    'Where the gateway reports the outcome',
    'addresses',
    'Your shop’s server; Paydesk itself asks for the status.',
  ),
  threeDSCompInd: {
    label: 'How the method step ended',
    kind: 'text',
    group: 'result',
    choices: {
      Y: 'Y: it finished within 10 seconds',
      N: 'N: it did not finish within 10 seconds',
      U: 'U: there was no method address',
    },
  },
  cres: { label: 'Challenge response (CRes)', kind: 'long', group: 'result', isMono: true },
  pares: { label: 'Authentication response (PaRes)', kind: 'long', group: 'result', isMono: true },
  browserAcceptHeader: id('Accept header', 'browser'),
  browserLanguage: text('Language', 'browser', 'Like de-DE.'),
  browserColorDepth: text('Colour depth', 'browser', 'Bits, like 24.'),
  browserScreenHeight: text('Screen height', 'browser', 'Pixels.'),
  browserScreenWidth: text('Screen width', 'browser', 'Pixels.'),
  browserTZ: text('Time zone', 'browser', 'Minutes between UTC and local time, like -60.'),
  browserUserAgent: id('User agent', 'browser'),
  browserJavaEnabled: { label: 'Java', kind: 'text', group: 'browser', choices: yesNo },
  browserJavascriptEnabled: { label: 'JavaScript', kind: 'text', group: 'browser', choices: yesNo },
}

export const labelsOfField = (name: string): FieldLabels =>
  labelsByField[name] ?? { label: name, kind: 'text', group: 'order' }

/** One of several ways to say the same thing: only the chosen one's fields are shown and sent. */
export interface Alternative {
  id: string
  label: string
  /** Fields of this way. */
  fields: readonly string[]
  /** Fields of other ways that may go with it, under "More fields". */
  also?: readonly string[]
  /** Those of them it can't do without. */
  needs: readonly string[]
  /** What its fields are called in it, where that differs. */
  labels?: Readonly<Record<string, string>>
  /** Sent with it, as it says by itself. */
  sets?: Readonly<Record<string, string>>
}
export interface Alternatives {
  legend: string
  group: FieldGroup
  ways: readonly [Alternative, ...Alternative[]]
}

const destinations: Alternatives = {
  legend: 'Where the money goes',
  group: 'destination',
  ways: [
    {
      id: 'card',
      label: 'A card, by its reference',
      fields: ['cardrefid'],
      also: ['phone'],
      needs: ['cardrefid'],
    },
    {
      id: 'number',
      label: 'A card, by its number',
      fields: ['credit_card_number', 'expire_month', 'expire_year', 'card_printed_name'],
      also: ['phone'],
      needs: ['credit_card_number'],
    },
    {
      id: 'account',
      label: 'A bank account',
      fields: [
        'account_number',
        'account_name',
        'bank_name',
        'bank_branch',
        'bank_city',
        'routing_number',
      ],
      also: ['phone'],
      needs: ['account_number'],
    },
    {
      id: 'wallet',
      label: 'An e-wallet',
      fields: ['account_number', 'account_name'],
      also: ['phone'],
      needs: ['account_number'],
      labels: { account_number: 'Wallet number', account_name: 'Wallet holder' },
    },
    { id: 'phone', label: 'A phone number', fields: ['phone'], needs: ['phone'] },
  ],
}

/** A card as its number is typed; where a security code is taken, it may be left out. */
const typedCard = ['credit_card_number', 'card_printed_name', 'expire_month', 'expire_year', 'cvv2']

export const alternativesOf: Partial<Record<OperationId, Alternatives>> = {
  payout: destinations,
  'payout-check': destinations,
  transfer: {
    legend: 'What is moved',
    group: 'destination',
    ways: [
      {
        id: 'between',
        label: 'From one card to another',
        fields: ['card_recurring_payment_id', 'destination_card_recurring_payment_id'],
        needs: ['card_recurring_payment_id', 'destination_card_recurring_payment_id'],
      },
      {
        id: 'deposit',
        label: 'A deposit from the merchant to a card',
        fields: ['destination_card_recurring_payment_id'],
        needs: ['destination_card_recurring_payment_id'],
        sets: { deposit2card: 'true' },
      },
      {
        id: 'typed-to-kept',
        label: 'From a card, by its number, to a kept card',
        fields: [...typedCard, 'destination_card_recurring_payment_id'],
        needs: [
          ...['credit_card_number', 'expire_month', 'expire_year'],
          'destination_card_recurring_payment_id',
        ],
      },
      {
        id: 'kept-to-typed',
        label: 'From a kept card to a card, by its number',
        fields: ['card_recurring_payment_id', 'destination-card-no'],
        needs: ['card_recurring_payment_id', 'destination-card-no'],
      },
      {
        id: 'typed-to-typed',
        label: 'From card to card, by their numbers',
        fields: [...typedCard, 'destination-card-no'],
        needs: ['credit_card_number', 'expire_month', 'expire_year', 'destination-card-no'],
      },
      {
        id: 'deposit-to-typed',
        label: 'A deposit from the merchant to a card, by its number',
        fields: ['destination-card-no'],
        needs: ['destination-card-no'],
        sets: { deposit2card: 'true' },
      },
    ],
  },
  'create-recurring-payment': {
    legend: 'Which card is charged',
    group: 'destination',
    ways: [
      {
        id: 'card',
        label: 'A card, by its reference',
        fields: ['cardrefid'],
        needs: ['cardrefid'],
      },
      {
        id: 'number',
        label: 'A card, by its number',
        fields: typedCard,
        needs: ['credit_card_number', 'card_printed_name', 'expire_month', 'expire_year'],
      },
    ],
  },
}

/** Optional in the row, but better seen at once than under "More fields". */
export const shownFirst: Partial<Record<OperationId, readonly string[]>> = {
  'create-recurring-payment': ['start-date', 'finish-date'],
  'update-recurring-payment': ['amount', 'currency', 'period', 'interval', 'finish-date'],
  'process-recurring-payment': ['amount', 'currency', 'order_desc'],
}
