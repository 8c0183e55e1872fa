// The page shown when Paydesk can't start: the words of the fault and what to do, without a script,
// so that a person never faces a blank window. Pure.
import { formatMessage } from '#messages/format-messages.ts'
import type { Fault } from '#shared/fault.ts'
import type { Asset } from './protocol.ts'

const escape = (text: string): string =>
  text.replace(/[&<>"']/g, (mark) => `&#${mark.charCodeAt(0)};`)

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:15vh auto;padding:0 2rem;color:#1c2430;background:#fff}
h1{font-size:1.4rem}pre{white-space:pre-wrap;overflow-wrap:anywhere;background:#f2f4f7;padding:1rem;border-radius:6px}
@media(prefers-color-scheme:dark){body{color:#e6e9ee;background:#16191f}pre{background:#232833}}`

/** Explains a fault at start to the operator. */
function stopMessage(fault: Fault): { message: string; detail: string } {
  const detail =
    'detail' in fault ? fault.detail : 'incident' in fault ? `Incident ${fault.incident}` : ''
  return { message: formatMessage(fault.message), detail: formatMessage(detail) }
}

export function stopPage(fault: Fault, folder: string): Asset {
  const { message, detail } = stopMessage(fault)
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Paydesk could not start</title>
<style>${style}</style></head><body><main role="alert"><h1>Paydesk could not start</h1>
<p>${escape(message)}</p>${detail === '' ? '' : `<pre>${escape(detail)}</pre>`}
<p>No payment was sent by this start. Your records are in this folder and were left as they are:</p><pre>${escape(folder)}</pre>
<p>Close this window and start Paydesk again. If it says the same, copy the words above to whoever looks after Paydesk for you.</p>
</main></body></html>`
  return { body: new TextEncoder().encode(html), type: 'text/html; charset=utf-8' }
}
