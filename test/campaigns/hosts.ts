// Paydesk at gateways that it does not know: npm run -s hosts. Plays each flow at each trait of the
// foreign gateway; --trait NAME and --flow NAME choose, --cells N --seed S draws, --list prints
// every cell that is not right with the words of the desk, --write keeps what was found for
// docs/hosts.md. With --sequences N --seed S, random sequences at the sandbox's hosts instead. One
// JSON line last; exits 1 when something was shown that the books contradict, or when a request
// can't be ended.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { format, resolveConfig } from 'prettier'
import { formatMessage } from '#wording/format-messages.ts'
import { played } from './hosts/traits/index.ts'
import { flowNames } from './hosts/proof/flows.ts'
import { foreignPart, foreignTitle } from './hosts/proof/page.ts'
import { drawn, playTable, type Table } from './hosts/proof/play.ts'
import { countsOf, recordOf, writeRecorded } from './hosts/proof/record.ts'
import { playSequences } from './hosts/sequences.ts'
import { campaign, type Say } from './runner/campaign.ts'

interface Asked {
  cells: number
  seed: number
  trait: string
  flow: string
}

function chosen({ cells, seed, trait, flow }: Asked): Parameters<typeof playTable>[0] {
  if (cells > 0) return drawn(cells, seed)
  const rows = played.filter(({ name }) => trait === '' || trait === name)
  const names = flowNames.filter((name) => flow === '' || flow === name)
  if (rows.length === 0 || names.length === 0)
    throw new Error(
      `There is no such ${rows.length === 0 ? 'trait' : 'flow'}. Traits: ` +
        `${played.map(({ name }) => name).join('; ')}. Flows: ${flowNames.join('; ')}.`,
    )
  return rows.map((row) => [row, names] as const)
}

function listCells(table: Table, isWhole: boolean, say: Say): void {
  for (const [trait, cells] of Object.entries(table))
    for (const [flow, { letter, words }] of Object.entries(cells))
      if (isWhole ? letter !== 'R' : 'WS'.includes(letter))
        say(`${letter} ${trait}, ${flow}: ${formatMessage(words)}`)
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

await campaign({
  options: {
    ...{ sequences: 0, cells: 0, seed: 1, trait: '', flow: '', list: false, write: false },
  },
  run: async ({ sequences, seed, say, ...asked }) => {
    if (sequences > 0) {
      const { wrong, ...summary } = await playSequences({ sequences, seed })
      for (const message of wrong) say(message)
      return { ...summary, wrong: wrong.length }
    }
    const table = await playTable(chosen({ seed, ...asked }))
    listCells(table, asked.list, say)
    if (asked.write) await write(table)
    const counts = countsOf(recordOf(table))
    const wrong = (counts['W'] ?? 0) + (counts['S'] ?? 0)
    return { traits: Object.keys(table).length, ...counts, wrong }
  },
  isGood: ({ wrong }) => wrong === 0,
})
