// The bridge's methods about moving a whole desk to another computer in one file that a passphrase
// seals. Saving the file retires this computer; whoever opens the file goes on with the log.
import { z } from 'zod'
import { say } from '../message.ts'
import { type PersonView, newPassphrase, typedPassphrase } from '../people/people-methods.ts'

/** What people call the computer that goes on. */
export const mostPlaceName = 60

export const moveMethods = {
  /**
   * Retires this computer by an entry of the log, and saves the file; again where it is retired
   * already. Asked about outside the page. `own`: the passphrase of whoever is signed in.
   */
  'move:save': z.strictObject({
    to: z.string().trim().min(1, say('moving.enter-place')).max(mostPlaceName),
    passphrase: newPassphrase,
    own: z.string().max(200).optional(),
  }),
  /** Opens a file that the person chooses. Nothing is taken in. */
  'move:open': z.strictObject({ passphrase: typedPassphrase }),
  /** Takes in what was opened, and starts again. Asked about outside the page. */
  'move:take': z.strictObject({ openId: z.string().min(1).max(64) }),
} as const

export interface MoveOutput {
  'move:save': { file: string } | null
  /** Null where the person chooses none. */
  'move:open': MoveView | null
  'move:take': null
}

/** All that a file would bring. */
export interface MoveView {
  openId: string
  /** The file was saved on this very computer, which goes on where it stopped. */
  isBack: boolean
  /** Name of the computer that saved it. */
  from: string
  movedAt: number
  /** Who saved it. */
  by: string
  entries: number
  /** When the newest entry was written. */
  lastAt: number
  connections: {
    name: string
    environment: 'test' | 'production'
    baseUrl: string
    login: string
    /** As many keys of it are in the file. */
    keys: number
  }[]
  people: Pick<PersonView, 'name' | 'roles'>[]
  /** Requests whose outcome is unknown or open: they are followed up where the file is opened. */
  openRequests: number
  pausedRuns: number
}
