// Columns of a list as they were read before: offered for a list of the very same names, taken by a
// person alone.
import { beforeEach, describe, expect, it } from 'vitest'
import type { FileView } from '#shared/files/file-methods.ts'
import type { RunView } from '#shared/runs/run-methods.ts'
import { useFileRunStore } from '../../../../src/renderer/features/runs/from-list/file-run.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { callsOf, openWindow } from '../../window.ts'
import { shownList } from './shown-list.ts'

const named = (names: readonly string[], roles: readonly FileView['columns'][number]['role'][]) =>
  names.map((name, at) => ({ name, role: roles[at]!, samples: [] }))
const names = ['Ref', 'Paid', 'Why']
const proposed = named(names, ['none', 'amount', 'none'])
const chosen = named(names, ['orderId', 'amount', 'reason'])
const roles = ['orderId', 'amount', 'reason'] as const
const whole = { ...shownList, wrongLines: 0, withoutReason: 0, columns: proposed }
const mayBe = ['orderId', 'amount', 'reason', 'beside'] as const

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
  const none = { lines: [], next: null }
  bridge.script(
    'file:wrong',
    ...Array.from({ length: 9 }, () => ({ ok: true, value: none }) as const),
  )
})
/** What was kept of columns, in its order. */
const kept = (): unknown[] =>
  (callsOf(bridge, 'preference:set') as { name: string; value: unknown }[]).flatMap(
    ({ name, value }) => (name === 'list-columns' ? [value] : []),
  )

async function read(view: Partial<FileView> = {}) {
  bridge.script('file:paste', { ok: true, value: { ...whole, roles: mayBe, ...view } })
  const list = useFileRunStore()
  list.pasted = 'Ref'
  expect(await list.paste()).toBe(true)
  return list
}

/** A run is made of a list whose columns a person chose. */
async function madeOnce(): Promise<void> {
  const list = await read()
  expect(list.offered).toBeNull()
  bridge.script('file:again', { ok: true, value: { ...whole, roles: mayBe, columns: chosen } })
  await list.again({ roles: [...roles] })
  bridge.script('run:from-file', { ok: true, value: { id: 'run' } as RunView })
  await list.make()
}

describe('columns that a person chose', () => {
  it('are offered for the next list that is called the same, and read so by a person alone', async () => {
    await madeOnce()
    const list = await read()
    expect(list.offered).toEqual(roles)
    // Nothing was read by them, and a run would be made of what is shown.
    expect(callsOf(bridge, 'file:again')).toHaveLength(1)
    expect(list.view?.columns).toEqual(proposed)
    bridge.script('file:again', { ok: true, value: { ...whole, roles: mayBe, columns: chosen } })
    list.takeOffered()
    await expect.poll(() => callsOf(bridge, 'file:again')).toHaveLength(2)
    expect(callsOf(bridge, 'file:again')[1]).toMatchObject({ choices: { roles } })
    await expect.poll(() => list.offered).toBeNull()
  })

  it.each([
    ['another name', { columns: named(['Ref', 'Paid', 'Why?'], ['none', 'amount', 'none']) }],
    ['another order', { columns: named(['Paid', 'Ref', 'Why'], ['amount', 'none', 'none']) }],
    ['one column more', { columns: named([...names, 'x'], ['none', 'amount', 'none', 'none']) }],
    ['no names', { headLine: 0 }],
    ['another operation', { operation: 'void' }],
    ['a role that it can’t have', { roles: ['orderId', 'amount'] }],
  ] as const)('are not offered for a list with %s', async (_what, view) => {
    await madeOnce()
    expect((await read(view as Partial<FileView>)).offered).toBeNull()
  })

  it('are not kept where the list was left, or nobody chose them', async () => {
    const list = await read()
    bridge.script('file:again', { ok: true, value: { ...whole, roles: mayBe, columns: chosen } })
    await list.again({ roles: [...roles] })
    await list.drop()
    const other = await read({ columns: chosen })
    bridge.script('run:from-file', { ok: true, value: { id: 'run' } as RunView })
    await other.make()
    expect((await read()).offered).toBeNull()
    expect(kept()).toEqual([])
  })

  it('are forgotten when a person says so', async () => {
    await madeOnce()
    const list = await read()
    list.forgetOffered()
    expect(list.offered).toBeNull()
    expect(kept()).toMatchObject([[{ names, roles }], []])
  })
})

describe('names of a report’s kinds', () => {
  const report = { operation: 'report', connectionId: 'shop', openKinds: ['cbk', 'adj'] } as const
  const readReport = (more: Partial<FileView> = {}) =>
    read({ ...report, openKinds: [...report.openKinds], ...more })

  it('are offered as they were said last on this connection, and said by a person alone', async () => {
    const list = await readReport()
    list.operation = 'report'
    expect(list.kindsAsLast).toEqual({})
    const answered = { ...whole, ...report, openKinds: [] }
    bridge.script('file:again', { ok: true, value: { ...answered, roles: mayBe } })
    await list.again({ kindNames: { cbk: 'charged-back', adj: 'leave-out' } })
    bridge.script('reconcile:take', { ok: true, value: { id: 'r' } as never })
    await list.takeReport()
    await readReport({ openKinds: ['cbk', 'other'] })
    expect([list.kindsAsLast, list.kindNames]).toEqual([{ cbk: 'charged-back' }, {}])
    await readReport({ connectionId: 'another shop' })
    expect(list.kindsAsLast).toEqual({})
  })
})
