// The state of one operation's form on its way to an outcome: what was typed, what needs another
// look, and the moves between the steps. MONEY: it sends only through the attempt store's confirm,
// which acts once per review.
import {
  computed,
  type ComputedRef,
  onMounted,
  onScopeDispose,
  type Ref,
  ref,
  shallowReactive,
  watch,
} from 'vue'
import type { CardKey, SealedCard } from '#shared/bridge/cards.ts'
import { isActionId } from '../../messages/attempts.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { defaultsOf, type FieldRules } from '#shared/gateway/own-fields.ts'
import type { DigitsRule } from '#shared/money.ts'
import { type Flow, useAttemptStore } from '../attempts/attempt-store.ts'
import { useConnectionsStore } from '../../api/connections.ts'
import { useDraftsStore, type Place } from '../../forms/drafts.ts'
import { useFollowed } from './register.ts'
import {
  cardAsksOf,
  faultsFrom,
  mayBeKept,
  requestFrom,
  shownFieldsOf,
} from '../../forms/typed-fields.ts'
import { type Outcome, outcomeOfAttempt } from '../../messages/outcomes.ts'

export interface OperationProps {
  connectionId: string
  operation: OperationId
  /** Filled in where nothing was typed yet. */
  defaults?: Readonly<Record<string, string>> | undefined
  /** Named on the way here, as the order of a link: they win over what was typed before. */
  initial?: Readonly<Record<string, string>> | undefined
  /** Sent as they are and not asked for. */
  given?: Readonly<Record<string, string>> | undefined
}

/** The form's card, while it asks for one. */
export interface TypedCard {
  check(): boolean
  isEmpty(): boolean
  seal(key: CardKey): Promise<SealedCard>
}

export function useOperation(props: OperationProps, card: Readonly<Ref<TypedCard | null>>) {
  const attempt = useAttemptStore()
  const { attempt: followed, follow } = useFollowed()
  if (isActionId(props.operation)) throw new Error('an order has screens of its own for this')

  const place: Place = {
    connectionId: props.connectionId,
    orderid: props.given?.['orderid'] ?? '',
    action: props.operation,
  }
  const form = typedForm(props, place)
  const { typed, own } = form
  const flow = computed(() => attempt.flowOf(place))
  const { isAsked, faultsOf, told, ...faults } = formFaults(props.operation, form, flow)
  onScopeDispose(() => void attempt.leave(place))

  /** Whether there is a review now; otherwise the faults say why not. */
  async function review(): Promise<boolean> {
    if (flow.value.stage === 'preparing') return false
    isAsked.value = true
    const entry = card.value
    const isCardGood = entry === null || entry.check()
    const isHeld = form.asks.value.length > 0 && flow.value.card !== null
    const hasFault = Object.keys(faultsOf()).length > 0
    if (hasFault || !isCardGood) return false
    await attempt.prepare(
      place,
      requestFrom(props.operation, typed.value, own.value),
      isHeld ? 'held' : entry === null || entry.isEmpty() ? null : (key) => entry.seal(key),
    )
    const { fault } = flow.value
    const isShown = (name: string): boolean =>
      [...shownFieldsOf(props.operation, typed.value, own.value), ...form.asks.value].some(
        (field) => field.name === name,
      )
    if (fault?.kind === 'input' && isShown(fault.field))
      told.value = { [fault.field]: fault.message }
    return flow.value.stage === 'review'
  }

  async function send(now: number, twinsSeen: readonly string[]): Promise<void> {
    await attempt.confirm(place, now, twinsSeen)
    const sent = flow.value.outcome?.attempt ?? null
    if (sent !== null) follow(sent)
    if (['accepted', 'done', 'unknown'].includes(flow.value.outcome?.kind ?? ''))
      form.forgetProofs()
  }

  function again(): void {
    isAsked.value = false
    attempt.again(place)
  }
  const back = (): Promise<void> => attempt.back(place)

  return {
    ...{ place, flow, followed },
    ...form,
    ...faults,
    outcome: outcomeNow(flow, followed),
    ...{ review, send, again, back },
  }
}

