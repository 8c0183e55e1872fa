// The requests that the bar at the foot of the window tells of, each from its countdown to its end:
// waiting to be sent, sent and not final yet, and ended. Every line is drawn from the request as it
// is now. MONEY: main's clock counts; the page sends nothing and stops nothing except by asking
// main.
import { defineStore } from 'pinia'
import { computed, onScopeDispose, reactive, ref, watch } from 'vue'
import { isOpen } from '#shared/attempt.ts'
import type { WaitingSend } from '#shared/bridge/views.ts'
import type { AttemptView } from '#shared/bridge/views.ts'
import type { Fault } from '#shared/fault.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { call } from '../../api/bridge.ts'
import { useLiveRead } from '../../api/changes.ts'
import { isTakenBack, type Outcome, outcomeNow, outcomeOfAttempt } from '../../messages/outcomes.ts'
import { useAppState } from '../../api/app-state.ts'
import type { Place } from '../../forms/drafts.ts'

/** A request that was confirmed, and what is known of it now. */
export interface FollowedRequest {
  attemptId: string
  place: Place
  outcome: Outcome
}

const followedOf = (attempt: AttemptView): FollowedRequest => ({
  attemptId: attempt.id,
  place: {
    connectionId: attempt.connectionId,
    orderid: attempt.orderid,
    action: attempt.operation as OperationId,
  },
  outcome: outcomeOfAttempt(attempt),
})

/** The order that is opened. */
interface Shown {
  connectionId: string
  orderid: string
  /** A form lies over it. */
  isSheet: boolean
}

const isSent = ({ state }: AttemptView): boolean => state !== 'DRAFT' && state !== 'APPROVED'
const isEnd = (attempt: AttemptView): boolean => isSent(attempt) && !isOpen(attempt.state)
const mayChange = ({ outcome: { kind, attempt } }: FollowedRequest): boolean =>
  kind === 'accepted' || kind === 'unknown' || (attempt !== null && isOpen(attempt.state))
const isWell = ({ outcome: { kind } }: FollowedRequest): boolean =>
  kind === 'accepted' || kind === 'done'

/** The team answers in a moment nearly always: only what takes longer is told. */
const askedMs = 500
export const isTold = ({ asksTeam, sendsAt }: WaitingSend, nowMs: number): boolean =>
  asksTeam !== true || nowMs - sendsAt >= askedMs

const attemptNow = async (attemptId: string): Promise<AttemptView | null> => {
  const found = await call('attempt:show', { attemptId })
  return found.ok ? found.value : null
}

export const useWaitingStore = defineStore('waiting', () => {
  const app = useAppState()
  const all = computed<WaitingSend[]>(() => app.state?.waiting ?? [])
  const ids = computed(() => new Set(all.value.map(({ attempt }) => attempt.id)))
  const unseen = computed<AttemptView[]>(() => app.state?.unseenEnds ?? [])
  const followed = ref<FollowedRequest[]>([])
  /** Shown on the screen itself, by attempt: so many times. */
  const shownHere = reactive(new Map<string, number>())

  const find = (id: string): WaitingSend | null =>
    all.value.find(({ attempt }) => attempt.id === id) ?? null
  /** Null when it was taken back; else why that came too late. */
  async function undoAttempt(attemptId: string): Promise<Fault | null> {
    const result = await call('attempt:undo', { attemptId })
    return result.ok ? null : result.fault
  }

  async function sendNow(attemptId: string): Promise<Fault | null> {
    const result = await call('attempt:send-now', { attemptId })
    return result.ok ? null : result.fault
  }

  /** What became of a request; it is followed from here on. */
  function tell(request: FollowedRequest): void {
    followed.value = [
      ...followed.value.filter(({ attemptId }) => attemptId !== request.attemptId),
      request,
    ]
  }

  const leaving = followLeaving(all, followed)

  /** Each request that may have moved on, as it is now. */
  async function read(): Promise<void> {
    await leaving.read()
    for (const request of followed.value.filter(mayChange)) {
      const attempt = await attemptNow(request.attemptId)
      const at = followed.value.findIndex(({ attemptId }) => attemptId === request.attemptId)
      const first = followed.value[at]?.outcome
      if (attempt !== null && first !== undefined)
        followed.value[at]!.outcome = outcomeNow(first, attempt)
    }
  }
  useLiveRead(({ topic }) => topic === 'attempt' || topic === 'order', read)
  followUnknown(tell)

  /** Oldest first; each request once. */
  const known = computed<FollowedRequest[]>(() => {
    const here = new Set(followed.value.map(({ attemptId }) => attemptId))
    return [...unseen.value.filter(({ id }) => !here.has(id)).map(followedOf), ...followed.value]
  })
  /** What the bar says beside the countdowns. */
  const ended = computed<FollowedRequest[]>(() =>
    known.value.filter(({ attemptId }) => !shownHere.has(attemptId) && !ids.value.has(attemptId)),
  )

  /** A person has seen it. */
  function close(attemptId: string): void {
    followed.value = followed.value.filter((one) => one.attemptId !== attemptId)
    if (unseen.value.some(({ id }) => id === attemptId)) void call('attempt:seen', { attemptId })
  }

  function showHere(attemptId: string, by: 1 | -1): void {
    const times = (shownHere.get(attemptId) ?? 0) + by
    if (times > 0) shownHere.set(attemptId, times)
    else shownHere.delete(attemptId)
  }

  return {
    ...{ all, ids, find, undoAttempt, sendNow },
    goingWellOn: goingWell(followed, shownHere),
    ...{ ended, unseen, tell, close, showHere, ...dropUndone(all, known, close) },
  }
})

