// The only file that uses window.paydesk. Every answer is a Result: a call that breaks is a fault
// and never throws. Main answers with message references; this file turns all of them into
// sentences, so that no screen has to.
import { formatMessages } from '#wording/format-messages.ts'
import type { Bridge, Change, Input, Method, Output } from '#shared/contract/bridge.ts'
import { fail, type Result } from '#shared/fault.ts'
import { t } from '../messages/message.ts'

declare global {
  interface Window {
    paydesk?: Bridge
  }
}

export async function call<M extends Method>(
  method: M,
  input: Input<M>,
  /** That was dropped; it goes beside the input. */
  file?: File,
): Promise<Result<Output[M]>> {
  const bridge = window.paydesk
  if (bridge === undefined)
    return fail({
      kind: 'bug',
      sent: 'maybe',
      message: t('frame.no-bridge'),
      incident: 'no-bridge',
    })
  try {
    // Stores hold reactive proxies, which can't be cloned across the bridge, so only plain JSON is
    // sent.
    const plain = JSON.parse(JSON.stringify(input)) as Input<M>
    return formatMessages(
      await (file === undefined ? bridge.call(method, plain) : bridge.call(method, plain, file)),
    )
  } catch (cause) {
    // MONEY: a broken call may have been carried out; it is never reported as "not sent".
    return fail({
      kind: 'bug',
      sent: 'maybe',
      message: t('frame.connection-lost'),
      incident: `${method}: ${cause instanceof Error ? cause.message : String(cause)}`,
    })
  }
}

/** Returns the function that stops listening. */
export function onChange(listener: (change: Change) => void): () => void {
  return window.paydesk?.onChange((change) => listener(formatMessages(change))) ?? (() => undefined)
}
