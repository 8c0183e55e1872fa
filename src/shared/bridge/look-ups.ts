// Looking up a pasted list over the bridge: a run is started, watched, paused, ended, and its
// result copied or saved. Reads only.
import { say } from '../message.ts'
import { z } from 'zod'
import type { Result } from '../fault.ts'
import { type ListedId, mostListCharacters } from '../look-up-list.ts'
import type { OrderRow } from './views.ts'

export const lookUpMethods = {
  /**
   * Main reads the text anew: what counts is what it makes of it. One run at a time; it takes the
   * place of the last one.
   */
  'look-ups:start': z.strictObject({
    connectionIds: z
      .array(z.string().min(1).max(64))
      .min(1, say('operations.choose-a-connection'))
      .max(50),
    text: z.string().max(mostListCharacters, say('operations.run-too-long')),
    /** What kind the ids are; null tells by their form. */
    as: z.enum(['orderid', 'client_orderid']).nullable(),
    /** Of a table: where the ids stand. */
    column: z
      .union([z.int().min(0).max(9_999), z.literal('all')])
      .nullable()
      .default(null),
  }),
  /** `since`: only rows that changed after that version. */
  'look-ups:state': z.strictObject({ since: z.int().min(0).default(0) }),
  /** Of captured orders that are read again by themselves. */
  'look-ups:again': z.strictObject({ connectionId: z.string().min(1).max(64) }),
  'look-ups:steer': z.strictObject({ to: z.enum(['pause', 'go-on', 'stop']) }),
  /** Asks again what failed; what was found or is not there is not asked again. */
  'look-ups:retry': z.strictObject({}),
  'look-ups:copy': z.strictObject({}),
  /** Main asks where to save. In a spreadsheet amounts and lines are numbers. */
  'look-ups:save': z.strictObject({ as: z.enum(['csv', 'xlsx']).default('csv') }),
} as const

export interface LookUpOutput {
  'look-ups:start': LookUpRun
  /** Null before the first run since Paydesk was started. */
  'look-ups:state': LookUpRun | null
  'look-ups:again': ReReads
  'look-ups:steer': LookUpRun | null
  'look-ups:retry': LookUpRun | null
  'look-ups:copy': { rows: number }
  /** Null when the person named no file. */
  'look-ups:save': { file: string; rows: number } | null
}

/** Since the program was started. */
export interface ReReads {
  count: number
  last: { orderid: string; at: number } | null
  /** Why none is read for a while: what the gateway answered; null while nothing was wrong. */
  why: string | null
}

export type FoundOrder = Pick<
  OrderRow,
  'connectionId' | 'orderid' | 'clientOrderid' | 'phase' | 'status' | 'transactionType' | 'original'
>

export interface LookUpRow extends ListedId {
  /** Its place in the list, from 0. */
  at: number
  /** By connection, in the order they answered; those that did not are missing. */
  answers: { connectionId: string; result: Result<FoundOrder>; askedAt: number }[]
}

export interface LookUpRun {
  /** Another one is another list. */
  id: number
  /** 'stopping': what was asked already is waited for. */
  state: 'running' | 'paused' | 'stopping' | 'stopped' | 'done'
  /** Why it paused by itself; null when a person did, or it did not. */
  why: string | null
  connections: {
    id: string
    name: string
    environment: 'test' | 'production'
    isEmbedded: boolean
  }[]
  /** Look-ups: rows times connections. */
  total: number
  asked: number
  /** Of rows; found and not found may be said of a row before all its connections were asked. */
  counts: { rows: number; found: number; notFound: number; failed: number }
  version: number
  rows: LookUpRow[]
}
