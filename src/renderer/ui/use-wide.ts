// Whether the window has at least the given width, kept up to date as long as the caller lives.
import { onScopeDispose, readonly, ref, type Ref } from 'vue'

/** From here on an order is read beside the list. */
export const paneMinPx = 1500

export function useWide(minPx: number): Readonly<Ref<boolean>> {
  const media = window.matchMedia(`(min-width: ${minPx}px)`)
  const isWide = ref(media.matches)
  const follow = (): void => {
    isWide.value = media.matches
  }
  media.addEventListener('change', follow)
  onScopeDispose(() => {
    media.removeEventListener('change', follow)
  })
  return readonly(isWide)
}
