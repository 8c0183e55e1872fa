// What a program that is about to end says to the terminal it was started from.
import { writeSync } from 'node:fs'

/** At once, and to nobody where there is no terminal: then writing fails, and the end goes on. */
export function tellTerminal(text: string): void {
  try {
    writeSync(2, `${text}\n`)
  } catch {
    // A program with a window is often started without one.
  }
}
