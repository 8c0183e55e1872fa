// Which rows of a long list are drawn: those in sight and a few more. The rows are equally high, so
// that the place of each is known without drawing it; those of a loose list may have lines below
// their cells, and all are drawn.
import { computed, onMounted, type Ref, ref, watch } from 'vue'

export const rowHeight = 31
/** Drawn beyond what is in sight, so that fast scrolling meets rows. */
const spareRows = 6
const nearRows = 150
/** So many rows at once, and again so soon, are flung past: nobody reads them. */
const flungRows = 8
const soonMs = 80

interface Rows {
  count: () => number
  /** Another value is another list: it begins at its top. */
  question: () => string
  hasMore: () => boolean
  isLoose: () => boolean
  startTop: number | undefined
}

/** `near` is called when the end of the rows that are there is close. */
export function useRowsInSight(box: Ref<HTMLElement | null>, rows: Rows, near: () => void) {
  const scrolled = ref({ question: rows.question(), top: 0 })
  const height = ref(0)
  /** How far the last list was scrolled is nothing to this one, and no reason to read it ahead. */
  const top = computed(() => (scrolled.value.question === rows.question() ? scrolled.value.top : 0))
  const first = computed(() =>
    rows.isLoose() ? 0 : Math.max(0, Math.floor(top.value / rowHeight) - spareRows),
  )
  const last = computed(() =>
    rows.isLoose()
      ? rows.count()
      : Math.min(rows.count(), Math.ceil((top.value + height.value) / rowHeight) + spareRows),
  )
  const jumps = ref(0)
  const isFlung = computed(() => jumps.value > 1)
  let rest: ReturnType<typeof setTimeout> | undefined
  function noteScroll(): void {
    const before = top.value
    scrolled.value = { question: rows.question(), top: box.value?.scrollTop ?? 0 }
    if (Math.abs(top.value - before) < flungRows * rowHeight) return
    jumps.value += 1
    clearTimeout(rest)
    rest = setTimeout(() => (jumps.value = 0), soonMs)
  }

  // Read ahead only after the first scroll: the first page has to be quick.
  watch(
    () => [top.value > 0, last.value, rows.count(), rows.hasMore()] as const,
    ([hasScrolled, end, count, hasMore]) => {
      if (hasMore && !rows.isLoose() && end + (hasScrolled ? nearRows : 0) >= count) near()
    },
  )
  watch(rows.question, () => box.value?.scrollTo({ top: 0 }))

  onMounted(() => {
    const element = box.value
    if (element === null) return
    const measure = (): void => {
      height.value = element.clientHeight
    }
    measure()
    if (rows.startTop !== undefined) element.scrollTop = rows.startTop
    noteScroll()
    new ResizeObserver(measure).observe(element)
  })

  /** The head covers the top of what is in sight. */
  function reveal(at: number): void {
    const element = box.value
    if (element === null) return
    if (rows.isLoose()) {
      element.querySelector(`[aria-rowindex="${at + 2}"]`)?.scrollIntoView({ block: 'nearest' })
      return
    }
    const rowTop = at * rowHeight
    const pane = element.clientHeight - rowHeight
    if (rowTop < element.scrollTop) element.scrollTop = rowTop
    else if (rowTop + rowHeight > element.scrollTop + pane)
      element.scrollTop = rowTop + rowHeight - pane
  }
  const pageRows = (): number => Math.max(1, Math.floor(height.value / rowHeight) - 2)

  return { top, first, last, isFlung, noteScroll, reveal, pageRows }
}
