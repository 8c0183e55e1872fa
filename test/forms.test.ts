// Every component that takes input stands in the list of inputs, with whether what is typed there is kept, and if not, why: a new form
// can't be forgotten. That it is kept is played in the window (test/screens/drafts.test.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inputs } from './screens/form-list.ts'

const root = join(import.meta.dirname, '../src/renderer')
const isInput = (name: string): boolean => /(Field|Fields|Entry|Once|Grid)$/.test(name)
/** Fields of the window's own, so that a form made of them alone is found as well. */
const fieldNames = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .map((file) => /(\w+)\.vue$/.exec(file)?.[1] ?? '')
  .filter((name) => isInput(name) && name !== 'RowGrid')
const control = new RegExp(`<(form|input|textarea|select|NInput|${fieldNames.join('|')})\\b`)

const takesInput = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.vue'))
  .filter((file) => control.test(readFileSync(join(root, file), 'utf8')))
  .map((file) => file.replaceAll('\\', '/'))

describe('everything that takes input', () => {
  it('stands in the list of inputs, and nothing else does', () => {
    expect(takesInput.length).toBeGreaterThan(40)
    expect(Object.keys(inputs).sort()).toEqual(takesInput.sort())
  })

  it('is typed into by the test it names', () => {
    for (const [file, one] of Object.entries(inputs))
      if ('playedIn' in one) {
        const test = join(import.meta.dirname, 'screens', `${one.playedIn}.test.ts`)
        expect(readFileSync(test, 'utf8')).toContain(`inputs['${file}']`)
      }
  })

  it('has no key and no card among what is kept', () => {
    const secret = /TypedOnce|DigitField|is-secret/
    for (const [file, one] of Object.entries(inputs))
      if (secret.test(readFileSync(join(root, file), 'utf8').split('<template>')[1] ?? ''))
        expect(one, file).toHaveProperty('whyNot')
  })
})
