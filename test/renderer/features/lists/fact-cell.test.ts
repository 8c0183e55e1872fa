// What stands in a row for a fact that is not there: quiet words where nobody told it, and a dash
// alone where there can be none.
import { expect, it } from 'vitest'
import { createSSRApp } from 'vue'
import { renderToString } from 'vue/server-renderer'
import { FactCell } from '../../../../src/renderer/features/lists/fact-cell.ts'

const cell = (props: Record<string, unknown>) => renderToString(createSSRApp(FactCell, props))

it.each([null, ''])('says that nobody told it: %j', async (fact) => {
  const html = await cell({ fact, none: 'Not known' })
  expect(html).toBe('<span class="muted">Not known</span>')
})

it('is a dash alone where there can be no amount', async () => {
  expect(await cell({ fact: null, none: '' })).toBe('<span class="muted">–</span>')
})

it('is a time in short, with its date, its seconds and its zone for whoever points at it', async () => {
  const html = await cell({ fact: Date.UTC(2020, 10, 21, 23, 5, 9), time: 'moment' })
  expect(html).toMatch(/>2[12] Nov 2020<\/time>/)
  expect(html).toContain('title="')
  expect(html).toContain('21 Nov 2020, 23:05:09 UTC')
})

it('is the text and the amount where they are there', async () => {
  expect(await cell({ fact: 'Zoë', none: 'Not known' })).toContain('>Zoë<')
  const amount = { amount: '5.00', currency: 'EUR' }
  expect(await cell({ fact: amount, none: 'Not known' })).toMatch(/5\.00.EUR/)
})
