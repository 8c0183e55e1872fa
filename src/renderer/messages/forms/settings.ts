// The settings of a connection in plain words: what each is for and why it can be changed at all.
// Numbers are typed in the unit a person thinks in; `perUnit` leads to the unit of the record.

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
    label: 'Wait for a connection',
    unit: 'seconds',
    perUnit: 1000,
    least: 100,
    most: 60_000,
    hint: 'Until then nothing was sent, so giving up is safe.',
  },
  {
    key: 'answerTimeoutMs',
    label: 'Wait for an answer',
    unit: 'seconds',
    perUnit: 1000,
    least: 100,
    most: 300_000,
    hint: 'After that the outcome counts as unknown and is asked for. Too short makes needless unknowns.',
  },
  {
    key: 'maxBodyBytes',
    label: 'Largest answer',
    unit: 'KiB',
    perUnit: 1024,
    least: 1024,
    most: 4_194_304,
    hint: 'A longer answer is not read to its end: it can’t be one of the gateway.',
  },
  {
    key: 'maxHeaderBytes',
    label: 'Largest head of an answer',
    unit: 'KiB',
    perUnit: 1024,
    least: 4096,
    most: 1_048_576,
    hint: 'All headers of an answer together.',
  },
]

export const choiceSettings = [
  {
    key: 'controlEncoding',
    label: 'Control checksum as text',
    hint: 'The gateway’s description doesn’t say how the checksum is written. Change it if the test calls the control wrong although the key is right.',
    choices: [
      { value: 'hex-lower', label: 'Hexadecimal, small letters' },
      { value: 'hex-upper', label: 'Hexadecimal, capital letters' },
      { value: 'base64', label: 'Base64' },
    ],
  },
  {
    key: 'digitsRule',
    label: 'Amounts in the checksum',
    hint: 'The description says “cents”, which some currencies don’t have. Change it only when the gateway says that it counts two digits for every currency.',
    choices: [
      { value: 'iso-4217', label: 'As many digits as the currency has' },
      { value: 'always-2', label: 'Always two digits' },
    ],
  },
  {
    key: 'statusAmount',
    label: 'Amount in a status answer',
    hint: 'The description doesn’t say whose amount it is. A wrong choice makes what is left of an order wrong: change it only when the gateway says so.',
    choices: [
      { value: 'latest', label: 'Of the latest transaction' },
      { value: 'initial', label: 'Always of the first transaction' },
    ],
  },
  {
    key: 'statusBy',
    label: 'What a status request names',
    hint: 'A gateway that knows “by-request-sn” tells what became of one request, so that two refunds of one amount can be told apart. Choose it only when the gateway’s documents name that field: one that ignores it would answer for another request.',
    choices: [
      { value: 'order', label: 'The order' },
      { value: 'request', label: 'The order, and the request by its serial number' },
    ],
  },
] as const

export const proxyChoices = [
  { value: 'system', label: 'As this computer says (HTTPS_PROXY, NO_PROXY)' },
  { value: 'none', label: 'Never a proxy' },
  { value: 'own', label: 'This proxy:' },
] as const

/** Under the field for rules about fields. */
export const fieldRulesHint =
  'One rule a line: operation (or *) and field, then what differs. “sale redirect_url required = https://shop.example/back” demands a field and fills it in where it is left empty. “create-recurring-payment credit_card_number as credit-card-number” sends it under another name. “create-recurring-payment rp_card_type added required” adds one; “signed” puts an added one into the control checksum. “sale-form client_orderid typed” lets you type your own ID of what is made; Paydesk looks whether it was used, and makes one where you leave it empty.'

export const schemeLabels = {
  control: 'Control checksum',
  'hmac-sha1': 'OAuth, HMAC-SHA1',
  'rsa-sha256': 'OAuth, RSA-SHA256',
} as const
export type Scheme = keyof typeof schemeLabels

/** How money moves on a connection, on this computer. */
export const reasonChoices = [
  {
    key: 'refundReasons',
    label: 'Reasons for a refund',
    hint: 'One a line. The sheet of a refund offers them; the first one is filled in.',
  },
  {
    key: 'releaseReasons',
    label: 'Reasons for a release or a void',
    hint: 'One a line. The first one is filled in where the gateway wants a reason.',
  },
] as const

export const moneyChoices = {
  undo: {
    label: 'Undo window',
    hint: 'How long a confirmed payment, refund, capture or void can be undone before it is sent. Then its status is read again.',
    choices: [
      { value: '0', label: 'Never: it is sent at once' },
      { value: '5000', label: 'for 5 s' },
      { value: '10000', label: 'for 10 s (default)' },
      { value: '20000', label: 'for 20 s' },
      { value: '30000', label: 'for 30 s' },
    ],
  },
  holdReleasedBy: {
    label: 'A hold is released by',
    hint: 'What Paydesk proposes for money that is only held. Some gateways void only what was captured.',
    choices: [
      { value: 'return', label: 'Release hold (default)' },
      { value: 'void', label: 'Void' },
    ],
  },
  restOfHold: {
    label: 'After capturing a part, the rest of the hold',
    hint: 'The gateway’s description does not say. Ask the gateway; what you choose is said before a part is captured.',
    choices: [
      { value: 'unknown', label: 'is not known (default)' },
      { value: 'stays', label: 'stays held and can be captured' },
      { value: 'released', label: 'is released at once' },
    ],
  },
} as const
