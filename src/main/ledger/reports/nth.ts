// The nth smallest of some numbers, without sorting all of them (Hoare's selection). Pure but for
// the order of what it is given.

/** Moves numbers within `values`. `nth` counts from 0 and is within them. */
export function nthOf(values: Float64Array, nth: number): number {
  let [from, to] = [0, values.length - 1]
  while (from < to) {
    const pivot = values[(from + to) >> 1]!
    let [left, right] = [from, to]
    while (left <= right) {
      while (values[left]! < pivot) left += 1
      while (values[right]! > pivot) right -= 1
      if (left > right) break
      const moved = values[left]!
      values[left] = values[right]!
      values[right] = moved
      left += 1
      right -= 1
    }
    if (nth <= right) to = right
    else if (nth >= left) from = left
    else break
  }
  return values[nth]!
}
