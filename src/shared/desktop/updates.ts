// Updates of the program: what the feed told, what a person may do about it, and why not.
import { z } from 'zod'
import { cardNumberTyped } from '../card-refusal.ts'
import { holdsCardNumber } from '../cards/card-number.ts'
import { say } from '../message.ts'

const channel = z.enum(['stable', 'beta'])

export const updateMethods = {
  'update:show': z.strictObject({}),
  /**
   * Where updates come from; null switches them off. The system asks before. Audited.
   */
  'update:set-feed': z.strictObject({
    feed: z
      .string()
      .trim()
      .min(1, say('program.update-feed-not-https'))
      .max(500, say('program.update-feed-not-https'))
      .refine((typed) => !holdsCardNumber(typed), cardNumberTyped)
      .nullable(),
    channel: channel.default('stable'),
  }),
  'update:check': z.strictObject({}),
  /** Answers when it is over; `update:stop` ends it. */
  'update:download': z.strictObject({}),
  'update:stop': z.strictObject({}),
  /** The system asks before. Audited. */
  'update:install': z.strictObject({}),
  /** Ends Paydesk in order and starts the version that was put in place. */
  'update:restart': z.strictObject({}),
} as const

export interface UpdateOutput {
  'update:show': UpdateView
  'update:set-feed': UpdateView
  'update:check': UpdateView
  'update:download': UpdateView
  'update:stop': UpdateView
  'update:install': UpdateView
  'update:restart': UpdateView
}

export type UpdatePhase =
  | 'off' // no feed is set
  | 'unchecked' // a feed is set, and was not asked in this run
  | 'checking'
  | 'current' // the feed has nothing newer
  | 'available'
  | 'downloading'
  | 'downloaded' // checked, and held open until it is installed
  | 'installing'
  | 'in-place' // the next start is the new version
  | 'by-person' // a person installs the file by `command`
  | 'refused' // what came is not to be believed
  | 'unreached' // the feed did not answer; nothing is wrong with an update

export interface UpdateView {
  phase: UpdatePhase
  installed: string
  channel: z.output<typeof channel>
  /** Null: updates are off. */
  feed: string | null
  /** Version of the keys that are trusted; null in a build without keys: updates stay off. */
  keySet: number | null
  checkedAt: number | null
  offered: { version: string; bytes: number; sha512: string } | null
  /** How far a download is. */
  done: number
  /** Why the phase is what it is, as a message. */
  message: string | null
  /** Why nothing can be installed, or restarted, now, and which requests are the reason. */
  heldUp: { message: string; at: 'attempts' | 'unknown' | 'log' } | null
  /** The checked file. */
  path: string | null
  /** What a person runs to install it; it copies, compares the copy and installs the copy. */
  command: string | null
}
