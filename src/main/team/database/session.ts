// One session with the team's database, and the only file that knows its library. It is never
// opened again by itself: each new session has to begin with what enter.ts does. MONEY: an answer
// is one only when the server gave it whole and in time, without a notice beside it.
import pg from 'pg'
import type { TeamAddress } from './address.ts'

export interface SessionLimits {
  connectMs: number
  /** The server ends a statement itself after this. */
  statementMs: number
  /** Nobody waits longer for an answer; a server that is cut off does not end anything. */
  answerMs: number
}
const usualLimits: SessionLimits = { connectMs: 5_000, statementMs: 2_500, answerMs: 3_000 }

export interface SessionInput extends TeamAddress {
  password: string
  /** The certificate that signed the server's, as PEM. */
  ca: string
  limits?: SessionLimits
}

export type Value = string | number | Buffer | null | readonly string[] | readonly number[]

export type Answer =
  | { kind: 'rows'; rows: readonly Readonly<Record<string, unknown>>[]; hasNotice: boolean }
  | { kind: 'refused'; code: string; constraint: string | null }
  /** No answer: whether the statement was carried out is not known. The session is over. */
  | { kind: 'lost' }

export interface Session {
  ask(text: string, values?: readonly Value[]): Promise<Answer>
  readonly isOver: boolean
  close(): Promise<void>
}

/** Why there is no session: the system's code of the failed connection, or the server's. */
export interface Unreached {
  unreached: string
}

export async function openSession(input: SessionInput): Promise<Session | Unreached> {
  const { host, ca, limits = usualLimits } = input
  const client = new pg.Client({
    ...{ host, port: input.port, user: input.user, database: input.database },
    password: input.password,
    // The name is checked against this host, also where the host is a number.
    ssl: { ca, rejectUnauthorized: true, host, minVersion: 'TLSv1.2' },
    connectionTimeoutMillis: limits.connectMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.answerMs,
    application_name: 'paydesk',
  })
  let isOver = false
  // Without a listener an error outside of a question ends the process.
  client.on('error', () => (isOver = true))
  client.on('end', () => (isOver = true))
  try {
    await client.connect()
  } catch (error) {
    await endOf(client)
    return { unreached: codeOf(error) }
  }
  let hasNotice = false
  client.on('notice', () => (hasNotice = true))
  const over = async (): Promise<void> => {
    isOver = true
    await endOf(client)
  }
  const askNow = async (text: string, values: readonly Value[]): Promise<Answer> => {
    if (isOver) return { kind: 'lost' }
    hasNotice = false
    try {
      const { rows } = await client.query<Record<string, unknown>>(text, [...values])
      return { kind: 'rows', rows, hasNotice }
    } catch (error) {
      if (error instanceof pg.DatabaseError && isAnswer(error.code))
        return { kind: 'refused', code: error.code, constraint: error.constraint ?? null }
      await over()
      return { kind: 'lost' }
    }
  }
  // One at a time: a notice belongs to the one question that is open.
  let last: Promise<unknown> = Promise.resolve()
  return {
    ask: (text, values = []) => {
      const answer = last.then(() => askNow(text, values))
      last = answer
      return answer
    },
    get isOver() {
      return isOver
    },
    close: over,
  }
}

/**
 * Integrity (23), rights and syntax (42): the server looked at the statement and says no. Any other
 * code may come from a server that stops, is too busy or was told to cancel.
 */
const isAnswer = (code: string | undefined): code is string => /^(23|42)/.test(code ?? '')

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'
    ? error.code
    : error instanceof Error
      ? error.message
      : 'unknown'

/** Of one whose server is silent nothing more is heard. */
async function endOf(client: pg.Client): Promise<void> {
  await Promise.race([
    client.end().catch(() => undefined),
    new Promise((resolve) => setTimeout(resolve, 500).unref()),
  ])
}
