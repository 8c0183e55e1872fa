// Paydesk at gateways that it does not know: npm run -s hosts. Plays each flow at each trait of the
// foreign gateway; --trait NAME and --flow NAME choose, --cells N --seed S draws, --list prints
// every cell that is not right with the words of the desk, --write keeps what was found for
// docs/hosts.md. With --sequences N --seed S, random sequences at the sandbox's hosts instead. One
// JSON line last; exits 1 when something was shown that the books contradict, or when a request
// can't be ended.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { format, resolveConfig } from 'prettier'
import { formatMessage } from '#messages/format-messages.ts'
import { played } from './hosts/traits/index.ts'
import { flowNames } from './hosts/proof/flows.ts'
import { foreignPart, foreignTitle } from './hosts/proof/page.ts'
import { drawn, playTable, type Table } from './hosts/proof/play.ts'
import { countsOf, recordOf, writeRecorded } from './hosts/proof/record.ts'
import { playSequences } from './hosts/sequences.ts'

const { values } = parseArgs({
  options: {
    sequences: { type: 'string' },
    cells: { type: 'string' },
    seed: { type: 'string', default: '1' },
    trait: { type: 'string' },
    flow: { type: 'string' },
    list: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const startedAt = Date.now()
const print = (line: string): void => void process.stdout.write(`${line}\n`)

function end(summary: object, wrong: number): never {
  const seconds = Math.round((Date.now() - startedAt) / 1000)
  print(JSON.stringify({ ...summary, wrong, seconds }))
  process.exit(wrong === 0 ? 0 : 1)
}

function chosen(): Parameters<typeof playTable>[0] {
  if (values.cells !== undefined) return drawn(Number(values.cells), Number(values.seed))
  const rows = played.filter(({ name }) => values.trait === undefined || values.trait === name)
  const names = flowNames.filter((name) => values.flow === undefined || values.flow === name)
  if (rows.length === 0 || names.length === 0)
    throw new Error(
      `There is no such ${rows.length === 0 ? 'trait' : 'flow'}. Traits: ` +
        `${played.map(({ name }) => name).join('; ')}. Flows: ${flowNames.join('; ')}.`,
    )
  return rows.map((trait) => [trait, names] as const)
}

function listed(table: Table): void {
  for (const [trait, cells] of Object.entries(table))
    for (const [flow, { letter, words }] of Object.entries(cells))
      if (values.list ? letter !== 'R' : 'WS'.includes(letter))
        print(`${letter} ${trait}, ${flow}: ${formatMessage(words)}`)
}

async function write(table: Table): Promise<void> {
  const inOrder = played.map(({ name }) => [name, table[name] ?? {}] as const)
  const recorded = recordOf(Object.fromEntries(inOrder))
  writeRecorded(recorded)
  const page = join(import.meta.dirname, '../../docs/hosts.md')
  const [first = ''] = readFileSync(page, 'utf8').split(foreignTitle)
  const style = await resolveConfig(import.meta.filename)
  const text = first + foreignPart(recorded)
  writeFileSync(page, await format(text, { ...style, parser: 'markdown' }))
}

if (values.sequences !== undefined) {
  const options = { sequences: Number(values.sequences), seed: Number(values.seed) }
  const { wrong, ...summary } = await playSequences(options)
  for (const message of wrong) print(message)
  end(summary, wrong.length)
}
const table = await playTable(chosen())
listed(table)
if (values.write) await write(table)
const counts = countsOf(recordOf(table))
end({ traits: Object.keys(table).length, ...counts }, (counts['W'] ?? 0) + (counts['S'] ?? 0))
