// The grid: where its keys lead, what is ticked, which rows are drawn, and what it tells a screen
// reader.
import { describe, expect, it, vi } from 'vitest'
import { createSSRApp, effectScope, h, nextTick, ref, shallowRef } from 'vue'
import { renderToString } from 'vue/server-renderer'
import RowGrid from '../../../../src/renderer/ui/tables/RowGrid.vue'
import RowMenu from '../../../../src/renderer/ui/tables/RowMenu.vue'
import { useActiveRow, useTicks } from '../../../../src/renderer/ui/tables/row-places.ts'
import { rowHeight, useRowsInSight } from '../../../../src/renderer/ui/tables/rows-in-sight.ts'

const letters = (text: string): string[] => [...text]
const itself = (row: string): string => row

function listOf(text: string) {
  const rows = shallowRef<readonly string[]>(letters(text))
  const question = ref('first')
  const ticked = ref<ReadonlySet<string> | undefined>(new Set())
  const scope = effectScope()
  const made = scope.run(() => ({
    keys: useActiveRow(
      () => rows.value,
      itself,
      () => question.value,
      undefined,
    ),
    ticks: useTicks(
      () => rows.value,
      itself,
      () => question.value,
      ticked,
    ),
  }))
  if (made === undefined) throw new Error('the scope is over')
  return { rows, question, ticked, ...made }
}

describe('the row that the keys are at', () => {
  it('moves by one, by a page and to both ends, and stays within the rows', () => {
    const { keys } = listOf('abcdefgh')
    expect(keys.placeOf('ArrowUp', 3)).toBe(0)
    expect(keys.placeOf('PageDown', 3)).toBe(3)
    keys.choose(6)
    expect([keys.placeOf('PageDown', 3), keys.placeOf('ArrowDown', 3)]).toEqual([7, 7])
    expect([keys.placeOf('Home', 3), keys.placeOf('End', 3)]).toEqual([0, 7])
    expect(keys.placeOf('x', 3)).toBeUndefined()
  })

  it('is the same row after a new read has moved it, and the first of another list', async () => {
    const { rows, question, keys } = listOf('abcd')
    keys.choose(1)
    rows.value = letters('xyzab')
    await nextTick()
    expect(keys.row.value).toBe('b')
    rows.value = letters('xyz')
    await nextTick()
    expect(keys.active.value).toBe(2)
    question.value = 'second'
    await nextTick()
    expect(keys.row.value).toBe('x')
  })
})

describe('rows that are ticked', () => {
  const inOrder = (ticked: ReadonlySet<string> | undefined): string =>
    [...(ticked ?? [])].sort().join('')
  it('are ticked one by one, and with Shift all from the last one to this', () => {
    const { ticks, ticked } = listOf('abcdef')
    ticks.tick(1, false)
    ticks.tick(4, true)
    expect(inOrder(ticked.value)).toBe('bcde')
    ticks.tick(2, false)
    expect(inOrder(ticked.value)).toBe('bde')
    ticks.tick(0, true)
    expect(inOrder(ticked.value)).toBe('abcde')
  })

  it('are none in another list, nor where rows can’t be ticked', async () => {
    const { ticks, ticked, question } = listOf('abc')
    ticks.tick(0, false)
    question.value = 'second'
    await nextTick()
    expect(inOrder(ticked.value)).toBe('')
    ticked.value = undefined
    ticks.tick(0, false)
    expect(ticked.value).toBeUndefined()
  })
})

