// What each wire field is called on a form, what to enter, and with which control. A field that is
// not here shows its wire name.
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { t } from '../message.ts'
import { accountNote, type FieldNote } from './account-note.ts'

type FieldKind = 'text' | 'long' | 'amount' | 'currency' | 'day' | 'number'
export type FieldGroup =
  'order' | 'money' | 'destination' | 'schedule' | 'result' | 'customer' | 'browser' | 'addresses'

export interface FieldLabels {
  label: string
  hint?: string
  kind: FieldKind
  group: FieldGroup
  isMono?: boolean
  /** What a typed text shows about itself, if anything is to be said. */
  noteOf?: (typed: string) => FieldNote | null
  /** Words for what may be chosen; a value that is not here is shown as it is. */
  choices?: Readonly<Record<string, string>>
}

export const groupOrder: readonly FieldGroup[] = [
  'destination',
  'money',
  'order',
  'schedule',
  'result',
  'customer',
  'browser',
  'addresses',
]
export const groupLabels: Readonly<Record<FieldGroup, string>> = {
  order: t('everywhere.order'),
  money: t('operations.how-much'),
  destination: t('operations.card-or-account'),
  schedule: t('operations.schedule'),
  result: t('everywhere.result'),
  customer: t('everywhere.customer'),
  browser: t('operations.the-customers-browser'),
  addresses: t('operations.addresses'),
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
const ip = text(t('operations.customers-ip-address'), 'customer', t('operations.hint-ip-address'))
const yesNo = { true: t('everywhere.yes'), false: t('everywhere.no-label') }
const ownId = id(
  t('everywhere.merchant-order-id-label'),
  'order',
  t('operations.hint-own-order-id'),
)
const cardRef = id(
  t('everywhere.card-reference'),
  'destination',
  t('operations.hint-card-reference'),
)
const interval: FieldLabels = {
  label: t('operations.every'),
  kind: 'number',
  group: 'schedule',
  hint: t('operations.hint-interval'),
}

export const labelsByField: Readonly<Record<string, FieldLabels>> = {
  client_orderid: ownId,
  'client-orderid': ownId,
  'client-order-id': ownId,
  orderid: id(t('everywhere.order-id-label'), 'order', t('operations.hint-gateway-id')),
  order_desc: text(t('everywhere.description'), 'order', t('operations.hint-purpose')),
  comment: text(t('everywhere.comment'), 'order', t('operations.hint-comment')),
  purpose: text(t('operations.purpose'), 'order'),
  amount: {
    label: t('everywhere.amount'),
    kind: 'amount',
    group: 'money',
    hint: t('operations.hint-amount'),
  },
  currency: { label: t('everywhere.currency'), kind: 'currency', group: 'money' },
  cardrefid: cardRef,
  'sending-card-ref-id': { ...cardRef, label: t('operations.card-reference-that-sends') },
  card_recurring_payment_id: id(
    t('operations.source-cards-recurring-payment-id'),
    'destination',
    t('operations.hint-subscribed-card'),
  ),
  destination_card_recurring_payment_id: id(
    t('operations.destination-cards-recurring-payment-id'),
    'destination',
    t('operations.hint-subscribed-card'),
  ),
  deposit2card: { ...text(t('operations.deposit-to-the-card'), 'destination'), choices: yesNo },
  account_number: {
    ...id(t('operations.account-number'), 'destination', t('operations.iban-or-account-number')),
    noteOf: accountNote,
  },
  account_name: text(t('operations.account-holder'), 'destination'),
  bank_name: text(t('everywhere.bank'), 'destination'),
  bank_branch: text(t('operations.branch'), 'destination'),
  bank_city: text(t('operations.city-of-the-bank'), 'destination'),
  routing_number: id(t('operations.routing-number'), 'destination'),
  'recurring-payment-id': id(
    t('everywhere.subscription-id'),
    'destination',
    t('operations.the-recurring-payment-id'),
  ),
  period: {
    label: t('operations.period'),
    kind: 'text',
    group: 'schedule',
    choices: {
      daily: t('operations.days'),
      weekly: t('operations.weeks'),
      monthly: t('operations.months-label'),
    },
  },
  interval,
  type: {
    label: t('operations.who-starts-each-charge'),
    kind: 'text',
    group: 'schedule',
    choices: {
      auto: t('operations.the-gateway-by-the-schedule'),
      manual: t('operations.you-one-by-one'),
    },
  },
  'start-date': { label: t('operations.first-charge'), kind: 'day', group: 'schedule' },
  'finish-date': { label: t('operations.last-day'), kind: 'day', group: 'schedule' },
  first_name: text(t('operations.first-name'), 'customer'),
  last_name: text(t('operations.last-name'), 'customer'),
  'first-name': text(t('operations.first-name'), 'customer'),
  'last-name': text(t('operations.last-name'), 'customer'),
  email: text(t('everywhere.e-mail'), 'customer'),
  phone: text(t('everywhere.phone'), 'customer', t('operations.phone-form')),
  address1: text(t('everywhere.address'), 'customer'),
  city: text(t('operations.city'), 'customer'),
  zip_code: text(t('operations.postal-code'), 'customer'),
  'zip-code': text(t('operations.postal-code'), 'customer'),
  country: text(t('everywhere.country'), 'customer', t('operations.two-letters-like-de')),
  state: text(t('everywhere.state'), 'customer', t('operations.hint-state')),
  ipaddress: ip,
  'customer-ip': ip,
  redirect_url: id(
    t('operations.where-the-customer-goes-afterwards'),
    'addresses',
    t('operations.a-page-of-your-shop'),
  ),
  server_callback_url: id(
    t('operations.callback-url'),
    'addresses',
    t('operations.hint-callback-url'),
  ),
  threeDSCompInd: {
    label: t('operations.how-the-method-step-ended'),
    kind: 'text',
    group: 'result',
    choices: {
      Y: t('operations.method-finished'),
      N: t('operations.method-unfinished'),
      U: t('operations.method-absent'),
    },
  },
  cres: {
    label: t('everywhere.challenge-response-cres'),
    kind: 'long',
    group: 'result',
    isMono: true,
  },
  pares: {
    label: t('operations.authentication-response-pares'),
    kind: 'long',
    group: 'result',
    isMono: true,
  },
  browserAcceptHeader: id(t('operations.accept-header'), 'browser'),
  browserLanguage: text(t('operations.language'), 'browser', t('operations.like-de-de')),
  browserColorDepth: text(t('operations.colour-depth'), 'browser', t('operations.bits-like-24')),
  browserScreenHeight: text(t('operations.screen-height'), 'browser', t('operations.pixels')),
  browserScreenWidth: text(t('operations.screen-width'), 'browser', t('operations.pixels')),
  browserTZ: text(t('everywhere.time-zone'), 'browser', t('operations.hint-utc-offset')),
  browserUserAgent: id(t('operations.user-agent'), 'browser'),
  browserJavaEnabled: { ...text(t('operations.java'), 'browser'), choices: yesNo },
  browserJavascriptEnabled: { ...text(t('operations.javascript'), 'browser'), choices: yesNo },
}

export const labelsOfField = (name: string): FieldLabels =>
  labelsByField[name] ?? { label: name, kind: 'text', group: 'order' }

/** One of several ways to say the same thing: only the chosen one's fields are shown and sent. */
export interface Alternative {
  id: string
  label: string
  /** What it is for, where its label does not say it all. */
  about?: string
  /** Fields of this way. */
  fields: readonly string[]
  /** Those of them that stand under "More fields". */
  later?: readonly string[]
  /** Fields of other ways that may go with it, under "More fields". */
  also?: readonly string[]
  /** Those of them it can't do without. */
  needs: readonly string[]
  /** What its fields are called in it, where that differs. */
  labels?: Readonly<Record<string, string>>
  /** Sent with it, as it says by itself. */
  sets?: Readonly<Record<string, string>>
  /** Its answers where two questions make the way, one of each of `ends`. */
  ends?: readonly [from: string, to: string]
}
export interface Alternatives {
  legend: string
  group: FieldGroup
  ways: readonly [Alternative, ...Alternative[]]
  /** Whence and whither are asked apart: each answer with its name. */
  ends?: readonly [from: Ends, to: Ends]
}
interface Ends {
  legend: string
  choices: Readonly<Record<string, string>>
}

/** What a bank is found by, where the number of the account does not say it. */
const bank = ['bank_name', 'bank_branch', 'bank_city', 'routing_number']

const destinations: Alternatives = {
  legend: t('operations.where-the-money-goes'),
  group: 'destination',
  ways: [
    {
      id: 'card',
      label: t('operations.a-card-by-its-reference'),
      fields: ['cardrefid'],
      also: ['phone'],
      needs: ['cardrefid'],
    },
    {
      id: 'number',
      label: t('operations.a-card-by-its-number'),
      fields: ['credit_card_number', 'expire_month', 'expire_year', 'card_printed_name'],
      also: ['phone'],
      needs: ['credit_card_number'],
    },
    {
      id: 'account',
      label: t('operations.bank-account'),
      fields: ['account_number', 'account_name', ...bank],
      later: bank,
      also: ['phone'],
      needs: ['account_number'],
    },
    {
      id: 'wallet',
      label: t('operations.e-wallet'),
      fields: ['account_number', 'account_name'],
      also: ['phone'],
      needs: ['account_number'],
      labels: {
        account_number: t('operations.wallet-number'),
        account_name: t('operations.wallet-holder'),
      },
    },
    { id: 'phone', label: t('operations.phone-number'), fields: ['phone'], needs: ['phone'] },
  ],
}

/** A card as its number is typed; where a security code is taken, it may be left out. */
const typedCard = ['credit_card_number', 'card_printed_name', 'expire_month', 'expire_year', 'cvv2']

export const alternativesOf: Partial<Record<OperationId, Alternatives>> = {
  payout: destinations,
  'payout-check': destinations,
  transfer: {
    legend: t('operations.what-is-moved'),
    group: 'destination',
    ends: [
      {
        legend: t('audit.from'),
        choices: {
          saved: t('operations.a-saved-card'),
          typed: t('payouts.card-number'),
          none: t('operations.no-card'),
        },
      },
      {
        legend: t('payouts.to'),
        choices: { saved: t('operations.a-saved-card'), typed: t('payouts.card-number') },
      },
    ],
    ways: [
      {
        id: 'between',
        ends: ['saved', 'saved'],
        label: t('operations.from-one-card-to-another'),
        about: t('operations.about-from-one-card-to-another'),
        fields: ['card_recurring_payment_id', 'destination_card_recurring_payment_id'],
        needs: ['card_recurring_payment_id', 'destination_card_recurring_payment_id'],
      },
      {
        id: 'deposit',
        ends: ['none', 'saved'],
        label: t('operations.deposit-to-card'),
        about: t('operations.about-deposit-to-card'),
        fields: ['destination_card_recurring_payment_id'],
        needs: ['destination_card_recurring_payment_id'],
        sets: { deposit2card: 'true' },
      },
      {
        id: 'typed-to-kept',
        ends: ['typed', 'saved'],
        label: t('operations.number-to-saved-card'),
        about: t('operations.about-number-to-saved-card'),
        fields: [...typedCard, 'destination_card_recurring_payment_id'],
        needs: [
          ...['credit_card_number', 'expire_month', 'expire_year'],
          'destination_card_recurring_payment_id',
        ],
      },
      {
        id: 'kept-to-typed',
        ends: ['saved', 'typed'],
        label: t('operations.saved-card-to-number'),
        about: t('operations.about-saved-card-to-number'),
        fields: ['card_recurring_payment_id', 'destination-card-no'],
        needs: ['card_recurring_payment_id', 'destination-card-no'],
      },
      {
        id: 'typed-to-typed',
        ends: ['typed', 'typed'],
        label: t('operations.number-to-number'),
        about: t('operations.about-number-to-number'),
        fields: [...typedCard, 'destination-card-no'],
        needs: ['credit_card_number', 'expire_month', 'expire_year', 'destination-card-no'],
      },
      {
        id: 'deposit-to-typed',
        ends: ['none', 'typed'],
        label: t('operations.deposit-to-number'),
        about: t('operations.about-deposit-to-number'),
        fields: ['destination-card-no'],
        needs: ['destination-card-no'],
        sets: { deposit2card: 'true' },
      },
    ],
  },
  'create-recurring-payment': {
    legend: t('operations.which-card-is-charged'),
    group: 'destination',
    ways: [
      {
        id: 'card',
        label: t('operations.a-card-by-its-reference'),
        fields: ['cardrefid'],
        needs: ['cardrefid'],
      },
      {
        id: 'number',
        label: t('operations.a-card-by-its-number'),
        fields: typedCard,
        needs: ['credit_card_number', 'card_printed_name', 'expire_month', 'expire_year'],
      },
    ],
  },
}

/** Of an operation whose field is for something else than its own hint says. */
export const hintsOf: Partial<Record<OperationId, Readonly<Record<string, string>>>> = {
  'account-verification': { order_desc: t('operations.hint-card-check') },
  'account-verification-form': { order_desc: t('operations.hint-card-check') },
}

/** Optional in the row, but better seen at once than under "More fields". */
export const shownFirst: Partial<Record<OperationId, readonly string[]>> = {
  'create-recurring-payment': ['start-date', 'finish-date'],
  'update-recurring-payment': ['amount', 'currency', 'period', 'interval', 'finish-date'],
  'process-recurring-payment': ['amount', 'currency', 'order_desc'],
}
