// Plays flows at traits, several traits beside each other, since a flow mostly waits.
import { makeRandom } from '../../faults/random.ts'
import type { Trait } from '../foreign/trait.ts'
import { played } from '../traits/index.ts'
import { type FlowName, flowNames, flows } from './flows.ts'
import { openStage, Shut, type Stage } from './stage.ts'
import { type Cell, cellOf } from './verdict.ts'

/** By trait, then by flow. */
export type Table = Record<string, Partial<Record<FlowName, Cell>>>

async function playCell(stage: Stage, flow: FlowName): Promise<Cell> {
  stage.notes = []
  stage.gateway.loseNext(null)
  try {
    await flows[flow](stage)
  } catch (error) {
    if (error instanceof Shut) stage.notes.push(['shut', error.message])
    else stage.notes.push(['stuck', error instanceof Error ? error.message : String(error)])
  }
  for (const bug of stage.reported.splice(0)) stage.notes.push(['wrong', bug])
  return cellOf(stage.notes)
}

async function playTrait(trait: Trait, names: readonly FlowName[], table: Table): Promise<void> {
  const stage = await openStage(trait)
  const cells: Table[string] = (table[trait.name] = {})
  try {
    for (const flow of names) cells[flow] = await playCell(stage, flow)
  } finally {
    await stage.close()
  }
}

const atOnce = 6

export async function playTable(
  chosen: readonly (readonly [Trait, readonly FlowName[]])[],
): Promise<Table> {
  const table: Table = {}
  const left = [...chosen]
  const worker = async (): Promise<void> => {
    for (let next = left.shift(); next !== undefined; next = left.shift())
      await playTrait(...next, table)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return table
}

/** Some cells by a seed: a few flows at each of some traits, as a trait takes a desk of its own. */
export function drawn(cells: number, seed: number): [Trait, FlowName[]][] {
  const random = makeRandom(seed)
  const perTrait = 4
  const rows = [...played]
  return Array.from({ length: Math.ceil(cells / perTrait) }, () => {
    const [trait] = rows.splice(random.below(rows.length), 1)
    const names = [...flowNames]
    const picked = Array.from(
      { length: perTrait },
      () => names.splice(random.below(names.length), 1)[0],
    )
    return [trait, picked] as [Trait, FlowName[]]
  }).filter(([trait]) => trait !== undefined)
}
