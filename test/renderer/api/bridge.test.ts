// The renderer's only door: what goes through is plain JSON, and what breaks on its way is a fault.
import { reactive } from 'vue'
import { describe, expect, it } from 'vitest'
import { call } from '../../../src/renderer/api/bridge.ts'
import { callsOf, openWindow } from '../window.ts'

describe('bridge', () => {
  it('sends plain JSON even when a store passes a reactive object', async () => {
    const bridge = openWindow()
    const filter = reactive({ text: 'lamp' })
    const result = await call('audit:list', { filter })
    expect(result.ok).toBe(true)
    expect(callsOf(bridge, 'audit:list')).toEqual([{ filter: { text: 'lamp' } }])
  })

  it('reports a call that breaks on its way as a fault that may have been sent, never as a throw', async () => {
    const bridge = openWindow()
    bridge.call = () => Promise.reject(new Error('port closed'))
    const result = await call('attempt:confirm', { attemptId: 'a', token: 't' })
    expect(result).toMatchObject({
      ok: false,
      fault: { kind: 'bug', sent: 'maybe', incident: 'attempt:confirm: port closed' },
    })
  })

  it('says that the page is not connected when there is no bridge', async () => {
    openWindow()
    Object.assign(globalThis, { window: {} })
    const result = await call('app:state', {})
    expect(result).toMatchObject({ ok: false, fault: { kind: 'bug', incident: 'no-bridge' } })
  })
})
