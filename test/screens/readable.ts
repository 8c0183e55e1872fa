// What the window shows in the pseudo-locale (decision 60): text that comes from no catalogue, and
// text that has no room. Runs in the page.

export interface Unreadable {
  /** Letters outside the brackets of a message. */
  raw: string[]
  /** Cut at an edge, with nothing that tells the whole. */
  cut: string[]
  /** Over another text. */
  over: string[]
}

/**
 * What is data without saying so by `translate="no"`, as ids, names, code and the words of a
 * gateway or a person do. The wheel of naive-ui on a busy button has a name of its own.
 */
export const isData = 'time, textarea, .n-base-loading'

export function findUnreadable(dataSelector: string): Unreadable {
  const found: Unreadable = { raw: [], cut: [], over: [] }
  const letters = /\p{L}{2}/u
  /** What is left of a text without its messages, the inner ones first. */
  const outside = (text: string): string => {
    let rest = text
    for (let last = ''; rest !== last;) {
      last = rest
      rest = rest.replace(/⟦[^⟦⟧]*⟧/g, ' ')
    }
    return rest
  }
  /** `translate="yes"` inside data makes it text again. */
  const isShownAsData = (element: Element): boolean =>
    element.closest(dataSelector) !== null ||
    element.closest('[translate]')?.getAttribute('translate') === 'no'
  const placeOf = (element: Element): string => {
    const named = element.closest('[data-testid]')?.getAttribute('data-testid') ?? ''
    const name = typeof element.className === 'string' ? element.className : ''
    return `${element.tagName.toLowerCase()}.${name.replaceAll(' ', '.')} in ${named}`
  }
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })

  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const shown: { text: string; element: HTMLElement; boxes: DOMRect[] }[] = []
  let depth = 0
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement!
    const text = node.textContent ?? ''
    if (text.trim() === '' || element.closest('script, style, noscript') !== null) continue
    const isOption = element.tagName === 'OPTION'
    if (!isOption && !isShown(element)) continue
    let plain = ''
    for (const sign of text) {
      if (sign === '⟦') depth += 1
      else if (sign === '⟧') depth = Math.max(0, depth - 1)
      else if (depth === 0) plain += sign
    }
    if (letters.test(plain) && !isShownAsData(element))
      found.raw.push(`${text.trim().slice(0, 80)} (${placeOf(element)})`)
    const range = document.createRange()
    range.selectNodeContents(node)
    const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 1 && height > 1)
    const isSpoken = element.closest('.sr-only') !== null
    if (boxes.length > 0 && !isSpoken && !isOption) shown.push({ text, element, boxes })
  }
  for (const name of ['title', 'aria-label', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll(`[${name}]`)) {
      const text = element.getAttribute(name) ?? ''
      if (isShown(element) && letters.test(outside(text)) && !isShownAsData(element))
        found.raw.push(`${name}: ${text.slice(0, 80)} (${placeOf(element)})`)
    }

  for (const { text, element, boxes } of shown) {
    if (element.closest('[title]') !== null) continue
    const right = Math.max(...boxes.map((box) => box.right))
    const bottom = Math.max(...boxes.map((box) => box.bottom))
    for (let at: Element | null = element; at !== null && at !== document.body;) {
      const style = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      const isCutX = /hidden|clip/.test(style.overflowX) && right > box.right + 1.5
      const isCutY = /hidden|clip/.test(style.overflowY) && bottom > box.bottom + 3
      if (isCutX || isCutY) {
        found.cut.push(`${text.trim().slice(0, 60)} (${placeOf(element)}) by ${placeOf(at)}`)
        break
      }
      // What is behind an edge that scrolls can be reached.
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break
      at = at.parentElement
    }
  }

  /** What of a box is in sight: edges that hide or scroll take the rest away. */
  const inSight = (element: Element, { left, top, right, bottom }: DOMRect): DOMRect => {
    const seen = { left, top, right, bottom }
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const style = getComputedStyle(at)
      if (!/hidden|clip|auto|scroll/.test(style.overflowX + style.overflowY)) continue
      const box = at.getBoundingClientRect()
      seen.left = Math.max(seen.left, box.left)
      seen.top = Math.max(seen.top, box.top)
      seen.right = Math.min(seen.right, box.right)
      seen.bottom = Math.min(seen.bottom, box.bottom)
    }
    return new DOMRect(
      seen.left,
      seen.top,
      Math.max(0, seen.right - seen.left),
      Math.max(0, seen.bottom - seen.top),
    )
  }
  const layerOf = (element: Element): Element | null => {
    for (let at: Element | null = element; at !== null; at = at.parentElement)
      if (/fixed|absolute|sticky/.test(getComputedStyle(at).position)) return at
    return null
  }
  const flat = shown.flatMap(({ text, element, boxes }) => {
    const layer = layerOf(element)
    return boxes.map((box) => ({ text, element, box: inSight(element, box), layer }))
  })
  flat.sort((a, b) => a.box.top - b.box.top)
  for (const [at, one] of flat.entries())
    for (let next = at + 1; next < flat.length; next += 1) {
      const two = flat[next]!
      if (two.box.top >= one.box.bottom) break
      if (one.layer !== two.layer || one.element === two.element) continue
      const wide = Math.min(one.box.right, two.box.right) - Math.max(one.box.left, two.box.left)
      const high = Math.min(one.box.bottom, two.box.bottom) - Math.max(one.box.top, two.box.top)
      if (wide <= 2 || high <= 4) continue
      found.over.push(
        `${one.text.trim().slice(0, 40)} (${placeOf(one.element)}) and ${two.text.trim().slice(0, 40)} (${placeOf(two.element)})`,
      )
    }
  return found
}
