// When the process that draws the window is gone, or does not answer any more: written down under a
// reference, told on a page of main's own, and opened again when a person says so. Never by itself:
// a page that crashes as it opens would go round and round. Main goes on all the while.
import type { WebContents } from 'electron'
import type { Asset } from './protocol.ts'
import { startUrl } from './address.ts'
import { crashPage, manyCrashes } from './crash-page.ts'

export interface WindowParts {
  newIncident: () => string
  /** A line of the application's log. */
  note: (event: string, details: Record<string, unknown>) => void
  monotonic: () => number
  /** Shows this page of main's own in the window. */
  show: (page: Asset) => Promise<void>
  /** Opens the window's own page. */
  open: (url: string) => Promise<void>
  /** Where not even that page stays: asks in the system's own box. True to open it again. */
  ask: (incident: string) => Promise<boolean>
}

/** After it was told that the window does not answer; it may only be busy. */
const patienceMs = 10_000
const minuteMs = 60_000

export function watchWindow(
  contents: Pick<WebContents, 'on' | 'getURL' | 'isDestroyed' | 'forcefullyCrashRenderer'>,
  parts: WindowParts,
  waitsMs = patienceMs,
): void {
  /** When, within the last minute. */
  let crashes: number[] = []
  let hanging: NodeJS.Timeout | undefined
  let isHung = false
  /** Where the person was; null while the window shows its own page. */
  let leftFrom: string | null = null

  const open = (url: string): void => {
    leftFrom = null
    // A page that ends again on its way here is heard as any other.
    parts.open(url).catch((error: unknown) => parts.note('window', { error: String(error) }))
  }

  async function gone(reason: string, exitCode: number): Promise<void> {
    const incident = parts.newIncident()
    const now = parts.monotonic()
    crashes = [...crashes.filter((at) => now - at < minuteMs), now]
    const crash = { incident, isHung, count: crashes.length }
    isHung = false
    parts.note('window gone', { ...crash, reason, exitCode })
    const isSecond = leftFrom !== null
    leftFrom ??= contents.getURL()
    try {
      // Nothing is loaded while the event is still told.
      await new Promise(setImmediate)
      if (contents.isDestroyed()) return
      if (!isSecond) return await parts.show(crashPage(crash, new URL(startUrl).pathname))
    } catch (error) {
      parts.note('window', { incident, error: String(error) })
    }
    if (await parts.ask(incident)) open(startUrl)
  }

  contents.on('unresponsive', () => {
    clearTimeout(hanging)
    hanging = setTimeout(() => {
      isHung = true
      contents.forcefullyCrashRenderer()
    }, waitsMs).unref()
  })
  contents.on('responsive', () => clearTimeout(hanging))
  contents.on('render-process-gone', (_event, { reason, exitCode }) => {
    clearTimeout(hanging)
    if (!contents.isDestroyed()) void gone(reason, exitCode)
  })
  const reload = ({ url }: { url: string }): void => {
    if (leftFrom === null || url !== startUrl) return
    // To where the person was, unless that is what ends it.
    const wasThere = leftFrom.startsWith(`${startUrl}#`) && crashes.length < manyCrashes
    open(wasThere ? leftFrom : startUrl)
  }
  // All navigation is prevented (lockdown.ts), and what was prevented in the first of these is not
  // told in the second.
  contents.on('will-frame-navigate', reload)
  contents.on('will-navigate', reload)
}
