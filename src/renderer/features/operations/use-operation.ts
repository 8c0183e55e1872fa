// The form of an operation that makes something new or is about an order: what was typed, what
// needs another look, and what main is asked to review. The steps after it are those of
// use-confirm.ts.
import { computed, onMounted, type Ref, shallowReactive, watch } from 'vue'
import type { CardKey, SealedCard } from '#shared/bridge/cards.ts'
import { isActionId } from '../../messages/attempts.ts'
import type { OperationId } from '#shared/gateway/operations/index.ts'
import { defaultsOf, type FieldRules } from '#shared/gateway/own-fields.ts'
import type { DigitsRule } from '#shared/money.ts'
import { useAttemptStore } from '../confirm/attempt-store.ts'
import { type HeldCard, outcomeIn } from '../confirm/flow.ts'
import { type ConfirmForm, type ConfirmFrame, useConfirm } from '../confirm/use-confirm.ts'
import { useConnectionsStore } from '../../api/connections.ts'
import { keyOf, type Place, useDraftsStore } from '../../forms/drafts.ts'
import { useLastUsedStore } from '../../forms/last-used.ts'
import {
  cardAsksOf,
  faultsFrom,
  maySave,
  requestFrom,
  shownFieldsOf,
  type Typed,
} from '../../forms/typed-fields.ts'

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

export function useOperation(
  props: OperationProps,
  frame: ConfirmFrame,
  {
    card,
    steps,
  }: { card: Readonly<Ref<TypedCard | null>>; steps: Parameters<typeof useConfirm>[2] },
) {
  const attempt = useAttemptStore()
  if (isActionId(props.operation)) throw new Error('an order has screens of its own for this')

  const place: Place = {
    connectionId: props.connectionId,
    orderid: props.given?.['orderid'] ?? '',
    action: props.operation,
  }
  const form = typedForm(props, place)
  const { typed, own, asks, rule } = form
  const found = (): Record<string, string> =>
    faultsFrom(props.operation, typed.value, rule.value, own.value)
  const held = computed<HeldCard | null>(() => {
    const flow = attempt.flowOf(place)
    return flow.stage === 'form' || flow.stage === 'reviewing' ? flow.card : null
  })

  let sent: Record<string, string> = {}
  function ask(): ReturnType<ConfirmForm['ask']> {
    const entry = card.value
    const isCardGood = entry === null || entry.check()
    if (Object.keys(found()).length > 0 || !isCardGood) return null
    const isHeld = asks.value.length > 0 && held.value !== null
    sent = requestFrom(props.operation, typed.value, own.value)
    return {
      request: sent,
      card: isHeld ? 'held' : entry === null || entry.isEmpty() ? null : (key) => entry.seal(key),
    }
  }
  const confirm = useConfirm(
    {
      place: () => place,
      ask,
      hasField: (name) =>
        [...shownFieldsOf(props.operation, typed.value, own.value), ...asks.value].some(
          (field) => field.name === name,
        ),
      typed: () => typed.value,
    },
    frame,
    steps,
  )
  const faults = computed<Record<string, string>>(() => ({
    ...(confirm.isAsked ? found() : {}),
    ...(confirm.reported === null ? {} : { [confirm.reported.field]: confirm.reported.message }),
  }))
  const lastUsed = useLastUsedStore()
  const offers = computed(() => lastUsed.offersFor(place.connectionId, props.operation))
  const again = computed(() => attempt.againOf(place))
  watch(
    () => outcomeIn(confirm.flow)?.kind ?? '',
    (kind) => {
      if (!['accepted', 'done', 'unknown'].includes(kind)) return
      form.forgetProofs()
      lastUsed.remember(place.connectionId, props.operation, sent)
    },
  )

  return { place, ...form, faults, held, again, offers, confirm }
}

