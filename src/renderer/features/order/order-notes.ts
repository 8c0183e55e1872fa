// Notes and tags of the order on the screen, and the text typed for them. Typed text stays until it
// is saved, over changes of screen and restarts.
import { defineStore } from 'pinia'
import { reactive, ref } from 'vue'
import type { OrderView } from '#shared/bridge/views.ts'
import { holdsCardNumber } from '#shared/cards/card-number.ts'
import type { Fault, Result } from '#shared/fault.ts'
import { call } from '../../api/bridge.ts'
import { useOrderStore } from './facts/order-store.ts'
import type { ChosenOrder } from './facts/chosen-order.ts'
import { useDraftsStore } from '../../forms/drafts.ts'

interface Typed {
  note: string
  tag: string
}

const formOf = ({ connectionId, orderid }: ChosenOrder): string => `note/${connectionId}/${orderid}`

export const useOrderNotesStore = defineStore('order-notes', () => {
  const drafts = useDraftsStore()
  const { typedFor, leave } = typedNotes()
  const order = useOrderStore()
  const isKeeping = ref(false)
  /** What is wrong with what was typed, by field; other faults stand in `fault`. */
  const wrong = reactive({ note: '', tag: '' })
  const fault = ref<Fault | null>(null)

  /** Forgets what was said about another order. */
  function begin(): void {
    Object.assign(wrong, { note: '', tag: '' })
    fault.value = null
  }

  async function run(
    at: ChosenOrder,
    field: 'note' | 'tag',
    ask: () => Promise<Result<OrderView>>,
  ): Promise<boolean> {
    if (isKeeping.value) return false
    isKeeping.value = true
    const result = await ask()
    isKeeping.value = false
    if (!order.isShowing(at)) return result.ok
    begin()
    if (result.ok) order.take(result.value)
    else if (result.fault.kind === 'input') wrong[field] = result.fault.message
    else fault.value = result.fault
    return result.ok
  }

  /** What was typed meanwhile is the next one, and stays. */
  async function add(
    place: ChosenOrder,
    field: 'note' | 'tag',
    ask: (text: string) => Promise<Result<OrderView>>,
  ): Promise<boolean> {
    const typed = typedFor(place)
    const text = typed[field]
    const isKept = await run(place, field, () => ask(text))
    if (isKept && typed[field] === text) typed[field] = ''
    return isKept
  }
  const addNote = (place: ChosenOrder): Promise<boolean> =>
    add(place, 'note', (text) => call('order:note', { ...place, text }))
  const addTag = (place: ChosenOrder): Promise<boolean> =>
    add(place, 'tag', (tag) => call('order:tag', { ...place, tag }))

  const removeTag = (place: ChosenOrder, tag: string): Promise<boolean> =>
    run(place, 'tag', () => call('order:untag', { ...place, tag }))

  const savedAt = (place: ChosenOrder): number | null => drafts.restoredAt(formOf(place))
  const clear = (place: ChosenOrder): void => {
    drafts.forget(formOf(place))
  }

  return {
    ...{ wrong, fault, isKeeping, typedFor, savedAt },
    ...{ clear, begin, leave, addNote, addTag, removeTag },
  }
})

/** What was typed for the orders whose page was open. */
function typedNotes() {
  const drafts = useDraftsStore()
  const seen = new Map<string, Typed>()

  function typedFor(place: ChosenOrder): Typed {
    const form = formOf(place)
    const typed =
      seen.get(form) ??
      reactive({ note: drafts.field(() => form, 'note'), tag: drafts.field(() => form, 'tag') })
    seen.set(form, typed)
    return typed
  }

  /**
   * Keeps a typed text for the person's next visit, unless the text looks like a card number, which
   * is kept nowhere.
   */
  function leave(): void {
    for (const typed of seen.values()) {
      if (holdsCardNumber(typed.note)) typed.note = ''
      if (holdsCardNumber(typed.tag)) typed.tag = ''
    }
  }

  return { typedFor, leave }
}
