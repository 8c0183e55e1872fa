// The team that this computer belongs to, over the bridge. No password crosses it: main reads the
// file that lets this computer in, and keeps what is secret in the keychain.
import { z } from 'zod'

export const teamMethods = {
  /** Asks the team's database how it stands, which may take some seconds. */
  'team:show': z.strictObject({}),
  /** The public half of this computer's key, for whoever lets it in; made when there is none. */
  'team:key': z.strictObject({}),
  /** Main asks for the file, looks at the team, and asks the person. Null when they cancel. */
  'team:join': z.strictObject({}),
  'team:leave': z.strictObject({}),
} as const

export interface TeamView {
  /** How this computer is called there. */
  desk: string
  team: string
  founder: string
  founderFingerprint: string
  host: string
  database: string
  /**
   * The keychain knows of a team and the ledger does not: all but `why` is empty, and nothing
   * leaves before the person lets this computer work alone.
   */
  isLost: boolean
  /** Why nothing can be sent now, as a message; null when the team lets this computer send. */
  why: string | null
}

export interface TeamOutput {
  /** Null where this computer works alone. */
  'team:show': TeamView | null
  'team:key': { text: string; fingerprint: string }
  'team:join': { desk: string } | null
  'team:leave': null
}
