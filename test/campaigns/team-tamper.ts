// What a superuser of a team's database does to its records: npm run -s team-tamper -- --tamperings
// N --forks N --seed S. Each tampering, on a real database, has to be found by one honest desk or
// by the desk it was done to, and by both verifiers in the export, beside the notes of an earlier
// one. Each fork of one history into two has to be found in the two exports. One JSON line last;
// exits 1 for what was missed, for a verifier that says otherwise than the other, and for an alarm
// about an honest history.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportFiles } from '../../scripts/team/export.ts'
import type { StoredRecord } from '../../src/main/team/records/record.ts'
import { teamFlaws } from '../../src/main/team/records/verify-team.ts'
import { facts } from '../fakes/postgres/team.ts'
import { makeRandom, type Random } from './faults/random.ts'
import { campaign, type Say } from './runner/campaign.ts'
import { openVerifiers, type Said } from './tamper/verifiers.ts'
import { attacks } from './team-tamper/attacks.ts'
import { openWorld, topicOf, type World } from './team-tamper/history.ts'

export interface TeamTamperSummary {
  kinds: number
  tamperings: number
  /** How one honest desk found it, first by looking at all records, then by the heartbeats. */
  byLook: number
  byBeat: number
  /** By the desk it was done to, as it started. */
  byWriter: number
  forks: number
  honest: number
  missed: number
  missedInExport: number
  missedForks: number
  disagreements: number
  falseAlarms: number
}

/**
 * Whether both verifiers say of an export what is so. Where only columns were changed, the export
 * is the honest one, because it repeats no columns: `--export` compares them, by the same look.
 */
export const isRightVerdict = (
  code: number,
  { isHonestText, isFoundByLook }: { isHonestText: boolean; isFoundByLook: boolean },
): boolean => (isHonestText ? code === 0 && isFoundByLook : code === 2 || code === 3)

interface Asked {
  tamperings: number
  forks: number
  seed: number
  say: Say
}

export async function runTeamTamper(asked: Asked): Promise<TeamTamperSummary> {
  const random = makeRandom(asked.seed)
  const home = mkdtempSync(join(tmpdir(), 'paydesk-team-tamper-'))
  const world = await openWorld('tampered', random, 16)
  const verifiers = await openVerifiers('verify-team')
  const sum: TeamTamperSummary = {
    ...{ kinds: Object.keys(attacks).length, tamperings: 0, byLook: 0, byBeat: 0, byWriter: 0 },
    ...{ forks: 0, honest: 0, missed: 0, missedInExport: 0, missedForks: 0 },
    ...{ disagreements: 0, falseAlarms: 0 },
  }
  let exports = 0
  const exported = (rows: readonly StoredRecord[], by = world.team.founder): string => {
    const folder = join(home, String((exports += 1)))
    writeExport(folder, world, rows, by)
    return folder
  }
  const asks = async (args: string[]): Promise<Said> => {
    const { node, python } = await verifiers.ask(args)
    if (node.code !== python.code || node.text !== python.text) {
      sum.disagreements += 1
      asked.say(`the verifiers differ: ${node.text} ${python.text}`)
    }
    return node
  }
  try {
    const before = exported(world.honest)
    const notes = [...new Set(world.honest.map(({ desk }) => desk))].flatMap((desk) => [
      ...['--note', join(before, 'notes', `${desk}.note`)],
    ])
    const parts = { world, random, sum, exported, asks, notes, say: asked.say }
    await lookAtHonest(parts)
    for (let at = 0; at < asked.tamperings; at += 1) await tamper(parts, at)
    await world.write(world.honest)
    for (let at = 0; at < asked.forks; at += 1) await fork(parts, at)
    await world.write(world.honest)
    await lookAtHonest(parts)
  } finally {
    verifiers.close()
    await world.close()
    rmSync(home, { recursive: true, force: true })
  }
  return sum
}

interface Parts {
  world: World
  random: Random
  sum: TeamTamperSummary
  exported(rows: readonly StoredRecord[], by?: World['team']['founder']): string
  asks(args: string[]): Promise<Said>
  /** Of an earlier export. */
  notes: readonly string[]
  say: Say
}

