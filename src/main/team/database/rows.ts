// Rows of the database as what they are. PostgreSQL's large numbers come as texts.
import type { StoredRecord } from '../records/record.ts'
import type { Answer, Session, Value } from './session.ts'
import { type StatementName, statements } from './statements.ts'

type Row = Readonly<Record<string, unknown>>

/** Never throws: a row of another form is a record that no reader takes. */
export function storedIn(row: Row): StoredRecord {
  const bytes = (value: unknown): Buffer => (Buffer.isBuffer(value) ? value : Buffer.alloc(0))
  return {
    desk: String(row['desk']),
    n: Number(row['n']),
    topic: String(row['topic']),
    version: Number(row['version']),
    body: bytes(row['body']),
    signature: bytes(row['signature']),
  }
}

const noAnswer = (answer: Answer): answer is Exclude<Answer, { kind: 'rows' }> =>
  answer.kind !== 'rows'

/** Null without an answer. */
export async function recordsOf(
  session: Session,
  name: Exclude<StatementName, 'insert' | 'identity'>,
  values: readonly Value[],
): Promise<readonly StoredRecord[] | null> {
  const answer = await session.ask(statements[name], values)
  return noAnswer(answer) ? null : answer.rows.map(storedIn)
}

/**
 * Which database this is, and after which fail-over. Null without an answer: also from a server
 * that only follows another one.
 */
export async function epochOf(session: Session): Promise<string | null> {
  const answer = await session.ask(statements.identity)
  if (noAnswer(answer)) return null
  const [row = {}] = answer.rows
  const parts = [row['system'], row['timeline'], row['database']].map(String)
  return parts.every((part) => /^[0-9A-F]+$/.test(part)) ? parts.join('-') : null
}
