// Both themes keep WCAG AA: text 4.5:1, borders of controls 3:1. Grounds differ, and every style
// keeps to the scales.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cardMarkOf } from '../../../src/renderer/theme/card-marks.ts'
import { overridesOf } from '../../../src/renderer/theme/naive.ts'
import {
  cssVariables,
  dark,
  light,
  motionMs,
  type Palette,
  radius,
  type Tone,
  typeScale,
} from '../../../src/renderer/theme/tokens.ts'

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
  const { paper, surface, raised, above } = palette
  const grounds = { paper, surface, raised, above }
  return [
    ...Object.entries(grounds).flatMap(([name, ground]): [string, string, string, number][] => [
      [`text on ${name}`, palette.text, ground, 4.5],
      [`muted on ${name}`, palette.muted, ground, 4.5],
      [`primary on ${name}`, palette.primary, ground, 4.5],
      [`edge on ${name}`, palette.edge, ground, 3],
      [`focus on ${name}`, palette.focus, ground, 3],
    ]),
    ['edges of bars of before on surface', palette.past, palette.surface, 3],
    ['bars of money in on surface', palette.incomeBar, palette.surface, 3],
    ['bars of refunds on surface', palette.refundBar, palette.surface, 3],
    ['bars of payouts on surface', palette.payoutBar, palette.surface, 3],
    ['text on a button', palette.text, palette.button, 4.5],
    ['primary on a button', palette.primary, palette.button, 4.5],
    ['text on hover', palette.text, palette.hover, 4.5],
    ['muted on hover', palette.muted, palette.hover, 4.5],
    ['primary on hover', palette.primary, palette.hover, 4.5],
    ['text on what is chosen', palette.text, palette.primaryWash, 4.5],
    ['primary on what is chosen', palette.primary, palette.primaryWash, 4.5],
    ['muted on what is chosen', palette.muted, palette.primaryWash, 4.5],
    ['focus on what is chosen', palette.focus, palette.primaryWash, 3],
    ['label on production', palette.onProduction, palette.production, 4.5],
    ['digits on the lit corner of a card', palette.onCard, palette.cardFrom, 4.5],
    ['digits on the other corner of a card', palette.onCard, palette.cardTo, 4.5],
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
    ...palette.people.map(({ ink, wash }, at): [string, string, string, number] => [
      ...([`mark of a person, ${at}`, ink, wash, 4.5] as const),
    ]),
  ]
}

/** Degrees on the colour circle. */
function hue(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((from) => parseInt(colour.slice(from, from + 2), 16))
  const [r, g, b] = [red!, green!, blue!]
  const span = Math.max(r, g, b) - Math.min(r, g, b)
  const sixth =
    r >= g && r >= b ? ((g - b) / span + 6) % 6 : g >= b ? (b - r) / span + 2 : (r - g) / span + 4
  return sixth * 60
}

