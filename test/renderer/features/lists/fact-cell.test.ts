// What stands in a row for a fact that is not there: a dash that says why where nobody told it, and
// nothing where there can be none.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { FactCell } from '../../../../src/renderer/features/lists/fact-cell.ts'

const cell = (props: Record<string, unknown>) => renderToString(createSSRApp(FactCell, props))

const dash = (why: string) =>
  `<span class="muted" title="${why}"><span aria-hidden="true">–</span><span class="sr-only">${why}</span></span>`

it.each([null, ''])('says that nobody told it: %j', async (fact) => {
  expect(await cell({ fact, why: 'Not told' })).toBe(dash('Not told'))
})

it('is a dash of its own where no reason is known', async () => {
  expect(await cell({ fact: null })).toBe(dash('Not known'))
})

it('is empty where there can be none, and where a text was left empty', async () => {
  expect(await cell({ fact: null, why: '' })).toBe('<span></span>')
  expect(await cell({ fact: '' })).toBe('<span></span>')
})

it('is a time in short, with its date, its seconds and its zone for whoever points at it', async () => {
  const html = await cell({ fact: Date.UTC(2020, 10, 21, 23, 5, 9), isTime: true })
  expect(html).toMatch(/>2[12] Nov 2020<\/time>/)
  expect(html).toContain('title="')
  expect(html).toContain('21 Nov 2020, 23:05:09 UTC')
})

it('is the text and the amount where they are there', async () => {
  expect(await cell({ fact: 'Zoë', why: 'Not told' })).toContain('>Zoë<')
  const amount = { amount: '5.00', currency: 'EUR' }
  expect(await cell({ fact: amount, why: 'Not told' })).toMatch(/5\.00.EUR/)
})
