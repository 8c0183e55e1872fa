import { expect, it } from 'vitest'
import { askedIn, askedText } from '#shared/approvals/asked-place.ts'

const place = {
  ...{ until: 1_800_000_000_000, log: 'ab'.repeat(16), approval: `ap-${'c'.repeat(16)}` },
  desk: 'desk-1',
}

it('is read as it is written, and stands in the order of its end', () => {
  expect(askedIn(askedText(place))).toEqual(place)
  const early = { ...place, until: 999 }
  expect(askedIn(askedText(early))).toEqual(early)
  expect(askedText(early) < askedText(place)).toBe(true)
})

it.each([
  ['no desk', (text: string) => text.replace(/desk-1$/, '')],
  ['a part more', (text: string) => `${text}/x`],
  ['a short time', (text: string) => text.slice(1)],
  ['large letters', (text: string) => text.toUpperCase()],
  ['a line more', (text: string) => `${text}\n`],
])('is none with %s', (_what, change) => {
  expect(askedIn(change(askedText(place)))).toBeNull()
})