function writeExport(
  folder: string,
  { team: { id } }: World,
  rows: readonly StoredRecord[],
  { desk, key }: World['team']['founder'],
): void {
  mkdirSync(join(folder, 'notes'), { recursive: true })
  for (const [path, text] of exportFiles({ id, desk, key }, rows))
    writeFileSync(join(folder, path), text)
}

const linesOf = ({ team: { id, founder } }: World, rows: readonly StoredRecord[]): string =>
  exportFiles({ id, desk: founder.desk, key: founder.key }, rows).get('team.jsonl')!

/** An honest desk looks, beats and starts, and both verifiers read the export. */
async function lookAtHonest({ world, sum, exported, asks, notes, say }: Parts): Promise<void> {
  const { team } = world
  const alarm = (what: string): void => {
    sum.falseAlarms += 1
    say(`a false alarm: ${what}`)
  }
  sum.honest += 1
  const rows = await world.rows()
  for (const flaw of teamFlaws(team.id, rows)) alarm(JSON.stringify(flaw))
  for (const desk of [team.founder, ...team.desks]) {
    const port = world.again(desk)
    const standing = await port.standing()
    if (standing.kind !== 'ready') alarm(`${desk.desk} ${JSON.stringify(standing)}`)
    await port.close()
  }
  const said = await asks([exported(rows), ...notes])
  if (said.code !== 0) alarm(said.text)
}

/** What one desk knew at the end of the history, against what it is shown now. */
async function findsByBeat(world: World): Promise<boolean> {
  const port = world.again(world.team.founder)
  const done = await port.beat()
  await port.close()
  return typeof done !== 'string'
}

async function findsByStart(world: World): Promise<boolean> {
  for (const desk of world.team.desks) {
    const port = world.again(desk)
    const { kind } = await port.standing()
    await port.close()
    if (kind !== 'ready') return true
  }
  return false
}

async function tamper(parts: Parts, at: number): Promise<void> {
  const { world, random, sum, exported, asks, notes, say } = parts
  const names = Object.keys(attacks)
  const name = names[at % names.length]!
  const rows = attacks[name]!(world.honest, random)
  if (rows === null) return
  await world.write(rows)
  sum.tamperings += 1
  const shown = await world.rows()
  const isFoundByLook = teamFlaws(world.team.id, shown).length > 0
  if (isFoundByLook) sum.byLook += 1
  else if (await findsByBeat(world)) sum.byBeat += 1
  else if (await findsByStart(world)) sum.byWriter += 1
  else {
    sum.missed += 1
    say(`missed: ${name}, ${at}`)
  }
  const isHonestText = linesOf(world, shown) === linesOf(world, world.honest)
  const { code, text } = await asks([exported(shown), ...notes])
  if (isRightVerdict(code, { isHonestText, isFoundByLook })) return
  sum.missedInExport += 1
  say(`missed in the export: ${name}, ${at}: ${text}`)
}

/** Two desks are shown two histories: each claims the same order in its own. */
async function fork(parts: Parts, at: number): Promise<void> {
  const { world, sum, exported, asks, say } = parts
  const [one, other] = world.team.desks
  const topic = topicOf(`fork-${at}`)
  const folders: string[] = []
  for (const desk of [one!, other!]) {
    await world.write(world.honest)
    const port = world.again(desk)
    const claimed = await port.claim(topic, facts(desk.desk), 0)
    if (claimed.kind !== 'mine') throw new Error(`Not claimed: ${JSON.stringify(claimed)}`)
    await port.release(claimed.claim, 'SUCCEEDED')
    // Behind its heartbeat.
    await port.standing()
    await port.close()
    const folder = exported(await world.rows(), desk)
    folders.push(folder)
    const { code, text } = await asks([folder])
    if (code === 0) continue
    sum.falseAlarms += 1
    say(`one side of a fork: ${text}`)
  }
  sum.forks += 1
  const { code, text } = await asks(folders)
  if (code === 2 && text.includes('a fork')) return
  sum.missedForks += 1
  say(`missed: fork ${at}: ${text}`)
}

export const isFound = (sum: TeamTamperSummary): boolean =>
  sum.missed + sum.missedInExport + sum.missedForks + sum.disagreements + sum.falseAlarms === 0

if (import.meta.main)
  await campaign({
    options: { tamperings: 1_000, forks: 200, seed: 1 },
    run: (asked) => runTeamTamper(asked),
    isGood: isFound,
  })
