// One card number as somebody may type or paste it: digits of a script, groups, gaps, escapes, what
// is glued to it, what stands beside it, and what carries it. Drawn from a seed. Written apart from
// the product: no file of this folder imports one of its detector.
import type { Random } from '../../faults/random.ts'
import { carriers, escapes } from './escapes.ts'
import { type Gap, markGaps, tagGaps, unseenGaps } from './gaps.ts'
import { type Brand, brands, cardOf } from './numbers.ts'
import { inScript, scripts } from './scripts.ts'

export interface Spelling {
  card: string
  text: string
  /** The part with the digits. */
  core: string
  /** How it is spelled, word by word, so that what is missed can be counted by kind. */
  kinds: string[]
}

const plainGaps: Readonly<Record<string, Gap>> = { ...unseenGaps, ...markGaps }
const gaps: Readonly<Record<string, Gap>> = { ...plainGaps, ...tagGaps }

/** What a detector can be asked for: only usual numbers are known in odd groups or glued. */
export function drawSpelling(random: Random): Spelling {
  const brand = random.pick(brands)
  const card = cardOf(random, brand)
  const kinds = [brand.name]
  const groups = groupsOf(random, brand, card, kinds)
  const [first, last] = gluedOf(random, brand, groups.length, kinds)
  const written = writeDigits(random, groups, kinds)
  const gapped = joined(random, written, kinds)
  const placed = besideOf(random, `${first}${gapped}${last}`, kinds)
  return { card, kinds, core: gapped, text: carried(random, placed, kinds) }
}

const cut = (card: string, sizes: readonly number[]): string[] => {
  let at = 0
  return sizes.flatMap((size) => {
    const part = card.slice(at, (at += size))
    return part === '' ? [] : [part]
  })
}
const alike = (size: number): number[] => Array.from({ length: 20 }, () => size)

function groupsOf(random: Random, brand: Brand, card: string, kinds: string[]): string[] {
  const way = random.below(10)
  const [kind, groups] = ((): [string, string[]] => {
    if (way < 5) return ['as printed', cut(card, brand.groups)]
    if (way === 5) return ['without a gap', [card]]
    if (way === 6) return ['digit by digit', cut(card, alike(1))]
    if (!brand.isUsual) return ['as printed', cut(card, brand.groups)]
    if (way === 7) return ['in twos', cut(card, alike(2))]
    if (way === 8) return ['in other groups', cut(card, alike(random.pick([3, 5, 6, 8])))]
    const at = 1 + random.below(card.length - 1)
    return ['broken at one place', [card.slice(0, at), card.slice(at)]]
  })()
  kinds.push(kind)
  return groups
}

/** Digits that somebody forgot a space before or behind. */
function gluedOf(random: Random, brand: Brand, count: number, kinds: string[]): [string, string] {
  const mayBe = brand.isUsual && (count === 1 || /^(?:as printed|in twos)$/.test(kinds.at(-1)!))
  const way = mayBe ? random.below(8) : 7
  const digit = String(random.below(10))
  const expiry = `${random.pick(['01', '07', '12'])}${random.pick(['27', '30'])}`
  const glued: readonly [string, string, string][] = [
    ['a digit glued before it', digit, ''],
    ['a digit glued behind it', '', digit],
    ['an expiry glued behind it', '', expiry],
  ]
  const [kind, before, behind] = glued[way] ?? ['nothing glued', '', '']
  kinds.push(kind)
  return [before, behind]
}

function writeDigits(random: Random, groups: readonly string[], kinds: string[]): string[] {
  if (random.chance(0.6)) {
    kinds.push('plain digits')
    return [...groups]
  }
  const script = random.pick(Object.keys(scripts))
  kinds.push(script)
  return groups.map((group) => inScript(group, script))
}

function joined(random: Random, groups: readonly string[], kinds: string[]): string {
  if (groups.length === 1) return groups[0]!
  // Two cells of a table with parts that no card shows could be any two numbers.
  const isOdd = kinds.some((kind) => /^(?:broken at one place|in other groups)$/.test(kind))
  const escape = random.chance(0.6) ? null : random.pick(Object.keys(escapes))
  const all = escape !== null || isOdd ? plainGaps : gaps
  const names = Object.keys(all)
  const name = random.pick(names)
  const isMixed = random.chance(0.1)
  kinds.push(isMixed ? 'mixed gaps' : name)
  if (escape !== null) kinds.push(`escaped ${escape}`)
  return groups.reduce((text, group) => {
    const gap = all[isMixed ? random.pick(names) : name]!(random)
    return `${text}${escape === null ? gap : escapes[escape]!(gap, random)}${group}`
  })
}

const beside: readonly ((text: string, random: Random) => string)[] = [
  (text) => text,
  (text) => `to ${text}`,
  (text) => `to ${text} please`,
  (text) => `card${text}please`,
  (text) => `(${text})`,
  (text) => `The customer said: “${text}”.`,
  (text) => `\n${text}\n`,
  (text, random) => `order ${6_000_000 + random.below(900_000)} to ${text}`,
  (text, random) => `${2 + random.below(90)} ${text}`,
  (text) => `${text} 12/30`,
  (text) => `${text} exp 12/30 cvv 123`,
  (text) => `on 2026-11-21 10:20:30 ${text}`,
  (text) => `+372 5123 4567, ${text}`,
  (text) => `12.50 EUR on ${text}, 21.11.2026`,
  (text) => `card: ${text}; IBAN DE89370400440532013000`,
  (text) => `%B${text}^MULLER/ZOE^3012101`,
]

const besideIt = (random: Random, text: string): string => random.pick(beside)(text, random)

function besideOf(random: Random, text: string, kinds: string[]): string {
  const at = random.below(beside.length)
  kinds.push(`beside ${at}`)
  return random.chance(0.9)
    ? beside[at]!(text, random)
    : besideIt(random, beside[at]!(text, random))
}

function carried(random: Random, text: string, kinds: string[]): string {
  if (random.chance(0.75)) return text
  const name = random.pick(Object.keys(carriers))
  kinds.push(`carried ${name}`)
  return carriers[name]!(text)
}
