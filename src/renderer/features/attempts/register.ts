// Registers: requests of this computer by operation, newest first. The gateway can't list them, so
// a register holds only what Paydesk knows.
import { computed, onMounted, reactive, ref, watch } from 'vue'
import type { AskedDays, ListReport } from '#shared/bridge/lists.ts'
import type { RequestFile } from '#shared/bridge/operations.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { call } from '../../api/bridge.ts'
import { useLiveRead } from '../../api/changes.ts'
import { useRead } from '../../api/use-read.ts'
import { useZoneStore } from '../../api/zone.ts'

const pageSize = 100

const isAboutAttempts = (topic: string): boolean => topic === 'attempt' || topic === 'order'

/** A live register of one connection, for as long as the calling component lives. */
export function useRegister(connectionId: () => string | undefined, operations: OperationId[]) {
  const rows = ref<AttemptView[]>([])
  const next = ref<string | null>(null)
  const list = useRead('register:list')
  const zones = useZoneStore()
  const days = ref({ from: '', until: '' })
  const isNarrowed = computed(() => days.value.from !== '' || days.value.until !== '')
  const askedDays = (): { days?: AskedDays } => {
    const { from, until } = days.value
    const named = { ...(from === '' ? {} : { from }), ...(until === '' ? {} : { until }) }
    return isNarrowed.value ? { days: zones.withZone(named) } : {}
  }
  const { fault, isReading: isLoading, hasRead: hasLoaded } = list

  async function read(limit: number, before?: string): Promise<void> {
    const from = connectionId()
    if (from === undefined) return
    const page = await list.read({
      connectionId: from,
      ...{ operations, limit, ...askedDays() },
      ...(before === undefined ? {} : { before }),
    })
    if (page === null) return
    rows.value = before === undefined ? page.rows : [...rows.value, ...page.rows]
    next.value = page.next
  }
  const refresh = (): Promise<void> => read(Math.min(500, Math.max(pageSize, rows.value.length)))
  const more = async (): Promise<void> => {
    if (next.value !== null && !isLoading.value) await read(pageSize, next.value)
  }

  /** What is shown in its order, where all is there; otherwise all of these days, newest first. */
  const save = (
    as: RequestFile['as'],
    { keys }: { keys: string[] },
  ): Promise<Result<ListReport | null>> => {
    const of =
      next.value === null
        ? { attempts: keys }
        : { connectionId: connectionId() ?? '', operations, ...askedDays() }
    return call('register:export', { as, of })
  }

  onMounted(() => void refresh())
  watch(connectionId, () => {
    rows.value = []
    next.value = null
    list.clear()
    void refresh()
  })
  function narrow(to: { from: string; until: string }): void {
    days.value = to
    void refresh()
  }
  useLiveRead((change) => isAboutAttempts(change.topic), refresh)
  /** Reviews nobody confirmed are no part of what was asked for. */
  const sent = computed(() => rows.value.filter((row) => row.sentAt !== null))
  return reactive({
    ...{ rows, sent, next, fault, hasLoaded, isLoading, days, isNarrowed },
    ...{ refresh, more, save, narrow },
  })
}
export type Register = ReturnType<typeof useRegister>

/** One attempt, kept up to date until the component goes: null until one is chosen. */
export function useFollowed() {
  const attempt = ref<AttemptView | null>(null)

  async function read(): Promise<void> {
    const { value } = attempt
    if (value === null) return
    const found = await findAttempt(value.connectionId, value.operation as OperationId, value.id)
    if (found !== null && attempt.value?.id === value.id) attempt.value = found
  }
  useLiveRead((change) => isAboutAttempts(change.topic), read)
  const follow = (chosen: AttemptView | null): void => {
    attempt.value = chosen
    // The state may have moved on since the row was handed over.
    void read()
  }
  return { attempt, follow }
}

/** MONEY: of a page that is not the whole no sum is told. */
export const wholeSum = (
  { next, sent }: { next: string | null; sent: readonly AttemptView[] },
  sumOf: (rows: readonly AttemptView[]) => string = () => '',
): string => (next === null ? sumOf(sent) : '')

/** Null when Paydesk has no such request of this operation on this connection. */
export async function findAttempt(
  connectionId: string,
  operation: OperationId,
  attemptId: string,
): Promise<AttemptView | null> {
  const found = await call('attempt:show', { attemptId })
  const isAsked =
    found.ok && found.value.connectionId === connectionId && found.value.operation === operation
  return isAsked ? found.value : null
}

export interface ReadAnswer {
  answer: Record<string, string>
  serialNumber: string | null
}

/** A read operation: the answer is shown and kept nowhere. */
export const readOperation = (
  connectionId: string,
  operation: OperationId,
  request: Record<string, string>,
): Promise<Result<ReadAnswer>> => call('operation:read', { connectionId, operation, request })
