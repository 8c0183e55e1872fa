// The confirmation of a refund as a page that is printed for the customer. Pure. Every text is
// escaped, keeps its own direction and has no card number.
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { say } from '#shared/message.ts'
import { formatMessage } from '#wording/format-messages.ts'

export interface ReceiptPage {
  /** The merchant's name and address, a line each; empty where the connection says none. */
  from: string
  /** As people read them; empty where nobody here knows. */
  amount: string
  order: string
  card: string
  day: string
  reference: string
  /** The paragraph that is copied as well. */
  text: string
  isPractice: boolean
  /** One was made before. */
  isCopy: boolean
}

const style = `@page{size:A4;margin:22mm 20mm}
body{font:11pt/1.5 'Noto Sans','Noto Sans Arabic','Noto Sans Hebrew',sans-serif;margin:0;color:#111}
h1{font-size:18pt;margin:14mm 0 6mm}p{margin:2mm 0}.f{white-space:pre-line}.w{border:.4mm solid #111;padding:2mm 3mm;font-weight:700}
table{border-collapse:collapse;margin:0 0 8mm}th,td{padding:1.5mm 8mm 1.5mm 0;text-align:start;vertical-align:top;border-bottom:.2mm solid #ccc}
th{font-weight:400;color:#444}td{font-variant-numeric:tabular-nums}.a{font-size:14pt;font-weight:700}`

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
const textOf = (text: string): string => `<bdi>${escape(maskCardNumbers(text))}</bdi>`
const said = (message: string): string => escape(formatMessage(message))

export function receiptPage(page: ReceiptPage): string {
  const title = page.isCopy ? say('receipts.title-copy') : say('receipts.title')
  const facts: readonly [name: string, value: string, look: string][] = [
    [say('everywhere.amount'), page.amount, 'a'],
    [say('everywhere.order'), page.order, ''],
    [say('receipts.card'), page.card, ''],
    [say('receipts.date'), page.day, ''],
    [say('receipts.reference'), page.reference, ''],
  ]
  const rows = facts
    .filter(([, value]) => value !== '')
    .map(
      ([name, value, look]) =>
        `<tr><th>${said(name)}</th><td class="${look}">${value === page.reference ? `<bdi>${escape(value)}</bdi>` : textOf(value)}</td></tr>`,
    )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${said(title)}</title><style>${style}</style></head><body>
${page.from === '' ? '' : `<p class="f">${textOf(page.from)}</p>`}
<h1>${said(title)}</h1>
${page.isPractice ? `<p class="w">${said(say('receipts.practice'))}</p>` : ''}
<table><tbody>${rows.join('')}</tbody></table>
<p>${escape(maskedText(page))}</p></body></html>`
}

/** As in the table, the bank's number stays as it is, or no bank finds it. */
const maskedText = ({ text, reference }: ReceiptPage): string =>
  reference === ''
    ? maskCardNumbers(text)
    : text.split(reference).map(maskCardNumbers).join(reference)
