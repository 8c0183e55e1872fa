import { generateKeyPairSync, sign } from 'node:crypto'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { fail, ok, type Result } from '#shared/fault.ts'
import {
  AUDIT_KEY_SLOT,
  isKeyed,
  knownFingerprint,
  loadOrCreateAuditKey,
  type SecretSlots,
} from '../../../../src/main/ledger/audit/audit-key.ts'
import { createCheckpointer } from '../../../../src/main/ledger/audit/checkpoint.ts'
import { verifyLog } from '../../../../src/main/ledger/audit/verify.ts'
import { newFolder, openAt, openLog, valueOf } from '../ledger-rig.ts'

const clock = () => 1

/** A vault whose slots and temper a test decides. */
function slotsOf(
  kind: SecretSlots['kind'],
  more: { state?: 'locked' | 'absent'; isForgetful?: boolean } = {},
): SecretSlots & { slots: Map<string, string> } {
  const slots = new Map<string, string>()
  const fault = (reason: 'locked' | 'absent' | 'lost'): Result<never> =>
    fail({ kind: 'vault', sent: 'no', reason, message: reason })
  return {
    kind,
    slots,
    read: (slot) => {
      if (more.state !== undefined) return Promise.resolve(fault(more.state))
      const secret = slots.get(slot)
      return Promise.resolve(secret === undefined ? fault('lost') : ok(secret))
    },
    write: (slot, secret) => {
      if (more.state !== undefined) return Promise.resolve(fault(more.state))
      if (more.isForgetful !== true) slots.set(slot, secret)
      return Promise.resolve(ok(null))
    },
  }
}

describe('the key that signs the log', () => {
  it('is made once, kept short enough for Windows, and found again by its fingerprint', async () => {
    const file = join(newFolder(), 'ledger.db')
    const vault = slotsOf('keychain')
    const first = openAt(file)
    const key = valueOf(await loadOrCreateAuditKey(vault, first.db, { clock }))
    const rig = openLog({ entries: 1 })
    const { fingerprint } = createCheckpointer(rig.audit, rig.ledger.db, {
      key,
      clock,
      report: () => undefined,
    })
    expect(knownFingerprint(first.db)).toBe(fingerprint)
    expect(vault.slots.get(AUDIT_KEY_SLOT)!.length).toBeLessThan(100)
    first.close()
    const again = valueOf(await loadOrCreateAuditKey(vault, openAt(file).db, { clock }))
    expect(sign(null, Buffer.from('x'), again).equals(sign(null, Buffer.from('x'), key))).toBe(true)
  })

  it('that the keychain lost is a fault, and no new one is made in its place', async () => {
    const { db } = openAt(':memory:')
    const vault = slotsOf('keychain')
    valueOf(await loadOrCreateAuditKey(vault, db, { clock }))
    vault.slots.clear()
    expect(await loadOrCreateAuditKey(vault, db, { clock })).toMatchObject({
      ok: false,
      fault: { kind: 'vault', reason: 'lost' },
    })
    expect(vault.slots.size).toBe(0)
  })

  it('that is another one than the ledger knows is refused', async () => {
    const { db } = openAt(':memory:')
    const vault = slotsOf('keychain')
    valueOf(await loadOrCreateAuditKey(vault, db, { clock }))
    await loadOrCreateAuditKey(slotsOf('keychain'), openAt(':memory:').db, { clock })
    const other = generateKeyPairSync('ed25519').privateKey.export({ format: 'der', type: 'pkcs8' })
    vault.slots.set(AUDIT_KEY_SLOT, other.toString('base64'))
    expect(await loadOrCreateAuditKey(vault, db, { clock })).toMatchObject({
      ok: false,
      fault: { reason: 'refused' },
    })
  })

  it('is proven by the keychain and its checkpoints, whatever another program made of its row', async () => {
    const { ledger, audit } = openLog({ entries: 60 })
    const { db } = ledger
    const vault = slotsOf('keychain')
    const load = () => loadOrCreateAuditKey(vault, db, { clock })
    const key = valueOf(await load())
    const signer = { key, clock, report: () => undefined }
    createCheckpointer(audit, db, signer).now('final')
    const own = knownFingerprint(db)
    const removeRow = () => db.exec('DELETE FROM secret')

    db.exec(`UPDATE secret SET fingerprint = '${'0'.repeat(64)}'`)
    expect(await load()).toMatchObject({ ok: false, fault: { reason: 'refused' } })
    removeRow()
    valueOf(await load())
    expect(knownFingerprint(db)).toBe(own)
    // An entry that was proven tells all the same that the keychain had a key.
    removeRow()
    expect(isKeyed(db)).toBe(false)
    db.exec('UPDATE audit_entry SET proof = zeroblob(32) WHERE seq = 40')
    expect(isKeyed(db)).toBe(true)
    // With the key itself taken out of the keychain a new one is made, which never signed this log.
    removeRow()
    vault.slots.clear()
    valueOf(await load())
    const expectedFingerprint = knownFingerprint(db) ?? ''
    expect(expectedFingerprint).not.toBe(own)
    const asked = { monotonic: () => performance.now(), expectedFingerprint }
    expect(await verifyLog(db, audit, asked)).toMatchObject({ outcome: 'tampered' })
  })

  it.each([
    '',
    'not base64',
    generateKeyPairSync('x25519')
      .privateKey.export({ format: 'der', type: 'pkcs8' })
      .toString('base64'),
  ])('stored as %j is no key', async (text) => {
    const vault = slotsOf('keychain')
    vault.slots.set(AUDIT_KEY_SLOT, text)
    expect(await loadOrCreateAuditKey(vault, openAt(':memory:').db, { clock })).toMatchObject({
      ok: false,
      fault: { reason: 'refused' },
    })
  })

  it.each(['locked', 'absent'] as const)('stays unmade while the keychain is %s', async (state) => {
    const { db } = openAt(':memory:')
    expect(await loadOrCreateAuditKey(slotsOf('keychain', { state }), db, { clock })).toMatchObject(
      {
        ok: false,
        fault: { reason: state },
      },
    )
    expect(knownFingerprint(db)).toBeNull()
  })

  it('that the keychain only pretends to keep is refused', async () => {
    const { db } = openAt(':memory:')
    const vault = slotsOf('keychain', { isForgetful: true })
    expect(await loadOrCreateAuditKey(vault, db, { clock })).toMatchObject({ ok: false })
    expect(knownFingerprint(db)).toBeNull()
  })

  it('in memory is not remembered by the ledger, since it is gone at the next start', async () => {
    const { db } = openAt(':memory:')
    valueOf(await loadOrCreateAuditKey(slotsOf('memory'), db, { clock }))
    expect(knownFingerprint(db)).toBeNull()
    valueOf(await loadOrCreateAuditKey(slotsOf('memory'), db, { clock }))
  })
})
