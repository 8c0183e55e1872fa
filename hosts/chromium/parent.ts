// Ends the host when the process that started it is gone, however it ended: a killed test run or
// start script leaves no window behind. The host's input stays open as long as its parent lives.
import type { EventEmitter } from 'node:events'
import type { Readable } from 'node:stream'

export interface Ends {
  /** In order, which the program may put off. */
  quit: () => void
  /** Whatever the program still does. */
  exit: () => void
}

const orderlyMs = 1_000

/** Calls `quit` once, and `exit` a moment later. */
export function endWithParent(
  { input, outputs }: { input: Readable | null; outputs: readonly EventEmitter[] },
  { quit, exit }: Ends,
): void {
  let isGone = false
  const gone = (): void => {
    if (isGone) return
    isGone = true
    setTimeout(exit, orderlyMs)
    quit()
  }
  // Without this listener a broken pipe is an error that the program reports into the same pipe,
  // for ever.
  for (const output of outputs) output.on('error', gone)
  input?.on('end', gone).on('close', gone).on('error', gone).resume()
}
