// All traits, grouped as docs/hosts.md shows them.
import type { Trait } from '../foreign/trait.ts'
import { amounts } from './amounts.ts'
import { ids } from './ids.ts'
import { records } from './records.ts'
import { refusals } from './refusals.ts'
import { statuses } from './statuses.ts'
import { words } from './words.ts'

/** What the connection knows of most of these hosts; a trait adds to it or says otherwise. */
export const usual = { statusAmount: 'latest' } as const

const plain: Trait = {
  name: 'plain',
  about: 'No trait: as the interface description has it.',
  source: 'interface gap',
  settings: usual,
}

export const groups: Readonly<Record<string, readonly Trait[]>> = {
  'No trait': [plain],
  'Order IDs and transaction IDs': ids,
  'Amounts and currencies': amounts,
  Words: words,
  'Statuses and dates': statuses,
  Records: records,
  'Refusals and HTTP': refusals,
}

export const traits: readonly Trait[] = Object.values(groups).flat()

/** A host whose settings nobody has made yet. */
export const bare = (trait: Trait): Trait => ({
  ...trait,
  name: `${trait.name}, settings not made`,
  settings: {},
  isBare: true,
})

/** Everything that is played: what needs a setting is played without it as well. */
export const played: readonly Trait[] = [
  ...traits.map((trait) => ({ ...trait, settings: { ...usual, ...trait.settings } })),
  ...traits.filter(({ settings }) => settings !== undefined).map(bare),
]
