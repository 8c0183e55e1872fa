// What of the window is kept beside the ledger: its zoom, and whether production is kept out of
// screenshots. Where the window stands, Electron keeps itself. A file that can't be read is as good
// as none.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface KeptWindow {
  /** Chromium's zoom level: each step is a factor of 1.2. */
  zoomLevel: number
  isProtected: boolean
}

const usual: KeptWindow = { zoomLevel: 0, isProtected: true }
const MOST_ZOOM = 3

export const nextZoom = (level: number, step: -1 | 0 | 1): number =>
  step === 0 ? 0 : Math.max(-MOST_ZOOM, Math.min(MOST_ZOOM, level + step / 2))

export function keptWindow(folder: string): {
  read(): KeptWindow
  keep(next: Partial<KeptWindow>): void
} {
  const file = join(folder, 'window.json')
  let now = parsed(() => readFileSync(file, 'utf8'))
  return {
    read: () => now,
    keep: (next) => {
      now = { ...now, ...next }
      try {
        writeFileSync(file, JSON.stringify(now), { mode: 0o600 })
      } catch {
        // On a full disk it holds until the end of this run: no zoom is worth the program's end.
      }
    },
  }
}

function parsed(read: () => string): KeptWindow {
  try {
    const { zoomLevel, isProtected } = JSON.parse(read()) as Partial<
      Record<keyof KeptWindow, unknown>
    >
    return {
      zoomLevel: typeof zoomLevel === 'number' && Math.abs(zoomLevel) <= MOST_ZOOM ? zoomLevel : 0,
      // Only a plain no lets screenshots in.
      isProtected: isProtected !== false,
    }
  } catch {
    return usual
  }
}
