// The look and the keys of the window (theme, rail, single-key shortcuts), kept over restarts, and
// the line that screen readers read out.
import { t } from '../messages/message.ts'
import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, watch } from 'vue'
import type { Preference } from '#shared/bridge/preferences.ts'
import { call } from './bridge.ts'
import { findPreference, keep } from './preferences.ts'

/** Whether the rail shows icons alone. */
function useRail() {
  const isRailKeptNarrow = ref(false)
  /** A small window gives the room to the work; opened there, the rail is so until it grows. */
  const small = window.matchMedia('(max-width: 1100px)')
  const isSmall = ref(small.matches)
  const isRailOpened = ref(false)
  const fit = (): void => {
    isSmall.value = small.matches
    isRailOpened.value = false
  }
  small.addEventListener('change', fit)
  const isRailNarrow = computed({
    get: () => (isSmall.value ? !isRailOpened.value : isRailKeptNarrow.value),
    set: (isNarrow) => {
      if (isSmall.value) isRailOpened.value = !isNarrow
      else isRailKeptNarrow.value = isNarrow
    },
  })
  onScopeDispose(() => {
    small.removeEventListener('change', fit)
  })
  return { isRailKeptNarrow, isRailNarrow }
}

export const useAppearanceStore = defineStore('appearance', () => {
  const theme = ref<Preference<'appearance'>['theme']>('system')
  const hasShortcuts = ref(true)
  const { isRailKeptNarrow, isRailNarrow } = useRail()
  const hasFirstSteps = ref(true)
  /** Asked for in the menu: shown although all are done. */
  const areStepsAsked = ref(false)
  const spoken = ref('')
  const media = window.matchMedia('(prefers-color-scheme: dark)')
  const isSystemDark = ref(media.matches)
  const follow = (): void => {
    isSystemDark.value = media.matches
  }
  media.addEventListener('change', follow)
  onScopeDispose(() => {
    media.removeEventListener('change', follow)
  })

  const isDark = computed(() =>
    theme.value === 'system' ? isSystemDark.value : theme.value === 'dark',
  )
  const chosen = computed(() => ({
    theme: theme.value,
    hasShortcuts: hasShortcuts.value,
    isRailNarrow: isRailKeptNarrow.value,
    hasFirstSteps: hasFirstSteps.value,
  }))
  let isLoading = false
  watch(
    chosen,
    (choices) => {
      if (!isLoading) void keep('appearance', choices)
    },
    { flush: 'sync' },
  )

  async function load(): Promise<void> {
    const saved = await findPreference('appearance')
    if (saved === null) return
    isLoading = true
    theme.value = saved.theme
    hasShortcuts.value = saved.hasShortcuts
    isRailKeptNarrow.value = saved.isRailNarrow
    hasFirstSteps.value = saved.hasFirstSteps
    isLoading = false
  }

  function showFirstSteps(isShown: boolean): void {
    hasFirstSteps.value = isShown
    areStepsAsked.value = isShown
  }

  /** Says an outcome aloud; the same words twice are said twice. */
  function say(message: string): void {
    spoken.value = ''
    setTimeout(() => {
      spoken.value = message
    }, 50)
  }

  async function copy(text: string, what: string): Promise<boolean> {
    const result = await call('clipboard:copy', { text })
    say(
      result.ok ? t('frame.what-copied', { what }) : t('frame.what-could-not-be-copied', { what }),
    )
    return result.ok
  }

  const isAboutShown = ref(false)

  return {
    ...{ theme, isDark, hasShortcuts, isRailNarrow, isAboutShown, spoken, load, say, copy },
    ...{ hasFirstSteps, areStepsAsked, showFirstSteps },
  }
})
