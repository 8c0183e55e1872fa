// The log as a list: empty filters ask for nothing, pages join, and a closed save dialog is no
// event.
import { beforeEach, describe, expect, it } from 'vitest'
import { useAuditStore } from '../../../../src/renderer/features/audit/audit-store.ts'
import {
  auditLabel,
  entryWording,
  wordingOfOutcome,
} from '../../../../src/renderer/messages/audit.ts'
import type { FakeBridge } from '../../../fakes/bridge.ts'
import { callsOf, openWindow } from '../../window.ts'

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

  it('tells of the newest of an export and an archive alone', async () => {
    const audit = useAuditStore()
    await audit.exportRows()
    bridge.script('archive:make', { ok: true, value: { made: [], isEnded: false } })
    await audit.archive(12)
    expect(audit).toMatchObject({ report: null, archived: [] })
    await audit.exportRows()
    expect(audit).toMatchObject({ report: { entries: 260 }, archived: null })
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

  it('shows how far a verification is and ends it when asked, without calling it a result', async () => {
    const audit = useAuditStore()
    const release = bridge.hold('audit:verify')
    bridge.script('audit:verify', { ok: true, value: null })
    const running = audit.verify()
    expect(audit.working).toBe('verify')
    bridge.tell({ topic: 'work', work: { name: 'export', done: 1, total: 9 } })
    expect(audit.progress).toBeNull()
    bridge.tell({ topic: 'work', work: { name: 'verify', done: 40, total: 100 } })
    expect(audit.progress).toMatchObject({ done: 40, total: 100 })
    await audit.cancel()
    expect(audit.isEnding).toBe(true)
    expect(audit.working).toBe('verify')
    await audit.cancel()
    expect(callsOf(bridge, 'work:cancel')).toEqual([{ name: 'verify' }])
    release()
    await running
    expect(audit).toMatchObject({ working: null, ended: 'verify', verification: null })
    await audit.verify()
    expect(audit).toMatchObject({ ended: null, verification: { outcome: 'intact' } })
  })

  it('keeps the first page’s count while later pages come, and says when it is only a part', async () => {
    const audit = useAuditStore()
    const page = { rows: bridge.audit.slice(0, 2), next: 259 }
    bridge.script('audit:list', { ok: true, value: { ...page, total: 200, isMore: true } })
    await audit.load()
    bridge.script('audit:list', { ok: true, value: { ...page, total: null, isMore: false } })
    await audit.more()
    expect(audit).toMatchObject({ total: 200, isMore: true })
  })

  it('goes on by itself where a page ended early, and says how many there are once it has read all', async () => {
    const audit = useAuditStore()
    audit.filter.text = '~~'
    const found = (seqs: number[], next: number | null, isFirst = false) => {
      const rows = bridge.audit.filter((row) => seqs.includes(row.seq))
      const total = isFirst ? rows.length : null
      bridge.script('audit:list', { ok: true, value: { rows, next, total, isMore: isFirst } })
    }
    found([250], 200, true)
    found([], 100)
    found([40, 30], null)
    await audit.load()
    expect(audit.rows.map((row) => row.seq)).toEqual([250, 40, 30])
    expect(callsOf(bridge, 'audit:list')).toMatchObject([
      { limit: 100 },
      { limit: 99, before: 200 },
      { limit: 99, before: 100 },
    ])
    expect(audit).toMatchObject({ total: 3, isMore: false, next: null, isReadingOn: false })
    // What was found stays, and what is newer comes before it.
    found([255], 200, true)
    await audit.refresh()
    expect(audit.rows.map((row) => row.seq)).toEqual([255, 250, 40, 30])
    expect(audit).toMatchObject({ total: 4, next: null })
    // Too much happened since to tell: it is read again.
    found([258], 257, true)
    found([258], 257, true)
    found([255], null)
    await audit.refresh()
    expect(audit.rows.map((row) => row.seq)).toEqual([258, 255])
  })

  it('stops reading on when that fails, and when something else is asked', async () => {
    const audit = useAuditStore()
    audit.filter.text = '~~'
    const early = { rows: [], next: 200, total: 0, isMore: true }
    bridge.script('audit:list', { ok: true, value: early })
    bridge.script('audit:list', {
      ok: false,
      fault: { kind: 'bug', sent: 'maybe', message: 'No.', incident: 'i-3' },
    })
    await audit.load()
    expect(audit).toMatchObject({ isReadingOn: false, fault: { incident: 'i-3' } })
    const release = bridge.hold('audit:list')
    bridge.script('audit:list', { ok: true, value: early })
    const first = audit.load()
    audit.filter.text = ''
    const second = audit.load()
    release()
    await Promise.all([first, second])
    expect(audit.rows).toHaveLength(100)
    expect(audit.isReadingOn).toBe(false)
  })

  it('names everyone there is to choose from, and filters by one', async () => {
    const audit = useAuditStore()
    await audit.load()
    expect(audit.actors.length).toBeGreaterThan(1)
    audit.filter.actor = audit.actors[0]!
    await audit.load()
    expect(new Set(audit.rows.map((row) => row.actor))).toEqual(new Set([audit.actors[0]]))
  })

  it('is grey where an entry only records, and has the colour of its word elsewhere', async () => {
    const audit = useAuditStore()
    await audit.load()
    const [row] = audit.rows
    const toneOf = (kind: string, outcome: string): string =>
      entryWording({ ...row!, kind, outcome, details: {} }).tone
    expect(toneOf('order:look-up', 'approved')).toBe('good')
    expect(toneOf('order:changed', 'declined')).toBe('bad')
    expect(toneOf('read:rates', 'ok')).toBe('good')
    expect(toneOf('audit:exported', 'ok')).toBe('neutral')
    expect(toneOf('connection:changed', 'ok')).toBe('neutral')
    expect(toneOf('order:look-up', 'failed')).toBe('bad')
    expect(toneOf('connection:tested', 'good')).toBe('good')
    const moved = { operation: 'return', from: 'SENDING' }
    const done = { ...row!, kind: 'attempt:succeeded', outcome: 'SUCCEEDED', details: moved }
    expect(entryWording(done).tone).toBe('neutral')
  })

  it('says of orders of a shop that were checked that they were not found', () => {
    expect(auditLabel('shop:not-there')).toBe('Shop orders checked')
    expect(wordingOfOutcome('ok', 'shop:not-there').label).toBe('Not found')
    expect(wordingOfOutcome('ok', 'shop:asking').label).toBe('Recorded')
  })

  it('says in words which notice a person has seen', () => {
    const seen = wordingOfOutcome('run-ended', 'notice:seen')
    expect(seen).toMatchObject({ label: 'Run finished', tone: 'neutral' })
    expect(wordingOfOutcome('new-kind', 'notice:seen').label).toBe('new-kind')
  })

  it('shows a kind or outcome it does not know as recorded', () => {
    expect(auditLabel('a:new-kind')).toBe('a:new-kind')
    expect(auditLabel('attempt:unknown')).toBe('Outcome unknown')
    expect(wordingOfOutcome('brand new')).toMatchObject({ label: 'brand new', tone: 'warn' })
    expect(wordingOfOutcome('UNKNOWN')).toMatchObject({ label: 'Outcome unknown', tone: 'unknown' })
  })
})
