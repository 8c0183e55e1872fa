// What a person would press outside the page: a notification, an entry of the menu or of the dock.
// A test writes one line a press into a file that it names, and the stand-in presses it.
import { existsSync, readFileSync, watchFile } from 'node:fs'

type Kind = 'notice' | 'menu' | 'context' | 'dock' | 'close'

const file = process.env['PAYDESK_HOST_PRESS_FILE']
const listeners = new Map<string, () => void>()
const lines = (): string[] =>
  file !== undefined && existsSync(file) ? readFileSync(file, 'utf8').split('\n').slice(0, -1) : []
// What was pressed before this start is not pressed again.
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
