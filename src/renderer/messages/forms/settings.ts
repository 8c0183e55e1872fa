// The settings of a connection: what each is for and why it can be changed. Numbers are typed in
// everyday units; `perUnit` converts them to the unit of the record.
import { formatMessage } from '#wording/format-messages.ts'
import { type SettingName, settings } from '#shared/connections/setting-rows.ts'
import { t } from '../message.ts'

/** As the question of the system names it, too. */
export const labelOf = (name: SettingName): string =>
  formatMessage(settings.find((row) => row.name === name)!.label)

export interface NumberSetting {
  key:
    | 'connectTimeoutMs'
    | 'answerTimeoutMs'
    | 'requestsPerSecond'
    | 'requestsAtOnce'
    | 'maxBodyBytes'
    | 'maxHeaderBytes'
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
    unit: t('settings.seconds'),
    perUnit: 1000,
    least: 100,
    most: 60_000,
    hint: t('settings.connect-timeout-hint'),
  },
  {
    key: 'answerTimeoutMs',
    label: labelOf('settings.answerTimeoutMs'),
    unit: t('settings.seconds'),
    perUnit: 1000,
    least: 100,
    most: 300_000,
    hint: t('settings.timeout-hint'),
  },
  {
    key: 'requestsPerSecond',
    label: labelOf('settings.requestsPerSecond'),
    unit: '',
    perUnit: 1,
    least: 1,
    most: 1_000,
    hint: t('settings.per-second-hint'),
  },
  {
    key: 'requestsAtOnce',
    label: labelOf('settings.requestsAtOnce'),
    unit: '',
    perUnit: 1,
    least: 1,
    most: 64,
    hint: t('settings.at-once-hint'),
  },
  {
    key: 'maxBodyBytes',
    label: labelOf('settings.maxBodyBytes'),
    unit: t('settings.kib'),
    perUnit: 1024,
    least: 1024,
    most: 4_194_304,
    hint: t('settings.answer-size-hint'),
  },
  {
    key: 'maxHeaderBytes',
    label: labelOf('settings.maxHeaderBytes'),
    unit: t('settings.kib'),
    perUnit: 1024,
    least: 4096,
    most: 1_048_576,
    hint: t('settings.header-size-hint'),
  },
]

/** Where a choice stands in the form: how requests are signed, read, or asked about. */
export type ChoiceGroup = 'signing' | 'answers' | 'status'

export const choiceSettings = [
  {
    key: 'controlEncoding',
    group: 'signing',
    label: t('settings.control-checksum-as-text'),
    hint: t('settings.checksum-hint'),
    choices: [
      { value: 'hex-lower', label: t('settings.hexadecimal-small-letters') },
      { value: 'hex-upper', label: t('settings.hexadecimal-capital-letters') },
      { value: 'base64', label: t('settings.base64') },
    ],
  },
  {
    key: 'digitsRule',
    group: 'signing',
    label: labelOf('settings.digitsRule'),
    hint: t('settings.digits-hint'),
    choices: [
      { value: 'iso-4217', label: t('settings.digits-of-currency') },
      { value: 'always-2', label: t('settings.always-two-digits') },
    ],
  },
  {
    key: 'amountUnit',
    group: 'answers',
    label: labelOf('settings.amountUnit'),
    hint: t('settings.amount-unit-hint'),
    choices: [
      { value: 'units', label: t('settings.in-units-like-12-50') },
      { value: 'minor', label: t('settings.in-minor-units-like-1250') },
    ],
  },
  {
    key: 'statusAmount',
    group: 'answers',
    label: labelOf('settings.statusAmount'),
    hint: t('settings.amount-of-hint'),
    choices: [
      { value: 'unknown', label: t('settings.nobody-knows-yet') },
      { value: 'latest', label: t('settings.of-the-latest-transaction') },
      { value: 'initial', label: t('settings.always-of-the-first-transaction') },
      { value: 'remaining', label: t('settings.what-remains-after-a-refund') },
    ],
  },
  {
    key: 'statusIds',
    group: 'status',
    label: labelOf('settings.statusIds'),
    hint: t('settings.both-ids-hint'),
    choices: [
      { value: 'both', label: t('settings.both-ids') },
      { value: 'orderid', label: t('settings.order-id-only') },
      { value: 'client_orderid', label: t('settings.merchant-order-id-only') },
    ],
  },
  {
    key: 'statusBy',
    group: 'status',
    label: labelOf('settings.statusBy'),
    hint: t('settings.by-request-sn-hint'),
    choices: [
      { value: 'order', label: t('settings.the-order-label') },
      { value: 'request', label: t('settings.status-by-serial') },
    ],
  },
  {
    key: 'orderidOf',
    group: 'status',
    label: labelOf('settings.orderidOf'),
    hint: t('settings.request-ids-hint'),
    choices: [
      { value: 'order', label: t('settings.that-of-its-order') },
      { value: 'request', label: t('settings.one-of-its-own') },
    ],
  },
] as const

export const proxyChoices = [
  { value: 'system', label: t('settings.proxy-of-computer') },
  { value: 'none', label: t('settings.never-a-proxy') },
  { value: 'own', label: t('settings.this-proxy') },
] as const

/** Under the field for rules about fields. */
export const fieldRulesHint = t('settings.field-rules-hint')

/** What a status word can be taught to mean; a type's meaning is shown as the wire has it. */
export const statusMeaningLabels = {
  approved: t('settings.approved-it-happened'),
  processing: t('settings.processing-it-is-not-final'),
  declined: t('settings.declined-it-did-not-happen'),
  failed: t('settings.failed-it-did-not-happen'),
} as const

export const termKindLabels = {
  status: t('settings.status-word'),
  type: t('settings.transaction-type-word'),
} as const

export const schemeLabels = {
  control: t('settings.control-checksum'),
  'hmac-sha1': t('settings.oauth-hmac-sha1'),
  'rsa-sha256': t('settings.oauth-rsa-sha256'),
} as const
export type Scheme = keyof typeof schemeLabels

/** How money moves on a connection, on this computer. */
export const reasonChoices = [
  {
    key: 'refundReasons',
    label: t('settings.reasons-for-a-refund'),
    hint: t('settings.refund-reasons-hint'),
  },
  {
    key: 'releaseReasons',
    label: t('settings.release-reasons'),
    hint: t('settings.release-reasons-hint'),
  },
] as const

export const moneyChoices = {
  undo: {
    label: t('settings.undo-window'),
    hint: t('settings.undo-hint'),
    choices: [
      { value: '0', label: t('settings.undo-none') },
      { value: '5000', label: t('settings.for-5-s') },
      { value: '10000', label: t('settings.for-10-s-default') },
      { value: '20000', label: t('settings.for-20-s') },
      { value: '30000', label: t('settings.for-30-s') },
    ],
  },
  holdReleasedBy: {
    label: labelOf('settings.money.holdReleasedBy'),
    hint: t('settings.hold-way-hint'),
    choices: [
      { value: 'void', label: t('settings.void-default') },
      { value: 'return', label: t('requests.release-hold') },
    ],
  },
  restOfHold: {
    label: t('settings.rest-of-hold'),
    hint: t('settings.rest-of-hold-hint'),
    choices: [
      { value: 'unknown', label: t('settings.is-not-known-default') },
      { value: 'stays', label: t('settings.rest-stays-held') },
      { value: 'released', label: t('settings.is-released-at-once') },
    ],
  },
} as const
