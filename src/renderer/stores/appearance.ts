// How the window looks and listens: theme, single-key shortcuts, and the one line read out by screen readers.
import { defineStore } from 'pinia'
import { computed, onScopeDispose, ref, watch } from 'vue'
import { call } from '../bridge.ts'

export type ThemeChoice = 'system' | 'light' | 'dark'

export const useAppearanceStore = defineStore('appearance', () => {
  const theme = ref<ThemeChoice>(remembered())
  const hasShortcuts = ref(true)
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
  watch(theme, (choice) => {
    window.localStorage.setItem('theme', choice)
  })

  /** Says an outcome aloud; the same words twice are said twice. */
  function say(words: string): void {
    spoken.value = ''
    setTimeout(() => {
      spoken.value = words
    }, 50)
  }

  async function copy(text: string, what: string): Promise<boolean> {
    const result = await call('clipboard:copy', { text })
    say(result.ok ? `${what} copied.` : `${what} could not be copied.`)
    return result.ok
  }

  return { theme, isDark, hasShortcuts, spoken, say, copy }
})

function remembered(): ThemeChoice {
  const kept = window.localStorage.getItem('theme')
  return kept === 'light' || kept === 'dark' ? kept : 'system'
}
