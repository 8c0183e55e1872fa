// The second half of a double click belongs to what the first half pressed, never to what came up
// under the pointer since. MONEY: without this a double click on Review could press Send, and one
// on Send could press whatever the next screen has there.

const kinds = ['mousedown', 'mouseup', 'click', 'dblclick', 'auxclick'] as const

let stop: (() => void) | null = null

/**
 * Call it when the screen changes under the pointer. It ends with the next click that begins anew,
 * wherever that is.
 */
export function ignoreRestOfClicks(): void {
  stop?.()
  const hear = (event: MouseEvent): void => {
    // Counts from 1 within one burst of clicks; a click made by the keyboard or a screen reader has
    // 0.
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
