// The page shown when the process that draws the window is gone: what happened, that nothing is
// lost by it, a reference, and the way back. The way back is a link, so that no script is needed.
// Pure.
import { formatMessage } from '#wording/format-messages.ts'
import { say } from '#shared/message.ts'
import type { Asset } from './protocol.ts'
import { escape, plainPage } from './plain-page.ts'

export interface Crash {
  incident: string
  /** It did not answer any more, and was ended for that. */
  isHung: boolean
  /** Within the last minute, this one among them. */
  count: number
}

/** From this many in a minute on, to reload once more is not the first advice. */
export const manyCrashes = 4

/** `reloads`: the path that leads back; main hears it and opens what it thinks right. */
export function crashPage({ incident, isHung, count }: Crash, reloads: string): Asset {
  const text = (message: string): string => escape(formatMessage(message))
  const again =
    count < manyCrashes
      ? ''
      : `<p>${text(say('program.window-ends-again-and-again', { count }))}</p>`
  return plainPage(
    formatMessage(
      isHung ? say('program.the-window-did-not-answer') : say('program.the-window-ended'),
    ),
    `<p>${text(say('program.no-request-lost'))}</p>
<p>${text(say('program.typed-forms-are-kept'))}</p>${again}
<p><a class="button" href="${escape(reloads)}" autofocus>${text(say('program.reload-the-window'))}</a></p>
<p class="muted">${text(say('program.incident-stands-in-the-log', { incident }))}</p>`,
  )
}
