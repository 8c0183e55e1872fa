// What a person presses outside the page: a notification, or an entry of the menu or of the dock. A
// test writes one line per press into a file that it names, and the stand-in presses the entry.
import { existsSync, readFileSync, watchFile } from 'node:fs'

type Kind = 'notice' | 'menu' | 'context' | 'dock' | 'close'

const file = process.env['PAYDESK_HOST_PRESS_FILE']
const listeners = new Map<string, () => void>()
const lines = (): string[] =>
  file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
// Presses from before this start are not repeated.
let done = lines().length

/** The newest listener of a name is the one that hears. */
export function onPressed(kind: Kind, name: string, act: () => void): void {
  listeners.set(`${kind} ${name}`, act)
}

if (file !== undefined)
  watchFile(file, { interval: 50, persistent: false }, () => {
    const now = lines()
    for (const line of now.slice(done)) listeners.get(line)?.()
    done = now.length
  })
