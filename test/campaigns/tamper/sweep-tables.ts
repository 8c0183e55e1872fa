// Every attack on a table or on the schema, on a ledger as it is closed and as it runs: it has to
// be told, and told again at the next start, when everything is as the log says.
import { formatMessages } from '#wording/format-messages.ts'
import { inTransaction } from '../../../src/main/ledger/db/open.ts'
import { statement } from '../../../src/main/ledger/db/statements.ts'
import { recordFinding } from '../../../src/main/ledger/schema/findings.ts'
import type { Random } from '../faults/random.ts'
import { archive } from './archived.ts'
import { sweepComfort } from './comfort.ts'
import { type Keychain, type Life, newKeychain, openLife } from './life.ts'
import { putBack } from './put-back.ts'
import { everyAttack } from './rules.ts'
import { copyLedger, type TableAttack, tamperThrough, tamperWith } from './table-attack.ts'
import { fillIndexes, fillTables } from './tables.ts'
import type { Tally } from './tally.ts'

export interface Place {
  random: Random
  tally: Tally
  newPath: () => string
  /** Long tables and the running program meet one of so many attacks on tables. */
  tableEvery: number
}

/** A closed ledger and its keychain. */
interface Kept {
  file: string
  vault: Keychain
}

/** A closed ledger with rows in every table that entries change, and one finding that was told. */
export function filled({ newPath }: Pick<Place, 'newPath'>, ofEach?: number): Promise<Kept> {
  return lived(newPath(), async (life) => {
    fillTables(life, ofEach)
    fillIndexes(life)
    const finding = { kind: 'missing', at: 1, message: 'told and read' } as const
    inTransaction(life.db, () => recordFinding(life.db, finding))
    await life.stops()
    life.resume()
  })
}

async function lived(
  file: string,
  live: (life: Life, vault: Keychain) => Promise<void>,
): Promise<Kept> {
  const vault = newKeychain()
  const life = await openLife(file, vault)
  await live(life, vault)
  await life.close()
  return { file, vault }
}

/** Old entries left it for two archives; it has no open request, which would have kept them. */
const filledBehindArchives = ({ newPath }: Place): Promise<Kept> =>
  lived(newPath(), async (life, vault) => {
    const folder = newPath()
    const mark = async (): Promise<void> => void (await life.seal.marked(0))
    await life.stops()
    for (let made = 0; made < 2; made += 1) {
      for (let n = 0; n < 12; n += 1) life.note('connection:changed')
      await mark()
      const checkpointer = life.seal.checkpointer()!
      const log = { db: life.db, audit: life.audit, checkpointer, vault, mark, heads: [] }
      if ((await archive(log, folder)) === null) throw new Error('nothing left for an archive')
    }
  })

interface Found {
  stops: string[]
  /** Entries that tell of lists which were brought up to date. */
  lists: number
}

async function lookAt(life: Life): Promise<Found> {
  const stops = await life.stops()
  const lists = statement<[], number>(
    life.db,
    "SELECT count(*) FROM audit_entry WHERE kind = 'ledger:lists-updated'",
    { as: 'value', integers: 'number' },
  ).only()
  return { stops, lists }
}

async function foundAt(file: string, vault: Keychain): Promise<Found> {
  const life = await openLife(file, newKeychain(vault))
  const found = await lookAt(life)
  life.kill()
  return found
}

/** What stops money by the time a request would leave. */
export const stopsAt = async (file: string, vault: Keychain): Promise<string[]> =>
  (await foundAt(file, vault)).stops

const isTold = ({ names, isToldByEntry }: TableAttack, { stops, lists }: Found): boolean => {
  if (isToldByEntry === true) return stops.length > 0 || lists > 0
  return stops.length > 0 && (names === undefined || formatMessages(stops).join().includes(names))
}

/**
 * What was found is told at the next start too, and nothing more is found then: the tables are what
 * the log says, or the stop says that they can't be.
 */
async function isSettled(
  { file, vault }: Kept,
  { isOfLog, isToldByEntry }: TableAttack,
  { stops, lists }: Found,
): Promise<boolean> {
  const again = await foundAt(file, vault)
  if (isToldByEntry === true && stops.length === 0)
    return again.stops.length === 0 && again.lists === lists
  return (
    again.stops.length > 0 &&
    (isOfLog === true || again.stops.every((stop) => stops.includes(stop)))
  )
}

const manyRows = 300
/** A short run takes one of so many attacks on indexes and triggers; they are alike. */
const SCHEMA_EVERY = 4

export async function sweepTables(place: Place): Promise<number> {
  const many = await filled(place, manyRows)
  const few = await filled(place)
  const behind = await filledBehindArchives(place)
  const attacks = everyAttack().filter(
    ({ isOfSchema }, index) =>
      isOfSchema !== true || place.tableEvery === 1 || index % SCHEMA_EVERY === 0,
  )
  const told = attacks.filter(({ steersNothing }) => steersNothing !== true)
  return (
    (await attackTables(place, { few, behind }, told)) +
    (await putBack(place, many, stopsAt)) +
    (await sweepComfort(
      place,
      few,
      attacks.filter(({ steersNothing }) => steersNothing === true),
    ))
  )
}

/**
 * Each attack meets the ledger as it is closed. Every so-manyth meets it also as it runs and was
 * checked before, by a write of its own and by one of the program that it sets off.
 */
async function attackTables(
  place: Place,
  { few, behind }: { few: Kept; behind: Kept },
  attacks: readonly TableAttack[],
): Promise<number> {
  const { tally, newPath } = place
  const copy = newPath()
  let count = 0
  const note = (attack: TableAttack, when: string, found: Found, isRight = true): void => {
    const name = `${attack.name}${when}`
    if (attack === nothing) return alarm(place, name, found.stops)
    tally.note(name, isTold(attack, found) && isRight)
    count += 1
  }
  const whileOpen = async (
    { file, vault }: Kept,
    act: (life: Life) => boolean,
  ): Promise<Found | null> => {
    copyLedger(file, copy)
    const life = await openLife(copy, newKeychain(vault))
    alarm(place, 'a ledger before the attack', await life.stops())
    // The keychain hears of the newest checkpoint a moment after it was written.
    await life.seal.marked(0)
    const found = act(life) ? await lookAt(life) : null
    life.kill()
    return found
  }
  for (const [index, attack] of [...attacks, nothing].entries()) {
    const kept = attack.isOnArchives === true ? behind : few
    copyLedger(kept.file, copy)
    tamperWith(copy, attack)
    const found = await foundAt(copy, kept.vault)
    const at = { file: copy, vault: kept.vault }
    note(attack, '', found, attack === nothing || (await isSettled(at, attack, found)))
    if (attack !== nothing && index % place.tableEvery !== 0) continue
    const written = await whileOpen(kept, () => {
      tamperWith(copy, attack)
      return true
    })
    note(attack, ' while the program runs', written!)
    const { sql } = attack
    if (sql === undefined || /^(CREATE|ALTER|DROP)/.test(sql)) continue
    const setOff = await whileOpen(kept, (life) => tamperThrough(life, copy, sql))
    if (setOff !== null) note(attack, ' by a trigger while the program runs', setOff)
  }
  return count
}

const nothing: TableAttack = { name: 'a look with a tool', sql: 'SELECT 1', run: () => undefined }

export function alarm({ tally }: Pick<Place, 'tally'>, name: string, stops: readonly string[]) {
  if (stops.length > 0) tally.alarm(name, stops.join(' '))
}
