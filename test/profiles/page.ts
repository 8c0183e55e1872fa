// docs/hosts.md as the run writes it: what each host does differently and from where, and how every
// flow ends there.
import { hostNames, type HostName, hostProfile } from '../../src/sandbox/hosts/profiles.ts'
import { flowNames, type FlowName } from './flows.ts'

export type Cells = Record<HostName, Record<FlowName, string>>

const sources = {
  interface: 'the interface description, or what it leaves open',
  documents: 'public documents of the gateway family',
  invented: 'nobody: invented for this sandbox',
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`
const head = (...names: string[]): string[] => [row(...names), row(...names.map(() => '---'))]

export const pageOf = (cells: Cells): string =>
  [
    '# Hosts of the family',
    '',
    '<!-- Written by test/profiles/hosts.test.ts (vitest -u). Do not edit. -->',
    '',
    'The interface description leaves much open, and hosts that share it differ. The sandbox plays the hosts below; Paydesk is played',
    'through every flow at each of them, and the sandbox’s own books say how it ended.',
    '',
    '## What they do differently',
    '',
    'Play one with `npm run sandbox -- --host NAME`, or in the sandbox’s console. The switches are in [sandbox.md](sandbox.md).',
    '',
    ...head('Host', 'Switch', 'From', 'Which says'),
    ...hostNames.flatMap((name) => {
      const { about, differs } = hostProfile(name)
      return [
        row(`**${name}**`, about, '', ''),
        ...differs.map(({ name: one, source, message }) =>
          row('', `\`${one}\``, sources[source], message),
        ),
      ]
    }),
    '',
    'A connection needs no setting for them, but for these:',
    '',
    ...hostNames.flatMap((name) => {
      const { settings } = hostProfile(name)
      return settings === undefined ? [] : [`- ${name}: ${settings}`]
    }),
    '',
    '## How every flow ends there',
    '',
    '“yes”: it ends by what the host tells, and the books agree. “by hand”: the host does not tell the end, so the request stays open and a',
    'person resolves it with a reason. Nowhere is a final status shown that the books contradict, nothing stays open, nothing happens twice.',
    '',
    ...head('Flow', ...hostNames),
    ...flowNames.map((flow) => row(flow, ...hostNames.map((host) => cells[host][flow]))),
    '',
  ].join('\n')
