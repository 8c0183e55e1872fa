// Whether the keychain can be reached: nobody types a key that could not be kept.
import { computed, type ComputedRef } from 'vue'
import { useDeskStore } from '../../api/desk.ts'
import { t } from '../../messages/message.ts'

/** Why keys can't be changed now, or null. */
export function useKeychainLock(): ComputedRef<string | null> {
  const desk = useDeskStore()
  return computed(() =>
    desk.state?.vault.state === 'locked' ? t('the-keychain-is-locked-unlock-it-then-press') : null,
  )
}
