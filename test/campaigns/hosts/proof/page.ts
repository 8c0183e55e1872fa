// The part of docs/hosts.md about the foreign gateway, as the recorded run has it.
import type { Trait } from '../foreign/trait.ts'
import { bare, groups, traits, usual } from '../traits/index.ts'
import { flowNames } from './flows.ts'
import { countsOf, type Recorded } from './record.ts'
import { letters } from './verdict.ts'

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`
const head = (...names: string[]): string[] => [row(...names), row(...names.map(() => '---'))]

const settingsOf = ({ settings = {} }: Pick<Trait, 'settings'>): string =>
  Object.entries(settings)
    .map(([name, value]) => `\`${name}\`: \`${JSON.stringify(value)}\``)
    .join(', ')

const lettersOf = (recorded: Recorded, name: string): string =>
  row(name, ...(recorded[name] ?? '').split(''))

export const foreignTitle = '## The foreign gateway'

export const foreignPart = (recorded: Recorded): string =>
  [
    foreignTitle,
    '',
    'The sandbox reads Paydesk’s own table of operations, so both could be wrong together. The foreign gateway of the tests shares no code with',
    `either: its server, signature checks and books are its own. It has ${traits.length} traits of hosts, one at a time. The real desk plays ${flowNames.length} flows at`,
    'each of them. The foreign books and the order’s page then show how each flow ended.',
    '',
    '`npm run hosts` plays the whole table and exits with 1 on a wrong or stuck cell. `npm run hosts -- --trait NAME --flow NAME --list` plays one',
    'cell and prints what the desk said. `npm run hosts -- --write` plays the table and writes this part of the page.',
    '',
    ...head('Cell', 'Meaning', 'Cells'),
    ...letters.map(([letter, , meaning]) =>
      row(letter, meaning, String(countsOf(recorded)[letter])),
    ),
    '',
    `The connection has ${settingsOf({ settings: usual })} at every host, unless a row below says otherwise.`,
    '`statusBy: request` helps at hosts that know `by-request-sn`, which the interface description does not have. The foreign gateway knows it.',
    '',
    '“Lost, not done” loses a request that was never carried out. No host can tell that, so H is the best letter there.',
    '',
    ...Object.entries(groups).flatMap(([title, rows]) => [
      `### ${title}`,
      '',
      ...head('Trait', ...flowNames),
      ...rows.map(({ name }) => lettersOf(recorded, name)),
      '',
      ...head('Trait', 'What such a host does', 'Source', 'Settings of the connection'),
      ...rows.map((trait) => row(trait.name, trait.about, trait.source, settingsOf(trait))),
      '',
    ]),
    '### Before the settings are made',
    '',
    'The same hosts, while the connection still has the default settings.',
    '',
    ...head('Trait', ...flowNames),
    ...traits
      .filter(({ settings }) => settings !== undefined)
      .map((trait) => lettersOf(recorded, bare(trait).name).replace(', settings not made', '')),
    '',
  ].join('\n')
