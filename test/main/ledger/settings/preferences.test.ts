import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { methods } from '#shared/contract/bridge.ts'
import { openPreferences } from '../../../../src/main/ledger/settings/preferences.ts'
import { openAt } from '../ledger-rig.ts'

const draft = { form: 'return/sandbox/1', at: 1 }

describe('what is kept over restarts', () => {
  it('is found as it was kept last, until it is forgotten', () => {
    const { db } = openAt(':memory:')
    const preferences = openPreferences(db)
    expect(preferences.find('orders-look')).toBeNull()
    preferences.keep('orders-look', { phase: 'captured' })
    const last = { type: 'sale', amountFrom: '12.50', from: '2026-01-01', connections: 'all' }
    preferences.keep('orders-look', last)
    expect(openPreferences(db).find('orders-look')).toEqual(last)
    preferences.keep('orders-look', null)
    expect(openPreferences(db).find('orders-look')).toBeNull()
  })

  it('is gone from the file as well once it is forgotten, and the desk was closed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'paydesk-kept-'))
    const file = join(folder, 'ledger.sqlite')
    const secret = 'a draft that its person took back'
    const first = openAt(file)
    openPreferences(first.db).keep('drafts', [
      { ...draft, fields: { order_desc: secret.repeat(100) } },
    ])
    first.close()
    expect(readFileSync(file).includes(secret)).toBe(true)
    const second = openAt(file)
    openPreferences(second.db).keep('drafts', null)
    second.close()
    expect(readFileSync(file).includes(secret)).toBe(false)
    rmSync(folder, { recursive: true, force: true })
  })

  it('of another shape is as if nothing had been kept', () => {
    const { db } = openAt(':memory:')
    const preferences = openPreferences(db)
    preferences.keep('orders-look', { type: 'sale' })
    db.prepare(`UPDATE meta SET value = '{"surprise":1}'`).run()
    expect(preferences.find('orders-look')).toBeNull()
  })

  it.each(['{"theme":"da', '', 'null'])(
    'cut short to %j is as if nothing had been kept',
    (text) => {
      const { db } = openAt(':memory:')
      const preferences = openPreferences(db)
      preferences.keep('appearance', { theme: 'dark' })
      db.prepare('UPDATE meta SET value = ?').run(text)
      expect(preferences.find('appearance')).toBeNull()
    },
  )

  it('has the shape of its name', () => {
    const keeps = (input: unknown) => methods['preference:set'].safeParse(input).success
    expect(keeps({ name: 'orders-look', value: { phase: 'captured' } })).toBe(true)
    expect(keeps({ name: 'orders-look', value: null })).toBe(true)
    expect(keeps({ name: 'orders-look', value: { surprise: 1 } })).toBe(false)
    expect(keeps({ name: 'orders-look' })).toBe(false)
    expect(keeps({ name: 'another', value: null })).toBe(false)
  })

  it.each(['-----BEGIN PRIVATE KEY-----', 'https://me:secret@gate.example/'])(
    'has no place for %j in a draft',
    (text) => {
      const keeps = (fields: object) =>
        methods['preference:set'].safeParse({ name: 'drafts', value: [{ ...draft, fields }] })
          .success
      expect(keeps({ order_desc: 'a cup' })).toBe(true)
      expect(keeps({ order_desc: 'a cup', comment: text })).toBe(false)
    },
  )

  it('has no place for a card number in the filter of the orders list', () => {
    const keeps = (filter: object) =>
      methods['preference:set'].safeParse({ name: 'orders-look', value: filter }).success
    expect(keeps({ phase: 'partly-captured', type: 'account verification' })).toBe(true)
    for (const name of ['phase', 'type', 'amountFrom', 'amountUntil', 'from', 'surprise'])
      expect(keeps({ [name]: '4111111111111111' }), name).toBe(false)
  })
})
