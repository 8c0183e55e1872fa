// What a payout's form begins with: the kind of destination of the newest payout of the connection.
// The account itself and the customer's IP address are never filled in: they are picked or typed.
import { computed, nextTick, ref, watch } from 'vue'
import type { AttemptView } from '#shared/bridge/views.ts'
import { typedFrom, type Typed, wayField } from '../../forms/typed-fields.ts'
import { useRegister } from '../attempts/register.ts'

const destined = ['payout', 'payout-check'] as const

/** Of requests, newest first; nothing where none was sent. */
export function usualOf(sent: readonly AttemptView[]): Typed {
  const newest = sent[0]
  const operation = destined.find((one) => one === newest?.operation)
  if (newest === undefined || operation === undefined) return {}
  const { [wayField]: way } = typedFrom(operation, newest.request)
  // A card's number may not be typed everywhere.
  return way === undefined || way === 'number' ? {} : { [wayField]: way }
}

export function useUsualDestination(connectionId: () => string | undefined) {
  const register = useRegister(connectionId, [...destined])
  const hasLoaded = ref(false)
  // The answer is there a moment before its rows are: a form that opened then would miss them.
  watch(
    () => register.hasLoaded,
    async (isThere) => {
      await nextTick()
      hasLoaded.value = isThere
    },
    { immediate: true },
  )
  return { usual: computed(() => usualOf(register.sent)), hasLoaded }
}
