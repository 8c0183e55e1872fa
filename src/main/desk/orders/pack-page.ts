// The evidence pack's timeline as a page that is printed: an order's facts and everything that
// happened with it, oldest first. Pure. Every text is escaped and keeps its own direction; what
// looks like a card number is masked.
import { formatMessage } from '#wording/format-messages.ts'
import type { OrderView, TimelineEntry } from '#shared/bridge/views.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import type { Payee } from '#shared/gateway/orders/event-facts.ts'
import { isSideType } from '#shared/gateway/status/status.ts'
import type { MoneyText } from '#shared/money.ts'
import { formatAmount } from '#wording/amounts.ts'

export interface PackPage {
  order: OrderView
  environment: 'test' | 'production'
  actor: string
  madeAt: number
  version: string
  logId: string
  fingerprint: string | null
}

/**
 * Loose sheets say what they are about; an id that could end the style's own text is left out
 * there.
 */
const pageRule = (orderid: string): string =>
  `@page{size:A4;margin:16mm 14mm 18mm;@bottom-left{content:"Order ${/^[\w.-]{1,64}$/.test(orderid) ? orderid : ''}";font:8pt sans-serif}@bottom-right{content:counter(page) " / " counter(pages);font:8pt sans-serif}}`
const style = `
body{font:9.5pt/1.4 'Noto Sans','Noto Sans Arabic','Noto Sans Hebrew',sans-serif;margin:0;color:#111}
h1{font-size:15pt;margin:0 0 2mm}h2{font-size:11.5pt;margin:6mm 0 2mm}p{margin:1mm 0}
table{width:100%;border-collapse:collapse}th,td{padding:1mm 2mm 1mm 0;border-bottom:.2mm solid #ccc;text-align:start;vertical-align:top}
thead{display:table-header-group}tr{break-inside:avoid}th{font-weight:700}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}.t{white-space:nowrap;font-variant-numeric:tabular-nums}
.w{overflow-wrap:anywhere;white-space:pre-line;unicode-bidi:plaintext}.s{color:#444;font-size:8.5pt;overflow-wrap:anywhere}`

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
/** Free text of people and of the gateway. */
const textOf = (text: string): string =>
  `<bdi>${escape(maskCardNumbers(formatMessage(text)))}</bdi>`
/** An id, exactly as it is. */
const id = (text: string): string => `<bdi>${escape(text)}</bdi>`
const time = (at: number): string =>
  new Date(at)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
const money = (amount: MoneyText | null): string =>
  amount === null ? 'not known here' : escape(formatAmount(amount))
const plain = (word: string): string => word.toLowerCase().replaceAll(/[_-]/g, ' ')

