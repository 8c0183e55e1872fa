// A report as a page that is printed: its figures, what they are of and, for a shift, a line to
// sign. Pure. Every text is escaped, keeps its own direction and has no card number.
import { RELEASE, requestTitle } from '#shared/audit/audit-labels.ts'
import { ageBands, type ReportView } from '#shared/reports/report-methods.ts'
import { maskCardNumbers } from '#shared/cards/card-number.ts'
import { say } from '#shared/message.ts'
import type { MoneyText } from '#shared/money.ts'
import { adds, type DayClose } from '#shared/reports/day-close.ts'
import { closeLineNames, closeNames, controlOf, uncertainOf } from '#shared/reports/close-labels.ts'
import { formatAmount } from '#wording/amounts.ts'
import { formatMessage } from '#wording/format-messages.ts'

export interface ReportPage {
  view: ReportView
  actor: string
  version: string
  nameOf: (connectionId: string) => string
}

/** More would take pages, and seconds. */
export const MOST_PRINTED = 60

const style = `@page{size:A4;margin:16mm 14mm 18mm;@bottom-right{content:counter(page) " / " counter(pages);font:8pt sans-serif}}
body{font:9pt/1.4 'Noto Sans','Noto Sans Arabic','Noto Sans Hebrew',sans-serif;margin:0;color:#111}
h1{font-size:15pt;margin:0 0 2mm}p{margin:1mm 0}table{width:100%;border-collapse:collapse;margin:4mm 0}
th,td{padding:1mm 2mm 1mm 0;border-bottom:.2mm solid #ccc;text-align:start;vertical-align:top}tr{break-inside:avoid}
.n{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}.s{margin-top:18mm;border-top:.2mm solid #111;padding-top:1mm;width:90mm}`

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)
const textOf = (text: string): string => `<bdi>${escape(maskCardNumbers(text))}</bdi>`
const said = (message: string): string => escape(formatMessage(message))
const amount = (money: MoneyText): string =>
  money.currency === '' ? said(say('reports.no-amount')) : escape(formatAmount(money))

const reportTitles = {
  moved: say('reports.moved'),
  reasons: say('reports.reasons'),
  shift: say('reports.shift'),
  open: say('reports.open'),
  close: say('reports.close'),
} as const
const outcomes = {
  done: say('reports.outcome-done'),
  declined: say('everywhere.declined'),
  'not-sent': say('requests.not-sent-text'),
  unknown: say('everywhere.outcome-unknown'),
  processing: say('everywhere.processing'),
} as const
const sources = { here: say('reports.here'), gateway: say('reports.gateway') } as const
const items = {
  unknown: say('reports.unknown-items'),
  processing: say('reports.processing-items'),
  hold: say('reports.hold-items'),
} as const
const ages = {
  day: say('reports.age-day'),
  'three-days': say('reports.age-three-days'),
  week: say('reports.age-week'),
  older: say('reports.age-older'),
} as const

