// The list that a run is made of: what goes to main is what the person was shown, and typed cells
// are read before anything is made of the rest.
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { nextTick, watch } from 'vue'
import type { FileView } from '#shared/files/file-methods.ts'
import { useFileRunStore } from '../../../../src/renderer/features/runs/from-list/file-run.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { callsOf, openWindow } from '../../window.ts'
import { shownList as shown } from './shown-list.ts'

const typedCell = { line: 3, column: 1, text: '20.00' }

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})

/** Each reading is followed by its wrong lines. */
function reads(method: 'file:paste' | 'file:again', ...views: FileView[]): void {
  for (const value of views) {
    bridge.script(method, { ok: true, value })
    bridge.script('file:wrong', { ok: true, value: { lines: [], next: null } })
  }
}

async function pasted(view: FileView) {
  reads('file:paste', view)
  const list = useFileRunStore()
  list.pasted = 'Order ID'
  expect(await list.paste()).toBe(true)
  return list
}

describe('the list of a run', () => {
  it('is read with the cells that were typed, and nothing is made of it before', async () => {
    const list = await pasted(shown)
    list.typed[list.keyOf(typedCell)] = typedCell
    reads('file:again', { ...shown, stamp: 'second', goodCount: 2, wrongLines: 0 })
    expect(await list.make()).toBeNull()
    expect(callsOf(bridge, 'file:again')).toMatchObject([{ choices: { mended: [typedCell] } }])
    expect(callsOf(bridge, 'run:from-file')).toEqual([])
    expect([list.view?.stamp, list.typedCount]).toEqual(['second', 0])
    await list.make()
    expect(callsOf(bridge, 'run:from-file')).toMatchObject([{ stamp: 'second', leftOut: 0 }])
  })

  it('is shown with its wrong lines at once, however late those come', async () => {
    const list = await pasted(shown)
    const mended = { ...shown, stamp: 'second', goodCount: 2 }
    bridge.script('file:again', { ok: true, value: mended })
    const isAnswered = bridge.hold('file:wrong')
    const seen: unknown[] = []
    watch(
      () => [list.view?.stamp, list.lines.length, list.readings],
      (now) => seen.push(now),
    )
    const wrong = { line: 4, column: 0, messages: ['There is no order.'], cells: [] }
    bridge.script('file:wrong', { ok: true, value: { lines: [wrong], next: null } })
    const read = list.again()
    await vi.waitFor(() => expect(callsOf(bridge, 'file:wrong')).toHaveLength(2))
    expect([list.view?.stamp, list.working]).toEqual(['first', 'file'])
    isAnswered()
    expect(await read).toBe(true)
    await nextTick()
    expect(seen).toEqual([['second', 1, 2]])
  })

  it('keeps what was typed while it was read for the next reading', async () => {
    const list = await pasted(shown)
    list.typed[list.keyOf(typedCell)] = typedCell
    reads('file:again', shown, shown)
    const isAnswered = bridge.hold('file:again')
    const read = list.again()
    await vi.waitFor(() => expect(callsOf(bridge, 'file:again')).toHaveLength(1))
    const [changed, other] = [
      { ...typedCell, text: '21.00' },
      { line: 7, column: 0, text: '700107' },
    ]
    for (const cell of [changed, other]) list.typed[list.keyOf(cell)] = cell
    isAnswered()
    await read
    expect(Object.values(list.typed)).toEqual([changed, other])
    await list.again()
    expect(callsOf(bridge, 'file:again')[1]).toMatchObject({
      choices: { mended: [changed, other] },
    })
    expect(list.typedCount).toBe(0)
  })

  it('gives main no reason whose field is not shown', async () => {
    const list = await pasted(shown)
    const reasons = {
      reason: 'damaged',
      leftOutReason: 'no order',
      againReason: 'once more',
      ipaddress: '',
    }
    list.reasons = { ...reasons }
    reads('file:again', { ...shown, operation: 'void', wrongLines: 0, withoutReason: 0 })
    await list.again()
    await list.make()
    const none = { reason: '', leftOutReason: '', againReason: '' }
    expect(callsOf(bridge, 'run:from-file')).toMatchObject([none])
    expect(list.reasons).toEqual(reasons)
  })
})
