// From form to outcome for one action on one order. MONEY: it sends only through the attempt
// store's confirm, which acts once per review.
import { computed, type ComputedRef, nextTick, onMounted, onScopeDispose, ref, watch } from 'vue'
import { useAppearanceStore } from '../../api/appearance.ts'
import { useLiveRead } from '../../api/changes.ts'
import { useDeskStore } from '../../api/desk.ts'
import { type Draft, type Place, useDraftsStore } from '../../forms/drafts.ts'
import { type FieldFaults, faultsOf, needsReason, requestOf } from '../../forms/request.ts'
import type { Outcome } from '../../messages/outcomes.ts'
import { reasonsOf } from '../../messages/orders/sheets.ts'
import { ignoreRestOfClicks } from '../../ui/rest-of-clicks.ts'
import { type Flow, useAttemptStore } from '../attempts/attempt-store.ts'
import { useOrderStore } from '../order/order-store.ts'
import { useWay, type Wanted } from './use-way.ts'

interface Leaving {
  /** Confirmed: the undo bar has it from here on. */
  confirmed: () => void
  /** The gateway took it: whoever opened the sheet shows that. */
  sent: (outcome: Outcome, place: Place) => void
}

export function useAction(props: Wanted, leaving: Leaving) {
  const order = useOrderStore()
  const attempt = useAttemptStore()
  const drafts = useDraftsStore()
  const wanted = useWay(props)
  const { action, place, view } = wanted

  const flow = computed(() => attempt.flowOf(place.value))
  const draft = computed(() => drafts.draftOf(place.value))
  const keptAt = computed(() => drafts.restoredAt(place.value))
  const possibility = computed(() => view.value?.actions[action.value] ?? null)
  const asked: Asked = { ...wanted, flow, draft }
  const faults = actionFaults(asked)
  const focus = formFocus()
  const open = whileOpen(props, asked)
  watch(action, faults.forget)
  fillReason(asked)

  const change = (part: Partial<Draft>): void => {
    drafts.change(place.value, part, Date.now())
  }

  async function review(): Promise<void> {
    if (view.value === null || flow.value.stage === 'preparing') return
    faults.isAsked.value = true
    if (Object.keys(faultsOf(action.value, draft.value, view.value)).length > 0) {
      await focus.firstFault()
      return
    }
    ignoreRestOfClicks()
    await attempt.prepare(place.value, requestOf(action.value, draft.value, view.value))
    const { fault } = flow.value
    if (fault?.kind === 'input' && (fault.field === 'comment' || fault.field === 'amount')) {
      faults.told.value = { [fault.field]: fault }
      await focus.firstFault()
    } else await focus.panelNow()
  }

  async function back(): Promise<void> {
    ignoreRestOfClicks()
    const done = attempt.back(place.value)
    await nextTick()
    focus.form.value?.querySelector<HTMLElement>('[data-testid="review-open"]')?.focus()
    await done
  }

  const send = sender(asked, { focusPanel: focus.panelNow, isOpen: open, ...leaving })

  /** From the outcome to the form again. */
  function again(): void {
    ignoreRestOfClicks()
    attempt.again(place.value)
  }

  return {
    ...wanted,
    ...{ flow, draft, keptAt, possibility, order, drafts },
    ...{ isAsked: faults.isAsked, faults: faults.faults, formFault: faults.formFault },
    ...{ form: focus.form, panel: focus.panel },
    ...{ change, review, back, send, again },
  }
}

/** The action as it stands: of which order, what was typed, how far it is. */
interface Asked extends Pick<ReturnType<typeof useWay>, 'action' | 'place' | 'sheet' | 'view'> {
  flow: ComputedRef<Flow>
  draft: ComputedRef<Draft>
}

function actionFaults({ action, view, flow, draft }: Asked) {
  const isAsked = ref(false)
  /** What main refused about a field, until that field is changed. */
  const told = ref<FieldFaults>({})
  const faults = computed<FieldFaults>(() => ({
    ...told.value,
    ...(isAsked.value && view.value !== null
      ? faultsOf(action.value, draft.value, view.value)
      : {}),
  }))
  const formFault = computed(() =>
    told.value.amount || told.value.comment ? null : flow.value.fault,
  )
  watch(
    () => ({ ...draft.value }),
    () => {
      told.value = {}
      if (flow.value.fault?.kind === 'input') flow.value.fault = null
    },
  )
  /** Of another action. */
  function forget(): void {
    isAsked.value = false
    told.value = {}
  }
  return { isAsked, told, faults, formFault, forget }
}

function formFocus() {
  const form = ref<HTMLFormElement | null>(null)
  const panel = ref<{ focus: () => void } | null>(null)
  async function firstFault(): Promise<void> {
    await nextTick()
    form.value?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  async function panelNow(): Promise<void> {
    await nextTick()
    panel.value?.focus()
  }
  return { form, panel, firstFault, panelNow }
}

/** Reads the order, and leaves the flow when the sheet is left. Whether the sheet is open still. */
function whileOpen(props: Wanted, { action, place, flow }: Asked): () => boolean {
  const order = useOrderStore()
  const attempt = useAttemptStore()
  const desk = useDeskStore()
  let isOpen = true
  const read = (): Promise<void> => order.show(props.connectionId, props.orderid)
  onMounted(() => {
    desk.choose(props.connectionId)
    // What became of the last one was told when it came to its end.
    if (flow.value.stage === 'outcome') attempt.again(place.value)
    void read()
  })
  useLiveRead((change) => change.orderid === undefined || change.orderid === props.orderid, read)
  onScopeDispose(() => {
    isOpen = false
    void attempt.leave({ ...place.value })
  })
  watch(action, (_now, before) => void attempt.leave({ ...place.value, action: before }))
  return () => isOpen
}

/** A reason that the gateway wants is filled in, for the person to change; it is no draft. */
function fillReason({ action, place, sheet, view, draft }: Asked): void {
  const drafts = useDraftsStore()
  watch(
    [draft, view, sheet],
    () => {
      const first = view.value === null ? undefined : reasonsOf(sheet.value, view.value)[0]
      if (view.value === null || first === undefined) return
      // One that was filled in before and left alone follows the connection's list.
      if (draft.value.comment !== first && needsReason(action.value, view.value))
        drafts.begin(place.value, { comment: first })
    },
    { immediate: true },
  )
}

/** Confirms once, and tells where that went. */
function sender(
  { place, flow }: Asked,
  leaving: Leaving & { focusPanel: () => Promise<void>; isOpen: () => boolean },
): (twinsSeen: readonly string[]) => Promise<void> {
  const attempt = useAttemptStore()
  const appearance = useAppearanceStore()
  return async (twinsSeen) => {
    ignoreRestOfClicks()
    const undoMs = flow.value.review?.undoMs ?? 0
    const [sentPlace, sentFlow] = [{ ...place.value }, flow.value]
    const sending = attempt.confirm(sentPlace, Date.now(), twinsSeen)
    if (undoMs > 0) {
      // The bar at the foot of the window counts, takes back and tells the outcome.
      sentFlow.isAway = true
      leaving.confirmed()
      return
    }
    await leaving.focusPanel()
    await sending
    const { outcome } = sentFlow
    if (outcome === null || !leaving.isOpen()) return
    appearance.say(`${outcome.title} ${outcome.words}`)
    if (['accepted', 'done'].includes(outcome.kind) && outcome.attempt !== null)
      leaving.sent(outcome, sentPlace)
    else await leaving.focusPanel()
  }
}
