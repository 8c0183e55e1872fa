// The form of one action on one order: the faults in the typed values, and the request that main is
// asked to review. use-confirm.ts does the steps after it.
import { computed, onMounted } from 'vue'
import { useLiveRead } from '../../api/changes.ts'
import { useAppState } from '../../api/app-state.ts'
import { keyOf, useDraftsStore } from '../../forms/drafts.ts'
import { type Draft, draftIn, type FieldFaults, faultsOf, requestOf } from '../../forms/request.ts'
import { useAttemptStore } from '../confirm/attempt-store.ts'
import { type ConfirmFrame, useConfirm } from '../confirm/use-confirm.ts'
import { useOrderStore } from '../order/facts/order-store.ts'
import { useReportedStore } from '../order/facts/reported-refunds.ts'
import { useWay, type Wanted } from './use-way.ts'

const mayHaveFaults = ['amount', 'comment']

export function useAction(
  props: Wanted,
  frame: ConfirmFrame,
  steps: Parameters<typeof useConfirm>[2],
) {
  const order = useOrderStore()
  const drafts = useDraftsStore()
  const reported = useReportedStore()
  const wanted = useWay(props)
  const { action, place, view } = wanted

  const key = computed(() => keyOf(place.value))
  const draft = computed(() =>
    draftIn(drafts.fieldsOf(key.value), action.value === 'return' && view.value?.isReported),
  )
  const savedAt = computed(() => drafts.restoredAt(key.value))
  /** MONEY: nothing is offered before it is known whether a report puts it in doubt. */
  const possibility = computed(() =>
    reported.isTold(props) ? (view.value?.actions[action.value] ?? null) : null,
  )
  const found = computed<FieldFaults>(() =>
    view.value === null ? {} : faultsOf(action.value, draft.value, view.value),
  )
  whileOpen(props, wanted)
  const confirm = useConfirm(
    {
      place: () => place.value,
      ask: () =>
        view.value === null || Object.keys(found.value).length > 0
          ? null
          : { request: requestOf(action.value, draft.value, view.value) },
      hasField: (name) => mayHaveFaults.includes(name),
      typed: () => ({ ...draft.value }),
    },
    frame,
    steps,
  )
  const readFault = computed(() => order.faultOf(props))
  const faults = computed<FieldFaults>(() => ({
    ...(confirm.reported === null ? {} : { [confirm.reported.field]: confirm.reported }),
    ...(confirm.isAsked ? found.value : {}),
  }))

  const change = ({ isFull, ...texts }: Partial<Draft>): void => {
    drafts.type(key.value, {
      ...texts,
      ...(isFull === undefined ? {} : { part: isFull ? '' : 'yes' }),
    })
  }
  const clear = (): void => {
    drafts.forget(key.value)
  }
  return {
    ...wanted,
    ...{ draft, savedAt, possibility, readFault, faults, confirm, change, clear },
  }
}

/** Reads the order for as long as the sheet is open. */
function whileOpen(props: Wanted, { place }: Pick<ReturnType<typeof useWay>, 'place'>): void {
  const order = useOrderStore()
  const attempt = useAttemptStore()
  const app = useAppState()
  onMounted(() => {
    app.choose(props.connectionId)
    // What became of the last one was told when it came to its end.
    attempt.again(place.value)
    void order.show(props.connectionId, props.orderid)
    void useReportedStore().read(props)
  })
  useLiveRead(
    (change) => change.orderid === undefined || change.orderid === props.orderid,
    () => order.again(props.connectionId, props.orderid),
  )
}
