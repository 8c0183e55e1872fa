// Whether something took too long, by a timer of this process. A machine that stands still for
// seconds holds up that timer and the limit that is tested alike, so their order stays.

/** Past once `ms` have gone by in this process. Call `end` when the answer is no longer of use. */
export function deadlineIn(ms: number): { isPast: () => boolean; end: () => void } {
  let isPast = false
  const timer = setTimeout(() => (isPast = true), ms)
  return { isPast: () => isPast, end: () => clearTimeout(timer) }
}
