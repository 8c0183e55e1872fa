// Puts one record into the database and says what became of it. MONEY: after a lost answer only
// the same INSERT says whether the first one holds: it waits for the first. A SELECT would say
// “not there” of a record that is committed a moment later (docs/decisions/0223).
import { isSameStored, type TeamRecord } from '../records/record.ts'
import { storedIn } from './rows.ts'
import type { Session } from './session.ts'
import { statements } from './statements.ts'

export type Put =
  | 'in' // it stands there
  | 'weak' // it stands there, and the server said something beside that it could not keep
  | 'taken' // another record of this topic was first
  | 'gap' // the topic's record before is not there
  | 'history-lost' // the desk's own record before is not there
  | 'altered' // the desk's number holds another record
  | 'refused' // the database does not let the desk write
  | 'unknown' // no answer: the session is over, and the same record has to be put again

export async function put(session: Session, record: TeamRecord): Promise<Put> {
  const { desk, n, topic, version, body, signature } = record.stored
  const answer = await session.ask(statements.insert, [
    ...[desk, n, before(n), topic, version, before(version)],
    ...[body, signature],
  ])
  if (answer.kind === 'lost') return 'unknown'
  if (answer.kind === 'rows') return answer.hasNotice ? 'weak' : 'in'
  if (answer.code === '23505') return standing(session, record)
  if (answer.code !== '23503') return 'refused'
  return answer.constraint === 'record_own' ? 'history-lost' : 'gap'
}

const before = (number: number): number | null => (number === 1 ? null : number - 1)

/**
 * Something stands at one of the two keys, and it is committed: now reading is enough. MONEY: the
 * number alone does not make it this record.
 */
async function standing(session: Session, record: TeamRecord): Promise<Put> {
  const answer = await session.ask(statements.ofDesk, [record.desk, record.n])
  if (answer.kind !== 'rows') return 'unknown'
  const [own] = answer.rows.map(storedIn)
  if (own === undefined) return 'taken'
  return isSameStored(own, record.stored) ? 'in' : 'altered'
}
