// Notes and tags while one is being saved: nothing typed meanwhile is lost, and no order that was
// left comes back.
import { beforeEach, describe, expect, it } from 'vitest'
import type { OrderView } from '#shared/bridge/views.ts'
import { useOrderNotesStore } from '../../../../src/renderer/features/order/order-notes.ts'
import { useOrderStore } from '../../../../src/renderer/features/order/facts/order-store.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { openWindow, twoOrdersOf } from '../../window.ts'

let bridge: FakeBridge
let mine: OrderView
let other: OrderView
beforeEach(async () => {
  bridge = openWindow()
  ;({ mine, other } = twoOrdersOf(bridge))
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

describe('a note whose order was left meanwhile', () => {
  const saveLate = async (): Promise<boolean> => {
    const notes = useOrderNotesStore()
    const release = bridge.hold('order:note')
    notes.typedFor(mine).note = 'Called about the lamp'
    const late = notes.addNote(mine)
    await useOrderStore().show(other.connectionId, other.orderid)
    release()
    return late
  }

  it('does not bring its order back', async () => {
    expect(await saveLate()).toBe(true)
    expect(useOrderStore().viewOf(other)?.orderid).toBe(other.orderid)
  })

  it('says of the order that is shown now neither a fault nor a wrong field', async () => {
    const notes = useOrderNotesStore()
    const wrong = { kind: 'input', sent: 'no', field: 'text', message: 'Too long' } as const
    const denied = { kind: 'denied', sent: 'no', reason: 'not-found', message: 'Gone' } as const
    for (const fault of [wrong, denied]) {
      bridge.script('order:note', { ok: false, fault })
      await useOrderStore().show(mine.connectionId, mine.orderid)
      expect(await saveLate()).toBe(false)
      expect([notes.wrong.note, notes.fault]).toEqual(['', null])
      expect(notes.typedFor(mine).note).toBe('Called about the lamp')
    }
  })
})
