// The state of one operation's form on its way to an outcome: what was typed, what needs another look, and the moves between the
// steps. MONEY: it sends only through the attempt store's confirm, which acts once per review.
import { computed, onMounted, onScopeDispose, type Ref, ref, shallowReactive, watch } from 'vue'
import type { CardKey, SealedCard } from '#shared/bridge/cards.ts'
import { isActionId } from '../../text/attempts.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import type { DigitsRule } from '#shared/money.ts'
import { useAttemptStore } from '../../stores/attempt.ts'
import { useConnectionsStore } from '../../stores/connections.ts'
import { useDraftsStore, type Place } from '../../stores/drafts.ts'
import { useFollowed } from '../../stores/register.ts'
import {
  cardAsksOf,
  faultsFrom,
  mayBeKept,
  requestFrom,
  shownFieldsOf,
} from '../../stores/typed-fields.ts'
import { outcomeOfAttempt } from '../../text/outcomes.ts'

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
  seal(key: CardKey): Promise<SealedCard>
}

export function useOperation(props: OperationProps, card: Readonly<Ref<TypedCard | null>>) {
  const attempt = useAttemptStore()
  const drafts = useDraftsStore()
  const connections = useConnectionsStore()
  const { attempt: followed, follow } = useFollowed()
  if (isActionId(props.operation)) throw new Error('an order has screens of its own for this')

  const place: Place = {
    connectionId: props.connectionId,
    orderid: props.given?.['orderid'] ?? '',
    action: props.operation,
  }
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
  const flow = computed(() => attempt.flowOf(place))
  const asks = computed(() => cardAsksOf(props.operation, typed.value))
  const isAsked = ref(false)
  const mainFaults = ref<Record<string, string>>({})

  const settings = computed(() => connections.byId(props.connectionId)?.settings ?? null)
  const rule = computed<DigitsRule>(() => settings.value?.digitsRule ?? 'iso-4217')
  const faults = computed<Record<string, string>>(() => ({
    ...(isAsked.value ? faultsFrom(props.operation, typed.value, rule.value) : {}),
    ...mainFaults.value,
  }))
  /** A fault whose field is not on the form stands above it. */
  const formFault = computed(() => {
    const { fault } = flow.value
    return fault?.kind === 'input' && mainFaults.value[fault.field] !== undefined ? null : fault
  })
  /** What became of it, as it is now: the service's final word replaces the first one. */
  const outcome = computed(() => {
    const first = flow.value.outcome
    if (first === null || followed.value === null || followed.value.id !== first.attempt?.id)
      return first
    const isOpenStill = followed.value.state === 'UNKNOWN' && first.kind === 'unknown'
    return (first.kind === 'accepted' || first.kind === 'unknown') && !isOpenStill
      ? outcomeOfAttempt(followed.value)
      : { ...first, attempt: followed.value }
  })

  onMounted(() => void connections.show(props.connectionId))
  onScopeDispose(() => void attempt.leave(place))
  /** What main said was about what stood there then. */
  function forgive(): void {
    mainFaults.value = {}
    if (flow.value.fault?.kind === 'input') flow.value.fault = null
  }
  watch(typed, forgive)

  function change(name: string, value: string): void {
    if (mayBeKept(name)) drafts.type(place, name, value, Date.now())
    else unkept[name] = value
  }

  const keptAt = computed(() => drafts.restoredAt(place))
  function clear(): void {
    drafts.forget(place)
    attempt.notAgain(place)
    for (const name of Object.keys(unkept)) delete unkept[name]
    begin()
  }

  /** Whether there is a review now; otherwise the faults say why not. */
  async function review(): Promise<boolean> {
    if (flow.value.stage === 'preparing') return false
    isAsked.value = true
    const entry = card.value
    const isCardGood = entry === null || entry.check()
    const isHeld = asks.value.length > 0 && flow.value.card !== null
    const hasFault = Object.keys(faultsFrom(props.operation, typed.value, rule.value)).length > 0
    if (hasFault || !isCardGood) return false
    await attempt.prepare(
      place,
      requestFrom(props.operation, typed.value),
      isHeld ? 'held' : entry === null ? null : (key) => entry.seal(key),
    )
    const { fault } = flow.value
    const isShown = (name: string): boolean =>
      [...shownFieldsOf(props.operation, typed.value), ...asks.value].some(
        (field) => field.name === name,
      )
    if (fault?.kind === 'input' && isShown(fault.field))
      mainFaults.value = { [fault.field]: fault.message }
    return flow.value.stage === 'review'
  }

  async function send(now: number, twinsSeen: readonly string[]): Promise<void> {
    await attempt.confirm(place, now, twinsSeen)
    const sent = flow.value.outcome?.attempt ?? null
    if (sent !== null) follow(sent)
    if (['accepted', 'done', 'unknown'].includes(flow.value.outcome?.kind ?? ''))
      for (const name of Object.keys(unkept)) delete unkept[name]
  }

  function again(): void {
    isAsked.value = false
    attempt.again(place)
  }
  const back = (): Promise<void> => attempt.back(place)

  return {
    place,
    typed,
    asks,
    flow,
    faults,
    formFault,
    outcome,
    followed,
    settings,
    rule,
    change,
    keptAt,
    clear,
    review,
    send,
    again,
    back,
    forgive,
  }
}
