// The settings of a connection: what each is for and why it can be changed. Numbers are typed in
// everyday units; `perUnit` converts them to the unit of the record.
import { formatMessage } from '#wording/format-messages.ts'
import { type SettingName, settings } from '#shared/connections/setting-rows.ts'
import { t } from '../message.ts'

/** As the question of the system names it, too. */
export const labelOf = (name: SettingName): string =>
  formatMessage(settings.find((row) => row.name === name)!.label)

export interface NumberSetting {
  key: 'connectTimeoutMs' | 'answerTimeoutMs' | 'maxBodyBytes' | 'maxHeaderBytes'
  label: string
  unit: string
  perUnit: number
  least: number
  most: number
  hint: string
}

/** Bounds in the record's unit, as the contract has them. */
export const numberSettings: readonly NumberSetting[] = [
  {
    key: 'connectTimeoutMs',
    label: labelOf('settings.connectTimeoutMs'),
    unit: t('seconds'),
    perUnit: 1000,
    least: 100,
    most: 60_000,
    hint: t('until-then-nothing-was-sent-so-giving-up'),
  },
  {
    key: 'answerTimeoutMs',
    label: labelOf('settings.answerTimeoutMs'),
    unit: t('seconds'),
    perUnit: 1000,
    least: 100,
    most: 300_000,
    hint: t('after-that-the-outcome-counts-as-unknown'),
  },
  {
    key: 'maxBodyBytes',
    label: labelOf('settings.maxBodyBytes'),
    unit: t('kib'),
    perUnit: 1024,
    least: 1024,
    most: 4_194_304,
    hint: t('a-longer-answer-is-not-read'),
  },
  {
    key: 'maxHeaderBytes',
    label: labelOf('settings.maxHeaderBytes'),
    unit: t('kib'),
    perUnit: 1024,
    least: 4096,
    most: 1_048_576,
    hint: t('all-headers-of-an-answer-together'),
  },
]

/** Where a choice stands in the form: how requests are signed, read, or asked about. */
export type ChoiceGroup = 'signing' | 'answers' | 'status'

export const choiceSettings = [
  {
    key: 'controlEncoding',
    group: 'signing',
    label: t('control-checksum-as-text'),
    hint: t('the-gateways-description-doesnt-say-how-the-checksum'),
    choices: [
      { value: 'hex-lower', label: t('hexadecimal-small-letters') },
      { value: 'hex-upper', label: t('hexadecimal-capital-letters') },
      { value: 'base64', label: t('base64') },
    ],
  },
  {
    key: 'digitsRule',
    group: 'signing',
    label: labelOf('settings.digitsRule'),
    hint: t('the-description-says-cents-which-some-currencies-dont'),
    choices: [
      { value: 'iso-4217', label: t('as-many-digits-as-the-currency-has') },
      { value: 'always-2', label: t('always-two-digits') },
    ],
  },
  {
    key: 'amountUnit',
    group: 'answers',
    label: labelOf('settings.amountUnit'),
    hint: t('the-description-doesnt-say-in-which-unit'),
    choices: [
      { value: 'units', label: t('in-units-like-12-50') },
      { value: 'minor', label: t('in-minor-units-like-1250') },
    ],
  },
  {
    key: 'statusAmount',
    group: 'answers',
    label: labelOf('settings.statusAmount'),
    hint: t('the-description-doesnt-say-whose-amount'),
    choices: [
      { value: 'unknown', label: t('nobody-knows-yet') },
      { value: 'latest', label: t('of-the-latest-transaction') },
      { value: 'initial', label: t('always-of-the-first-transaction') },
      { value: 'remaining', label: t('what-remains-after-a-refund') },
    ],
  },
  {
    key: 'statusIds',
    group: 'status',
    label: labelOf('settings.statusIds'),
    hint: t('some-gateways-refuse-one-id-beside-the-other'),
    choices: [
      { value: 'both', label: t('both-ids') },
      { value: 'orderid', label: t('order-id-only') },
      { value: 'client_orderid', label: t('merchant-order-id-only') },
    ],
  },
  {
    key: 'statusBy',
    group: 'status',
    label: labelOf('settings.statusBy'),
    hint: t('a-gateway-that-knows-by-request-sn-tells'),
    choices: [
      { value: 'order', label: t('the-order-label') },
      { value: 'request', label: t('the-order-and-the-request-by-its-serial') },
    ],
  },
  {
    key: 'orderidOf',
    group: 'status',
    label: labelOf('settings.orderidOf'),
    hint: t('some-gateways-give-each-request-an-order-id'),
    choices: [
      { value: 'order', label: t('that-of-its-order') },
      { value: 'request', label: t('one-of-its-own') },
    ],
  },
] as const

export const proxyChoices = [
  { value: 'system', label: t('as-this-computer-says-https-proxy-no-proxy') },
  { value: 'none', label: t('never-a-proxy') },
  { value: 'own', label: t('this-proxy') },
] as const

/** Under the field for rules about fields. */
export const fieldRulesHint = t('one-rule-a-line-operation-or-and-field')

/** What a status word can be taught to mean; a type's meaning is shown as the wire has it. */
export const statusMeaningLabels = {
  approved: t('approved-it-happened'),
  processing: t('processing-it-is-not-final'),
  declined: t('declined-it-did-not-happen'),
  failed: t('failed-it-did-not-happen'),
} as const

export const termKindLabels = {
  status: t('status-word'),
  type: t('transaction-type-word'),
} as const

export const schemeLabels = {
  control: t('control-checksum'),
  'hmac-sha1': t('oauth-hmac-sha1'),
  'rsa-sha256': t('oauth-rsa-sha256'),
} as const
export type Scheme = keyof typeof schemeLabels

/** How money moves on a connection, on this computer. */
export const reasonChoices = [
  {
    key: 'refundReasons',
    label: t('reasons-for-a-refund'),
    hint: t('one-a-line-the-sheet-of-a-refund'),
  },
  {
    key: 'releaseReasons',
    label: t('reasons-for-a-release-or-a-void'),
    hint: t('one-a-line-the-first-one-is-filled'),
  },
] as const

export const moneyChoices = {
  undo: {
    label: t('undo-window'),
    hint: t('how-long-a-confirmed-payment-refund-capture'),
    choices: [
      { value: '0', label: t('never-it-is-sent-at-once') },
      { value: '5000', label: t('for-5-s') },
      { value: '10000', label: t('for-10-s-default') },
      { value: '20000', label: t('for-20-s') },
      { value: '30000', label: t('for-30-s') },
    ],
  },
  holdReleasedBy: {
    label: labelOf('settings.money.holdReleasedBy'),
    hint: t('what-paydesk-proposes-for-money-that-is-only'),
    choices: [
      { value: 'void', label: t('void-default') },
      { value: 'return', label: t('release-hold') },
    ],
  },
  restOfHold: {
    label: t('after-capturing-a-part-the-rest'),
    hint: t('the-gateways-description-does-not-say-ask'),
    choices: [
      { value: 'unknown', label: t('is-not-known-default') },
      { value: 'stays', label: t('stays-held-and-can-be-captured') },
      { value: 'released', label: t('is-released-at-once') },
    ],
  },
} as const
