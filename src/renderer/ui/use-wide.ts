// How wide the window and parts of it are, kept up to date as long as the caller lives.
import { onScopeDispose, readonly, ref, type Ref, watch } from 'vue'

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

/** Pixels that the scroll bar of the next box around it takes from an element. */
function barBeside(element: HTMLElement): number {
  const around = element.parentElement
  if (around === null) return 0
  const scrolls = ['auto', 'scroll'].includes(getComputedStyle(around).overflowY)
  return scrolls ? around.offsetWidth - around.clientWidth : barBeside(around)
}

/**
 * How wide an element is, in pixels; 0 until it is on the screen. A scroll bar that comes or goes
 * changes nothing: what is chosen by the width could make it come and go for ever.
 */
export function useWidth(element: Ref<HTMLElement | null>): Readonly<Ref<number>> {
  const width = ref(0)
  let observer: ResizeObserver | undefined
  const measure = (): void => {
    const { value } = element
    width.value = value === null ? 0 : value.clientWidth + barBeside(value)
  }
  watch(element, (now) => {
    observer?.disconnect()
    if (now === null) return
    observer ??= new ResizeObserver(measure)
    observer.observe(now)
  })
  onScopeDispose(() => observer?.disconnect())
  return readonly(width)
}
