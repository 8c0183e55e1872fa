// The pasted list: its text, kept over a restart, and the run that main carries out over it. The
// run goes on while other screens are open, and its state is read from main.
import { formatMessages } from '#wording/format-messages.ts'
import { defineStore } from 'pinia'
import { computed, ref, shallowRef, watch } from 'vue'
import type { LookUpRow, LookUpRun } from '#shared/bridge/look-ups.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { type IdColumn, type LookUpBy, pastedForm, readIdList } from '#shared/look-up-list.ts'
import { call, onChange } from '../../api/bridge.ts'
import { useDraftsStore } from '../../forms/drafts.ts'
import { openedInto } from '../../forms/typed-before.ts'
import { t } from '../../messages/message.ts'

const readEveryMs = 150

export const useLookUpListStore = defineStore('look-up-list', () => {
  const drafts = useDraftsStore()
  const text = drafts.field(() => pastedForm, 'text')
  const as = drafts.choice<LookUpBy>(() => pastedForm, 'as', ['orderid', 'client_orderid'])
  const isEverywhere = drafts.flag(() => pastedForm, 'everywhere')
  const columnText = drafts.field(() => pastedForm, 'column')
  const column = computed<IdColumn | null>({
    get: () =>
      columnText.value === 'all'
        ? 'all'
        : columnText.value === ''
          ? null
          : Number(columnText.value),
    set: (chosen) => {
      columnText.value = chosen === null ? '' : String(chosen)
    },
  })
  const list = computed(() => formatMessages(readIdList(text.value, as.value, column.value)))
  /** Another table has other columns: what was chosen for the one before means nothing there. */
  watch(
    () => JSON.stringify(list.value.columns.map(({ name }) => name)),
    () => {
      column.value = null
    },
  )
  const { ask, copy, save, said, ...followed } = lookUpRun()

  const start = (connectionIds: readonly string[]): Promise<void> =>
    ask(
      call('look-ups:start', {
        connectionIds: [...connectionIds],
        text: text.value,
        as: as.value,
        column: column.value,
      }),
    )
  const steer = (to: 'pause' | 'go-on' | 'stop'): Promise<void> =>
    ask(call('look-ups:steer', { to }))
  const retry = (): Promise<void> => ask(call('look-ups:retry', {}))

  return {
    ...{ text, as, column, isEverywhere, list },
    savedAt: computed(() => drafts.restoredAt(pastedForm)),
    clear: () => {
      drafts.forget(pastedForm)
    },
    ...openedInto(text),
    ...followed,
    ...{ said, start, steer, retry, copy, save },
  }
})

/** The run main carries out, followed while it goes on. */
function lookUpRun() {
  const run = shallowRef<Omit<LookUpRun, 'rows'> | null>(null)
  const rows = shallowRef<readonly LookUpRow[]>([])
  const fault = ref<Fault | null>(null)
  /** What was copied or saved last, in words. */
  const said = ref('')
  /** What was saved last is what is said. */
  const hasSaved = ref(false)
  const isUnderWay = computed(
    () => run.value !== null && !['done', 'stopped'].includes(run.value.state),
  )
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopListening: (() => void) | undefined

  function take(next: LookUpRun): void {
    const { rows: changed, ...rest } = next
    if (run.value?.id !== next.id) rows.value = changed
    else if (changed.length > 0) {
      const merged = [...rows.value]
      for (const row of changed) merged[row.at] = row
      rows.value = merged
    }
    run.value = rest
  }

  async function read(): Promise<void> {
    const result = await call('look-ups:state', { since: run.value?.version ?? 0 })
    if (!result.ok) {
      fault.value = result.fault
      return
    }
    if (result.value === null) return
    // Another run began meanwhile, and these rows are only a part of it.
    if (run.value !== null && run.value.id !== result.value.id) {
      run.value = null
      await read()
    } else take(result.value)
  }

  /** From here on what main tells of the run is followed. */
  async function follow(): Promise<void> {
    stopListening ??= onChange(({ work }) => {
      if (work?.name !== 'look-ups' || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        void read()
      }, readEveryMs)
    })
    await read()
  }

  async function ask(question: Promise<Result<LookUpRun | null>>): Promise<void> {
    said.value = ''
    const result = await question
    fault.value = result.ok ? null : result.fault
    if (result.ok && result.value !== null) take(result.value)
  }

  async function copy(): Promise<void> {
    const result = await call('look-ups:copy', {})
    fault.value = result.ok ? null : result.fault
    said.value = result.ok ? t('orders.list-copied') : ''
    hasSaved.value = false
  }

  async function save(as: 'csv' | 'xlsx'): Promise<void> {
    const result = await call('look-ups:save', { as })
    fault.value = result.ok ? null : result.fault
    said.value =
      result.ok && result.value !== null
        ? t('orders.saved-as-file', { file: result.value.file })
        : ''
    hasSaved.value = said.value !== ''
  }

  return { run, rows, fault, said, hasSaved, isUnderWay, follow, ask, copy, save }
}
