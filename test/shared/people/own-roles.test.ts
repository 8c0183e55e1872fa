// Roles of one computer: what they can give, and what somebody holds by them.
import { expect, it } from 'vitest'
import { apart, givableRights, ownRoleRights, rightsHeld } from '#shared/people/own-roles.ts'
import { rights } from '#shared/people/rights.ts'
import { rightsOf } from '#shared/people/roles.ts'

const night = { id: `r-${'1'.repeat(16)}`, name: 'Night', rights: ['return'] } as const

it('can give every right but the one to say who works here', () => {
  expect(rights.filter((right) => !givableRights.some((one) => one === right))).toEqual(['people'])
  expect(ownRoleRights.safeParse(['people']).success).toBe(false)
  expect(ownRoleRights.safeParse([]).success).toBe(false)
  expect(ownRoleRights.safeParse(['return', 'notes']).success).toBe(true)
})

it('give beside the roles that are always there, and nothing where there are none', () => {
  expect(rightsHeld({ roles: [] }).size).toBe(0)
  expect([...rightsHeld({ roles: [], ownRoles: [night] })]).toEqual(['return'])
  const both = rightsHeld({ roles: ['support'], ownRoles: [night] })
  expect(both.size).toBe(rightsOf(['support']).size + 1)
})

it('stand apart in a statement, and are left out where there are none', () => {
  expect(apart(['support', night.id])).toEqual({ roles: ['support'], ownRoles: [night.id] })
  expect(apart(['support'])).toEqual({ roles: ['support'] })
})
