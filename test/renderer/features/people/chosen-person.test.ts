// Who signs in: a few people are tiles with their marks, many a list. The marks are no text.
import { createSSRApp, h } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { expect, it } from 'vitest'
import ChosenPerson from '../../../../src/renderer/features/people/ChosenPerson.vue'

const drawn = (count: number): Promise<string> => {
  const people = Array.from({ length: count }, (_, at) => ({ id: `p-${at}`, name: `Nora ${at}` }))
  return renderToString(
    createSSRApp({ render: () => h(ChosenPerson, { people, modelValue: 'p-0' }) }),
  )
}
const occurrences = (html: string, part: string): number => html.split(part).length - 1
const textOf = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')

it('shows one alone with a large mark, and asks nothing', async () => {
  const html = await drawn(1)
  expect(html).toContain('person-mark is-large')
  expect(html).not.toMatch(/type="radio"|<select/)
  expect(textOf(html).trim()).toBe('Nora 0')
})

it.each([2, 6])('shows %i as tiles of one choice', async (count) => {
  const html = await drawn(count)
  expect(html).toContain('role="radiogroup"')
  expect(occurrences(html, 'type="radio"')).toBe(count)
  // One name makes them one choice, and one stop of the Tab key.
  const names = [...html.matchAll(/<input[^>]* name="([^"]+)"/g)].map(([, name]) => name)
  expect(names).toHaveLength(count)
  expect(new Set(names).size).toBe(1)
  expect(occurrences(html, 'data-initials="N')).toBe(count)
  expect(textOf(html)).toMatch(/Nora 0 .*Nora 1/)
  expect(textOf(html)).not.toMatch(/\bN0\b/)
})

it('has four beside each other', async () => {
  expect(await drawn(4)).toContain('is-four')
  expect(await drawn(5)).not.toContain('is-four')
})

it('shows more in a list, with the mark of the chosen one beside it', async () => {
  const html = await drawn(7)
  expect(html).toContain('<select')
  expect(occurrences(html, '<option')).toBe(7)
  expect(occurrences(html, 'data-initials="N0"')).toBe(1)
})
