// What a payout's form begins with: the kind of destination and the IP address of the newest payout
// of the connection. The account itself is never filled in: it is picked or typed.
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
  const { [wayField]: way, ipaddress } = typedFrom(operation, newest.request)
  return {
    // A card's number may not be typed everywhere.
    ...(way === undefined || way === 'number' ? {} : { [wayField]: way }),
    ...(ipaddress === undefined ? {} : { ipaddress }),
  }
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
