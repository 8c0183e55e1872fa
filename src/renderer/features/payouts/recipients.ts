// Saved recipients of payouts on one connection, kept up to date; and which of them a payout goes
// to. Main checks everything again.
import { onMounted, ref, watch } from 'vue'
import type { Input } from '#shared/contract/bridge.ts'
import type { PaidBefore, RecipientView } from '#shared/bridge/recipients.ts'
import type { Fault, Result } from '#shared/fault.ts'
import {
  goesTo,
  recipientFieldsOf,
  recipientWayIds,
  recipientWays,
} from '#shared/recipients/recipient.ts'
import { call } from '../../api/bridge.ts'
import { useLiveRead } from '../../api/changes.ts'
import { useRead } from '../../api/use-read.ts'
import { type Typed, wayField, wayOf } from '../../forms/typed-fields.ts'

/** For as long as the calling component lives. */
export function useRecipients(connectionId: () => string | undefined) {
  const recipients = ref<RecipientView[]>([])
  const fault = ref<Fault | null>(null)
  const hasLoaded = ref(false)

  async function load(): Promise<void> {
    const from = connectionId()
    if (from === undefined) return
    const result = await call('recipient:list', { connectionId: from })
    if (from !== connectionId()) return
    hasLoaded.value = true
    fault.value = result.ok ? null : result.fault
    if (result.ok) recipients.value = result.value
  }
  onMounted(() => void load())
  watch(connectionId, () => {
    recipients.value = []
    hasLoaded.value = false
    void load()
  })
  useLiveRead(({ topic }) => topic === 'recipient' || topic === 'attempt', load)
  return { recipients, fault, hasLoaded, load }
}

/**
 * What was paid to the account that these fields name; null until it is known. Where it can't be
 * read, the review asks again before money leaves, and says why it can't.
 */
export function usePaidBefore(asked: () => Input<'recipient:paid-before'>) {
  const before = ref<PaidBefore | null>(null)
  const { read } = useRead('recipient:paid-before')
  const load = async (): Promise<void> => {
    const found = await read(asked())
    if (found !== null) before.value = found
  }
  watch(
    () => JSON.stringify(asked()),
    () => {
      before.value = null
      void load()
    },
    { immediate: true },
  )
  useLiveRead(({ topic }) => topic === 'attempt', load)
  return before
}

export const saveRecipient = (input: Input<'recipient:save'>): Promise<Result<RecipientView>> =>
  call('recipient:save', input)

export const removeRecipient = (recipient: RecipientView): Promise<Result<null>> =>
  call('recipient:remove', { connectionId: recipient.connectionId, recipientId: recipient.id })

/**
 * MONEY: every field of a destination, the empty ones too, so that no earlier text stays in a form
 * that is filled with this recipient.
 */
export function fieldsFrom({ way, fields }: RecipientView): Record<string, string> {
  const all = new Set(recipientWayIds.flatMap(recipientFieldsOf))
  return {
    [wayField]: way,
    ...Object.fromEntries([...all].map((name) => [name, fields[name] ?? ''])),
  }
}

/** The saved recipient that a request of a payout went to. */
export const recipientOfRequest = (
  recipients: readonly RecipientView[],
  request: Readonly<Record<string, string>>,
): RecipientView | null => recipients.find((one) => goesTo(one.way, one.fields, request)) ?? null

/**
 * The saved recipient that a payout's form names. The form may hold fields of other ways; only
 * those of the chosen way count.
 */
export function recipientOf(
  recipients: readonly RecipientView[],
  typed: Typed,
): RecipientView | null {
  const way = recipientWayIds.find((one) => one === wayOf('payout', typed)?.id)
  if (way === undefined) return null
  const own: readonly string[] = recipientWays[way].fields
  const fields = Object.fromEntries(own.map((name) => [name, (typed[name] ?? '').trim()]))
  return recipients.find((one) => goesTo(one.way, one.fields, fields)) ?? null
}