describe.each([
  ['light', light, 1.06],
  ['dark', dark, 1.25],
] as const)('%s theme', (_name, palette, least) => {
  it('tells paper, surface and raised apart by eye', () => {
    const { paper, surface, raised } = palette
    for (const [one, other] of [
      [paper, surface],
      [surface, raised],
      [paper, raised],
    ] as const)
      expect(contrast(one, other)).toBeGreaterThanOrEqual(least)
  })

  it('shows the row under the pointer and what is chosen', () => {
    for (const ground of [palette.hover, palette.primaryWash])
      expect(contrast(ground, palette.surface)).toBeGreaterThanOrEqual(1.1)
  })

  it('shows a button, quieter than a field', () => {
    const { rim, edge, button, surface } = palette
    expect(contrast(rim, button)).toBeGreaterThan(1.5)
    expect(contrast(rim, surface)).toBeLessThan(contrast(edge, surface) / 1.5)
  })

  it('keeps violet for an unknown outcome', () => {
    const isViolet = (colour: string): boolean => hue(colour) > 255 && hue(colour) < 300
    const inks = Object.entries(palette.tones).map(([tone, { ink }]) => [tone, ink] as const)
    expect(inks.filter(([, ink]) => isViolet(ink)).map(([tone]) => tone)).toEqual(['unknown'])
    expect(palette.people.flatMap(({ ink, wash }) => [ink, wash]).some(isViolet)).toBe(false)
    const bars = [palette.incomeBar, palette.refundBar, palette.payoutBar]
    const cards = [palette.cardFrom, palette.cardTo]
    expect([palette.primary, palette.focus, ...cards, ...bars].some(isViolet)).toBe(false)
  })

  it('tells money in, refunds and payouts apart by their hues', () => {
    const { incomeBar, refundBar, payoutBar } = palette
    const hues = [incomeBar, refundBar, payoutBar].map(hue).toSorted((a, b) => a - b)
    expect(hues[1]! - hues[0]!).toBeGreaterThan(30)
    expect(hues[2]! - hues[1]!).toBeGreaterThan(30)
  })

  it('has no bar that is as loud as its figures', () => {
    const { incomeBar, refundBar, payoutBar, text, surface } = palette
    for (const bar of [incomeBar, refundBar, payoutBar])
      expect(contrast(bar, surface)).toBeLessThan(contrast(text, surface) / 2)
  })

  it('draws a card that stands out from its panel, and is lit from one corner', () => {
    const { cardFrom, cardTo, surface } = palette
    expect(contrast(cardFrom, surface)).toBeGreaterThanOrEqual(2)
    expect(contrast(cardFrom, cardTo)).toBeGreaterThanOrEqual(2)
  })

  it('draws the cards of the great brands as clearly, each in another colour', () => {
    const faces = ['Visa', 'Mastercard', 'Amex'].map((brand) => cardMarkOf(brand)!.face!)
    expect(new Set(faces.map(({ from }) => from)).size).toBe(faces.length)
    for (const { from, to } of faces) {
      expect(contrast(palette.onCard, from)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(palette.onCard, to)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(from, palette.surface)).toBeGreaterThanOrEqual(2)
      expect(contrast(from, to)).toBeGreaterThanOrEqual(2)
    }
  })

  it('is the same in naive-ui', () => {
    expect(overridesOf(palette).common).toMatchObject({
      primaryColor: palette.primary,
      bodyColor: palette.paper,
      cardColor: palette.surface,
      modalColor: palette.above,
      borderRadius: `${radius}px`,
      fontFamily: cssVariables(palette)['--font'],
    })
  })

  it.each(pairsOf(palette))('keeps contrast of %s', (_pair, ink, ground, least) => {
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(least)
  })
})

describe('the dark theme', () => {
  it('lifts a sheet off the panels behind, and its boxes off the sheet', () => {
    expect(contrast(dark.above, dark.surface)).toBeGreaterThanOrEqual(1.12)
    expect(contrast(dark.raised, dark.above)).toBeGreaterThanOrEqual(1.12)
  })

  it.each(Object.entries(dark.tones))('shows a mark of %s on its panel', (_tone, { wash }) => {
    expect(contrast(wash, dark.surface)).toBeGreaterThanOrEqual(1.15)
  })

  it('has an amber that is no brown', () => {
    const { wash } = dark.tones.warn
    const parts = [1, 3, 5].map((from) => parseInt(wash.slice(from, from + 2), 16))
    const [least, most] = [Math.min(...parts), Math.max(...parts)]
    expect((most - least) / most).toBeLessThan(0.5)
  })
})

const renderer = join(import.meta.dirname, '../../../src/renderer')
const styles = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(vue|css)$/.test(path))
  .map((path) => {
    const text = readFileSync(join(renderer, path), 'utf8')
    return { path, text, css: path.endsWith('.css') ? text : text.slice(text.indexOf('<style')) }
  })

/** Every match of a pattern, with its file. */
const found = (pattern: RegExp): [path: string, value: string][] =>
  styles.flatMap(({ path, css }) =>
    [...css.matchAll(pattern)].map(([, value]): [string, string] => [path, value!]),
  )

