// docs/museum.md, made of the rooms: npm run museum writes it and the head of its table in README.
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { format } from 'prettier'
import type { DeniedReason, Fault } from '#shared/fault.ts'
import { messageOfFault } from '../../src/renderer/messages/faults.ts'
import type { Sums } from './place.ts'
import { type FoundRoom, openMuseum } from './room.ts'

const rowsOfHead = 6
const options = { parser: 'markdown', semi: false, singleQuote: true, printWidth: 100 } as const
const at = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** "own-pay/OwnPay#222" */
const threadOf = ({ link }: FoundRoom): string => {
  const [, owner, name, , number] = new URL(link).pathname.split('/')
  return `${owner}/${name}#${number}`
}

const isOne = (sums: Sums): boolean => Object.keys(sums).length === 1
const textOf = (sums: Sums): string =>
  isOne(sums)
    ? Object.values(sums).join('')
    : Object.entries(sums)
        .map(([name, amount]) => `${name} ${amount}`)
        .join(', ')

/** A stop as the screen names it. */
const titleOf = (stop: string): string => {
  const of = { sent: 'no' as const, message: '', field: '', reason: stop as DeniedReason }
  const isKind = stop === 'input' || stop === 'rejected' || stop === 'outcome-unknown'
  return messageOfFault({ ...of, kind: isKind ? stop : 'denied' } as Fault).title
}
const stopsOf = ({ paydesk }: FoundRoom): string =>
  paydesk.stops.length === 0
    ? ''
    : `: ${[...new Set(paydesk.stops)].map((stop) => `“${titleOf(stop)}”`).join(', ')}`

const head = [
  '| Day | Thread | What | Meant | The old way left | Paydesk left |',
  '| --- | --- | --- | --- | --- | --- |',
]
const rowOf = (room: FoundRoom): string =>
  [
    '',
    room.date,
    `[${threadOf(room)}](${room.link})`,
    room.incident,
    textOf(room.meant),
    `${textOf(room.old.books)} (${room.old.fails})`,
    `${textOf(room.paydesk.books)}${stopsOf(room)}`,
    '',
  ]
    .join(' | ')
    .trim()

const roomOf = (room: FoundRoom): string[] => [
  `### ${threadOf(room)}`,
  '',
  `${room.date}, ${room.incident}. <${room.link}>`,
  '',
  room.story,
  '',
  ...(room.gateway === undefined ? [] : [`- The gateway: ${room.gateway.is}`]),
  `- The old way ${room.old.fails}: meant ${textOf(room.meant)}, left ${textOf(room.old.books)}, its own records say ${textOf(room.old.reported)}.`,
  `- Paydesk: left ${textOf(room.paydesk.books)}, says ${textOf(room.paydesk.reported)}${stopsOf(room) && `, stopped${stopsOf(room)}`}.`,
  `- The guard: ${room.guard.does} ([${room.guard.file}](../${room.guard.file}))`,
  `- The room: [${room.file}](../test/museum/rooms/${room.file})`,
  '',
]

const intro = `# A museum of double refunds

Each room replays one public incident against the [sandbox](sandbox.md): the old way as a small honest program, then the same steps
on Paydesk. What left is read from the gateway's books, in EUR. \`test/museum\` runs every room; nothing here is written by hand
(\`npm run museum\`). A new incident is one new file in \`test/museum/rooms\`.

The stories say what their threads say. They blame nobody: each of these teams wrote in public what went wrong, and most mended it.
`

/** The whole page. */
export const pageOf = (rooms: readonly FoundRoom[]): Promise<string> =>
  format(
    [
      intro,
      ...head,
      ...rooms.map(rowOf),
      '',
      '"Meant" is what whoever pressed the button wanted to leave. What stopped Paydesk is told as the screen tells it, with what to do;',
      'a stop is no error of the person.',
      '',
      '## The rooms',
      '',
      ...rooms.flatMap(roomOf),
    ].join('\n'),
    options,
  )

/** The first rows of the table, as README has them. */
export const headOf = (rooms: readonly FoundRoom[]): Promise<string> =>
  format([...head, ...rooms.slice(0, rowsOfHead).map(rowOf)].join('\n'), options)

async function write(): Promise<void> {
  const rooms = await openMuseum()
  writeFileSync(at('docs/museum.md'), await pageOf(rooms))
  const readme = readFileSync(at('README.md'), 'utf8')
  const table = /\| Day +\|(.*\n\|)+.*\n/
  if (!table.test(readme)) throw new Error('README has no table of the museum')
  const rows = await headOf(rooms)
  writeFileSync(
    at('README.md'),
    readme.replace(table, () => rows),
  )
}

if (import.meta.main) await write()
