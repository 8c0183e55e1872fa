// Notes and tags while one is being saved: nothing typed meanwhile is lost, and no order that was
// left comes back.
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { useOrderNotesStore } from '../../../../src/renderer/features/order/order-notes.ts'
import { useOrderStore } from '../../../../src/renderer/features/order/order-store.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { openWindow } from '../../window.ts'

let bridge: FakeBridge
let mine: OrderView
let other: OrderView
beforeEach(async () => {
  bridge = openWindow()
  const [first, second] = bridge.orders
  if (first === undefined || second === undefined) throw new Error('two orders are needed')
  mine = first
  other = second
  await useOrderStore().show(mine.connectionId, mine.orderid)
})

describe.each([
  { field: 'note', method: 'order:note', add: 'addNote' },
  { field: 'tag', method: 'order:tag', add: 'addTag' },
] as const)('a $field', ({ field, method, add }) => {
  it('that is saved leaves its field empty', async () => {
    const notes = useOrderNotesStore()
    notes.typedFor(mine)[field] = 'called back'
    expect(await notes[add](mine)).toBe(true)
    expect(notes.typedFor(mine)[field]).toBe('')
  })

  it('that is being saved takes nothing of what is typed meanwhile', async () => {
    const notes = useOrderNotesStore()
    const release = bridge.hold(method)
    const typed = notes.typedFor(mine)
    typed[field] = 'called back'
    const saving = notes[add](mine)
    typed[field] = 'half a thou'
    release()
    expect(await saving).toBe(true)
    expect(typed[field]).toBe('half a thou')
  })
})

it('a note that is saved late does not bring its order back', async () => {
  const notes = useOrderNotesStore()
  const order = useOrderStore()
  const release = bridge.hold('order:note')
  notes.typedFor(mine).note = 'Called about the lamp'
  const late = notes.addNote(mine)
  await order.show(other.connectionId, other.orderid)
  release()
  expect(await late).toBe(true)
  expect(order.viewOf(other)?.orderid).toBe(other.orderid)
})