describe('the styles of all screens', () => {
  it('are found: a check over nothing would pass', () => {
    expect(styles.length).toBeGreaterThan(80)
    expect(found(/font-size: ([^;]+);/g).length).toBeGreaterThan(30)
  })

  it('edge each pale filling of what was before, so that its bar is told by the edge', () => {
    const pale = found(/\{([^{}]*var\(--past\) \d+%[^{}]*)\}/g)
    expect(pale).toHaveLength(3)
    for (const [path, rule] of pale)
      expect(rule, path).toMatch(/border: (?:1px )?solid var\(--past\)/)
  })

  it('keep to the sizes of text', () => {
    const sizes = typeScale.map((size) => `${size}px`)
    const odd = found(/font(?:-size)?: ([\d.]+px)/g).filter(([, size]) => !sizes.includes(size))
    expect(odd).toEqual([])
  })

  it('write no colour of their own', () => {
    expect(found(/(#[0-9a-f]{3,8})\b/gi)).toEqual([])
  })

  it('name only variables that the tokens set or the file itself', () => {
    const known = new Set(Object.keys(cssVariables(light)))
    const strange = styles.flatMap(({ path, css, text }) =>
      [...css.matchAll(/var\((--[\w-]+)/g)]
        .map(([, name]) => name!)
        .filter((name) => !known.has(name) && !text.includes(`'${name}'`))
        .filter((name) => !css.includes(`${name}: `))
        .map((name) => `${path} ${name}`),
    )
    expect(strange).toEqual([])
  })

  it('know five tones and violet, and no other', () => {
    const tones: Tone[] = ['neutral', 'info', 'good', 'warn', 'bad', 'unknown']
    expect(Object.keys(light.tones)).toEqual(tones)
    expect(Object.keys(dark.tones)).toEqual(tones)
    const used = found(/\.tone-(\w+)/g).map(([, tone]) => tone)
    expect([...new Set(used)].filter((tone) => !tones.some((one) => one === tone))).toEqual([])
  })

  it('move briefly, and not at all for whoever asked for less of it', () => {
    expect(motionMs).toBeGreaterThanOrEqual(120)
    expect(motionMs).toBeLessThanOrEqual(160)
    const moves = styles.filter(({ css }) => /(?:transition|animation): /.test(css))
    expect(moves.length).toBeGreaterThan(0)
    for (const { path, css } of moves)
      expect(css, path).toMatch(/prefers-reduced-motion: (?:no-preference|reduce)/)
  })
})

describe('the styles of two components', () => {
  const top = join(import.meta.dirname, '../../../src/renderer')
  const files = readdirSync(top, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.vue'),
  )
  /** What stands between the braces of each rule, in one order. */
  const rulesIn = (source: string): string[] =>
    [...source.matchAll(/<style scoped>(.*?)<\/style>/gs)].flatMap(([, style = '']) =>
      [...style.replaceAll(/\/\*.*?\*\//gs, '').matchAll(/\{([^{}]*)\}/g)].flatMap(
        ([, rule = '']) => {
          const lines = rule.split(';').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
          return lines.length < 4 ? [] : [lines.sort().join('; ')]
        },
      ),
    )
  const repeated = (sources: readonly (readonly [string, string])[]): string[] => {
    const places = new Map<string, Set<string>>()
    for (const [file, source] of sources)
      for (const rule of rulesIn(source))
        places.set(rule, (places.get(rule) ?? new Set()).add(file))
    return [...places].flatMap(([rule, found]) =>
      found.size > 1 ? [`${[...found].join(', ')}: ${rule}`] : [],
    )
  }

  it('share no rule of four lines: it is a part of ui/ or a class of the theme', () => {
    const sources = files.map((file) => [file, readFileSync(join(top, file), 'utf8')] as const)
    expect(repeated(sources)).toEqual([])
  })

  it('are found where one is planted', () => {
    const style = (order: string): string => `<style scoped>.x { ${order} }</style>`
    const one = style('display: grid; gap: 4px; margin: 0; padding: 8px;')
    const two = style('gap: 4px; display: grid; padding: 8px; margin: 0')
    expect(
      repeated([
        ['One.vue', one],
        ['Two.vue', two],
      ]),
    ).toHaveLength(1)
    expect(repeated([['One.vue', one + one]])).toEqual([])
  })
})
