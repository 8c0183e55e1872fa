// A box of the system that is shown while another of its kind stands is left out: a page that opens
// a hundred links must not bury the window under a hundred boxes. Pure.

/** What `show` is told while its last answer is still awaited is told to nobody. */
export function oneAtATime(show: (message: string) => Promise<void>): (message: string) => void {
  let isShown = false
  const over = (): void => void (isShown = false)
  return (message) => {
    if (isShown) return
    isShown = true
    show(message).then(over, over)
  }
}
