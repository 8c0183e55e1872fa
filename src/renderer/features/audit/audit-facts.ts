// What an entry of the log recorded, in words: a label and a text each. What only a program reads
// (digests, IDs of requests, numbers of answers) has no label here and stays under its own name in
// the technical part, where everything stands as it was recorded. Pure.
import { settings } from '#shared/connections/setting-rows.ts'
import { isOperationId } from '#shared/gateway/operations/index.ts'
import { formatAmount } from '#wording/amounts.ts'
import { formatMessage } from '#wording/format-messages.ts'
import type { AuditRow } from '#shared/bridge/lists.ts'
import { amountOf } from '../../messages/audit.ts'
import { isState, states, titleOf } from '../../messages/attempts.ts'
import { labelsOfField } from '../../messages/forms/operation-fields.ts'
import { stageLabel, statusLabel, typeLabel } from '../../messages/phases.ts'
import { t } from '../../messages/message.ts'

export interface EntryFact {
  label: string
  text: string
  /** Somebody else's words, or an ID: never translated. */
  isData: boolean
  /** Stands on one line, cut in its middle, and can be copied. */
  isId: boolean
}

type Details = AuditRow['details']

/** How a value is told; undefined where it says nothing. */
interface Told {
  label: string
  says: (value: unknown, details: Details) => string | undefined
  isData?: boolean
  isId?: boolean
}

const textOf = (value: unknown): string | undefined =>
  value === null || value === undefined || value === '' || typeof value === 'object'
    ? undefined
    : String(value)
const verbatim = (label: string): Told => ({ label, says: textOf, isData: true })
const id = (label: string): Told => ({ ...verbatim(label), isId: true })
const named = (label: string, wordOf: (text: string) => string): Told => ({
  label,
  says: (value) => {
    const text = textOf(value)
    return text === undefined ? undefined : wordOf(text)
  },
})

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const plain = (value: unknown): string =>
  typeof value === 'boolean'
    ? value
      ? t('everywhere.yes')
      : t('everywhere.no-label')
    : Array.isArray(value)
      ? value.map(plain).join(', ') || t('connections.setting-none')
      : (textOf(value) ??
        (isRecord(value) ? JSON.stringify(value) : t('connections.setting-empty')))

/** Each setting by its path: “money.undoMs”. */
const leaves = (value: unknown, path = ''): [string, unknown][] =>
  isRecord(value)
    ? Object.entries(value).flatMap(([name, one]) =>
        leaves(one, path === '' ? name : `${path}.${name}`),
      )
    : [[path, value]]

const settingLabel = (path: string): string => {
  const known = settings.find(({ name }) => name === path || name === `settings.${path}`)
  return known === undefined ? path : formatMessage(known.label)
}

const changed = (what: string, was: unknown, is: unknown): string =>
  t('audit.changed-from-to', { what, was: plain(was), is: plain(is) })

/** What is not the same before and after, a setting each. */
function settingsChanged(after: unknown, { before }: Details): string | undefined {
  const earlier = new Map(leaves(before ?? {}))
  const lines = leaves(after).flatMap(([path, is]) => {
    const was = earlier.get(path)
    const inSeconds = (value: unknown): unknown =>
      path.endsWith('Ms') && typeof value === 'number'
        ? t('connections.a-span-of-seconds', { seconds: value / 1000 })
        : value
    return JSON.stringify(was) === JSON.stringify(is)
      ? []
      : [changed(settingLabel(path), inSeconds(was), inSeconds(is))]
  })
  return lines.length === 0 ? undefined : lines.join('\n')
}

const fieldsChanged = (value: unknown): string | undefined =>
  Array.isArray(value) && value.every(isRecord)
    ? value
        .map((one) => changed(labelsOfField(String(one['name'])).label, one['was'], one['is']))
        .join('\n')
    : undefined

const fieldsGiven = (value: unknown): string | undefined =>
  isRecord(value)
    ? Object.entries(value)
        .map(([name, one]) => `${labelsOfField(name).label}: ${plain(one)}`)
        .join('\n')
    : undefined

