// Ignores the second half of a double click when the first half changed the screen. MONEY: without
// this a double click on Review could press Send, and a double click on Send could press a button
// of the next screen.

const kinds = ['mousedown', 'mouseup', 'click', 'dblclick', 'auxclick'] as const

let stop: (() => void) | null = null

/**
 * Call this when the screen changes under the pointer. It ends with the next new click, wherever
 * that is.
 */
export function ignoreRestOfClicks(): void {
  stop?.()
  const hear = (event: MouseEvent): void => {
    // `detail` counts from 1 within a burst of clicks; a click by keyboard or screen reader has 0.
    if (event.detail > 1) {
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (event.type === 'mousedown') stop?.()
  }
  for (const kind of kinds) window.addEventListener(kind, hear, { capture: true })
  stop = () => {
    for (const kind of kinds) window.removeEventListener(kind, hear, { capture: true })
    stop = null
  }
}
