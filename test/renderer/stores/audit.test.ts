// The log as a list: empty filters ask for nothing, pages join, and a closed save dialog is no event.
import { beforeEach, describe, expect, it } from 'vitest'
import { useAuditStore } from '../../../src/renderer/stores/audit.ts'
import { auditWords, wordingOfOutcome } from '../../../src/renderer/text/audit.ts'
import type { FakeBridge } from '../../fakes/bridge.ts'
import { callsOf, openWindow } from '../window.ts'

let bridge: FakeBridge
beforeEach(() => {
  bridge = openWindow()
})

describe('audit store', () => {
  it('leaves empty filters out and sends the filled ones', async () => {
    const audit = useAuditStore()
    await audit.load()
    Object.assign(audit.filter, { text: ' lamp ', kind: 'attempt:unknown', from: '2026-11-01' })
    await audit.load()
    expect(callsOf(bridge, 'audit:list')).toMatchObject([
      { filter: {} },
      { filter: { text: 'lamp', kind: 'attempt:unknown', from: '2026-11-01' } },
    ])
    expect(callsOf(bridge, 'audit:list')[0]).not.toHaveProperty('filter.text')
  })

  it('joins older entries without losing or doubling one', async () => {
    const audit = useAuditStore()
    await audit.load()
    await audit.more()
    await audit.more()
    expect(audit.rows.map((row) => row.seq)).toEqual(
      Array.from({ length: 260 }, (_, index) => 260 - index),
    )
    expect(audit.next).toBeNull()
  })

  it('says nothing when the save dialog was closed, and keeps the last report', async () => {
    const audit = useAuditStore()
    await audit.exportRows()
    const { report } = audit
    expect(report?.entries).toBe(260)
    bridge.script('audit:export', { ok: true, value: null })
    await audit.exportRows()
    expect(audit.report).toEqual(report)
    expect(audit.workFault).toBeNull()
  })

  it('never leaves an earlier verification standing when a later one fails', async () => {
    const audit = useAuditStore()
    await audit.verify()
    expect(audit.verification?.outcome).toBe('intact')
    bridge.script('audit:verify', {
      ok: false,
      fault: { kind: 'bug', sent: 'maybe', message: 'No.', incident: 'i-2' },
    })
    await audit.verify()
    expect(audit.verification).toBeNull()
    expect(audit.workFault).toMatchObject({ incident: 'i-2' })
  })

  it('shows a kind or outcome it does not know as recorded', () => {
    expect(auditWords('a:new-kind')).toBe('a:new-kind')
    expect(auditWords('attempt:unknown')).toBe('Request: outcome unknown')
    expect(wordingOfOutcome('brand new')).toMatchObject({ words: 'brand new', tone: 'warn' })
    expect(wordingOfOutcome('UNKNOWN')).toMatchObject({ words: 'Outcome unknown', tone: 'unknown' })
  })
})
