// The page shown when Paydesk can't start: the words of the fault and what to do, without a script,
// so that a person never faces a blank window. Pure.
import { formatMessage } from '#wording/format-messages.ts'
import type { Fault } from '#shared/fault.ts'
import type { Asset } from './protocol.ts'
import { escape, plainPage } from './plain-page.ts'

/** Explains a fault at start to the operator. */
function stopMessage(fault: Fault): { message: string; detail: string } {
  const detail =
    'detail' in fault ? fault.detail : 'incident' in fault ? `Incident ${fault.incident}` : ''
  return { message: formatMessage(fault.message), detail: formatMessage(detail) }
}

export function stopPage(fault: Fault, folder: string): Asset {
  const { message, detail } = stopMessage(fault)
  return plainPage(
    'Paydesk could not start',
    `<p>${escape(message)}</p>${detail === '' ? '' : `<pre>${escape(detail)}</pre>`}
<p>This start sent no payment. Your records are in this folder and were not changed:</p><pre>${escape(folder)}</pre>
<p>Close this window and start Paydesk again. If this happens again, send the text above to whoever looks after Paydesk for you.</p>`,
  )
}
