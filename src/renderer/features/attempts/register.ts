// Registers: requests of this computer by operation, newest first. The gateway can't list them, so
// a register holds only what Paydesk knows.
import { computed, onMounted, reactive, ref, watch } from 'vue'
import type { AskedDays, ListReport } from '#shared/bridge/lists.ts'
import { mostNamed, type RequestFile } from '#shared/bridge/operations.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Result } from '#shared/fault.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { call } from '../../api/bridge.ts'
import { useLiveRead } from '../../api/changes.ts'
import { useRead } from '../../api/use-read.ts'
import { useZoneStore } from '../../api/zone.ts'
import { noFilter, type RegisterFilter } from './register-filter.ts'

const pageSize = 100
const mostOfPage = 500

const isAboutAttempts = (topic: string): boolean => topic === 'attempt' || topic === 'order'

function registerFilter() {
  const zones = useZoneStore()
  const filter = ref(noFilter())
  const isNarrowed = computed(() => Object.values(filter.value).some((one) => one.trim() !== ''))
  /** By what the rows show, which main does not know: it narrows them by days. */
  const isSearched = computed(() => filter.value.text.trim() !== '' || filter.value.status !== '')
  const askedDays = (): { days?: AskedDays } => {
    const { from, until } = filter.value
    if (from === '' && until === '') return {}
    const named = { ...(from === '' ? {} : { from }), ...(until === '' ? {} : { until }) }
    return { days: zones.withZone(named) }
  }
  return { filter, isNarrowed, isSearched, askedDays }
}

/** A live register of one connection, for as long as the calling component lives. */
export function useRegister(connectionId: () => string | undefined, operations: OperationId[]) {
  const rows = ref<AttemptView[]>([])
  const next = ref<string | null>(null)
  const list = useRead('register:list')
  const { filter, isNarrowed, isSearched, askedDays } = registerFilter()
  /** Of a part, nothing is told: what is searched for may stand on any page. */
  const isReadingOn = computed(() => isSearched.value && next.value !== null)
  const { fault, isReading: isLoading, hasRead: hasLoaded } = list

  /** One page; while something is searched for, all that follow as well. */
  async function read(limit: number, before?: string): Promise<void> {
    const from = connectionId()
    if (from === undefined) return
    const pageOf = (limit: number, before?: string) =>
      list.read({
        connectionId: from,
        ...{ operations, limit, ...askedDays() },
        ...(before === undefined ? {} : { before }),
      })
    let page = await pageOf(limit, before)
    const found = before === undefined ? [] : [...rows.value]
    while (page !== null) {
      found.push(...page.rows)
      if (page.next === null || !isSearched.value) {
        rows.value = found
        next.value = page.next
        return
      }
      page = await pageOf(mostOfPage, page.next)
    }
  }
  const refresh = (): Promise<void> =>
    read(Math.min(mostOfPage, Math.max(pageSize, rows.value.length)))
  const more = async (): Promise<void> => {
    if (next.value !== null && !isLoading.value) await read(pageSize, next.value)
  }

  /** What is shown in its order, where all is there; otherwise all of these days, newest first. */
  const save = (
    as: RequestFile['as'],
    { keys }: { keys: string[] },
  ): Promise<Result<ListReport | null>> => {
    const { status } = filter.value
    const narrowed = { isSearched: filter.value.text.trim() !== '', status, ...askedDays() }
    const isNamed = isSearched.value || (next.value === null && keys.length <= mostNamed)
    const of = isNamed
      ? { attempts: keys, ...(isNarrowed.value ? { narrowed } : {}) }
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
  function narrow(change: Partial<RegisterFilter>): void {
    filter.value = { ...filter.value, ...change }
    if (change.from !== undefined || change.until !== undefined) void refresh()
    else if (isReadingOn.value) void more()
  }
  useLiveRead((change) => isAboutAttempts(change.topic), refresh)
  /** Reviews nobody confirmed are no part of what was asked for. */
  const sent = computed(() => rows.value.filter((row) => row.sentAt !== null))
  return reactive({
    ...{ operations, rows, sent, next, fault, hasLoaded, isLoading },
    ...{ filter, isNarrowed, isSearched, isReadingOn, refresh, more, save, narrow },
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
