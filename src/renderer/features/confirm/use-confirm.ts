// The one way from a form to an outcome: review, confirm once, undo, outcome. A sheet on an order
// and a page of an operation differ only in their form and in where they go afterwards. MONEY: it
// sends only through the attempt store's confirm, which acts once per review.
import { computed, nextTick, onScopeDispose, reactive, type Ref, ref, watch } from 'vue'
import type { CardKey, SealedCard } from '#shared/bridge/cards.ts'
import type { FaultOf } from '#shared/fault.ts'
import { useAppearanceStore } from '../../api/appearance.ts'
import { keyOf, type Place } from '../../forms/drafts.ts'
import { type Outcome, outcomeOfAttempt } from '../../messages/outcomes.ts'
import { ignoreRestOfClicks } from '../../ui/rest-of-clicks.ts'
import { useFollowed } from '../operations/register.ts'
import { useAttemptStore } from './attempt-store.ts'
import { outcomeIn } from './flow.ts'

/** What the form gives to the review: the request, and the card it holds or main holds for it. */
interface Asked {
  request: Record<string, string>
  card?: ((key: CardKey) => Promise<SealedCard>) | 'held' | null
}

export interface ConfirmForm {
  place: () => Place
  /** Null while a field needs another look. */
  ask: () => Asked | null
  /** Whether main's word about that field stands beside the field. */
  hasField: (name: string) => boolean
  /** What was typed: a change of it answers what main said about it. */
  typed: () => unknown
}

/** What comes after a step, where the frame has an answer of its own. */
export interface ConfirmFrame {
  /** Confirmed with time to undo: the bar at the foot of the window has it from here on. */
  confirmed?: () => void
  /** The gateway took it: whoever opened the frame shows that. */
  sent?: (outcome: Outcome, place: Place) => void
  /** Back from the review to a form that is not shown. */
  back?: () => void
}

/** The steps as they are drawn (ConfirmSteps.vue). */
interface DrawnSteps {
  focus: () => void
  form: () => HTMLElement | null
  /** Whether something waited that was undone by it. */
  undo: () => boolean
}

export function useConfirm(
  form: ConfirmForm,
  frame: ConfirmFrame,
  steps: Readonly<Ref<DrawnSteps | null>>,
) {
  const attempt = useAttemptStore()
  const place = computed(form.place)
  const flow = computed(() => attempt.flowOf(place.value))
  const { attempt: followed, follow } = useFollowed()
  const asking = askingOf(form)
  const { isAsked, told } = asking
  const focusIn = async (selector: string): Promise<void> => {
    await nextTick()
    steps.value?.form()?.querySelector<HTMLElement>(selector)?.focus()
  }
  const focusStep = async (): Promise<void> => {
    await nextTick()
    steps.value?.focus()
  }
  const isThere = untilLeft(place, asking.forget)

  /** Whether there is a review now; otherwise the faults say why not. */
  async function review(): Promise<boolean> {
    if (flow.value.stage !== 'form') return false
    isAsked.value = true
    const asked = form.ask()
    if (asked !== null) {
      ignoreRestOfClicks()
      await attempt.review(place.value, asked.request, asked.card ?? null)
      const now = attempt.flowOf(place.value)
      const fault = now.stage === 'form' && now.fault?.kind === 'input' ? now.fault : null
      told.value = fault !== null && form.hasField(fault.field) ? fault : null
    }
    const isReviewed = attempt.flowOf(place.value).stage === 'review'
    await (isReviewed ? focusStep() : focusIn('[aria-invalid="true"]'))
    return isReviewed
  }

  async function back(): Promise<void> {
    ignoreRestOfClicks()
    const done = attempt.back(place.value)
    frame.back?.()
    await focusIn('[data-testid="review-open"]')
    await done
  }

  const send = sender({ flow, place, frame, isThere, follow, focusStep })

  /** From the outcome to the form again. */
  function again(): void {
    ignoreRestOfClicks()
    asking.forget()
    attempt.again(place.value)
  }

  /** Escape goes one step back, or undoes what waits. False when there is nothing to go back to. */
  function escape(): boolean {
    if (flow.value.stage === 'review') void back()
    else return flow.value.stage === 'sending' && steps.value?.undo() === true
    return true
  }

  const outcome = computed(() => outcomeNow(outcomeIn(flow.value), followed.value))
  /** A fault whose field is not on the form stands above it. */
  const formFault = computed(() =>
    flow.value.stage === 'form' && told.value === null ? flow.value.fault : null,
  )
  return reactive({
    ...{ place, flow, outcome, isAsked, told, formFault },
    ...{ review, back, send, again, escape, forgive: asking.forgive },
  })
}
export type Confirm = ReturnType<typeof useConfirm>

