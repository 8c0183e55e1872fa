// The state of the program: version, actor, connections, keychain, money stop and how much is
// unknown. Shown by the frame.
import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, type Ref, watch } from 'vue'
import type { ConnectionView } from '#shared/bridge/views.ts'
import type { AppState } from '#shared/contract/bridge.ts'
import type { Fault } from '#shared/fault.ts'
import type { Stop } from '#shared/stop.ts'
import { call, onChange } from './bridge.ts'

export const useAppState = defineStore('app-state', () => {
  const state = ref<AppState | null>(null)
  const fault = ref<Fault | null>(null)
  const chosenId = ref<string | null>(null)
  const isRetrying = ref(false)
  /**
   * MONEY: the stops a person was shown to decide about. A stop that comes later is not among them.
   */
  const stopsShown = ref<Stop[]>([])
  /** Whether a person is deciding about them in the dialog. */
  const isResuming = ref(false)

  const connections = computed<ConnectionView[]>(() => state.value?.connections ?? [])
  const connection = computed<ConnectionView | null>(
    () =>
      connections.value.find((one) => one.id === chosenId.value) ?? connections.value[0] ?? null,
  )

  const isMoneyStopped = computed(() => isStopped(state.value, connection.value))
  watch(
    () => connection.value?.id,
    (connectionId) => {
      if (connectionId !== undefined) void call('window:shows', { connectionId })
    },
  )

  /** '' for a connection that is gone. */
  const baseUrlOf = (id: string): string =>
    connections.value.find((one) => one.id === id)?.baseUrl ?? ''
  const waitsFor = useWaitsFor()

  async function load(): Promise<void> {
    const result = await call('app:state', {})
    if (result.ok) {
      state.value = result.value
      fault.value = null
    } else fault.value = result.fault
  }

  function choose(connectionId: string): void {
    chosenId.value = connectionId
  }

  async function retryVault(): Promise<void> {
    if (isRetrying.value) return
    isRetrying.value = true
    const result = await call('vault:retry', {})
    isRetrying.value = false
    if (result.ok) {
      state.value = result.value
      fault.value = null
    } else fault.value = result.fault
  }

  function showStops(): void {
    stopsShown.value = [...(state.value?.moneyStops ?? [])]
  }

  function askToResume(): void {
    showStops()
    isResuming.value = true
  }

  /**
   * Lets money move again in spite of the stops that were shown. Null when main accepted this.
   */
  async function resumeMoney(reason: string): Promise<Fault | null> {
    const stopIds = stopsShown.value.map(({ id }) => id)
    const result = await call('money:resume', { stopIds, reason })
    if (!result.ok) return result.fault
    state.value = result.value
    return null
  }

  return {
    ...{ state, fault, load, waitsFor, isRetrying, retryVault },
    ...{ connections, connection, isMoneyStopped, baseUrlOf, choose },
    ...{ stopsShown, showStops, isResuming, askToResume, resumeMoney },
  }
})

/** MONEY: whether no request leaves on the connection now. */
const isStopped = (state: AppState | null, connection: ConnectionView | null): boolean =>
  (state?.moneyStops ?? []).some(({ reach }) => reach === 'all' || connection?.isEmbedded === false)

/** Requests that are waited for before Paydesk ends; null while nobody asked for its end. */
function useWaitsFor(): Ref<number | null> {
  const waitsFor = ref<number | null>(null)
  onScopeDispose(
    onChange((change) => {
      if (change.waitsFor !== undefined && change.waitsFor > 0) waitsFor.value = change.waitsFor
    }),
  )
  return waitsFor
}