describe('rows in sight', () => {
  const drawn = async (scrollTop: number, isLoose = false): Promise<[number, number]> => {
    const box = ref({ scrollTop, clientHeight: 10 * rowHeight } as HTMLElement)
    let shown: [number, number] = [0, 0]
    const setup = () => {
      const sight = useRowsInSight(
        box,
        {
          ...{ count: () => 100_000, question: () => '', hasMore: () => false },
          ...{ isLoose: () => isLoose, startTop: undefined },
        },
        () => undefined,
      )
      sight.noteScroll()
      shown = [sight.first.value, sight.last.value]
      return () => null
    }
    await renderToString(createSSRApp({ setup }))
    return shown
  }
  it('are a few of any number', async () => {
    const [first, last] = await drawn(50_000 * rowHeight)
    expect(first).toBeLessThan(50_000)
    expect(last).toBeGreaterThan(50_000)
    expect(last - first).toBeLessThan(40)
  })

  it('are flung past after two jumps in a row, until a moment after the last one', async () => {
    vi.useFakeTimers()
    const box = ref({ scrollTop: 0, clientHeight: 10 * rowHeight } as HTMLElement)
    const flung: boolean[] = []
    const setup = () => {
      const rows = { count: () => 100_000, question: () => '', hasMore: () => false }
      const sight = useRowsInSight(
        box,
        { ...rows, isLoose: () => false, startTop: undefined },
        () => undefined,
      )
      const scrollBy = (count: number, afterMs: number): void => {
        vi.advanceTimersByTime(afterMs)
        if (box.value !== null) box.value.scrollTop += count * rowHeight
        sight.noteScroll()
        flung.push(sight.isFlung.value)
      }
      // A wheel by its notches, a page at a time, and then both at full speed.
      for (const [count, afterMs] of [
        [3, 16],
        [3, 16],
        [20, 16],
        [20, 200],
      ] as const)
        scrollBy(count, afterMs)
      for (const [count, afterMs] of [
        [20, 16],
        [-20, 16],
        [3, 16],
        [3, 100],
      ] as const)
        scrollBy(count, afterMs)
      return () => null
    }
    await renderToString(createSSRApp({ setup }))
    vi.useRealTimers()
    expect(flung).toEqual([false, false, false, false, true, true, true, false])
  })

  it('are all of a list whose rows are as high as their text', async () => {
    expect(await drawn(0, true)).toEqual([0, 100_000])
  })
})

describe('what a screen reader is told', () => {
  const grid = (props: object) =>
    renderToString(
      createSSRApp({
        render: () =>
          h(
            RowGrid<string>,
            {
              ...{ rows: letters('ab'), label: 'Letters', keyOf: itself, marks: () => ({}) },
              columns: [
                { id: 'tick', label: 'Select', width: 36 },
                { id: 'letter', label: 'Letter', width: 80, isSorted: true },
                { id: 'other', label: 'Other', width: 80 },
              ],
              ...{ question: '', hasMore: false, isLoose: true, ticked: new Set(['b']) },
              ...props,
            },
            { default: ({ row }: { row: string }) => row },
          ),
      }),
    )

  it('names rows, heads and cells, how many there are and how they are sorted', async () => {
    const html = await grid({ sorted: { id: 'letter', isDown: true } })
    expect(html).toMatch(/role="grid"[^>]*aria-label="Letters"[^>]*aria-rowcount="3"/)
    expect(html.match(/role="columnheader"/g)).toHaveLength(3)
    expect(html.match(/role="gridcell"/g)).toHaveLength(6)
    expect(html).toMatch(/role="columnheader"[^>]*aria-sort="descending"/)
    expect(html).toMatch(/aria-rowindex="3"/)
    expect(html.match(/type="checkbox"[^>]* checked/g)).toHaveLength(1)
  })

  it('has one stop among the heads, and widths only where they can be changed', async () => {
    const html = await grid({ widths: { letter: 300 } })
    expect(html.match(/class="grid-sort" tabindex="0"/g)).toHaveLength(1)
    expect(html).toContain('data-testid="grip-other"')
    expect(html).toContain('36px 300px minmax(80px, 1fr)')
    expect(await grid({})).not.toContain('grip-')
  })

  it('says that the end is not known while there is more', async () => {
    expect(await grid({ hasMore: true })).toContain('aria-rowcount="-1"')
  })

  it('calls the actions of a row a menu', async () => {
    const html = await renderToString(createSSRApp(RowMenu, { label: 'Actions' }))
    expect(html).toMatch(/role="menu"[^>]*aria-label="Actions"/)
  })
})
