// Looks a pasted list up, politely: few at a time and not too many a second at one connection,
// paused when nobody answers there, ended when asked. Each look-up is audited like any other. It
// only reads, and keeps its rows in memory for as long as Paydesk runs.
import { say } from '#shared/message.ts'
import type { FoundOrder, LookUpRow, LookUpRun } from '#shared/bridge/look-ups.ts'
import type { Connection } from '#shared/connections/connection.ts'
import { fail, inputFault, ok, type Result } from '#shared/fault.ts'
import { isNotThere } from '#shared/gateway/refusal-meanings.ts'
import { type IdColumn, type LookUpBy, readIdList } from '#shared/look-up-list.ts'
import type { Jobs } from '../base/jobs.ts'
import { listUnderWay } from '../base/faults.ts'

/** Concurrent look-ups per connection. */
const mostAtOnce = 3
const startEveryMs = 50
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

export interface LookUpRunDeps {
  work: Jobs
  lookUp: (connectionId: string, by: LookUpBy, value: string) => Promise<Result<FoundOrder>>
  clock: () => number
  sleep: (ms: number) => Promise<void>
  /** The run's state changed otherwise than by going on. */
  onTurn: (run: LookUpRun) => void
  report: (incident: string, error: unknown) => void
}

interface Run extends Omit<LookUpRun, 'rows' | 'counts' | 'asked'> {
  rows: (LookUpRow & { version: number })[]
  /** Opened when it goes on or ends. */
  gate: (() => void)[]
  failuresInTurn: Map<string, number>
}

function view(of: Run, since = 0): LookUpRun {
  const { gate: _gate, failuresInTurn: _failures, rows, ...rest } = of
  return {
    ...rest,
    asked: rows.reduce((sum, row) => sum + row.answers.length, 0),
    counts: countsOf(rows, of.connections.length),
    rows: rows.filter(({ version }) => version > since).map(({ version: _, ...row }) => row),
  }
}

/** Moves a run from state to state, and carries it out. */
function createRunner(deps: LookUpRunDeps) {
  const turn = (of: Run, state: Run['state'], why: string | null = null): void => {
    if (of.state === state) return
    Object.assign(of, { state, why })
    if (state !== 'paused') for (const open of of.gate.splice(0)) open()
    deps.onTurn(view(of, of.version))
  }

  function note(
    of: Run,
    row: Run['rows'][number],
    connectionId: string,
    found: Result<FoundOrder>,
  ) {
    row.version = ++of.version
    const others = row.answers.filter((answer) => answer.connectionId !== connectionId)
    row.answers = [...others, { connectionId, result: found, askedAt: deps.clock() }]
    const failures = isFailure(found) ? (of.failuresInTurn.get(connectionId) ?? 0) + 1 : 0
    of.failuresInTurn.set(connectionId, failures)
    if (failures >= failuresToPause && of.state === 'running' && isFailure(found)) {
      const name = of.connections.find(({ id }) => id === connectionId)?.name ?? connectionId
      const { message } = found.fault
      turn(of, 'paused', say('look-ups-failed-in-turn', { name, failures, message }))
    }
  }

  /** All that is left to ask at one connection. */
  async function lookUpNext(of: Run, connectionId: string, told: () => void): Promise<void> {
    const left = of.rows.filter((row) =>
      row.answers.every((answer) => answer.connectionId !== connectionId),
    )
    let nextAt = deps.clock()
    const ask = async (): Promise<void> => {
      for (;;) {
        if (of.state === 'paused') await new Promise<void>((open) => of.gate.push(open))
        if (of.state !== 'running') return
        const waitMs = nextAt - deps.clock()
        nextAt = Math.max(nextAt, deps.clock()) + startEveryMs
        if (waitMs > 0) await deps.sleep(waitMs)
        // Paused or ended during the wait: what was not taken yet is not asked.
        if (of.state !== 'running') continue
        const row = left.shift()
        if (row === undefined) return
        note(of, row, connectionId, await safely(row, connectionId))
        told()
      }
    }
    await Promise.all(Array.from({ length: mostAtOnce }, ask))
  }

  async function safely(row: LookUpRow, connectionId: string): Promise<Result<FoundOrder>> {
    try {
      return await deps.lookUp(connectionId, row.by, row.value)
    } catch (error) {
      const incident = `look-ups-${row.at}`
      deps.report(incident, error)
      const message = say('something-went-wrong-inside-paydesk')
      return fail({ kind: 'bug', sent: 'maybe', message, incident })
    }
  }

  /** Resolves when all is asked or it was ended; nobody waits for it. */
  function go(of: Run): void {
    of.failuresInTurn.clear()
    const done = deps.work.run('look-ups', async ({ signal, onProgress }) => {
      signal.addEventListener('abort', () => turn(of, 'stopping'), { once: true })
      const told = (): void => onProgress(view(of, of.version).asked, of.total)
      await Promise.all(of.connections.map(({ id }) => lookUpNext(of, id, told)))
      return ok(null)
    })
    done.then(
      () => turn(of, of.state === 'running' ? 'done' : 'stopped'),
      (error: unknown) => {
        deps.report('look-ups', error)
        turn(of, 'stopped')
      },
    )
  }
  return { turn, go }
}

export function createLookUpRuns(deps: LookUpRunDeps): LookUpRuns {
  let run: Run | null = null
  let lastId = 0
  const { turn, go } = createRunner(deps)
  const isUnderWay = (): boolean => run !== null && run.state !== 'done' && run.state !== 'stopped'

  return {
    start: (connections, text, as, column = null) => {
      if (isUnderWay()) return fail(listUnderWay)
      const { ids, columns } = readIdList(text, as, column)
      if (columns.length > 0 && column === null)
        return fail(inputFault('column', say('choose-the-column')))
      if (ids.length === 0) return fail(inputFault('text', say('there-is-no-id-in-it')))
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
      else if (to === 'pause' && run.state === 'running') turn(run, 'paused')
      else if (to === 'go-on' && run.state === 'paused') {
        run.failuresInTurn.clear()
        turn(run, 'running')
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
