// The mark of a person: the first letters of the name, in a colour that stays with the name.
import { createSSRApp, h, ref } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { describe, expect, it } from 'vitest'
import {
  initialsOf,
  personColourOf,
  personColours,
} from '../../../../src/renderer/ui/person/initials.ts'
import { joinedKey } from '../../../../src/renderer/ui/person/joined.ts'
import PersonName from '../../../../src/renderer/ui/person/PersonName.vue'
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
    const colours = (): number[] => names.map((name) => personColourOf(name, []))
    expect(new Set(colours()).size).toBe(personColours)
    expect(colours()).toEqual(colours())
    expect([light, dark].map(({ people }) => people.length)).toEqual([personColours, personColours])
  })

  it('has a colour of its own for each of the first six who joined, whoever left', () => {
    const joined = ['Ada', 'Bo', 'Cy', 'Dee', 'Eve', 'Fay', 'Gil']
    const colours = (names: string[]): number[] =>
      joined.slice(1).map((name) => personColourOf(name, names))
    expect(joined.map((name) => personColourOf(name, joined))).toEqual([0, 1, 2, 3, 4, 5, 0])
    expect(colours(['', ...joined.slice(1)])).toEqual(colours(joined))
    expect(personColourOf('Bo', [])).toBe(personColourOf('Dee', []))
  })

  it('has its colour from the names that the window provides', async () => {
    const app = createSSRApp({ render: () => ['Bo', 'Dee'].map((name) => h(PersonName, { name })) })
    app.provide(joinedKey, ref(['Ada', 'Bo', 'Cy', 'Dee']))
    const html = await renderToString(app)
    expect(html).toMatch(/--person-1-ink.*Bo.*--person-3-ink.*Dee/s)
  })
})
