// Looks a pasted list up, each ID in a turn of its account's budget, paused when nobody answers
// there, ended when asked. Each look-up is audited like any other. It
// only reads, and keeps its rows in memory for as long as Paydesk runs.
import { say } from '#shared/message.ts'
import type { FoundOrder, LookUpRow, LookUpRun } from '#shared/bridge/look-ups.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { isNotThere } from '#shared/gateway/refusal-meanings.ts'
import { type IdColumn, type LookUpBy, readIdList } from '#shared/look-up-list.ts'
import type { Turn } from '../../gateway/budget/turn.ts'
import type { Jobs } from '../base/jobs.ts'
import { listUnderWay } from '../base/faults.ts'

/** So many wait for a turn per connection: how many have one is the budget's. */
const mostWaiting = 16
/** Stop after this many consecutive failures. */
const failuresToPause = 5

export interface LookUpRuns {
  start(
    connections: Connection[],
    text: string,
    as: LookUpBy | null,
    column?: IdColumn | null,
  ): Result<LookUpRun>
  state(since: number): LookUpRun | null
  steer(to: 'pause' | 'go-on' | 'stop'): LookUpRun | null
  retry(): Result<LookUpRun | null>
}

export interface LookUpRunParts {
  work: Jobs
  lookUp: (
    asked: { connectionId: string; by: LookUpBy; value: string },
    turn: Turn | null,
  ) => Promise<Result<FoundOrder>>
  /** Of a connection by its id; null where it is gone. */
  takeTurn: (connectionId: string) => Promise<Turn | null>
  clock: () => number
  /** The run's state changed otherwise than by going on. */
  onState: (run: LookUpRun) => void
  report: (incident: string, error: unknown) => void
}

interface Run extends Omit<LookUpRun, 'rows' | 'counts' | 'asked'> {
  rows: (LookUpRow & { version: number })[]
  /** Opened when it goes on or ends. */
  gate: (() => void)[]
  failuresInTurn: Map<string, number>
}

function view(run: Run, since = 0): LookUpRun {
  const { gate: _gate, failuresInTurn: _failures, rows, ...rest } = run
  return {
    ...rest,
    asked: rows.reduce((sum, row) => sum + row.answers.length, 0),
    counts: countsOf(rows, run.connections.length),
    rows: rows.filter(({ version }) => version > since).map(({ version: _, ...row }) => row),
  }
}

async function safely(
  deps: Pick<LookUpRunParts, 'lookUp' | 'report'>,
  ...[{ by, value, at }, connectionId, turn]: [LookUpRow, string, Turn | null]
): Promise<Result<FoundOrder>> {
  try {
    return await deps.lookUp({ connectionId, by, value }, turn)
  } catch (error) {
    const incident = `look-ups-${at}`
    deps.report(incident, error)
    const message = say('program.something-went-wrong-inside-paydesk')
    return fail({ kind: 'bug', sent: 'maybe', message, incident })
  }
}

