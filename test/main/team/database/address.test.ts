import { describe, expect, it } from 'vitest'
import { readAddress } from '../../../../src/main/team/database/address.ts'

describe('an address', () => {
  it('is read by Paydesk and not by the library', () => {
    const whole = { host: 'db.example.test', port: 5433, user: 'owner', database: 'team' }
    expect(readAddress('postgres://owner@db.example.test:5433/team')).toEqual(whole)
    expect(readAddress('postgresql://owner@[::1]/team')).toEqual({
      ...{ host: '::1', port: 5432, user: 'owner', database: 'team' },
    })
  })

  it.each([
    ['', 'not-an-address'],
    ['team', 'not-an-address'],
    ['https://owner@host/team', 'not-postgres'],
    ['postgres://owner:secret@host/team', 'password-in-address'],
    ['postgres://owner@host/team?sslmode=require', 'parameters'],
    ['postgres://owner@host/team?sslmode=disable', 'parameters'],
    ['postgres://owner@host/team?sslmode=no-verify', 'parameters'],
    ['postgres://owner@host/team?host=other', 'parameters'],
    ['postgres://host/team', 'user-missing'],
    ['postgres://owner@host', 'database-missing'],
    ['postgres://owner@host/a%22b', 'database-missing'],
    ['postgres://owner@host/%zz', 'not-an-address'],
    ['postgres://owner%ff@host/team', 'not-an-address'],
  ])('%s: %s', (text, flaw) => {
    expect(readAddress(text)).toBe(flaw)
  })
})
