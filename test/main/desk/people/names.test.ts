import { describe, expect, it } from 'vitest'
import { inputFault } from '#shared/fault.ts'
import { say } from '#shared/message.ts'
import { quoted } from '#shared/names/unseen.ts'
import { roleIds, roles } from '#shared/people/roles.ts'
import { formatMessage } from '#wording/format-messages.ts'
import { personNameFault, roleNameFault } from '../../../../src/main/desk/people/names.ts'

describe.each([
  ['a person', personNameFault],
  ['a role', roleNameFault],
])('the name of %s', (_what, faultOf) => {
  it('is none of a role that is always here, in any letters', () => {
    for (const id of roleIds) {
      const name = formatMessage(roles[id].name)
      const fault = inputFault('name', say('people.named-like-a-role', { name: quoted(name) }))
      expect(faultOf(name, [])).toEqual(fault)
      expect(faultOf(name.toUpperCase(), [])).toEqual(fault)
    }
    expect(faultOf('\u0410uditor', [])).not.toBe(null)
    expect(faultOf('Night refunds', [])).toBe(null)
  })

  it.each([
    ['\u200b', '200B'],
    ['Night\u202etceridni', '202E'],
    ['a\nb', '000A'],
    ['Ni\u00adght', '00AD'],
  ])('has nothing that nobody can see: %j', (name, code) => {
    expect(faultOf(name, [])).toEqual(inputFault('name', say('people.name-unseen', { code })))
  })

  it('looks like none that is here', () => {
    expect(faultOf('Ada', [{ name: 'Bo' }])).toBe(null)
    expect(faultOf('\u0410da', [{ name: 'Ada' }])?.message).toContain('“Ada”')
  })
})

it('of a person is not the one under which Paydesk acts by itself', () => {
  const fault = inputFault('name', say('people.named-like-paydesk'))
  for (const name of ['paydesk', 'Paydesk', 'PAYDESK', ' PayDesk ', 'P\u0430ydesk'])
    expect(personNameFault(name, [])).toEqual(fault)
  expect(personNameFault('Ada Paydesk', [])).toBe(null)
})
