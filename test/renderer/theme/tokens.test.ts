// Both themes keep WCAG AA: text 4.5:1, borders of controls 3:1.
import { describe, expect, it } from 'vitest'
import { dark, light, type Palette } from '../../../src/renderer/theme/tokens.ts'

const channel = (value: number): number =>
  value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((from) =>
    channel(parseInt(colour.slice(from, from + 2), 16) / 255),
  )
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high! + 0.05) / (low! + 0.05)
}

const pairsOf = (palette: Palette): [string, string, string, number][] => {
  const grounds = { paper: palette.paper, surface: palette.surface, raised: palette.raised }
  return [
    ...Object.entries(grounds).flatMap(([name, ground]): [string, string, string, number][] => [
      [`text on ${name}`, palette.text, ground, 4.5],
      [`muted on ${name}`, palette.muted, ground, 4.5],
      [`primary on ${name}`, palette.primary, ground, 4.5],
      [`edge on ${name}`, palette.edge, ground, 3],
      [`focus on ${name}`, palette.focus, ground, 3],
    ]),
    ['label on primary', palette.onPrimary, palette.primary, 4.5],
    ['label on hovered primary', palette.onPrimary, palette.primaryHover, 4.5],
    ['label on pressed primary', palette.onPrimary, palette.primaryPressed, 4.5],
    ...Object.entries(palette.tones).flatMap(
      ([tone, { ink, wash }]): [string, string, string, number][] => [
        [`${tone} ink on its wash`, ink, wash, 4.5],
        [`${tone} ink on surface`, ink, palette.surface, 4.5],
        [`text on ${tone}`, palette.text, wash, 4.5],
        [`muted on ${tone}`, palette.muted, wash, 4.5],
      ],
    ),
  ]
}

describe.each([
  ['light', light],
  ['dark', dark],
] as const)('%s theme', (_name, palette) => {
  it.each(pairsOf(palette))('keeps contrast of %s', (_pair, ink, ground, least) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(least)
  })
})
