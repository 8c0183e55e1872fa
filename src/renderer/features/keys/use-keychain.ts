// Whether the keychain can be reached: nobody types a key that could not be kept.
import { computed, type ComputedRef } from 'vue'
import { useDeskStore } from '../../api/desk.ts'

/** Why keys can't be changed now, or null. */
export function useKeychainLock(): ComputedRef<string | null> {
  const desk = useDeskStore()
  return computed(() =>
    desk.state?.vault.state === 'locked'
      ? 'The keychain is locked. Unlock it, then press Try again at the top; keys can’t be changed before.'
      : null,
  )
}
