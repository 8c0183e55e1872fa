// The mark of a person: the first letters of the name, in a colour that stays with the name.
import { describe, expect, it } from 'vitest'
import {
  initialsOf,
  personColourOf,
  personColours,
} from '../../../../src/renderer/ui/person/initials.ts'
import { dark, light } from '../../../../src/renderer/theme/tokens.ts'

describe('the mark of a person', () => {
  it.each([
    ['anna', 1, 'A'],
    ['Ana García Fernández', 2, 'AG'],
    ['jörg.müller', 2, 'JM'],
    ['  🦊 fox ', 1, '🦊'],
    ['ßeta', 1, 'SS'],
    ['', 2, ''],
  ])('of %j in %i letters is %j', (name, most, initials) => {
    expect(initialsOf(name, most)).toBe(initials)
  })

  it('has one colour for a name, and every colour for some', () => {
    const names = Array.from({ length: 60 }, (_, at) => `person ${at}`)
    const used = new Set(names.map(personColourOf))
    expect(used.size).toBe(personColours)
    expect(names.map(personColourOf)).toEqual(names.map(personColourOf))
    expect([light, dark].map(({ people }) => people.length)).toEqual([personColours, personColours])
  })
})