/**
 * In the order in which they are shown: the money, why and by whom, whose order, what a bank asks
 * for, and what only the gateway's support asks for last. `amount` is told with its currency.
 */
const told: Readonly<Record<string, Told>> = {
  amount: {
    label: t('everywhere.amount'),
    says: (_value, details) => {
      const money = amountOf({ details } as AuditRow)
      return money === null ? textOf(details['amount']) : formatAmount(money)
    },
    isData: true,
  },
  comment: verbatim(t('everywhere.reason')),
  message: verbatim(t('orders.answer-as-it-stands')),
  summary: verbatim(t('orders.answer-as-it-stands')),
  text: verbatim(t('orders.note')),
  tag: verbatim(t('orders.tag')),
  requestedBy: verbatim(t('orders.done-by')),
  orderid: id(t('everywhere.order-id-label')),
  clientOrderid: id(t('everywhere.merchant-order-id-label')),
  card: verbatim(t('everywhere.card')),
  lastFour: verbatim(t('everywhere.last-four-digits')),
  rrn: id(t('operations.rrn-for-the-bank')),
  approvalCode: id(t('everywhere.approval-code')),
  payee: verbatim(t('everywhere.recipient')),
  payeeAccount: verbatim(t('audit.account-of-the-recipient')),
  calledPayee: {
    label: t('audit.called-payee'),
    says: (value) => (value === true ? t('everywhere.yes') : undefined),
  },
  description: verbatim(t('everywhere.description')),
  name: verbatim(t('everywhere.name')),
  was: verbatim(t('audit.name-before')),
  fields: { label: t('audit.account-of-the-recipient'), says: fieldsGiven, isData: true },
  changes: { label: t('audit.changed'), says: fieldsChanged, isData: true },
  after: { label: t('audit.changed'), says: settingsChanged, isData: true },
  environment: named(t('connections.setting-environment'), (text) =>
    text === 'production' ? t('connections.setting-production') : t('connections.setting-test'),
  ),
  endpointId: verbatim(t('connections.setting-endpoint-id')),
  processorTxId: id(t('audit.processors-id')),
  processingDate: verbatim(t('audit.processed-by-the-bank')),
  operation: named(t('everywhere.operation'), (operation) =>
    isOperationId(operation) ? titleOf({ operation }) : operation,
  ),
  // A part is named by its amount; so may be the whole.
  isFull: {
    label: t('audit.in-full'),
    says: (value) => (value === true ? t('everywhere.yes') : undefined),
  },
  transactionType: named(t('audit.transaction'), typeLabel),
  status: named(t('orders.gateways-word'), statusLabel),
  stage: named(t('audit.stage'), stageLabel),
  from: named(t('audit.state-before'), (state) => (isState(state) ? states[state].label : state)),
  fingerprint: verbatim(t('audit.key-fingerprint')),
  folder: verbatim(t('audit.folder')),
  file: verbatim(t('audit.file')),
  entries: verbatim(t('audit.entries')),
  rows: verbatim(t('audit.rows')),
  firstBadSeq: verbatim(t('audit.first-bad-entry')),
  cutAt: verbatim(t('audit.log-ended-at')),
  version: verbatim(t('audit.version-of-paydesk')),
}

/** What people read of an entry. */
export const entryFacts = ({ details }: Pick<AuditRow, 'details'>): EntryFact[] =>
  Object.entries(told).flatMap(([name, { label, says, isData = false, isId = false }]) => {
    const text = name in details ? says(details[name], details) : undefined
    return text === undefined ? [] : [{ label, text, isData, isId }]
  })

/** Everything as it was recorded, by its own names. */
export const recordedDetails = ({
  details,
}: Pick<AuditRow, 'details'>): { name: string; value: string }[] =>
  Object.entries(details).map(([name, value]) => ({
    name,
    value: typeof value === 'string' ? value : (JSON.stringify(value) ?? ''),
  }))
