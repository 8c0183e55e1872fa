// What stands around the window in the Chromium host: notifications, the number on the taskbar,
// menus. A test reads what the program asked the system for, and presses what a person would.
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface HostTray {
  env: Record<string, string>
  /** What the program handed to the system under this name, oldest first. */
  asked<T>(what: string): T[]
  press(kind: 'notice' | 'menu' | 'context' | 'dock' | 'close', name: string): void
}

export function hostTray(folder: string): HostTray {
  const traceFile = join(folder, 'trace.jsonl')
  const pressFile = join(folder, 'presses')
  return {
    env: { PAYDESK_HOST_TRACE_FILE: traceFile, PAYDESK_HOST_PRESS_FILE: pressFile },
    asked: <T>(what: string) =>
      (existsSync(traceFile) ? readFileSync(traceFile, 'utf8').split('\n').slice(0, -1) : [])
        .map((line) => JSON.parse(line) as { what: string; passed: T })
        .filter((one) => one.what === what)
        .map(({ passed }) => passed),
    press: (kind, name) => appendFileSync(pressFile, `${kind} ${name}\n`),
  }
}
