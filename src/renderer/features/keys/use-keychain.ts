// Whether the keychain can be reached, so that nobody types a key that can't be kept.
import { computed, type ComputedRef } from 'vue'
import { useAppState } from '../../api/app-state.ts'
import { t } from '../../messages/message.ts'

/** Why keys can't be changed now, or null. */
export function useKeychainLock(): ComputedRef<string | null> {
  const app = useAppState()
  return computed(() =>
    app.state?.vault.state === 'locked' ? t('keys.keychain-locked-hint') : null,
  )
}