/** What is typed into the form, and the connection's rules about it. */
function typedForm(props: OperationProps, place: Place) {
  const attempt = useAttemptStore()
  const drafts = useDraftsStore()
  const connections = useConnectionsStore()
  function begin(): void {
    const kept = drafts.fieldsOf(place)
    for (const [name, value] of Object.entries(props.defaults ?? {}))
      if ((kept[name] ?? '') === '') kept[name] = value
    // MONEY: an old draft must not aim a request at another order than the one that was chosen.
    Object.assign(kept, props.initial)
  }
  begin()
  /** Proofs of authentication live as long as this form and no longer. */
  const unkept = shallowReactive<Record<string, string>>({})
  const typed = computed(() => ({ ...drafts.fieldsOf(place), ...unkept, ...props.given }))
  const settings = computed(() => connections.byId(props.connectionId)?.settings ?? null)
  const own = computed<FieldRules>(() => settings.value?.fields ?? [])
  const asks = computed(() =>
    cardAsksOf(props.operation, typed.value, settings.value?.cardEntry === true, own.value),
  )
  const rule = computed<DigitsRule>(() => settings.value?.digitsRule ?? 'iso-4217')

  /** What the connection sends by itself stands in the form, to be seen and changed. */
  watch(
    own,
    (rules) => {
      const kept = drafts.fieldsOf(place)
      const shown = shownFieldsOf(props.operation, kept, rules)
      for (const [name, value] of Object.entries(defaultsOf(props.operation, rules)))
        if ((kept[name] ?? '') === '' && shown.some((field) => field.name === name))
          kept[name] = value
    },
    { immediate: true },
  )
  onMounted(() => void connections.show(props.connectionId))

  function change(name: string, value: string): void {
    if (mayBeKept(name)) drafts.type(place, name, value, Date.now())
    else unkept[name] = value
  }

  const keptAt = computed(() => drafts.restoredAt(place))
  function forgetProofs(): void {
    for (const name of Object.keys(unkept)) delete unkept[name]
  }
  function clear(): void {
    drafts.forget(place)
    attempt.notAgain(place)
    forgetProofs()
    begin()
  }

  return { typed, settings, own, rule, asks, change, keptAt, clear, forgetProofs }
}

/** What is wrong with what was typed: found here, or told by main. */
function formFaults(
  operation: OperationId,
  { typed, rule, own }: ReturnType<typeof typedForm>,
  flow: Readonly<Ref<Flow>>,
) {
  const isAsked = ref(false)
  /** By main, until something else is typed. */
  const told = ref<Record<string, string>>({})
  const faultsOf = (): Record<string, string> =>
    faultsFrom(operation, typed.value, rule.value, own.value)
  const faults = computed<Record<string, string>>(() => ({
    ...(isAsked.value ? faultsOf() : {}),
    ...told.value,
  }))
  /** A fault whose field is not on the form stands above it. */
  const formFault = computed(() => {
    const { fault } = flow.value
    return fault?.kind === 'input' && told.value[fault.field] !== undefined ? null : fault
  })
  /** What main said was about what stood there then. */
  function forgive(): void {
    told.value = {}
    if (flow.value.fault?.kind === 'input') flow.value.fault = null
  }
  watch(typed, forgive)

  return { isAsked, faultsOf, told, faults, formFault, forgive }
}

/** What became of it, as it is now: the gateway's final word replaces the first one. */
function outcomeNow(
  flow: Readonly<Ref<Flow>>,
  followed: ReturnType<typeof useFollowed>['attempt'],
): ComputedRef<Outcome | null> {
  return computed(() => {
    const first = flow.value.outcome
    if (first === null || followed.value === null || followed.value.id !== first.attempt?.id)
      return first
    const isOpenStill = followed.value.state === 'UNKNOWN' && first.kind === 'unknown'
    return (first.kind === 'accepted' || first.kind === 'unknown') && !isOpenStill
      ? outcomeOfAttempt(followed.value)
      : { ...first, attempt: followed.value }
  })
}
