// Every component that takes input stands in the list of inputs, with whether what is typed there
// is kept, and if not, why: a new form can't be forgotten. That it is kept is played in the window
// (test/screens/drafts.test.ts).
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inputs } from './screens/form-list.ts'

const root = join(import.meta.dirname, '../src/renderer')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.vue'))
  .map((file) => file.replaceAll('\\', '/'))
const holds = (file: string, names: readonly string[]): boolean =>
  new RegExp(`<(${names.join('|')})\\b`).test(readFileSync(join(root, file), 'utf8'))
const native = ['form', 'input', 'textarea', 'select', 'NInput', 'NCheckbox', 'NRadio', 'NSwitch']
const holding = (names: readonly string[], folder: string): string[] =>
  files
    .filter((file) => file.startsWith(folder) && holds(file, names))
    .map((file) => basename(file, '.vue'))
const controls = [...native, ...holding(native, 'ui/controls/'), 'DigitField', 'TypedOnce']
/** Fields of the window's own, so that a form made of them alone is found as well. */
const own = holding(controls, 'ui/')
const takesInput = files.filter((file) => holds(file, [...controls, ...own]))

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
