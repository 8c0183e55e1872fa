// The console's one page. No script, nothing from outside, no key ever on it.
import { createHash } from 'node:crypto'
import {
  cardsTable,
  clockControls,
  disputeControls,
  faultControls,
  hostControls,
  keyControls,
  testAmountTable,
  switchControls,
} from './console-controls.ts'
import {
  callbacksTable,
  effectsTable,
  ordersTable,
  requestsTable,
  trainingTable,
} from './console-tables.ts'
import { code, escapeHtml as e } from '../http/html.ts'
import type { SandboxContext } from '../context/context.ts'

const style = `
:root{color-scheme:light dark;font:15px/1.45 system-ui,sans-serif}
body{margin:0 auto;max-width:80rem;padding:1.5rem}
h1{font-size:1.4rem}h2{font-size:1.1rem;margin-top:2rem}
table{border-collapse:collapse;width:100%}
th,td{text-align:start;padding:.3rem .6rem;border-bottom:1px solid #8884;vertical-align:top}
code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
.bad{color:#c0392b}.scroll{overflow-x:auto}
form{display:inline-flex;gap:.5rem;flex-wrap:wrap;margin:.2rem 0}
input,select,button,textarea{font:inherit}
nav a{margin-inline-end:1rem}
`
const styleHash = createHash('sha256').update(style).digest('base64')
/** The field of a form that says which page it is of. */
export const TOKEN = 'token'

export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`

const sections: readonly [id: string, title: string, draw: (context: SandboxContext) => string][] =
  [
    ['training', 'Orders to practise on', trainingTable],
    ['orders', 'Orders', ordersTable],
    ['requests', 'Requests as received', requestsTable],
    ['effects', 'Effects', effectsTable],
    ['callbacks', 'Callbacks', callbacksTable],
    ['disputes', 'Chargebacks', disputeControls],
    ['faults', 'Faults', faultControls],
    ['hosts', 'Hosts of the family', hostControls],
    ['switches', 'Switches', switchControls],
    ['clock', 'Clock', clockControls],
    ['keys', 'Registered public keys', keyControls],
    ['test-amounts', 'Test amounts', testAmountTable],
    ['cards', 'Test cards', cardsTable],
  ]

/** Each form gets it, whoever drew the form. What a request carries is escaped: it is no form. */
const withToken = ({ consoleToken }: SandboxContext, html: string): string =>
  html.replaceAll(
    /<form method="post"[^>]*>/g,
    (form) => `${form}<input type="hidden" name="${TOKEN}" value="${consoleToken}">`,
  )

export function consolePage(context: SandboxContext): string {
  const { endpointId, groupId, login } = context.identity
  const links = sections.map(([id, title]) => `<a href="#${id}">${e(title)}</a>`)
  const bodies = sections.map(
    ([id, title, draw]) =>
      `<section id="${id}" aria-label="${e(title)}"><h2>${e(title)}</h2>${withToken(context, draw(context))}</section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sandbox console</title><style>${style}</style></head><body>
<h1>Sandbox of the payment gateway</h1>
<p>Base URL ${code(`${context.origin}/paynet`)}, endpoint ${code(endpointId)}, group ${code(groupId)}, login ${code(login)}. No real money moves here.</p>
<nav>${links.join('')}</nav>
${bodies.join('\n')}
</body></html>`
}
