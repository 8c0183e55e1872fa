// The list that a run is made of: what goes to main is what the person was shown, and typed cells
// are read before anything is made of the rest.
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileView } from '#shared/files/file-methods.ts'
import { useFileRunStore } from '../../../../src/renderer/features/runs/from-list/file-run.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { callsOf, openWindow } from '../../window.ts'
import { shownList as shown } from './shown-list.ts'

const typedCell = { line: 3, column: 1, text: '20.00' }

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
  bridge.script('file:wrong', { ok: true, value: { lines: [], next: null } })
})

async function pasted(view: FileView) {
  bridge.script('file:paste', { ok: true, value: view })
  const list = useFileRunStore()
  list.pasted = 'Order ID'
  expect(await list.paste()).toBe(true)
  return list
}

describe('the list of a run', () => {
  it('is read with the cells that were typed, and nothing is made of it before', async () => {
    const list = await pasted(shown)
    list.typed[list.keyOf(typedCell)] = typedCell
    const mended = { ...shown, stamp: 'second', goodCount: 2, wrongLines: 0 }
    bridge.script('file:again', { ok: true, value: mended })
    expect(await list.make()).toBeNull()
    expect(callsOf(bridge, 'file:again')).toMatchObject([{ choices: { mended: [typedCell] } }])
    expect(callsOf(bridge, 'run:from-file')).toEqual([])
    expect([list.view?.stamp, list.typedCount]).toEqual(['second', 0])
    await list.make()
    expect(callsOf(bridge, 'run:from-file')).toMatchObject([{ stamp: 'second', leftOut: 0 }])
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
    bridge.script('file:again', {
      ok: true,
      value: { ...shown, operation: 'void', wrongLines: 0, withoutReason: 0 },
    })
    await list.again()
    await list.make()
    const none = { reason: '', leftOutReason: '', againReason: '' }
    expect(callsOf(bridge, 'run:from-file')).toMatchObject([none])
    expect(list.reasons).toEqual(reasons)
  })
})
