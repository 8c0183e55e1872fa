// Single-key shortcuts. They do nothing while a person types or a dialog is open.
import { onScopeDispose, type Ref, ref } from 'vue'
import type { Router } from 'vue-router'
import { areas } from '../messages/areas.ts'

const sequenceMs = 1200

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  target.closest('input, textarea, select, [contenteditable]') !== null

const hasDialog = (): boolean => document.querySelector('dialog[open], [data-sheet]') !== null
const hasPanel = (): boolean => document.querySelector('.pop-panel') !== null

function listen(onKey: (event: KeyboardEvent) => void): void {
  window.addEventListener('keydown', onKey)
  onScopeDispose(() => {
    window.removeEventListener('keydown', onKey)
  })
}

export function useShortcuts(
  router: Router,
  isOn: () => boolean,
  { showHelp, search }: { showHelp: () => void; search: () => void },
): void {
  let goneAt = -sequenceMs
  listen((event) => {
    const isCommandKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)
    if (isCommandKey && !event.altKey && !event.shiftKey && !hasDialog()) {
      event.preventDefault()
      search()
      return
    }
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (!isOn() || hasModifier || isTyping(event.target) || hasDialog()) return
    const area = areas.find(({ key }) => key === event.key)
    if (event.key === 'g') goneAt = event.timeStamp
    else if (area !== undefined && event.timeStamp - goneAt < sequenceMs) {
      goneAt = -sequenceMs
      void router.push(area.to)
    } else if (event.key === '/') {
      event.preventDefault()
      search()
    } else if (event.key === '?') showHelp()
  })
}

/** Two keys, one after the other: `first`, then one of those in `actions`. */
export function useSequence(
  first: string,
  isOn: () => boolean,
  actions: () => Readonly<Record<string, () => void>>,
): void {
  let firstAt = -sequenceMs
  listen((event) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (!isOn() || hasModifier || isTyping(event.target) || hasDialog()) return
    const act = actions()[event.key]
    if (act !== undefined && event.timeStamp - firstAt < sequenceMs) act()
    firstAt = event.key === first ? event.timeStamp : -sequenceMs
  })
}

/** One key, as long as `isOn` says so; silent while something is being typed. */
export function useSingleKey(key: string, isOn: () => boolean, act: () => void): void {
  listen((event) => {
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey
    if (event.key.toLowerCase() !== key || hasModifier || isTyping(event.target)) return
    // The focused element may have handled the key already.
    if (event.defaultPrevented || !isOn() || hasDialog()) return
    // Prevent the default, or the key would be typed into the field that opens.
    event.preventDefault()
    act()
  })
}

/** Escape, unless a dialog is open: that one closes itself. */
export function useEscape(leave: () => void): void {
  listen((event) => {
    if (event.key === 'Escape' && !event.defaultPrevented && !hasDialog()) leave()
  })
}

/** An open dialog or sheet and a focused field use Escape themselves. */
const isEscapeHeld = (target: EventTarget | null): boolean =>
  hasDialog() || isTyping(target) || hasPanel()

/**
 * Escape before any screen hears of it, as long as `isOn` says so. The answer says whether Escape
 * would be heard here now, so that no button promises a key that closes something else.
 */
export function useEscapeFirst(isOn: () => boolean, act: () => void): Readonly<Ref<boolean>> {
  const isFree = ref(!isEscapeHeld(document.activeElement))
  const look = (): void => {
    isFree.value = !isEscapeHeld(document.activeElement)
  }
  const hear = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || isEscapeHeld(event.target) || !isOn()) return
    event.preventDefault()
    act()
  }
  // Sheets, dialogs and panels come and go as parts of the page; a field takes the focus.
  const watcher = new MutationObserver(look)
  watcher.observe(document.body, { childList: true, subtree: true, attributeFilter: ['open'] })
  const events = ['focusin', 'focusout'] as const
  for (const name of events) document.addEventListener(name, look)
  window.addEventListener('keydown', hear, { capture: true })
  onScopeDispose(() => {
    watcher.disconnect()
    for (const name of events) document.removeEventListener(name, look)
    window.removeEventListener('keydown', hear, { capture: true })
  })
  return isFree
}

/** Arrow keys move between the first links of a table's rows. */
export function moveBetweenRows(event: KeyboardEvent): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0 || !(event.currentTarget instanceof HTMLElement)) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('tr a, tr [data-row-focus]')]
  const at = links.indexOf(document.activeElement as HTMLElement)
  if (at === -1) return
  event.preventDefault()
  links[at + step]?.focus()
}
