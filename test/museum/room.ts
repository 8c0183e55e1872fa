// What a room of the museum is: one public incident, the old way of doing it as a small honest
// program, and the same steps on Paydesk. A room is one file in rooms/ and nothing else; what it
// claims stands in it as data, and museum.test.ts holds both halves to it on the gateway's books.
import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { DeskDriver } from './desk-driver.ts'
import type { Sandbox } from '../../src/sandbox/start.ts'
import type { Place, Sums } from './place.ts'

type Incident =
  | 'clicked twice'
  | 'two people'
  | 'stale amount'
  | 'retried'
  | 'key lost'
  | 'restart'
  | 'time-out'
  | 'outcome guessed'
  | 'over-refund'
  | 'race'
  | 'booked twice'
  | 'reload'
  | 'run twice'
  | 'approval'
  | 'wrong order'
  | 'no evidence'
  | 'rounding'

/**
 * How the old way fails: more left than was meant, less, or its own records say something else
 * than the books.
 */
type Failure = 'pays too much' | 'loses' | 'guesses'

export interface Room {
  link: string
  /** Of the thread. */
  date: string
  incident: Incident
  /** What the thread says, and nothing else; at most ten lines. */
  story: string
  /** How the gateway of the story differs from a fresh sandbox; both halves meet it so. */
  gateway?: { is: string; set(sandbox: Sandbox): void }
  /** What of Paydesk meets it. */
  guard: { file: string; does: string }
  /** What whoever pressed the button meant to leave, in major units, by the name of the order. */
  meant: Sums
  old: {
    fails: Failure
    books: Sums
    /** What its own records say. */
    reported: Sums
    run(place: Place): Promise<Sums>
  }
  paydesk: {
    books: Sums
    /** What it says itself; 'unknown' where it says that it does not know. */
    reported: Sums
    /** Every fault the driver met, in order: the reason of a denial, else its kind. */
    stops: readonly string[]
    run(driver: DeskDriver): Promise<void>
  }
}

const folder = new URL('./rooms/', import.meta.url)

export interface FoundRoom extends Room {
  file: string
}

/** Every room there is, the oldest thread first. */
export async function openMuseum(): Promise<FoundRoom[]> {
  const files = readdirSync(fileURLToPath(folder)).filter((name) => name.endsWith('.ts'))
  const rooms = await Promise.all(
    files.map(async (file) => {
      const { room } = (await import(new URL(file, folder).href)) as { room: Room }
      return { ...room, file }
    }),
  )
  return rooms.sort((a, b) => (a.date + a.file < b.date + b.file ? -1 : 1))
}
