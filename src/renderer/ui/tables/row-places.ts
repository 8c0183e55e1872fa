// Which row of a list the keys are at, and which rows are ticked. Both go by the key of a row, so
// that a new read of the list moves neither.
import { computed, type Ref, ref, watch } from 'vue'

/** `chosen`: the key of the row to begin at. */
export function useActiveRow<T>(
  rows: () => readonly T[],
  keyOf: (row: T) => string,
  question: () => string,
  chosen: string | undefined,
) {
  const startAt = rows().findIndex((row) => keyOf(row) === chosen)
  const active = ref(Math.max(0, startAt))
  let activeKey = startAt < 0 ? '' : (chosen ?? '')

  watch(question, () => {
    active.value = 0
    activeKey = ''
  })
  // Keep the chosen row chosen when a new read has moved it.
  watch(rows, (now) => {
    const there = now[active.value]
    if (activeKey === '' || (there !== undefined && keyOf(there) === activeKey)) return
    const found = now.findIndex((row) => keyOf(row) === activeKey)
    active.value = found >= 0 ? found : Math.max(0, Math.min(active.value, now.length - 1))
  })
  function choose(at: number): T | undefined {
    const row = rows()[at]
    if (row === undefined) return undefined
    active.value = at
    activeKey = keyOf(row)
    return row
  }
  /** Where a key leads, kept within the rows; undefined for a key that leads nowhere. */
  function placeOf(key: string, page: number): number | undefined {
    const end = rows().length - 1
    const places: Record<string, number> = {
      ArrowDown: active.value + 1,
      ArrowUp: active.value - 1,
      PageDown: active.value + page,
      PageUp: active.value - page,
      Home: 0,
      End: end,
    }
    const place = places[key]
    return place === undefined ? undefined : Math.max(0, Math.min(end, place))
  }
  return { active, choose, placeOf, row: computed(() => rows()[active.value]) }
}

/** `ticked` holds keys; undefined where rows can't be ticked. */
export function useTicks<T>(
  rows: () => readonly T[],
  keyOf: (row: T) => string,
  question: () => string,
  ticked: Ref<ReadonlySet<string> | undefined>,
) {
  let tickedFrom = 0
  const clear = (): void => {
    tickedFrom = 0
    if (ticked.value !== undefined) ticked.value = new Set()
  }
  watch(question, clear)

  /** One row, or all between the row that was ticked last and this one. */
  function tick(at: number, isRange: boolean): void {
    if (ticked.value === undefined) return
    const [from, to] = isRange ? [Math.min(tickedFrom, at), Math.max(tickedFrom, at)] : [at, at]
    const keys = new Set(
      rows()
        .slice(from, to + 1)
        .map(keyOf),
    )
    const before = new Set(ticked.value)
    const isOff = !isRange && keys.isSubsetOf(before)
    tickedFrom = at
    ticked.value = isOff ? before.difference(keys) : before.union(keys)
  }
  const hasTicked = (row: T): boolean => ticked.value?.has(keyOf(row)) === true
  return { tick, hasTicked, clear }
}
