// Electron's view of a frame for Playwright's: same object for the same frame, with the program's
// own URLs.
import type { Frame } from 'playwright-core'
import { fromShown, originOf } from './address.ts'

export interface HostFrame {
  readonly url: string
  readonly origin: string
  readonly parent: HostFrame | null
  readonly top: HostFrame | null
}

const known = new WeakMap<Frame, HostFrame>()

export function frameOf(frame: Frame): HostFrame {
  const before = known.get(frame)
  if (before !== undefined) return before
  const made: HostFrame = {
    get url() {
      return fromShown(frame.url())
    },
    get origin() {
      return originOf(fromShown(frame.url()))
    },
    get parent() {
      const parent = frame.parentFrame()
      return parent === null ? null : frameOf(parent)
    },
    get top() {
      return frameOf(frame.page().mainFrame())
    },
  }
  known.set(frame, made)
  return made
}
