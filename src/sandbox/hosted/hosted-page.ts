// The HTML of the customer's pages. Plain forms without script; every text of the order is escaped.
import { createHash } from 'node:crypto'
import type { Order } from '../book/book.ts'
import { testCards } from '../book/card.ts'
import { escapeHtml as e } from '../http/html.ts'
import { toMajor } from '../http/currency.ts'
import type { Step } from '../operations/steps.ts'

const style =
  ':root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{margin:2rem auto;max-width:32rem;padding:0 1rem}label{display:block;margin:.7rem 0 .2rem}input,button,textarea{font:inherit;padding:.4rem .6rem;box-sizing:border-box}input,textarea{width:100%}.bad{color:#c0392b}button{margin:1rem .5rem 0 0}'

/** For the pages' content security policy. */
export const hostedStyle = `'sha256-${createHash('sha256').update(style).digest('base64')}'`

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${e(title)}</title><style>${style}</style></head><body><h1>${e(title)}</h1>${body}<p><small>Sandbox: no real money moves here. Never enter a real card.</small></p></body></html>`

const amountOf = ({ amountMinor, currency }: Order): string =>
  amountMinor === 0
    ? 'nothing; the card is only checked'
    : `${toMajor(amountMinor, currency)} ${currency}`

const field = (name: string, label: string, value = ''): string =>
  `<label for="${name}">${e(label)}</label><input id="${name}" name="${name}" value="${e(value)}" autocomplete="off">`

export const notePage = (message: string): string =>
  page('Sandbox', `<p role="status">${e(message)}</p>`)

export function formPage(order: Order, stage: 'form' | 'payout-form', problem: string): string {
  const fields =
    stage === 'form'
      ? [
          field('credit_card_number', 'Card number', '4111111111111111'),
          field('card_printed_name', 'Name on the card', order.facts.name ?? 'TEST CUSTOMER'),
          field('expire_month', 'Month of expiry (01 to 12)', '12'),
          field('expire_year', 'Year of expiry', '2031'),
          field('cvv2', 'Security code', '123'),
        ]
      : [
          field('account_name', 'Your name', order.facts.name ?? ''),
          field('account_number', 'Account number'),
          field('credit_card_number', 'or card number'),
        ]
  const cards = testCards
    .map(({ number, about }) => `<li><code>${number}</code> ${e(about)}</li>`)
    .join('')
  const title =
    order.kind === 'payout'
      ? 'Receive a payout'
      : order.kind === 'preauth'
        ? 'Confirm a hold'
        : 'Pay'
  return page(
    title,
    `<p dir="auto">${e(order.facts.orderDesc ?? '')}</p><p>Amount: <strong>${amountOf(order)}</strong></p>
${problem === '' ? '' : `<p class="bad" role="alert">${e(problem)}</p>`}
<form method="post">${fields.join('')}<button>Continue</button><button name="cancel" value="yes">Cancel</button></form>
${stage === 'form' ? `<h2>Test cards</h2><ul>${cards}</ul>` : ''}`,
  )
}

export const methodPage = (order: Order): string =>
  page(
    '3-D Secure method',
    `<p role="status">The issuer has seen this browser. Order ${order.orderid} goes on once the merchant uploads threeDSCompInd.</p>`,
  )

export const challengePage = (order: Order): string =>
  page(
    '3-D Secure challenge',
    `<p>Your bank asks: do you pay <strong>${amountOf(order)}</strong>?</p>
<form method="post"><button name="result" value="pass">Yes, it is me</button><button name="result" value="fail">No</button></form>`,
  )

/** The result travels through the customer's browser; a desktop merchant copies it instead. */
export function resultPage(order: Order, step: Step, text: string): string {
  const name = step.facts.check === 'pares' ? 'pares' : 'cres'
  const { redirectUrl } = order.facts
  const send =
    redirectUrl === undefined
      ? ''
      : `<form method="post" action="${e(redirectUrl)}"><input type="hidden" name="${name}" value="${e(text)}"><button>Back to the shop</button></form>`
  return page(
    'Authentication finished',
    `<p>The merchant uploads this result (<code>${name}</code>):</p><textarea readonly rows="6" aria-label="${name}">${e(text)}</textarea>${send}`,
  )
}

/** The way back on hosts that send the customer by a signed POST, with the fields of a callback. */
export const returnPage = (redirectUrl: string, fields: readonly [string, string][]): string =>
  page(
    'Back to the shop',
    `<form method="post" action="${e(redirectUrl)}">${fields.map(([name, value]) => `<input type="hidden" name="${e(name)}" value="${e(value)}">`).join('')}<button>Back to the shop</button></form>`,
  )