/** The currency that comes with an amount which may be left out, and goes again with it. */
function followingCurrency(
  amount: string,
  { connectionId, operation }: OperationProps,
  typed: Typed,
  settings: { currencies: readonly string[]; fields: FieldRules } | null,
): Typed {
  const field = shownFieldsOf(operation, typed, settings?.fields ?? []).find(
    ({ name }) => name === 'currency',
  )
  if (field?.isRequired !== false) return {}
  const [only, ...others] = settings?.currencies ?? []
  const used = useLastUsedStore().fieldsFor(connectionId, operation)['currency'] ?? ''
  const known = only !== undefined && others.length === 0 ? only : used
  const now = typed['currency'] ?? ''
  if (amount !== '' && now === '' && known !== '') return { currency: known }
  return amount === '' && now === known ? { currency: '' } : {}
}

/** What is typed into the form, and the connection's rules about it. */
function typedForm(props: OperationProps, place: Place) {
  const attempt = useAttemptStore()
  const drafts = useDraftsStore()
  const connections = useConnectionsStore()
  const key = keyOf(place)
  const saved = computed(() => drafts.fieldsOf(key))
  const isEmpty = ([name]: [string, string]): boolean => (saved.value[name] ?? '') === ''
  const lastUsed = useLastUsedStore()
  /** MONEY: without the amount that may be left out, a currency is no default but a change. */
  const fillable = (): string[] =>
    shownFieldsOf(props.operation, saved.value)
      .filter(({ name, isRequired }) => isRequired || name !== 'currency')
      .map(({ name }) => name)
  function begin(): void {
    const shown = new Set(fillable())
    const used = lastUsed.fieldsFor(props.connectionId, props.operation)
    const defaults = Object.entries({ ...used, ...props.defaults }).filter(
      (one) => isEmpty(one) && (shown.has(one[0]) || props.defaults?.[one[0]] !== undefined),
    )
    // MONEY: an old draft must not aim a request at any order but the chosen one.
    drafts.begin(key, { ...Object.fromEntries(defaults), ...props.initial })
  }
  begin()
  /** Proofs of authentication live as long as this form and no longer. */
  const unsaved = shallowReactive<Record<string, string>>({})
  const typed = computed(() => ({ ...saved.value, ...unsaved, ...props.given }))
  const settings = computed(() => connections.byId(props.connectionId)?.settings ?? null)
  const own = computed<FieldRules>(() => settings.value?.fields ?? [])
  const asks = computed(() =>
    cardAsksOf(props.operation, typed.value, settings.value?.cardEntry === true, own.value),
  )
  const rule = computed<DigitsRule>(() => settings.value?.digitsRule ?? 'iso-4217')

  /** A shop of one currency types none. */
  watch(
    () => settings.value?.currencies ?? [],
    ([only, ...others]) => {
      const isAsked = fillable().includes('currency') && isEmpty(['currency', ''])
      if (only !== undefined && others.length === 0 && isAsked)
        drafts.begin(key, { currency: only })
    },
    { immediate: true },
  )
  /** What the connection sends by itself stands in the form, to be seen and changed. */
  watch(
    own,
    (rules) => {
      const shown = new Set(
        shownFieldsOf(props.operation, saved.value, rules).map(({ name }) => name),
      )
      const defaults = Object.entries(defaultsOf(props.operation, rules)).filter(
        (one) => isEmpty(one) && shown.has(one[0]),
      )
      drafts.begin(key, Object.fromEntries(defaults))
    },
    { immediate: true },
  )
  onMounted(() => void connections.show(props.connectionId))

  const currencyWith = (amount: string): Typed =>
    followingCurrency(amount, props, typed.value, settings.value)
  function change(name: string, value: string): void {
    if (!maySave(name)) unsaved[name] = value
    else drafts.type(key, { [name]: value, ...(name === 'amount' ? currencyWith(value) : {}) })
  }

  const savedAt = computed(() => drafts.restoredAt(key))
  function forgetProofs(): void {
    for (const name of Object.keys(unsaved)) delete unsaved[name]
  }
  function clear(): void {
    drafts.forget(key)
    attempt.notAgain(place)
    forgetProofs()
    begin()
  }

  return { typed, settings, own, rule, asks, change, savedAt, clear, forgetProofs }
}
