// What a keystroke in the omnibox costs in the page: from the key to the end of what it sets off,
// and the frame in which the list is then laid out and painted. Chromium holds other tasks back
// after a key until its next frame: whoever asks by such a task measures that wait, not the work.
import type { Page } from 'playwright-core'

export interface KeyCost {
  /** From the event to the end of what Vue does about it. */
  handled: number
  /** The frame: style, layout and paint, on the page's own thread. */
  frame: number
  /** From the event to the end of the frame, the wait for its turn in it. */
  drawn: number
}

/** Begins to watch; what it returns hands out what was seen. */
export async function keysOf(page: Page): Promise<() => Promise<KeyCost[]>> {
  await page.evaluate(watchKeys)
  return () => page.evaluate(() => (window as unknown as { keys: { costs: KeyCost[] } }).keys.costs)
}

/** Runs in the page. */
function watchKeys(): void {
  const keys = { costs: [] as KeyCost[], last: 0 }
  Object.assign(window, { keys })
  const now = (): number => performance.now()
  document.addEventListener('keydown', () => (keys.last = now()), { capture: true })
  document.addEventListener('input', () => {
    const from = keys.last
    const framed = (handled: number): void => {
      const frameAt = now()
      const { port1, port2 } = new MessageChannel()
      // A task of its own: it runs when the frame is painted.
      port1.onmessage = () => {
        keys.costs.push({ handled, frame: now() - frameAt, drawn: now() - from })
        port1.close()
      }
      port2.postMessage(null)
    }
    // Behind what Vue has put into the same queue, and what that sets off.
    const behind = (turns: number): void => {
      if (turns > 0) return queueMicrotask(() => behind(turns - 1))
      const handled = now() - from
      requestAnimationFrame(() => framed(handled))
    }
    behind(5)
  })
}
