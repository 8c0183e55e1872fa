// One run and a page of its rows, read again when main says that it changed. The page never holds
// all rows: it asks for more as the end of the list comes near.
import { computed, ref, shallowRef, watch } from 'vue'
import type { Input } from '#shared/contract/bridge.ts'
import type { RunRowView, RunView } from '#shared/runs/run-methods.ts'
import type { Fault, Result } from '#shared/fault.ts'
import type { RowGroup, RowOutcome } from '#shared/runs/run-state.ts'
import { call } from '../../api/bridge.ts'
import { useLiveRead } from '../../api/changes.ts'

/** Which rows are listed. */
export type RowsFilter = RowGroup | 'needs-you' | 'all'

/** What a row may have come to that a person has to look into. */
export const outcomesOfNeed: readonly RowOutcome[] = ['unknown', 'declined', 'not-sent', 'skipped']
const pageRows = 100
const groups: readonly RowsFilter[] = ['ready', 'look', 'impossible']

type Steering = 'run:undo' | 'run:pause' | 'run:resume' | 'run:stop'

export function useRun(runId: () => string) {
  const run = shallowRef<RunView | null>(null)
  const fault = ref<Fault | null>(null)
  const rows = shallowRef<readonly RunRowView[]>([])
  const next = ref<number | null>(null)
  const filter = ref<RowsFilter>('all')
  let newest = 0

  const asked = (after: number, limit: number): Input<'run:rows'> => ({
    ...{ runId: runId(), after, limit },
    ...(groups.includes(filter.value) ? { group: filter.value as RowGroup } : {}),
    ...(filter.value === 'needs-you' ? { outcomes: [...outcomesOfNeed] } : {}),
  })

  async function readRows(): Promise<void> {
    const mine = ++newest
    // As many as are shown, so that the list does not jump.
    const limit = Math.min(200, Math.max(pageRows, rows.value.length))
    const page = await call('run:rows', asked(-1, limit))
    if (mine !== newest || !page.ok) return
    rows.value = page.value.rows
    next.value = page.value.next
  }
  async function more(): Promise<void> {
    if (next.value === null) return
    const mine = ++newest
    const page = await call('run:rows', asked(next.value, pageRows))
    if (mine !== newest || !page.ok) return
    rows.value = [...rows.value, ...page.value.rows]
    next.value = page.value.next
  }
  function take(result: Result<RunView>): boolean {
    fault.value = result.ok ? null : result.fault
    if (result.ok) run.value = result.value
    return result.ok
  }
  async function read(): Promise<void> {
    if (take(await call('run:show', { runId: runId() }))) await readRows()
  }
  async function steer(method: Steering): Promise<void> {
    take(await call(method, { runId: runId() }))
    await readRows()
  }
  async function choose(places: readonly number[], isIn: boolean): Promise<void> {
    take(await call('run:choose', { runId: runId(), rows: [...places], isIn }))
    await readRows()
  }

  watch(
    runId,
    () => {
      run.value = null
      rows.value = []
      void read()
    },
    { immediate: true },
  )
  watch(filter, () => {
    rows.value = []
    void readRows()
  })
  useLiveRead((change) => change.topic === 'run' && change.runId === runId(), read)
  return {
    ...{ run, fault, rows, filter, more, read, readRows, steer, choose, take },
    hasMore: computed(() => next.value !== null),
  }
}