/** What was asked of the form, and what main said about a field until something else is typed. */
function askingOf(form: ConfirmForm) {
  const attempt = useAttemptStore()
  const isAsked = ref(false)
  const told = ref<FaultOf<'input'> | null>(null)
  function forgive(): void {
    told.value = null
    attempt.forgive(form.place())
  }
  function forget(): void {
    isAsked.value = false
    told.value = null
  }
  watch(form.typed, forgive)
  return { isAsked, told, forgive, forget }
}

/** Leaves a place when the screen or the way is left. Whether the screen is there still. */
function untilLeft(place: Readonly<Ref<Place>>, forget: () => void): () => boolean {
  const attempt = useAttemptStore()
  let isThere = true
  onScopeDispose(() => {
    isThere = false
    void attempt.leave({ ...place.value })
  })
  watch(place, (now, before) => {
    if (keyOf(now) === keyOf(before)) return
    forget()
    void attempt.leave(before)
  })
  return () => isThere
}

interface Sender {
  flow: Readonly<Ref<ReturnType<ReturnType<typeof useAttemptStore>['flowOf']>>>
  place: Readonly<Ref<Place>>
  frame: ConfirmFrame
  isThere: () => boolean
  follow: ReturnType<typeof useFollowed>['follow']
  focusStep: () => Promise<void>
}

/** Confirms once, and tells where that went. */
function sender({ flow, place, frame, isThere, follow, focusStep }: Sender) {
  const attempt = useAttemptStore()
  const appearance = useAppearanceStore()
  return async (twinsSeen: readonly string[]): Promise<void> => {
    if (flow.value.stage !== 'review') return
    const { undoMs } = flow.value.review
    const at = { ...place.value }
    ignoreRestOfClicks()
    const sending = attempt.confirm(at, Date.now(), twinsSeen)
    if (undoMs > 0 && frame.confirmed !== undefined) {
      attempt.setAway(at, true)
      frame.confirmed()
      return
    }
    await focusStep()
    await sending
    const outcome = outcomeIn(attempt.flowOf(at))
    if (outcome === null || !isThere() || keyOf(place.value) !== keyOf(at)) return
    appearance.say(outcome.message === '' ? outcome.title : `${outcome.title} ${outcome.message}`)
    const isTaken = ['accepted', 'done'].includes(outcome.kind) && outcome.attempt !== null
    if (isTaken && frame.sent !== undefined) frame.sent(outcome, at)
    else {
      if (outcome.attempt !== null) follow(outcome.attempt)
      await focusStep()
    }
  }
}

/** What became of it, as it is now: the gateway's final word replaces the first one. */
function outcomeNow(
  first: Outcome | null,
  followed: ReturnType<typeof useFollowed>['attempt']['value'],
): Outcome | null {
  if (first === null || followed === null || followed.id !== first.attempt?.id) return first
  const mayChange = first.kind === 'accepted' || first.kind === 'unknown'
  const isUnknownStill = first.kind === 'unknown' && followed.state === 'UNKNOWN'
  return mayChange && !isUnknownStill ? outcomeOfAttempt(followed) : { ...first, attempt: followed }
}