export function reportPage({ view, actor, version, nameOf }: ReportPage): string {
  const title = said(reportTitles[view.report])
  const { bounds, zone, upToEntry, unknown, processing } = view
  const entry = String(upToEntry)
  const period =
    view.report === 'open'
      ? say('reports.as-of', { at: { at: view.madeAt }, zone, entry })
      : say('reports.bounds', {
          ...{ from: { at: bounds.from }, until: { at: bounds.until }, zone, entry },
        })
  const inside =
    unknown + processing === 0
      ? say('reports.none-inside')
      : say('reports.inside', { unknown, processing })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title><style>${style}</style></head><body>
<h1>${title}</h1><p>${said(period)}</p><p>${said(inside)}</p>
<p>${said(say('reports.made', { at: { at: view.madeAt }, actor, version }))}</p>
${tablesOf(view, nameOf)}
${view.report === 'shift' ? `<p class="s">${said(say('reports.signed'))}</p>` : ''}</body></html>`
}

const head = (names: readonly string[], firstNumber: number): string =>
  `<thead><tr>${names.map((name, at) => `<th${at < firstNumber ? '' : ' class="n"'}>${said(name)}</th>`).join('')}</tr></thead>`
const row = (cells: readonly string[], firstNumber: number): string =>
  `<tr>${cells.map((cell, at) => `<td${at < firstNumber ? '' : ' class="n"'}>${cell}</td>`).join('')}</tr>`

const titleOf = (operation: string): string =>
  formatMessage(requestTitle({ operation, isRelease: operation === RELEASE }))

function tablesOf(view: ReportView, nameOf: (id: string) => string): string {
  if (view.close !== null) return closeOf(view.close, nameOf)
  return view.report === 'open' ? itemsOf(view) : figuresOf(view, nameOf)
}

function closeOf(
  { sums, differences, uncertain }: DayClose,
  nameOf: (id: string) => string,
): string {
  const tables = sums.map(({ of, currency, opening, closing, lines }) => {
    const rows = lines.map(({ line, orders, total }) =>
      row(
        [said(closeLineNames[line]), String(orders), `${adds[line] ? '+' : '−'} ${amount(total)}`],
        1,
      ),
    )
    const end = (name: string, money: MoneyText): string => row([said(name), '', amount(money)], 1)
    return `<h2>${said(closeNames[of])}, ${escape(currency)}</h2><table><tbody>${[
      end(say('reports.close-opening'), opening),
      ...rows,
      end(say('reports.close-closing'), closing),
    ].join('')}</tbody></table>`
  })
  const named = differences.orders
    .slice(0, MOST_PRINTED)
    .map((one) =>
      row(
        [
          ...[textOf(one.orderid), textOf(nameOf(one.connectionId)), said(closeNames[one.of])],
          ...[
            said(closeLineNames[one.line]),
            `${adds[one.line] ? '+' : '−'} ${amount(one.amount)}`,
          ],
        ],
        4,
      ),
    )
  const names = [
    ...[say('everywhere.order'), say('everywhere.connection'), say('reports.close-of')],
    ...[say('reports.close-line'), say('everywhere.amount')],
  ]
  const behind =
    named.length === 0 ? '' : `<table>${head(names, 4)}<tbody>${named.join('')}</tbody></table>`
  return `${tables.join('')}<p>${said(controlOf(differences.count))}</p>${uncertain === 0 ? '' : `<p>${said(uncertainOf(uncertain))}</p>`}${behind}`
}

function figuresOf(
  { figures, parts, reasonNames }: ReportView,
  nameOf: (id: string) => string,
): string {
  const has = (name: 'connection' | 'operator' | 'reason' | 'outcome'): boolean =>
    figures.some(({ key }) => key[name] !== undefined)
  const shown = (['connection', 'operator', 'reason', 'outcome'] as const).filter(has)
  const titles = {
    connection: say('everywhere.connection'),
    operator: say('orders.done-by'),
    reason: say('everywhere.reason'),
    outcome: say('reports.outcome'),
  }
  const texts = [
    say('reports.part'),
    say('everywhere.operation'),
    ...shown.map((name) => titles[name]),
  ]
  const names = [...texts, say('reports.count'), say('reports.total'), say('reports.largest')]
  return (['here', 'gateway'] as const)
    .map((source) => {
      const own = figures.filter(({ key }) => key.source === source)
      if (own.length === 0) return ''
      const rows = own.map(({ key, count, total, largest }) => {
        const split = shown.map((name) => {
          if (name === 'outcome')
            return key.outcome === undefined ? '' : said(outcomes[key.outcome])
          if (name === 'connection') return textOf(nameOf(key.connection ?? ''))
          if (name === 'reason' && key.reasonCode)
            return textOf(reasonNames[key.reasonCode] ?? key.reasonCode)
          if (name === 'reason' && key.reason === '') return said(say('reports.no-reason'))
          return textOf(key[name] ?? '')
        })
        const first = [parts[key.part] ?? '', textOf(titleOf(key.operation)), ...split]
        return row([...first, String(count), amount(total), amount(largest)], texts.length)
      })
      return `<h2>${said(sources[source])}</h2><table>${head(names, texts.length)}<tbody>${rows.join('')}</tbody></table>`
    })
    .join('')
}

function itemsOf({ open }: ReportView): string {
  const names = [say('reports.item'), ...ageBands.map((band) => ages[band])]
  const rows = open.map(({ of, bands }) =>
    row([said(items[of]), ...bands.map(({ count, total }) => `${count}<br>${amount(total)}`)], 1),
  )
  return `<table>${head(names, 1)}<tbody>${rows.join('')}</tbody></table>`
}
