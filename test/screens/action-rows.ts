// Finds rows of buttons whose primary one is not the last of its line, and shut buttons that don't
// look as all shut ones do. Runs in the page.
export function findMisplaced(): string[] {
  const isShown = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const nameOf = (button: Element): string =>
    button.getAttribute('data-testid') ?? button.textContent.trim()
  const buttons = [...document.querySelectorAll('.n-button')].filter(isShown)
  const found: string[] = []
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  for (const button of buttons) {
    if (
      button.matches('.n-button--disabled:not(.is-flat)') &&
      button.querySelector('.n-base-loading') === null &&
      button.getAnimations().length === 0
    ) {
      const { color, backgroundColor, opacity } = getComputedStyle(button)
      const look = `${color} ${backgroundColor} ${opacity}`
      const first = (document.body.dataset[isDark ? 'shutDark' : 'shutLight'] ??= look)
      if (look !== first) found.push(`${nameOf(button)} looks otherwise: ${look}, not ${first}`)
    }
    if (!/n-button--(primary|error)-type/.test(button.className)) continue
    const row = (button.closest('.shut-button') ?? button).parentElement!
    const box = button.getBoundingClientRect()
    const isMirrored = getComputedStyle(row).direction === 'rtl'
    const after = [...row.children].flatMap((child) => {
      const other = child.matches('.n-button') ? child : child.querySelector('.n-button')
      if (other === null || other === button || !isShown(other)) return []
      const { left, right, top, bottom } = other.getBoundingClientRect()
      const isInLine = top < box.bottom && bottom > box.top
      const isAfter = isMirrored ? right < box.left + 1 : left > box.right - 1
      return isInLine && isAfter ? [nameOf(other)] : []
    })
    if (after.length > 0) found.push(`${nameOf(button)} stands before ${after.join(', ')}`)
  }
  return found
}
