// A desk without one of the rules, so that a storm shows what the rule is for. The product has no
// switch for any of them: they are taken away here, from outside.
import type { TeamParts } from '../../../src/main/team/claims/create-team.ts'
import { answerRollCall, type enter, readRoster } from '../../../src/main/team/claims/enter.ts'
import { put } from '../../../src/main/team/database/put.ts'
import { epochOf, recordsOf } from '../../../src/main/team/database/rows.ts'

export type DeskRule =
  | 'roll-call' // nobody waits for a desk that has not answered
  | 'put-back' // what the database lost is not put back
  | 'same-insert' // after a lost answer, a SELECT by the own number decides
  | 'last-look' // nobody looks at the claim again
  | 'look-age' // an old answer is as good as a new one
  | 'notices' // an answer counts whatever the server said beside it

export function without(rules: readonly DeskRule[], parts: TeamParts): TeamParts {
  const isOff = (rule: DeskRule): boolean => rules.includes(rule)
  return {
    ...parts,
    ...(isOff('last-look') ? { look: () => Promise.resolve(null) } : {}),
    ...(isOff('look-age') ? { now: () => ({ steadyMs: 0, wallMs: 0 }) } : {}),
    ways: {
      ...parts.ways,
      ...(isOff('roll-call') ? { rollCall: () => Promise.resolve([]) } : {}),
      ...(isOff('put-back') ? { enter: enterAtOnce } : {}),
      ...(isOff('same-insert') ? { put: putAndSelect(parts) } : {}),
      ...(isOff('notices') ? { put: putUnheard } : {}),
    },
  }
}

/** As a library does that opens its connection again by itself. */
const enterAtOnce: typeof enter = async (parts, session) => {
  const epoch = await epochOf(session)
  if (epoch === null) return { kind: 'unreached', code: 'no-answer' }
  const roster = await readRoster(parts.id, session)
  if ('kind' in roster) return roster
  const present = await answerRollCall(parts, session, epoch)
  return present ?? { session, epoch, roster }
}

const putAndSelect =
  (parts: TeamParts): typeof put =>
  async (session, record) => {
    const done = await put(session, record)
    if (done !== 'unknown' && done !== 'altered') return done
    const other = await parts.open()
    if ('unreached' in other) return 'taken'
    const found = await recordsOf(other, 'ofDesk', [record.desk, record.n])
    await other.close()
    return found !== null && found.length > 0 ? 'in' : 'taken'
  }

const putUnheard: typeof put = async (session, record) => {
  const done = await put(session, record)
  return done === 'weak' ? 'in' : done
}
