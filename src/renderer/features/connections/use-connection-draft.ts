// A connection's form: the typed values over the saved ones. Keys are never stored here.
import { computed, ref, shallowRef, watch } from 'vue'
import type { ConnectionDetails } from '#shared/bridge/connections.ts'
import { fieldsOfDraft, typedOver } from '#shared/connections/connection-draft.ts'
import { useDraftsStore } from '../../forms/drafts.ts'
import { draftFrom } from './connection-form.ts'

/** The name of its form; that of a connection that is not made yet without an id. */
export const connectionForm = (id = 'new'): string => `connection/${id}`

export function useConnectionDraft(details: () => ConnectionDetails | null) {
  const drafts = useDraftsStore()
  const form = computed(() => connectionForm(details()?.id))
  const saved = shallowRef(draftFrom(details()))
  const draft = ref(typedNow())
  function typedNow() {
    return typedOver(saved.value, drafts.fieldsOf(form.value))
  }

  /** Takes what is saved; what was typed over it stays, before a restart as well. */
  function take(now: ConnectionDetails | null): void {
    saved.value = draftFrom(now)
    draft.value = typedNow()
  }
  function discard(): void {
    drafts.forget(form.value)
    draft.value = typedNow()
  }
  /** What was `sent` is saved; what was typed since then stays typed. */
  function taken(now: ConnectionDetails, sent: Readonly<Record<string, string>>): void {
    const since = Object.entries(fieldsOfDraft(draft.value)).filter(
      ([path, value]) => sent[path] !== value,
    )
    drafts.forget(form.value)
    take(now)
    if (since.length > 0) draft.value = typedOver(saved.value, Object.fromEntries(since))
  }

  watch(details, take)
  // At once: what is saved may be read again before the next frame.
  watch(
    () => JSON.stringify(draft.value),
    () => {
      const before = fieldsOfDraft(saved.value)
      const changed = Object.entries(fieldsOfDraft(draft.value)).filter(
        ([path, value]) => before[path] !== value,
      )
      drafts.replace(form.value, Object.fromEntries(changed))
    },
    { flush: 'sync' },
  )

  const isDirty = computed(() => drafts.isTyped(form.value))
  const savedAt = computed(() => drafts.restoredAt(form.value))
  return { draft, isDirty, savedAt, discard, taken }
}