/** Moves a run from state to state, and carries it out. */
function createRunner(deps: LookUpRunParts) {
  const setState = (run: Run, state: Run['state'], why: string | null = null): void => {
    if (run.state === state) return
    Object.assign(run, { state, why })
    if (state !== 'paused') for (const open of run.gate.splice(0)) open()
    deps.onState(view(run, run.version))
  }

  function note(
    run: Run,
    row: Run['rows'][number],
    connectionId: string,
    found: Result<FoundOrder>,
  ) {
    row.version = ++run.version
    const others = row.answers.filter((answer) => answer.connectionId !== connectionId)
    row.answers = [...others, { connectionId, result: found, askedAt: deps.clock() }]
    const failures = isFailure(found) ? (run.failuresInTurn.get(connectionId) ?? 0) + 1 : 0
    run.failuresInTurn.set(connectionId, failures)
    if (failures >= failuresToPause && run.state === 'running' && isFailure(found)) {
      const name = run.connections.find(({ id }) => id === connectionId)?.name ?? connectionId
      const { message } = found.fault
      setState(run, 'paused', say('program.look-ups-failed-in-turn', { name, failures, message }))
    }
  }

  /** All that is left to ask at one connection. */
  async function lookUpNext(run: Run, connectionId: string, reported: () => void): Promise<void> {
    const left = run.rows.filter((row) =>
      row.answers.every((answer) => answer.connectionId !== connectionId),
    )
    const ask = async (): Promise<void> => {
      for (;;) {
        if (run.state === 'paused') await new Promise<void>((open) => run.gate.push(open))
        if (run.state !== 'running' || left.length === 0) return
        const turn = await deps.takeTurn(connectionId)
        // Paused or ended during the wait: what was not taken yet is not asked.
        const row = run.state === 'running' ? left.shift() : undefined
        if (row !== undefined) {
          note(run, row, connectionId, await safely(deps, row, connectionId, turn))
          reported()
        }
        turn?.end()
      }
    }
    await Promise.all(Array.from({ length: mostWaiting }, ask))
  }

  /** Resolves when all is asked or it was ended; nobody waits for it. */
  function go(run: Run): void {
    run.failuresInTurn.clear()
    const done = deps.work.run('look-ups', async ({ signal, onProgress }) => {
      signal.addEventListener('abort', () => setState(run, 'stopping'), { once: true })
      const reported = (): void => onProgress(view(run, run.version).asked, run.total)
      await Promise.all(run.connections.map(({ id }) => lookUpNext(run, id, reported)))
      return ok(null)
    })
    done.then(
      () => setState(run, run.state === 'running' ? 'done' : 'stopped'),
      (error: unknown) => {
        deps.report('look-ups', error)
        setState(run, 'stopped')
      },
    )
  }
  return { setState, go }
}

export function createLookUpRuns(deps: LookUpRunParts): LookUpRuns {
  let run: Run | null = null
  let lastId = 0
  const { setState, go } = createRunner(deps)
  const isUnderWay = (): boolean => run !== null && run.state !== 'done' && run.state !== 'stopped'

  return {
    start: (connections, text, as, column = null) => {
      if (isUnderWay()) return fail(listUnderWay)
      const { ids, columns } = readIdList(text, as, column)
      if (columns.length > 0 && column === null)
        return fail(inputFault('column', say('operations.choose-the-column')))
      if (ids.length === 0) return fail(inputFault('text', say('program.no-id-in-line')))
      run = {
        id: ++lastId,
        state: 'running',
        why: null,
        connections: connections.map(({ id, name, environment, isEmbedded }) => ({
          id,
          name,
          environment,
          isEmbedded,
        })),
        total: ids.length * connections.length,
        version: 1,
        rows: ids.map((id, at) => ({ ...id, at, answers: [], version: 1 })),
        gate: [],
        failuresInTurn: new Map(),
      }
      go(run)
      return ok(view(run))
    },
    state: (since) => (run === null ? null : view(run, since)),
    steer: (to) => {
      if (run === null) return null
      if (to === 'stop') deps.work.end('look-ups')
      else if (to === 'pause' && run.state === 'running') setState(run, 'paused')
      else if (to === 'go-on' && run.state === 'paused') {
        run.failuresInTurn.clear()
        setState(run, 'running')
      }
      return view(run, run.version)
    },
    retry: () => {
      if (run === null) return ok(null)
      if (isUnderWay()) return fail(listUnderWay)
      for (const row of run.rows) {
        const kept = row.answers.filter(({ result }) => !isFailure(result))
        if (kept.length < row.answers.length) row.version = ++run.version
        row.answers = kept
      }
      Object.assign(run, { state: 'running', why: null })
      go(run)
      return ok(view(run))
    },
  }
}

type Failed = Extract<Result<FoundOrder>, { ok: false }>
/** "Not found" is an answer. */
const isFailure = (result: Result<FoundOrder>): result is Failed =>
  !result.ok && !isNotThere(result.fault)

function countsOf(rows: readonly LookUpRow[], connectionCount: number): LookUpRun['counts'] {
  const counts = { rows: rows.length, found: 0, notFound: 0, failed: 0 }
  for (const { answers } of rows) {
    if (answers.some(({ result }) => result.ok)) counts.found += 1
    else if (answers.some(({ result }) => isFailure(result))) counts.failed += 1
    else if (answers.length === connectionCount) counts.notFound += 1
  }
  return counts
}