/** The newest request on an order that went well so far; null where a screen shows it. */
const goingWell =
  (
    followed: { readonly value: readonly FollowedRequest[] },
    shownHere: { has(attemptId: string): boolean },
  ) =>
  (connectionId: string, orderid: string): string | null => {
    const newest = followed.value.findLast(
      (one) =>
        one.place.connectionId === connectionId && one.place.orderid === orderid && isWell(one),
    )
    return newest === undefined || shownHere.has(newest.attemptId) ? null : newest.attemptId
  }

/**
 * What was taken back is old news as soon as another request is told of, here or in the bar; once a
 * later one on its order is shown, by `overtake`; and once a person opens another order or a sheet,
 * by `leaveFor`.
 */
function dropUndone(
  all: { readonly value: readonly WaitingSend[] },
  known: { readonly value: readonly FollowedRequest[] },
  close: (attemptId: string) => void,
): { overtake: (later: AttemptView) => void; leaveFor: (place: Shown) => void } {
  watch([() => all.value, () => known.value], ([waiting, told]) => {
    const newest = told.at(-1)?.attemptId
    for (const { attemptId, outcome } of told)
      if (isTakenBack(outcome)) if (waiting.length > 0 || attemptId !== newest) close(attemptId)
  })
  return {
    leaveFor: ({ connectionId, orderid, isSheet }) => {
      for (const { attemptId, place, outcome } of known.value) {
        const isHere = place.connectionId === connectionId && place.orderid === orderid
        if (isTakenBack(outcome) && (isSheet || !isHere)) close(attemptId)
      }
    },
    overtake: ({ createdAt, connectionId, orderid }) => {
      for (const { attemptId, place, outcome } of known.value)
        if (
          outcome.attempt !== null &&
          isTakenBack(outcome) &&
          outcome.attempt.createdAt < createdAt &&
          place.connectionId === connectionId &&
          place.orderid === orderid
        )
          close(attemptId)
    },
  }
}

/**
 * What leaves the countdown is followed, also where no screen of this page confirmed it: the page
 * may have been loaded anew meanwhile.
 */
function followLeaving(
  all: { readonly value: readonly WaitingSend[] },
  followed: { value: FollowedRequest[] },
): { read: () => Promise<void> } {
  const left = new Set<string>()
  async function read(): Promise<void> {
    for (const id of left) {
      const attempt = await attemptNow(id)
      const isFollowed = followed.value.some(({ attemptId }) => attemptId === id)
      if (attempt === null || isFollowed) left.delete(id)
      else if (isSent(attempt)) {
        left.delete(id)
        followed.value = [...followed.value, followedOf(attempt)]
      }
    }
  }
  watch(
    () => all.value.map(({ attempt }) => attempt.id),
    (now, before) => {
      for (const id of before) if (!now.includes(id)) left.add(id)
      if (left.size > 0) void read()
    },
  )
  return { read }
}

/**
 * Requests whose outcome is unknown, whoever asked for them: once the gateway says that one was
 * carried out, the bar tells so. One that ended otherwise is told until somebody saw it.
 */
function followUnknown(tell: (request: FollowedRequest) => void): void {
  const app = useAppState()
  const unknown = new Set<string>()
  async function read(): Promise<void> {
    if (unknown.size === 0 && (app.state?.unknownCount ?? 0) === 0) return
    const found = await call('attempt:list', { isOpen: true })
    if (!found.ok) return
    for (const { id, state } of found.value) if (state === 'UNKNOWN') unknown.add(id)
    const open = new Set(found.value.map(({ id }) => id))
    for (const id of [...unknown].filter((one) => !open.has(one))) {
      unknown.delete(id)
      const attempt = await attemptNow(id)
      if (attempt?.state === 'SUCCEEDED' && attempt.conflict === null) tell(followedOf(attempt))
    }
  }
  useLiveRead(({ topic }) => topic === 'attempt' || topic === 'order', read)
  watch(() => app.state?.unknownCount ?? 0, read, { immediate: true })
}

/**
 * For whatever shows a request on the screen: the bar is silent about it meanwhile, and an end that
 * was shown here is seen.
 */
export function useShownHere(
  shown: () => { attemptId: string; attempt: AttemptView | null } | null,
): void {
  const waiting = useWaitingStore()
  let here: string | null = null
  const show = (attemptId: string | null): void => {
    if (attemptId === here) return
    if (here !== null) waiting.showHere(here, -1)
    if (attemptId !== null) waiting.showHere(attemptId, 1)
    here = attemptId
  }
  const see = (): void => {
    const one = shown()
    if (one !== null && one.attempt !== null && isEnd(one.attempt) && document.hasFocus())
      waiting.close(one.attemptId)
  }
  watch(
    shown,
    (one) => {
      show(one?.attemptId ?? null)
      if (one !== null && one.attempt !== null) waiting.overtake(one.attempt)
      see()
    },
    { immediate: true },
  )
  watch(() => waiting.unseen.length, see)
  window.addEventListener('focus', see)
  onScopeDispose(() => {
    window.removeEventListener('focus', see)
    show(null)
  })
}
