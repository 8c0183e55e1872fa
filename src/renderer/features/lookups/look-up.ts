// Looks one order up, at the chosen connection or at each in turn. A failed look-up and a restart
// lose no typed text. Reading moves no money.
import { defineStore } from 'pinia'
import { computed, ref, shallowRef } from 'vue'
import type { ConnectionView, OrderView } from '#shared/bridge/views.ts'
import type { LookUpBy } from '#shared/look-up-list.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'
import { useDraftsStore } from '../../forms/drafts.ts'

const form = 'look-up'

export type AskedConnection = Pick<ConnectionView, 'id' | 'name' | 'environment' | 'isEmbedded'>

export interface LookUpAnswer {
  connection: AskedConnection
  /** Null while it was not answered yet. */
  result: Result<OrderView> | null
}

const ask = (connectionId: string, value: string, by: LookUpBy) =>
  call('order:look-up', { connectionId, by, value: value.trim() })

export const useLookUpStore = defineStore('look-up', () => {
  const drafts = useDraftsStore()
  const typed = drafts.field(() => form, 'value')
  const chosenBy = drafts.choice<LookUpBy>(() => form, 'by', ['orderid', 'client_orderid'])
  const isEverywhere = drafts.flag(() => form, 'everywhere')
  const isAsking = ref(false)
  const fault = ref<Fault | null>(null)
  /** Of the last look-up at all connections. */
  const answers = shallowRef<readonly LookUpAnswer[]>([])
  const asked = ref<{ value: string; by: LookUpBy } | null>(null)
  let isEnding = false

  function clear(): void {
    fault.value = null
    answers.value = []
    asked.value = null
  }

  /**
   * Null when the order was not found or the look-up failed; `fault` says why, and the typed text
   * stays.
   */
  async function lookUp(
    connectionId: string,
    value: string,
    by: LookUpBy,
  ): Promise<OrderView | null> {
    if (isAsking.value) return null
    isAsking.value = true
    clear()
    const result = await ask(connectionId, value, by)
    isAsking.value = false
    fault.value = result.ok ? null : result.fault
    if (!result.ok) return null
    // What was typed meanwhile, or beside an order opened by a click, is the next question.
    if (typed.value === value) {
      typed.value = ''
      chosenBy.value = null
    }
    return result.value
  }

  /**
   * Asks one connection after the other. Each answer shows when it comes, under the name of its
   * connection.
   */
  async function lookUpEverywhere(
    connections: readonly AskedConnection[],
    value: string,
    by: LookUpBy,
  ): Promise<void> {
    if (isAsking.value) return
    isAsking.value = true
    isEnding = false
    clear()
    asked.value = { value: value.trim(), by }
    answers.value = connections.map((connection) => ({ connection, result: null }))
    for (const { id } of connections) {
      if (isEnding) break
      const result = await ask(id, value, by)
      answers.value = answers.value.map((answer) =>
        answer.connection.id === id ? { ...answer, result } : answer,
      )
    }
    isAsking.value = false
  }

  return {
    ...{ typed, chosenBy, isEverywhere, isAsking, fault, answers, asked },
    savedAt: computed(() => drafts.restoredAt(form)),
    forget: () => {
      drafts.forget(form)
    },
    ...{ clear, lookUp, lookUpEverywhere },
    /** Those that were not asked yet are not asked any more. */
    stop: () => {
      isEnding = true
    },
  }
})
