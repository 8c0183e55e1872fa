// docs/hosts.md as the run writes it: what each host does differently and from where, and how every
// flow ends there.
import { hostNames, type HostName, hostProfile } from '../../src/sandbox/hosts/profiles.ts'
import { foreignPart } from '../campaigns/hosts/proof/page.ts'
import { readRecorded } from '../campaigns/hosts/proof/record.ts'
import { flowNames, type FlowName } from './flows.ts'

export type Cells = Record<HostName, Record<FlowName, string>>

const sources = {
  interface: 'the interface description, or what it leaves open',
  documents: 'public documents of the gateway family',
  invented: 'none; invented for this sandbox',
}

const row = (...cells: string[]): string => `| ${cells.join(' | ')} |`
const head = (...names: string[]): string[] => [row(...names), row(...names.map(() => '---'))]

export const pageOf = (cells: Cells): string =>
  [
    '# Hosts of the family',
    '',
    '<!-- Written by test/profiles/hosts.test.ts (vitest -u). Do not edit. -->',
    '',
    'A host is a gateway that follows the interface description. The description leaves much open, so hosts differ. This page lists the',
    `${hostNames.length} hosts that the sandbox can play, and says how each flow ends at each of them. Its last part does the same for the`,
    'traits of a gateway that shares no code with Paydesk.',
    '',
    'A test runs every flow through the real desk at every host. The sandbox’s own books then show how the flow ended. The test writes this',
    'page.',
    '',
    '## What each host does differently',
    '',
    'To play a host, run `npm run sandbox -- --host NAME`, or choose the host in the sandbox’s console. [sandbox.md](sandbox.md#switches)',
    'describes the switches.',
    '',
    'Each host has one row that describes it, and one row for each switch that differs from the default. The source says where the',
    'difference comes from.',
    '',
    ...head('Host', 'Description or switch', 'Source', 'What the source says'),
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
    'Most hosts need no setting of the connection. These do:',
    '',
    ...head('Host', 'Setting of the connection'),
    ...hostNames.flatMap((name) => {
      const { settings } = hostProfile(name)
      return settings === undefined ? [] : [row(`**${name}**`, settings)]
    }),
    '',
    '## How each flow ends at each host',
    '',
    ...head('Cell', 'Meaning'),
    row('yes', 'The host tells how the flow ended, and the books agree.'),
    row(
      'by hand',
      'The host does not tell how the flow ended. The request stays open until a person resolves it with a reason.',
    ),
    '',
    'At every host, Paydesk shows no final status that the books contradict, leaves nothing open, and does nothing twice.',
    '',
    'Three flows try what only one host does: `declined-at-once` declines a card reference or a subscription, and `extended` adds a',
    'transaction type. At the other hosts, these flows end without that.',
    '',
    ...head('Flow', ...hostNames),
    ...flowNames.map((flow) => row(flow, ...hostNames.map((host) => cells[host][flow]))),
    '',
    foreignPart(readRecorded()),
  ].join('\n')
