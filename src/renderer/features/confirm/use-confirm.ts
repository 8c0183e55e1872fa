// The one way from a form to an outcome: review, confirm once, undo, outcome. A sheet on an order
// and a page of an operation differ only in their form and in where they go afterwards. MONEY: it
// sends only through the attempt store's confirm, which acts once per review.
import { computed, nextTick, onScopeDispose, reactive, type Ref, ref, watch } from 'vue'
import type { CardKey, SealedCard } from '#shared/bridge/cards.ts'
import type { FaultOf } from '#shared/fault.ts'
import { useRouter } from 'vue-router'
import { useAppearanceStore } from '../../api/appearance.ts'
import { keyOf, type Place } from '../../forms/drafts.ts'
import { type Outcome, outcomeNow } from '../../messages/outcomes.ts'
import { ignoreRestOfClicks } from '../../ui/rest-of-clicks.ts'
import { useFollowed } from '../attempts/register.ts'
import { useAttemptStore } from './attempt-store.ts'
import { type Flow, outcomeIn } from './flow.ts'

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
  const { isAsked, reported } = asking
  const focusIn = async (selector: string): Promise<void> => {
    await nextTick()
    steps.value?.form()?.querySelector<HTMLElement>(selector)?.focus()
  }
  const focusStep = async (): Promise<void> => {
    await nextTick()
    steps.value?.focus()
  }
  untilLeft(place, asking.forget)

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
      reported.value = fault !== null && form.hasField(fault.field) ? fault : null
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

  const ways = { flow, place, frame, follow, focusStep }
  const askOthers = othersAsked(place, () => focusIn('[data-testid="review-open"]'))
  tellOutcome(ways)

  /** From the outcome to the form again. */
  function again(): void {
    ignoreRestOfClicks()
    asking.forget()
    attempt.again(place.value)
  }

  /** Escape goes one step back. False when there is nothing to go back to. */
  function escape(): boolean {
    if (flow.value.stage !== 'review') return false
    void back()
    return true
  }

  const outcome = computed(() => {
    const first = outcomeIn(flow.value)
    const now = followed.value
    return first === null || now === null || now.id !== first.attempt?.id
      ? first
      : outcomeNow(first, now)
  })
  /** A fault whose field is not on the form stands above it. */
  const formFault = computed(() =>
    flow.value.stage === 'form' && reported.value === null ? flow.value.fault : null,
  )
  return reactive({
    ...{ place, flow, outcome, isAsked, reported, formFault },
    ...{ review, back, send: sender(ways), askOthers, again, escape, forgive: asking.forgive },
  })
}
export type Confirm = ReturnType<typeof useConfirm>

/** What was asked of the form, and what main said about a field until something else is typed. */
function askingOf(form: ConfirmForm) {
  const attempt = useAttemptStore()
  const isAsked = ref(false)
  const reported = ref<FaultOf<'input'> | null>(null)
  function forgive(): void {
    reported.value = null
    attempt.forgive(form.place())
  }
  function forget(): void {
    isAsked.value = false
    reported.value = null
  }
  watch(form.typed, forgive)
  return { isAsked, reported, forgive, forget }
}

/** Others are asked, and the request waits where they find it. */
function othersAsked(place: Readonly<Ref<Place>>, stay: () => Promise<void>) {
  const attempt = useAttemptStore()
  const router = useRouter()
  return async (): Promise<void> => {
    ignoreRestOfClicks()
    if (await attempt.askOthers(place.value)) await router.push('/approvals')
    else await stay()
  }
}

/** Leaves a place when the screen or the way is left. */
function untilLeft(place: Readonly<Ref<Place>>, forget: () => void): void {
  const attempt = useAttemptStore()
  onScopeDispose(() => {
    void attempt.leave({ ...place.value })
  })
  watch(place, (now, before) => {
    if (keyOf(now) === keyOf(before)) return
    forget()
    void attempt.leave(before)
  })
}

interface Sender {
  flow: Readonly<Ref<Flow>>
  place: Readonly<Ref<Place>>
  frame: ConfirmFrame
  follow: ReturnType<typeof useFollowed>['follow']
  focusStep: () => Promise<void>
}

/** Confirms once. Where that went is told by `tellOutcome`. */
function sender({ flow, place, frame, focusStep }: Sender) {
  const attempt = useAttemptStore()
  return async (twinsSeen: readonly string[], hasCalledPayee = false): Promise<void> => {
    if (flow.value.stage !== 'review') return
    const { undoMs } = flow.value.review
    const at = { ...place.value }
    ignoreRestOfClicks()
    const sending = attempt.confirm(at, Date.now(), { twinsSeen, hasCalledPayee })
    if (undoMs > 0 && frame.confirmed !== undefined) {
      attempt.setAway(at, true)
      frame.confirmed()
      return
    }
    await focusStep()
    await sending
  }
}

/**
 * Tells the outcome when it comes, and follows it until it is final: on the screen that sent the
 * request, and on one that was opened again meanwhile or afterwards.
 */
function tellOutcome({ flow, place, frame, follow, focusStep }: Sender): void {
  const appearance = useAppearanceStore()
  const found = outcomeIn(flow.value)
  if (found?.attempt) follow(found.attempt)
  watch(
    () => [keyOf(place.value), flow.value] as const,
    ([key, now], [keyBefore, before]) => {
      const outcome = outcomeIn(now)
      if (key !== keyBefore || before.stage !== 'sending' || outcome === null) return
      appearance.say(outcome.message === '' ? outcome.title : `${outcome.title} ${outcome.message}`)
      const isTaken = ['accepted', 'done'].includes(outcome.kind) && outcome.attempt !== null
      if (isTaken && frame.sent !== undefined) {
        frame.sent(outcome, { ...place.value })
        return
      }
      if (outcome.attempt !== null) follow(outcome.attempt)
      void focusStep()
    },
    // Before the caller of `send` goes on, and before the screen can be left.
    { flush: 'sync' },
  )
}
