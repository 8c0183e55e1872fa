// The way of a refund: the way asked for, or the one that fits the order, until the person picks
// another. There is one sheet for a refund, wherever it was asked for.
import { computed, ref, watch } from 'vue'
import type { ActionId } from '#shared/gateway/actions.ts'
import type { Way, WayId } from '#shared/gateway/give-back.ts'
import { keyOf, type Place, useDraftsStore } from '../../forms/drafts.ts'
import type { SheetKind } from '../../messages/orders/sheets.ts'
import { useAttemptStore } from '../confirm/attempt-store.ts'
import { outcomeIn } from '../confirm/flow.ts'
import { useShownOrder } from '../order/facts/taken-order.ts'

export type Asked = ActionId | 'give-back'
export interface Wanted {
  connectionId: string
  orderid: string
  kind: Asked
}

const asAsked = (kind: Asked): ActionId => (kind === 'give-back' ? 'return' : kind)

export function useWay(props: Wanted) {
  const order = useShownOrder()
  const attempt = useAttemptStore()
  const drafts = useDraftsStore()
  const picked = ref<WayId | null>(null)
  const way = ref<Way | null>(null)
  const view = computed(() => order.viewOf(props))
  /** Whether other ways are offered. */
  const isGuided = computed(() => props.kind !== 'capture')
  const action = computed<ActionId>(() =>
    props.kind === 'capture' ? 'capture' : (way.value?.action ?? asAsked(props.kind)),
  )
  const placeOf = (one: ActionId): Place => ({
    connectionId: props.connectionId,
    orderid: props.orderid,
    action: one,
  })
  const place = computed(() => placeOf(action.value))
  const isForm = computed(() => attempt.flowOf(place.value).stage === 'form')

  /** A way that is under way stays on the screen, whatever the order has become meanwhile. */
  watch(
    [view, picked, isForm],
    () => {
      const { ways, chosen } = view.value?.giveBack ?? { ways: [], chosen: null }
      if (!isGuided.value || !isForm.value || ways.length === 0) return
      const isPossible = ({ whyNot }: Way): boolean => whyNot === null
      const wanted = ways.find((one) => one.id === picked.value && isPossible(one))
      // MONEY: who asked for a refund is not led to a void by itself, nor the other way round.
      const fitting =
        props.kind === 'give-back'
          ? ways.find((one) => one.id === chosen)
          : ways.find((one) => one.action === props.kind && isPossible(one))
      const next = wanted ?? fitting ?? null
      if (next !== null && next.action !== action.value) carryReason(next.action)
      way.value = next
    },
    { immediate: true },
  )

  /** A way that was undone or refused before is a form again, not what became of that request. */
  function pick(id: WayId): void {
    const next = view.value?.giveBack.ways.find((one) => one.id === id)
    const at = next === undefined ? null : placeOf(next.action)
    if (at !== null && outcomeIn(attempt.flowOf(at))?.mayTryAgain === true) attempt.again(at)
    picked.value = id
  }

  /** The reason is the person's own, whichever way the money goes. */
  function carryReason(to: ActionId): void {
    const from = keyOf(place.value)
    const { comment = '' } = drafts.fieldsOf(from)
    if (drafts.isTyped(from) && comment !== '') drafts.type(keyOf(placeOf(to)), { comment })
  }

  /** What the sheet is called: a hold is let go by the operation Return as well. */
  const sheet = computed<SheetKind>(() => {
    if (isGuided.value && way.value !== null) return way.value.id
    return action.value === 'return' && view.value?.phase === 'authorised'
      ? 'release'
      : action.value
  })

  return { way, pick, action, place, sheet, view }
}