export function packPage(page: PackPage): string {
  const { order } = page
  const title = `Order ${order.orderid}`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title><style>${pageRule(order.orderid)}${style}</style></head><body>
<h1>${escape(title)}</h1>
<p>Merchant order ID ${id(order.clientOrderid)} · ${textOf(order.connectionName)} (${page.environment})</p>
<p>Made ${time(page.madeAt)} by ${textOf(page.actor)} with Paydesk ${escape(page.version)}. Audit log ${id(page.logId)}, key ${id(page.fingerprint ?? 'kept in memory')}.</p>
<h2>What Paydesk knows</h2>
<table>${rows(factsOf(order))}</table>
<p class="s">The gateway tells the latest event only, not a running total: amounts are what Paydesk has seen and done.</p>
<h2>What happened, oldest first</h2>
<table><thead><tr><th>Time</th><th>What</th><th class="n">Amount</th></tr></thead><tbody>${entriesOf(order)}</tbody></table>
${notesOf(order)}</body></html>`
}

const rows = (facts: readonly [string, string][]): string =>
  facts.map(([name, value]) => `<tr><th>${name}</th><td class="w">${value}</td></tr>`).join('')

function factsOf(order: OrderView): [string, string][] {
  const { failedAction } = order
  const sums: [string, MoneyText | null][] = isSideType(order.origin)
    ? [['Amount', order.original]]
    : [
        ['Original', order.original],
        ...(order.held === null ? [] : [['On hold', order.held] as [string, MoneyText | null]]),
        ['Captured', order.captured],
        ['Refunded', order.returned],
        ['Refundable', order.returnable],
      ]
  return [
    ['State', plain(order.phase).replace('returned', 'refunded')],
    ['Last event', `${textOf(order.transactionType)} ${textOf(order.status)}`],
    ['First answered so', time(order.checkedAt)],
    ...sums.map(([name, amount]): [string, string] => [name, money(amount)]),
    ['In progress', money(order.inProgress)],
    ...(order.payee === undefined
      ? []
      : [['Paid to', textOf(payeeText(order.payee))] as [string, string]]),
    ...(order.hasUnknown ? [['Outcome unknown', money(order.unknown)] as [string, string]] : []),
    ...(failedAction === null
      ? []
      : [
          [
            'Last action failed',
            textOf(
              `${failedAction.transactionType} ${failedAction.status}: ${failedAction.reason}`,
            ),
          ] as [string, string],
        ]),
    ...(order.conflict === null
      ? []
      : [['Answers contradict', textOf(order.conflict)] as [string, string]]),
    ...(order.tags.length === 0
      ? []
      : [['Tags', textOf(order.tags.join(', '))] as [string, string]]),
  ]
}

/** Where a state's own name would be read as the gateway's word. */
const stateLabels: Readonly<Record<string, string>> = {
  DRAFT: 'reviewed, not confirmed',
  APPROVED: 'confirmed, not sent',
  ACCEPTED: 'accepted, not final',
  UNKNOWN: 'outcome unknown',
  REJECTED: 'refused by the gateway',
}
const stateOf = ({ source, state }: TimelineEntry): string =>
  source === 'desk'
    ? (stateLabels[state] ?? plain(state))
    : source === 'log' && state === 'ok'
      ? ''
      : plain(state)
const titleOf = ({ source, title, isRelease }: TimelineEntry): string => {
  if (isRelease) return 'release of the hold'
  return source === 'log' ? title.replace(/^order:/, '').replaceAll('-', ' ') : title
}

const sources = { service: 'Gateway', desk: 'Request', log: 'Log' } as const

function entriesOf(order: OrderView): string {
  const reasons = new Map(order.attempts.map(({ id, comment }) => [id, comment]))
  return order.timeline
    .toReversed()
    .map((entry) => {
      const reason = reasons.get(entry.attemptId ?? '') ?? ''
      reasons.delete(entry.attemptId ?? '')
      return entryRow(entry, reason)
    })
    .join('')
}

/** `reason`: what the person gave as one, at the first entry of a request. */
function entryRow(entry: TimelineEntry, reason: string): string {
  const paid = entry.payee === undefined ? '' : `Paid to ${payeeText(entry.payee)}`
  const { stage = '', notes = [] } = entry.answer ?? {}
  const answer = [stage, ...notes.map(formatMessage)].filter(Boolean).join(': ')
  const given = reason === '' ? '' : `Reason given: ${reason}`
  const said = [formatMessage(entry.message), answer, given, paid].filter(Boolean).join('\n')
  const more = [
    entry.actor === null ? '' : `by ${textOf(entry.actor)}`,
    entry.serialNumber === null ? '' : `serial number ${id(entry.serialNumber)}`,
    entry.attemptId === null ? '' : `request ${id(entry.attemptId)}`,
    entry.seq === null ? '' : `audit entry ${entry.seq}`,
    ...bankOf(entry),
  ].filter((part) => part !== '')
  return `<tr><td class="t">${time(entry.at)}</td><td class="w"><b>${sources[entry.source]}: ${textOf(titleOf(entry))} ${textOf(stateOf(entry))}</b>${
    said === '' ? '' : `<div class="w">${textOf(said)}</div>`
  }<div class="s">${more.join(' · ')}</div></td><td class="n">${entry.amount === null ? '' : money(entry.amount)}</td></tr>`
}

/** As the log has it, where it was masked. */
function bankOf({ bank = {} }: TimelineEntry): string[] {
  const { rrn, approvalCode, processorTxId, processingDate } = bank
  const card = [bank.card, bank.lastFour].filter(Boolean).join(' ')
  return [
    ['RRN', rrn],
    ['approval code', approvalCode],
    ['processor ID', processorTxId],
    ['processed', processingDate],
    ['card', card],
  ].flatMap(([name, value = '']) => (value === '' ? [] : [`${name} ${id(value)}`]))
}

const payeeText = ({ name, account, description }: Payee): string =>
  [name, account, description].filter((part) => part !== '').join(' · ')

const notesOf = (order: OrderView): string =>
  order.notes.length === 0
    ? ''
    : `<h2>Notes kept on this computer</h2><table>${order.notes
        .toReversed()
        .map(
          (note) =>
            `<tr><td class="t">${time(note.at)}</td><td class="w">${textOf(note.text)}<div class="s">${textOf(note.actor)}</div></td></tr>`,
        )
        .join('')}</table>`
