// The fake's own way of looking a pasted list up: all at once, and it is done. Enough to look at
// the screen; no proof of main's.
import type { Input } from '../../src/shared/contract/bridge.ts'
import type { LookUpRun } from '../../src/shared/bridge/look-ups.ts'
import type { OrderView } from '../../src/shared/bridge/views.ts'
import { ok, type Result } from '../../src/shared/fault.ts'
import { readIdList } from '../../src/shared/look-up-list.ts'

export function lookUpAnswers(fake: {
  lookUp: (connectionId: string, value: string) => Result<OrderView>
  clock: () => number
}) {
  let run: LookUpRun | null = null
  return {
    'look-ups:start': (input: Input<'look-ups:start'>) => {
      const rows = readIdList(input.text, input.as, input.column).ids.map((id, at) => ({
        ...id,
        at,
        answers: input.connectionIds.map((connectionId) => ({
          connectionId,
          result: fake.lookUp(connectionId, id.value),
          askedAt: fake.clock(),
        })),
      }))
      const found = rows.filter((row) => row.answers.some(({ result }) => result.ok)).length
      const started: LookUpRun = {
        id: (run?.id ?? 0) + 1,
        state: 'done',
        why: null,
        connections: input.connectionIds.map((id) => ({
          id,
          name: id,
          environment: 'test',
          isEmbedded: true,
        })),
        total: rows.length * input.connectionIds.length,
        asked: rows.length * input.connectionIds.length,
        counts: { rows: rows.length, found, notFound: rows.length - found, failed: 0 },
        version: 2,
        rows,
      }
      run = started
      return ok(started)
    },
    'look-ups:state': () => ok(run),
    'look-ups:steer': () => ok(run),
    'look-ups:retry': () => ok(run),
    'look-ups:copy': () => ok({ rows: run?.rows.length ?? 0 }),
    'look-ups:save': () => ok(null),
  }
}
