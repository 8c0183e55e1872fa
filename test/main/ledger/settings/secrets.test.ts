import { describe, expect, it } from 'vitest'
import { openConnections } from '../../../../src/main/ledger/settings/connections.ts'
import { openSecrets, type SecretBook } from '../../../../src/main/ledger/settings/secrets.ts'
import { openAudit } from '../../../../src/main/ledger/audit/audit.ts'
import { recordRows } from '../../../fakes/record-rows.ts'
import { openAt, tickingClock } from '../ledger-rig.ts'

const open = () => {
  const { db } = openAt(':memory:')
  const clock = tickingClock()
  const audit = openAudit(db, { clock, monotonic: () => 0 })
  const noting = (book: SecretBook): SecretBook => ({
    ...book,
    note: (...note) => recordRows(db, audit, book.note(...note)),
    forget: (slot) => recordRows(db, audit, book.forget(slot)),
  })
  return {
    lasting: noting(openSecrets(db, clock, 'keychain')),
    ofThisRun: noting(openSecrets(db, clock, 'memory')),
    connections: openConnections(db, clock),
  }
}

describe('the book of secrets', () => {
  it('remembers fingerprints of the keychain over runs, and forgets on demand', () => {
    const { lasting, connections } = open()
    expect(connections.hasSecrets()).toBe(false)
    lasting.note('connection/a/private_key', 'f1')
    lasting.note('connection/b/private_key', 'f1')
    expect(connections.hasSecrets()).toBe(true)
    expect(lasting.find('connection/a/private_key')).toMatchObject({
      fingerprint: 'f1',
      storedIn: 'keychain',
    })
    expect(lasting.holders('f1').toSorted()).toEqual([
      'connection/a/private_key',
      'connection/b/private_key',
    ])
    const before = lasting.find('connection/a/private_key')!.createdAt
    lasting.note('connection/a/private_key', 'f2')
    expect(lasting.find('connection/a/private_key')).toMatchObject({ fingerprint: 'f2' })
    expect(lasting.find('connection/a/private_key')!.createdAt).toBeGreaterThan(before)
    lasting.forget('connection/a/private_key')
    expect(lasting.find('connection/a/private_key')).toBeUndefined()
    expect(lasting.holders('f2')).toEqual([])
  })

  it('keeps those in memory for this run only, over what the ledger knows', () => {
    const { lasting, ofThisRun, connections } = open()
    ofThisRun.note('x', 'f1')
    expect(ofThisRun.find('x')).toMatchObject({ fingerprint: 'f1', storedIn: 'memory' })
    expect(connections.hasSecrets()).toBe(false)
    expect(lasting.find('x')).toBeUndefined()
    lasting.note('x', 'of the keychain')
    expect(ofThisRun.find('x')).toMatchObject({ fingerprint: 'f1', storedIn: 'memory' })
    expect(ofThisRun.holders('f1')).toEqual(['x'])
    expect(ofThisRun.holders('of the keychain')).toEqual(['x'])
    ofThisRun.forget('x')
    // What lies in the keychain is still there.
    expect(ofThisRun.find('x')).toMatchObject({
      fingerprint: 'of the keychain',
      storedIn: 'keychain',
    })
  })
})
