import { createHash } from 'node:crypto'
import type { AuditKind } from '#shared/audit/audit-kinds.ts'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CLOCK_BOUND_MS, openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import { inTransaction } from '../../../../src/main/ledger/db/open.ts'
import { draft, LOG_ID, newFolder, openAt, openLog } from '../ledger-rig.ts'

const sha = (...parts: (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(typeof part === 'string' ? Buffer.from(part, 'hex') : part)
  return hash.digest('hex')
}

describe('appending', () => {
  it('outside a transaction is refused, and nothing is written', () => {
    const { audit } = openLog()
    expect(() => audit.append(draft(1))).toThrow(/outside a transaction/)
    expect(audit.head()).toEqual({ size: 0, chain: '0'.repeat(64) })
  })

  it('stores a body with its keys in order, and hashes exactly those bytes into the chain', () => {
    const rig = openLog()
    rig.append(draft(1))
    const { head8 } = rig.append(
      draft(2, { details: { orderid: '2', comment: 'naïve “x”\n\ud800' } }),
    )
    const rows = rig.ledger.db
      .prepare('SELECT body, leaf, chain FROM audit_entry ORDER BY seq')
      .all() as {
      body: Buffer
      leaf: Buffer
      chain: Buffer
    }[]
    expect(rows[0]!.body.toString('utf8')).toBe(
      '{"v":1,"seq":1,"at":"2026-03-01T09:30:01.000Z","mono":7,"actor":"ana","kind":"attempt:sending","outcome":"approved",' +
        '"origin":"operator","subject":"order/test/1","details":{"orderid":"1","operation":"return","amount":"1.50","currency":"EUR"}}',
    )
    expect(rows[1]!.body.toString('utf8')).toContain('"comment":"naïve “x”\\n\\ud800"')
    let chain = '0'.repeat(64)
    for (const [index, row] of rows.entries()) {
      const leaf = sha('00', row.body)
      chain = sha('02', LOG_ID, `000000000000000${index + 1}`, chain, leaf)
      expect(row.leaf.toString('hex')).toBe(leaf)
      expect(row.chain.toString('hex')).toBe(chain)
    }
    expect(rig.audit.head()).toEqual({ size: 2, chain })
    expect(head8).toBe(chain.slice(0, 8))
  })

  it('keeps what columns and body say the same, also where a text holds or is cut to half a surrogate pair', async () => {
    const rig = openLog()
    const half = `${'x'.repeat(63)}😀`
    rig.append(
      draft(1, {
        actor: 'a\ud83d',
        kind: half as AuditKind,
        outcome: half,
        subject: 'note/\udc00',
      }),
    )
    expect(await rig.jobs.run('verify', {})).toMatchObject({ outcome: 'intact', entries: 1 })
    expect(rig.audit.timeline('note/\ufffd')).toHaveLength(1)
  })

  it('notes once that the clock went back by more than a correction, before the first entry with the earlier time', () => {
    const rig = openLog()
    let now = Date.UTC(2026, 10, 1)
    const audit = openAudit(rig.ledger.db, { clock: () => now, monotonic: () => 0 })
    const kindsAfter = (by: number): string[] => {
      now += by
      const before = audit.head().size
      inTransaction(rig.ledger.db, () => audit.append(draft(2, { kind: 'order:look-up' })))
      return rig.ledger.db
        .prepare('SELECT kind FROM audit_entry WHERE seq > ? ORDER BY seq')
        .pluck()
        .all(before) as string[]
    }
    const plain = ['order:look-up']
    const noted = ['clock:went-back', ...plain]
    expect(kindsAfter(0)).toEqual(plain)
    expect(kindsAfter(-CLOCK_BOUND_MS)).toEqual(plain)
    expect(kindsAfter(CLOCK_BOUND_MS)).toEqual(plain)
    expect(kindsAfter(-200 * 86_400_000)).toEqual(noted)
    expect(audit.timeline('log').at(-1)).toMatchObject({
      actor: 'paydesk',
      at: now,
      details: { from: '2026-11-01T00:00:00.000Z', to: '2026-04-15T00:00:00.000Z' },
    })
    expect(audit.wentBackMs()).toBe(200 * 86_400_000)
    // As long as it stays there it is said already; every further step back is told.
    expect(kindsAfter(1000)).toEqual(plain)
    expect(kindsAfter(-CLOCK_BOUND_MS - 1)).toEqual(noted)
    expect(audit.wentBackMs()).toBe(CLOCK_BOUND_MS + 1)
    // In steps that each look like a correction it is told when they add up.
    expect(kindsAfter(400 * 86_400_000)).toEqual(plain)
    // The clock was set right: nothing is wrong with it any more.
    expect(audit.wentBackMs()).toBeNull()
    expect(kindsAfter(-40_000)).toEqual(plain)
    expect(kindsAfter(-40_000)).toEqual(noted)
    expect(kindsAfter(-40_000)).toEqual(plain)
  })

  it('goes back with its transaction, and the next entry takes its number', () => {
    const rig = openLog({ entries: 2 })
    const before = rig.audit.head()
    expect(() =>
      inTransaction(rig.ledger.db, () => {
        rig.audit.append(draft(3))
        throw new Error('the rest failed')
      }),
    ).toThrow('the rest failed')
    expect(rig.audit.head()).toEqual(before)
    expect(rig.append(draft(4)).seq).toBe(3)
  })

  it('masks a card number in what people and the gateway wrote, and keeps the ids', () => {
    const rig = openLog()
    rig.append(
      draft(1, {
        actor: '4111111111111111',
        outcome: '4111111111111111',
        subject: 'order/test/4111111111111111',
        details: { orderid: '4111111111111111', message: 'PAN 4111111111111111' },
      }),
    )
    const [row] = rig.audit.timeline('order/test/4111111111111111')
    expect(row).toMatchObject({
      actor: '411111••••••1111',
      outcome: '411111••••••1111',
      details: { orderid: '4111111111111111', message: 'PAN 411111••••••1111' },
    })
  })

  it('goes on with the same log id and chain when the ledger is opened again', () => {
    const file = join(newFolder(), 'ledger.db')
    const first = openLog({ file, entries: 3 })
    const head = first.audit.head()
    first.ledger.close()
    const { db } = openAt(file)
    const again = openAudit(db, { clock: () => 0, monotonic: () => 0, logId: 'f'.repeat(32) })
    expect(again.logId).toBe(LOG_ID)
    expect(again.head()).toEqual(head)
  })

  it('draws a log id when none is given, and refuses one of another form', () => {
    const clocks = { clock: () => 0, monotonic: () => 0 }
    const ids = [1, 2].map(() => openAudit(openAt(':memory:').db, clocks).logId)
    expect(ids[0]).toMatch(/^[0-9a-f]{32}$/)
    expect(ids[0]).not.toBe(ids[1])
    expect(() => openAudit(openAt(':memory:').db, { ...clocks, logId: 'short' })).toThrow(/32/)
  })
})

describe('the log is append-only', () => {
  it.each([
    `UPDATE audit_entry SET actor = 'eve' WHERE seq = 2`,
    'DELETE FROM audit_entry WHERE seq = 2',
    'INSERT OR REPLACE INTO audit_entry SELECT seq, at_wall, at_mono, actor, kind, outcome, origin, subject, body, leaf, chain, proof FROM audit_entry WHERE seq = 2',
    `REPLACE INTO audit_entry SELECT 2, at_wall, at_mono, 'eve', kind, outcome, origin, subject, body, leaf, chain, proof FROM audit_entry WHERE seq = 1`,
    `UPDATE OR REPLACE audit_entry SET seq = 1 WHERE seq = 2`,
    'DELETE FROM checkpoint',
    `INSERT OR REPLACE INTO checkpoint SELECT * FROM checkpoint`,
  ])('against %s', (sql) => {
    const rig = openLog({ entries: 3, checkpointsAt: [3] })
    expect(() => rig.ledger.db.exec(sql)).toThrow(/append-only/)
    expect(rig.audit.head().size).toBe(3)
  })
})

describe('reading', () => {
  it('lists the timeline of one subject, oldest first', () => {
    const { audit } = openLog({ entries: 12 })
    expect(audit.timeline('order/test/1').map((row) => row.seq)).toEqual([1, 6, 11])
  })
})
